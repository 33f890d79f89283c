/**
 * How does memory leave a workspace, and enter another?
 *
 * As JSON Lines: a header; the events of one origin as they stand in its log, without those of facts whose text was
 * erased; the sums of how facts were used; and a last line with the number of events, so that a truncated file is
 * noticed. Imported into a fresh workspace, they give the same facts with the same ids, history, classes and scores.
 * That is why only the host may import, and only into an empty origin: an import brings its own authority along.
 *
 * The secret of the workspace is not exported. Idempotency keys are in the log as digests under a secret of their
 * origin, and that secret is exported (`write/retry.ts`). Keys of earlier versions are digests under the workspace's
 * own secret: a retry of such a write is recognised in its own workspace only, and the importer is told so.
 */

import { TidelineError } from "../errors.ts";
import { MAX_NAME_CHARS, MAX_TAGS } from "../limits.ts";
import { figuresOf } from "../log/checkpoint.ts";
import type { State } from "../log/fold.ts";
import { resting, type Steps } from "../log/steps.ts";
import {
  type Idempotency,
  isOriginEvent,
  type MemoryEvent,
  parseEvent,
  SECRET_GENERATION,
} from "../model/event.ts";
import { type Origin, parseOrigin, sameOrigin } from "../model/origin.ts";
import { counting, type OnProgress } from "../ports/progress.ts";
import { eachInSlices } from "../ports/slices.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { isOfWorkspaceAlone, keysToCarry } from "../write/retry.ts";

const EXPORT_FORMAT = 1;
const LINES_PER_SLICE = 64;
/** Events that stores write for themselves, or that hold no words: they mean nothing elsewhere. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["erased", "repaired", "checkpointed"],
  // About the inbox of this workspace.
  ...["distilled", "turns-dismissed", "inbox-trimmed"],
]);
export interface ExportedMemory {
  readonly events: readonly MemoryEvent[];
  /** Attributes that held several values in the exporting workspace. */
  readonly multiValued: readonly string[];
  /** What the importer should know. */
  readonly notices: readonly string[];
}

export interface Exporting {
  readonly origin: Origin;
  readonly at: number;
  readonly multiValued: readonly string[];
  /** The origin's own secret, under which its idempotency keys are digested. */
  readonly secret: string;
}

/** The whole export, from the events to export, in order. In slices: other work may run in between. */
export function* exportOf(exporting: Exporting, events: readonly MemoryEvent[], state: State): Steps<string> {
  const { origin, at, multiValued, secret } = exporting;
  const slots = multiValued.length === 0 ? {} : { multiValued };
  const last = events.at(-1)?.at ?? at;
  const all = [...events, ...keysToCarry(state, secret, last), ...(yield* resting(figuresOf(state, last)))];
  const values = [
    { tideline: "export", format: EXPORT_FORMAT, origin, at, counted: true, ...slots },
    ...all,
    { tideline: "end", events: all.length, facts: state.facts.size },
  ];
  const lines: string[] = [];
  yield* resting(
    eachInSlices(values, LINES_PER_SLICE, (value) => {
      lines.push(JSON.stringify(value));
    }),
  );
  return `${lines.join("\n")}\n`;
}

/** The event as it is exported, without what was erased; undefined if it is not exported. */
export function exportedEvent(
  { event, bodyGone }: RecordedEvent,
  isErased: (fact: string) => boolean,
): MemoryEvent | undefined {
  if (LEFT_OUT.has(event.type)) return undefined;
  const left = leaving(event, isErased, bodyGone);
  return left && withRequestInBody(left);
}

/** The event without facts that are left out; undefined if nothing is left of it. */
export function leaving(
  event: MemoryEvent,
  isErased: (fact: string) => boolean,
  bodyGone: boolean,
): MemoryEvent | undefined {
  if ("fact" in event && isErased(event.fact)) return undefined;
  // Without its body an `added` event says nothing. Other events still tell what happened without a reason or names.
  if (bodyGone && event.type === "added") return undefined;
  if ((event.type === "linked" || event.type === "unlinked") && isErased(event.to)) return undefined;
  if (event.type === "superseded" || event.type === "merged")
    return isErased(event.successor) ? { ...event, gone: true } : event;
  if ((event.type !== "added" && event.type !== "observed") || !event.evidence?.some(isErased)) return event;
  const { evidence, ...rest } = event;
  const left = evidence.filter((id) => !isErased(id));
  return left.length === 0 ? rest : { ...rest, evidence: left };
}

/** In the form that this version writes: the digest of the request belongs to the body. */
function withRequestInBody(event: MemoryEvent): MemoryEvent {
  if (event.type === "keys-carried") return { ...event, generation: SECRET_GENERATION };
  if (event.type !== "added" && event.type !== "observed" && event.type !== "restated") return event;
  const { idempotency, body } = event;
  if (idempotency?.request === undefined) return event;
  const { request, ...mark } = idempotency;
  return { ...event, idempotency: mark, body: { ...body, request } } as MemoryEvent;
}

interface Header {
  readonly tideline?: unknown;
  readonly format?: unknown;
  readonly origin?: unknown;
  readonly counted?: unknown;
  readonly multiValued?: unknown;
}

/** In slices: other work may run in between. */
export function* parseExport(
  text: string,
  origin: Origin,
  onProgress?: OnProgress | undefined,
): Steps<ExportedMemory> {
  const [first = "", ...lines] = text.split("\n");
  const header = parseLine(first, 1) as Header | null;
  if (header?.tideline !== "export" || header.format !== EXPORT_FORMAT)
    throw failed(
      "it does not begin with the header of an export. If it comes from another memory, name its format: importFrom(format, …), which is tideline import --from <format>",
    );
  if (!sameOrigin(parseOrigin(header.origin), origin)) throw failed("it was exported from another origin");
  const read = counting(onProgress, lines.length, "lines read");
  const events: MemoryEvent[] = [];
  let end: { readonly events?: unknown } | undefined;
  let number = 1;
  yield* resting(
    eachInSlices(lines, LINES_PER_SLICE, (line) => {
      number++;
      read();
      if (line.trim() === "") return;
      if (end !== undefined) throw failed(`line ${number} stands behind its end`);
      const value = parseLine(line, number);
      if (header.counted === true && isEnd(value)) end = value;
      else events.push(parseEventLine(value, number));
    }),
  );
  if (header.counted === true) checkWhole(events.length, end);
  return { events, multiValued: slotsIn(header), notices: noticesOf(events, header.counted === true) };
}

function isEnd(value: unknown): value is { readonly events?: unknown } {
  return typeof value === "object" && value !== null && "tideline" in value && value.tideline === "end";
}

function checkWhole(count: number, end: { readonly events?: unknown } | undefined): void {
  if (end === undefined)
    throw failed(`its last line is missing: it was cut behind ${count} events. Export it again`);
  if (end.events !== count)
    throw failed(`it holds ${count} events, and its last line counts ${String(end.events).slice(0, 20)}`);
}

function slotsIn({ multiValued = [] }: Header): readonly string[] {
  const isName = (one: unknown) =>
    typeof one === "string" && one.trim() !== "" && one.length <= MAX_NAME_CHARS;
  if (!Array.isArray(multiValued) || multiValued.length > MAX_TAGS || !multiValued.every(isName))
    throw failed("its header names no list of attributes as multiValued");
  return multiValued as readonly string[];
}

function noticesOf(events: readonly MemoryEvent[], isCounted: boolean): readonly string[] {
  const lost = events.filter((event) => "idempotency" in event && isLost(event.idempotency)).length;
  const notices: string[] = [];
  if (!isCounted)
    notices.push(
      "This export is of an earlier version and has no last line that counts its events: if it was cut, nobody can tell.",
    );
  if (lost > 0)
    notices.push(
      `${lost} of these writes had an idempotency key of an earlier version, which only the workspace they were written in can recognise: elsewhere a retry of such a write is a new write.`,
    );
  return notices;
}

function isLost(idempotency: Idempotency | undefined): boolean {
  return idempotency !== undefined && isOfWorkspaceAlone(idempotency.key);
}

function parseEventLine(value: unknown, number: number): MemoryEvent {
  try {
    const event = parseEvent(value);
    if (!isOriginEvent(event.type) || (event.type === "checkpointed" && event.final))
      throw failed(`line ${number}: no export holds such an event (${event.type})`);
    return withRequestInBody(event);
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
