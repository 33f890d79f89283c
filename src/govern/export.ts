/**
 * How does memory leave, and come in again?
 *
 * JSON Lines: a header, then the events of one origin as they stand in its log, without those of facts whose text
 * was erased. Taken in by a fresh workspace they give the same facts, with the same ids, history and classes. That
 * is why an import is for the host and for an empty origin only: it brings its own authority along.
 */
import { TidelineError } from "../errors.ts";
import { type MemoryEvent, parseEvent } from "../model/event.ts";
import { type Origin, parseOrigin, sameOrigin } from "../model/origin.ts";
import { counting, type OnProgress } from "../ports/progress.ts";
import type { RecordedEvent } from "../ports/storage.ts";

const EXPORT_FORMAT = 1;
/** Written by stores for themselves, or without words: they mean nothing elsewhere. */
const LEFT_OUT: ReadonlySet<string> = new Set(["erased", "repaired", "checkpointed"]);

export function exportHeader(origin: Origin, at: number): string {
  return JSON.stringify({ tideline: "export", format: EXPORT_FORMAT, origin, at });
}

/** A line for an event, or none if it is not to leave. */
export function exportLine(
  { event, bodyGone }: RecordedEvent,
  isErased: (fact: string) => boolean,
): string | undefined {
  if (bodyGone || LEFT_OUT.has(event.type)) return undefined;
  if ("fact" in event && isErased(event.fact)) return undefined;
  if ((event.type === "linked" || event.type === "unlinked") && isErased(event.to)) return undefined;
  return JSON.stringify(event);
}

export function parseExport(
  text: string,
  origin: Origin,
  onProgress?: OnProgress | undefined,
): readonly MemoryEvent[] {
  const [first = "", ...lines] = text.split("\n");
  const header = parseLine(first, 1) as { tideline?: unknown; format?: unknown; origin?: unknown } | null;
  if (header?.tideline !== "export" || header.format !== EXPORT_FORMAT)
    throw failed("it does not begin with the header of an export");
  if (!sameOrigin(parseOrigin(header.origin), origin)) throw failed("it was exported from another origin");
  const read = counting(onProgress, lines.length, "lines read");
  return lines.flatMap((line, i) => {
    read();
    return line.trim() === "" ? [] : [parseEventLine(line, i + 2)];
  });
}

function parseEventLine(line: string, number: number): MemoryEvent {
  try {
    return parseEvent(parseLine(line, number));
  } catch (error) {
    throw error instanceof TidelineError && error.code === "invalid-event"
      ? failed(`line ${number}: ${error.message}`)
      : error;
  }
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw failed(`line ${number} is not JSON`);
  }
}

export function failed(why: string): TidelineError {
  return new TidelineError("import-failed", `This cannot be imported: ${why}. Nothing was written.`);
}
