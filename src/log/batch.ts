/**
 * How do the events of one append become lines? First all of them are checked, then they are chained one after another.
 *
 * Every backend writes through this file, so limits, event shapes and the chain are the same on all of them.
 */
import { TidelineError } from "../errors.ts";
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS, MAX_EVENT_BYTES } from "../limits.ts";
import { type EventOf, type MemoryEvent, parseEvent } from "../model/event.ts";
import { isSideStream, type Stream } from "../model/stream.ts";
import { finish, type Slices } from "../ports/slices.ts";
import type { Head } from "../ports/storage.ts";
import { encodeFrame, type FramePorts } from "./frame.ts";

export interface Batch {
  readonly lines: readonly string[];
  readonly head: Head;
}

/** Events that only a store itself writes, as part of a larger step. `append` refuses them. */
const STORE_ONLY: ReadonlySet<string> = new Set(["erased", "repaired", "registered"]);

/** A sealed line is longer: base64 writes three bytes as four, and words are padded. */
const SEALED_GROWTH = 4 / 3;
const SEALED_EXTRA_BYTES = 512;

function mostBytes(bytes: number, { codec }: FramePorts): number {
  return codec === undefined ? bytes : Math.ceil(bytes * SEALED_GROWTH) + SEALED_EXTRA_BYTES;
}

/** How many events are checked or encoded in one slice: one or two milliseconds' work. */
const EVENTS_PER_SLICE = 64;

/** Checks the arguments of `append`. */
export function checkAppend(expectedSeq: number, events: readonly MemoryEvent[]): void {
  finish(checkingAppend(expectedSeq, events));
}

/** The same in slices. */
export function* checkingAppend(expectedSeq: number, events: readonly MemoryEvent[]): Slices<void> {
  checkSeq(expectedSeq);
  if (!Array.isArray(events) || events.length === 0) {
    throw new TidelineError("invalid-argument", "append needs a list of one or more events.");
  }
  if (events.length > MAX_BATCH_EVENTS) {
    throw new TidelineError(
      "batch-too-large",
      `${events.length} events in one append; the limit is ${MAX_BATCH_EVENTS}. Append in several batches.`,
    );
  }
  for (let i = 0; i < events.length; i++) {
    const { type } = parseEvent(events[i]);
    if (STORE_ONLY.has(type)) {
      throw new TidelineError(
        "invalid-event",
        `"${type}" events are written by the store itself; use erase() to erase.`,
      );
    }
    if (isSliceEnd(i, events)) yield undefined;
  }
}

function isSliceEnd(i: number, { length }: readonly MemoryEvent[]): boolean {
  return i % EVENTS_PER_SLICE === EVENTS_PER_SLICE - 1 && i + 1 < length;
}

/** Checks the event that a caller passed to `erase`. */
export function parseErased(value: MemoryEvent): EventOf<"erased"> {
  const event = parseEvent(value);
  if (event.type !== "erased")
    throw new TidelineError("not-an-erase", `erase() takes an "erased" event, not "${event.type}".`);
  return event;
}

export function checkSeq(seq: number): void {
  if (!Number.isSafeInteger(seq) || seq < 0) {
    throw new TidelineError(
      "invalid-argument",
      `A sequence number must be a whole number from 0, not ${String(seq)}.`,
    );
  }
}

/** Checks the arguments of `drop`: only a side stream (marks, inbox) can be dropped in part, and as a whole it is
 * dropped together with its origin. */
export function checkDrop(stream: Stream, upToSeq: number | "all"): void {
  if (upToSeq !== "all") checkSeq(upToSeq);
  if (isSideStream(stream) === (upToSeq !== "all")) return;
  const what =
    upToSeq === "all"
      ? "Marks and an inbox go with their origin: drop that, or drop their events up to one of them."
      : "Only marks and an inbox can be dropped in part: use erase(), or drop all.";
  throw new TidelineError("invalid-argument", what);
}

const BLOB_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function checkBlobName(name: string): void {
  if (typeof name === "string" && BLOB_NAME.test(name)) return;
  throw new TidelineError(
    "invalid-argument",
    `"${String(name).slice(0, 80)}" is not a blob name: use a-z, 0-9 and -.`,
  );
}

/** The lines of one indivisible append whose events follow the head `after`. */
export function encodeBatch(events: readonly MemoryEvent[], after: Head, ports: FramePorts): Batch {
  return finish(encodingBatch(events, after, ports));
}

/** The same in slices. */
export function* encodingBatch(
  events: readonly MemoryEvent[],
  after: Head,
  ports: FramePorts,
): Slices<Batch> {
  const lines: string[] = [];
  let head = after;
  let bytes = 0;
  const mostInEvent = mostBytes(MAX_EVENT_BYTES, ports);
  const mostInBatch = mostBytes(MAX_BATCH_BYTES, ports);
  for (let i = 0; i < events.length; i++) {
    const frame = encodeFrame(events[i] as MemoryEvent, head, [i, events.length], ports);
    // UTF-8 takes at most three bytes per UTF-16 unit, so bytes are counted exactly only for long lines.
    const size = frame.line.length * 3 > mostInEvent ? utf8Length(frame.line) : frame.line.length;
    if (size > mostInEvent) {
      throw new TidelineError(
        "event-too-large",
        `Event ${i + 1} of ${events.length} takes ${size} bytes; the limit is ${mostInEvent}. Shorten it.`,
        {
          bytes: size,
        },
      );
    }
    bytes += size;
    if (bytes > mostInBatch) {
      throw new TidelineError(
        "batch-too-large",
        `One append takes more than ${mostInBatch} bytes. Append in several batches.`,
      );
    }
    lines.push(frame.line);
    head = frame.head;
    if (isSliceEnd(i, events)) yield undefined;
  }
  return { lines, head };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function streamMoved(expectedSeq: number, seq: number): TidelineError {
  return new TidelineError(
    "stream-moved",
    `The stream was expected to end at ${expectedSeq}, but it ends at ${seq}: read the new events, decide again and append there.`,
    {
      expectedSeq,
      seq,
    },
  );
}
