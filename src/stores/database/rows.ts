/**
 * How does a line of the log stand in a table?
 *
 * In two columns, so that words can be destroyed while the chain stays: `head` is everything up to and including the
 * sum, `words` the rest (the salt and the body). A line without a body has no words. An erased line has none either;
 * `room` says how many bytes its words took, so that the line can be written out as any other store has it.
 *
 * This file knows no database.
 */
import { TidelineError } from "../../errors.ts";
import { bodyOverwrite, decodeFrame, type LineFrame } from "../../log/frame.ts";
import { readEvent } from "../../log/upcast.ts";
import type { Hash } from "../../ports/hash.ts";
import type { RecordedEvent } from "../../ports/storage.ts";

/** One event as a row. */
export interface LineRow {
  readonly seq: number;
  readonly head: string;
  /** null: the line has no body, or it was erased. */
  readonly words: string | null;
  /** The bytes of the words in UTF-8, also after they were erased; 0 for a line without a body. */
  readonly room: number;
}

/** What ends a line without a body. */
const NO_WORDS = '"}';

/** The row of a line, which may end in its newline. */
export function rowOf(line: string, seq: number): LineRow {
  const text = line.endsWith("\n") ? line.slice(0, -1) : line;
  const place = bodyOverwrite(text);
  if (place === undefined) return { seq, head: text.slice(0, -NO_WORDS.length), words: null, room: 0 };
  const words = text.slice(place.offset);
  return { seq, head: text.slice(0, place.offset), words, room: Buffer.byteLength(words) };
}

/** The line of a row, without its newline. */
export function lineOf({ head, words, room }: LineRow): string {
  if (words !== null) return head + words;
  return head + (room === 0 ? NO_WORDS : fillerOf(head, room));
}

/** What an erased line has in place of its words. */
function fillerOf(head: string, room: number): string {
  const place = bodyOverwrite(head + " ".repeat(room));
  return place?.filler ?? NO_WORDS;
}

/** The frame of a row. What is not as it was written is `corrupt`: a database erases a body in one step. */
export function frameOf(row: LineRow, hash: Hash, where: string): LineFrame {
  const frame = decodeFrame(lineOf(row), hash);
  if (frame === undefined || frame.seq !== row.seq) throw corruptRow(where, row.seq, "the head of the event");
  if (frame.body === "damaged") throw corruptRow(where, row.seq, "the text of the event");
  return frame;
}

/** The event of a line, with its place in the stream. */
export function recordedOf(frame: LineFrame): RecordedEvent {
  const bodyGone = frame.body !== "whole";
  return { seq: frame.seq, hash: frame.hash, event: readEvent(frame, bodyGone), bodyGone };
}

export function corruptRow(where: string, seq: number, what: string): TidelineError {
  return new TidelineError(
    "corrupt",
    `In ${where}, ${what} ${seq} is not what was written. Restore a backup of the database.`,
    { seq },
  );
}
