/**
 * Is every line of a stream as it was written? Looks at all lines and continues after damage.
 *
 * `verify` reports what the survey finds, `repair` acts on it.
 */

import { isTidelineError } from "../../../errors.ts";
import type { LineFrame } from "../../../log/frame.ts";
import { readEvent } from "../../../log/upcast.ts";
import { counting } from "../../../ports/progress.ts";
import type { Head, Problem, VerifyOptions, VerifyReport } from "../../../ports/storage.ts";
import type { LogReader } from "../log/log-reader.ts";
import { type Excuses, gapKey, lineStartsAfter } from "../log/log-walk.ts";
import type { LogVolume } from "../log/volumes.ts";

const NEWLINE = 10;

export interface Line {
  readonly volume: LogVolume;
  readonly start: number;
  /** The offset after its newline. */
  readonly end: number;
  readonly text: string;
  /** Does the line end in a newline? */
  readonly finished: boolean;
  /** undefined: the header is damaged, or the line is not finished. */
  readonly frame: LineFrame | undefined;
}

/** Every line that counts, including damaged ones, but without an unfinished last append. */
export function survey(
  reader: LogReader,
  current = reader.volumes().current,
  onLine: () => void = () => undefined,
): readonly Line[] {
  const lines: Line[] = [];
  current.forEach((volume, i) => {
    const limit = current[i + 1]?.firstSeq ?? Number.POSITIVE_INFINITY;
    const found = linesOf(reader, volume, onLine);
    const owed = found.findIndex((line) => line.frame !== undefined && line.frame.seq >= limit);
    if (volume.firstSeq < limit) lines.push(...withoutStrays(owed < 0 ? found : found.slice(0, owed), limit));
  });
  return withoutTornAppend(lines, current.at(-1)?.name);
}

function linesOf(reader: LogReader, volume: LogVolume, onLine: () => void): readonly Line[] {
  const bytes = reader.bytesOf(volume, 0);
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const line = lineAt(reader, volume, bytes, start, end);
    if (line.frame === undefined || line.frame.body === "damaged")
      lines.push(...piecesOf(reader, volume, bytes, start, end));
    else lines.push(line);
    onLine();
    start = end;
  }
  return lines;
}

function lineAt(reader: LogReader, volume: LogVolume, bytes: Buffer, start: number, end: number): Line {
  const finished = bytes[end - 1] === NEWLINE;
  const text = bytes.toString("utf8", start, finished ? end - 1 : end);
  return { volume, start, end, text, finished, frame: finished ? reader.decode(text) : undefined };
}

/** Splits a damaged line wherever something begins like a line: if a newline was lost, two lines look like one. */
function piecesOf(
  reader: LogReader,
  volume: LogVolume,
  bytes: Buffer,
  start: number,
  end: number,
): readonly Line[] {
  const starts = [start];
  for (const at of lineStartsAfter(bytes, start)) {
    if (at >= end) break;
    starts.push(at);
  }
  return starts.map((from, i) => lineAt(reader, volume, bytes, from, starts[i + 1] ?? end));
}

/** Leaves out damaged lines after the last event that counts in a file: they were never acknowledged. */
function withoutStrays(lines: readonly Line[], limit: number): readonly Line[] {
  if (!lines.some((line) => line.frame?.seq === limit - 1)) return lines;
  return lines.slice(0, lines.findLastIndex((line) => line.frame !== undefined) + 1);
}

/** Leaves out an append that a power cut tore, by the reader's rule (`Walk.meetDamage`): there are zeros in it, and no
 * line of a later append follows. */
function withoutZeros(lines: readonly Line[]): readonly Line[] {
  const at = lines.findIndex((line) => line.frame === undefined || line.frame.body === "damaged");
  const broken = lines[at];
  if (broken === undefined || broken.volume.name !== lines.at(-1)?.volume.name) return lines;
  const rest = lines.slice(at);
  const zeros = broken.frame === undefined ? rest : [broken];
  // Zeros after all text prove nothing: they may be padding.
  const text = zeros.map((line) => line.text + (line.finished ? "\n" : "")).join("");
  if (!/\0[^\0]/.test(text)) return lines;
  const before = lines[at - 1]?.frame;
  const last = before === undefined ? 0 : before.seq;
  const first =
    before === undefined || before.part[0] + 1 === before.part[1] ? last + 1 : last - before.part[0];
  const follows = rest.some(
    ({ frame }, i) =>
      frame !== undefined && (frame.seq - frame.part[0] !== first || (i > 0 && frame.seq === last + 1)),
  );
  return follows ? lines : lines.slice(0, at);
}

/** Leaves out an incomplete append at the end. Only the last file can end in one. */
function withoutTornAppend(all: readonly Line[], lastFile: string | undefined): readonly Line[] {
  if (all.at(-1)?.volume.name !== lastFile) return all;
  const lines = withoutZeros(all);
  const whole = lines.at(-1)?.finished === false ? lines.slice(0, -1) : lines;
  const end = whole.at(-1)?.frame;
  if (end === undefined || end.body === "damaged" || end.part[0] + 1 === end.part[1]) return whole;
  // Lines out of order mean damage, not an incomplete append.
  if (whole.some((line) => line.frame !== undefined && line.frame.seq > end.seq)) return whole;
  const from = whole.findLastIndex((line) => line.frame?.part[0] === 0);
  return from < 0 ? [] : whole.slice(0, from);
}

/** `mayStartLate`: old events may have been dropped from the front. `heldSeq`: the last event that the log must have
 * held. */
export function verifyStream(
  reader: LogReader,
  mayStartLate: boolean,
  heldSeq: number,
  options: VerifyOptions,
): VerifyReport {
  const problems: Problem[] = [];
  const { current } = reader.volumes();
  const lines = survey(reader, current, counting(options.onProgress, undefined, "events"));
  // Read after the lines: an erasure appends its event before it changes any line, so all changed bodies are excused.
  const excuses = reader.excuses();
  let head: Head = { seq: 0, hash: "" };
  let expectHash: string | undefined = "";
  let events = 0;
  let erased = 0;
  let noted: string | undefined = options.head?.seq === 0 ? "" : undefined;
  for (const line of lines) {
    const start = events === 0 && mayStartLate && line.frame !== undefined;
    const problem = start ? undefined : problemOf(openedLine(reader, line), head.seq, expectHash, excuses);
    if (problem !== undefined)
      problems.push({ file: reader.pathOf(line.volume), position: line.start, ...problem });
    const { frame } = line;
    if (frame === undefined) {
      expectHash = undefined;
      continue;
    }
    events++;
    if (frame.body !== "whole") erased++;
    head = { seq: frame.seq, hash: frame.hash };
    expectHash = frame.hash;
    if (frame.seq === options.head?.seq) noted = frame.hash;
  }
  const last = current.at(-1);
  if (last === undefined) problems.push({ message: "Its log files have vanished.", file: reader.folder });
  else if (heldSeq > head.seq)
    problems.push({
      message: `The log held ${heldSeq} events but ends at event ${head.seq}: its end was cut off.`,
      file: reader.pathOf(last),
    });
  if (last !== undefined && last.firstSeq > head.seq + 1 && events > 0) {
    problems.push({
      message: `Events ${head.seq + 1} to ${last.firstSeq - 1} are missing.`,
      file: reader.pathOf(last),
    });
  }
  if (options.head !== undefined && noted !== options.head.hash) {
    const what =
      noted === undefined
        ? `the log ends at event ${head.seq}: its tail was cut`
        : "the log was rewritten since";
    problems.push({
      message: `Event ${options.head.seq} is not what was noted: ${what}.`,
      seq: options.head.seq,
    });
  }
  options.onProgress?.(events);
  return { ok: problems.length === 0, events, erased, head, problems };
}

/** The line with its words readable, if they were sealed. A destroyed key is a thing that an event records. */
function openedLine(reader: LogReader, line: Line): Line {
  return line.frame?.body === "whole" ? { ...line, frame: reader.opened(line.frame) } : line;
}

function problemOf(
  line: Line,
  lastSeq: number,
  lastHash: string | undefined,
  excuses: Excuses,
): Omit<Problem, "file"> | undefined {
  const { frame } = line;
  if (frame === undefined) return { message: "A line is not what was written." };
  const { seq } = frame;
  const breaks = seq !== lastSeq + 1 || (lastHash !== undefined && frame.prev !== lastHash);
  if (breaks && !excuses.gaps.has(gapKey(lastSeq, seq)))
    return { message: `Event ${seq} does not continue the chain after event ${lastSeq}.`, seq };
  if (frame.body === "damaged" && !excuses.bodies.has(seq))
    return { message: `The text of event ${seq} does not match its commitment.`, seq };
  if (frame.body === "erased" && !excuses.bodies.has(seq))
    return { message: `The text of event ${seq} was overwritten, but no event records that.`, seq };
  try {
    readEvent(frame, frame.body !== "whole");
    return undefined;
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    return { message: error.message, seq };
  }
}
