/**
 * How can lines be read faster if they look like thousands before them?
 *
 * Most lines of a log add a fact, and the events in their headers often differ only in two times and an id. The
 * constant rest is a stencil, with holes for those three values. A stencil is parsed and checked once. Further events
 * that match it need no parsing; only the values in their holes are checked. Everything else in a line is checked as
 * closely as `decodeFrame` does: chain, sum, commitment, and every byte in between.
 *
 * This is only a short cut. For a line that it does not know, or in which anything is wrong, it returns undefined. The
 * caller then takes the slow path, which also reports what is wrong. Bytes are compared in loops: at these lengths a
 * call out of JavaScript costs more than it saves.
 */
import { isTidelineError } from "../../../errors.ts";
import {
  BODY_START,
  HEADER_START,
  type Part,
  SALT_CHARS,
  SALT_START,
  SINGLE,
  SUM_CHARS,
  SUM_START,
} from "../../../log/frame.ts";
import { EVENT_VERSION, type EventOf, parseEvent } from "../../../model/event.ts";
import { isId } from "../../../model/id.ts";
import { sha256 } from "../../node-ports.ts";

type Added = EventOf<"added">;

/** A line with a whole body that is completely checked. */
export interface CheckedFrame {
  readonly hash: string;
  readonly part: Part;
  readonly event: Added;
}

/** The bytes between the holes, and the event with sample values in the holes. */
interface Stencil {
  readonly beforeFact: Buffer;
  readonly beforeCreated: Buffer;
  readonly beforeText: Buffer;
  readonly event: Added;
}

const NO_BYTES: Buffer = Buffer.alloc(0);
const EVENT_HEAD = `{"type":"added","v":${EVENT_VERSION},"at":`;
const LEAD = Buffer.from(`${HEADER_START}{"seq":`);
const PREV_START = Buffer.from(',"prev":"');
const PART_START = Buffer.from('","part":[');
const PART_END = Buffer.from(`],"event":${EVENT_HEAD}`);
const NO_PART = Buffer.from(`","event":${EVENT_HEAD}`);
const FACT_START = Buffer.from(',"fact":"');
const CREATED_START = Buffer.from(',"createdAt":');
const TEXT_START = Buffer.from(',"text":{"codec":"json","commit":"');
const TEXT_END = Buffer.from(`"}}${SUM_START}`);
const BEFORE_SALT = Buffer.from(SALT_START);
const BEFORE_BODY = Buffer.from(BODY_START);
const CONTENT_START = Buffer.from('{"content":"');
const CONTENT_END = Buffer.from('"}}');

const HASH_CHARS = 43;
/** Digits of a time in milliseconds between 2001 and 2286. */
const TIME_DIGITS = 13;
const MOST_ID_CHARS = 64;
/** What invalid UTF-8 decodes to. The slow path finds out whether this character was really written. */
const REPLACED = "\ufffd";
const NEWLINE = 10;
const ZERO = "0".charCodeAt(0);
const COMMA = ",".charCodeAt(0);
const SPACE = " ".charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
const CLOSING = "}".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const IS_ID = Uint8Array.from({ length: 256 }, (_, byte) => (isId(String.fromCharCode(byte)) ? 1 : 0));

/** At this number no more stencils are learned: the events evidently differ in more than the holes. */
const MAX_STENCILS = 1_000;
const MAX_ALIKE = 32;
/** Longer events are not matched with stencils. */
const MOST_EVENT_BYTES = 4_096;

/** Values to try a new stencil with: each must end up in the field of its name. */
const FILLINGS = [
  { at: 1_000_000_000_001, fact: "A", createdAt: 1_000_000_000_002 },
  { at: 2_000_000_000_001, fact: "B", createdAt: 2_000_000_000_002 },
] as const;

export class Stencils {
  /** By the lengths of their three pieces. */
  private readonly byLengths = new Map<number, Stencil[]>();
  private count = 0;
  private bytes = NO_BYTES;
  /** How far the current line has been read. */
  private at = 0;
  /** What the holes of the current line hold. */
  private eventAt = 0;
  private createdAt = 0;
  private factStart = 0;
  private factEnd = 0;

  /** Reads the line from `start` to its newline at `end`, which must be event `seq` and follow the hash `prev`. */
  read(bytes: Buffer, start: number, end: number, seq: number, prev: string): CheckedFrame | undefined {
    this.bytes = bytes;
    this.at = start;
    if (!this.skip(LEAD) || this.number() !== seq || !this.skip(PREV_START) || !this.skipText(prev))
      return undefined;
    const part = this.part();
    const stencil = part && this.stencil();
    if (stencil === undefined || !this.skip(TEXT_START)) return undefined;
    const commitAt = this.at;
    this.at += HASH_CHARS;
    if (!this.skip(TEXT_END)) return undefined;
    const hash = sha256(viewOf(bytes, start + HEADER_START.length, this.at - SUM_START.length));
    if (!this.skipText(hash.slice(0, SUM_CHARS)) || !this.skipSalt(commitAt, end)) return undefined;
    const event = this.eventOf(stencil, end - 1);
    return event && { hash, part: part as Part, event };
  }

  /** Drops the bytes that were read last: a later erasure may destroy their words, so no copy may stay in memory. */
  letGo(): void {
    this.bytes = NO_BYTES;
  }

  /** Reads `","part":[2,5],"event":{…"at":`; the part is missing if an append has only one event. */
  private part(): Part | undefined {
    if (this.skip(NO_PART)) return SINGLE;
    if (!this.skip(PART_START)) return undefined;
    const index = this.number();
    if (this.bytes[this.at++] !== COMMA) return undefined;
    const count = this.number();
    return index >= 0 && count > 0 && this.skip(PART_END) ? [index, count] : undefined;
  }

  /** Goes through the event, from the first hole to its end, and notes the values in the holes. */
  private stencil(): Stencil | undefined {
    const { bytes } = this;
    const beforeFactAt = this.at + TIME_DIGITS;
    this.eventAt = this.number();
    if (this.eventAt < 0 || this.at !== beforeFactAt) return undefined;
    this.factStart = endOf(bytes, FACT_START, beforeFactAt);
    this.factEnd = this.factStart;
    while (IS_ID[bytes[this.factEnd] as number] === 1) this.factEnd++;
    if (this.factEnd === this.factStart || this.factEnd - this.factStart > MOST_ID_CHARS) return undefined;
    this.at = endOf(bytes, CREATED_START, this.factEnd);
    const createdStart = this.at;
    this.createdAt = this.number();
    const createdEnd = this.at;
    if (this.createdAt < 0 || createdEnd !== createdStart + TIME_DIGITS) return undefined;
    this.at = endOf(bytes, TEXT_START, createdEnd) - TEXT_START.length;
    if (this.at - beforeFactAt >= MOST_EVENT_BYTES) return undefined;
    return (
      this.known(beforeFactAt, createdStart, createdEnd) ?? this.learn(beforeFactAt, createdStart, createdEnd)
    );
  }

  private known(beforeFactAt: number, createdStart: number, createdEnd: number): Stencil | undefined {
    const { bytes, factStart, factEnd, at } = this;
    const alike = this.byLengths.get(
      lengthsKey(factStart - beforeFactAt, createdStart - factEnd, at - createdEnd),
    );
    if (alike === undefined) return undefined;
    for (const stencil of alike)
      if (
        matches(bytes, factEnd, stencil.beforeCreated) &&
        matches(bytes, beforeFactAt, stencil.beforeFact) &&
        matches(bytes, createdEnd, stencil.beforeText)
      )
        return stencil;
    return undefined;
  }

  private learn(beforeFactAt: number, createdStart: number, createdEnd: number): Stencil | undefined {
    const { bytes, factStart, factEnd, at } = this;
    if (this.count >= MAX_STENCILS || at < createdEnd) return undefined;
    const key = lengthsKey(factStart - beforeFactAt, createdStart - factEnd, at - createdEnd);
    const alike = this.byLengths.get(key) ?? [];
    if (alike.length === MAX_ALIKE) return undefined;
    const stencil = stencilFrom(
      Buffer.from(bytes.subarray(beforeFactAt, factStart)),
      Buffer.from(bytes.subarray(factEnd, createdStart)),
      Buffer.from(bytes.subarray(createdEnd, at)),
    );
    if (stencil === undefined) return undefined;
    this.byLengths.set(key, [...alike, stencil]);
    this.count++;
    return stencil;
  }

  /** Moves on to the body if salt and body match the commitment. */
  private skipSalt(commitAt: number, end: number): boolean {
    const { bytes } = this;
    if (!this.skip(BEFORE_SALT)) return false;
    const saltAt = this.at;
    this.at += SALT_CHARS;
    if (!this.skip(BEFORE_BODY) || this.at >= end || bytes[end - 1] !== CLOSING) return false;
    // The commitment covers salt and body together. To hash them in one call, the salt is moved right before the body
    // for a moment, and then back.
    const shift = BEFORE_BODY.length;
    for (let at = this.at - 1; at >= saltAt + shift; at--) bytes[at] = bytes[at - shift] as number;
    const commit = sha256(viewOf(bytes, saltAt + shift, end - 1));
    for (let at = saltAt; at < saltAt + SALT_CHARS; at++) bytes[at] = bytes[at + shift] as number;
    for (let i = 0; i < shift; i++) bytes[saltAt + SALT_CHARS + i] = BEFORE_BODY[i] as number;
    return matchesText(bytes, commitAt, commit);
  }

  private eventOf(stencil: Stencil, bodyEnd: number): Added | undefined {
    const { bytes, at: bodyAt } = this;
    const at = this.eventAt;
    const fact = bytes.toString("latin1", this.factStart, this.factEnd);
    const { createdAt } = this;
    const content = contentIn(bytes, bodyAt, bodyEnd);
    if (content !== undefined) return { ...stencil.event, at, fact, createdAt, body: { content } };
    const text = bytes.toString("utf8", bodyAt, bodyEnd);
    if (text.includes(REPLACED)) return undefined;
    const body = parsed(text) as Added["body"];
    const event = { ...stencil.event, at, fact, createdAt, body };
    return isSound(event) ? event : undefined;
  }

  private skip(piece: Buffer): boolean {
    if (!matches(this.bytes, this.at, piece)) return false;
    this.at += piece.length;
    return true;
  }

  private skipText(text: string): boolean {
    if (!matchesText(this.bytes, this.at, text)) return false;
    this.at += text.length;
    return true;
  }

  /** Reads a whole number in JSON notation; -1 if there is none. */
  private number(): number {
    const { bytes, at: start } = this;
    let value = 0;
    let at = start;
    for (; ; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    this.at = at;
    const digits = at - start;
    const isWhole = digits > 0 && digits <= 15 && (bytes[start] !== ZERO || digits === 1);
    return isWhole ? value : -1;
  }
}

function lengthsKey(beforeFact: number, beforeCreated: number, beforeText: number): number {
  return (beforeFact * MOST_EVENT_BYTES + beforeCreated) * MOST_EVENT_BYTES + beforeText;
}

/** A stencil of these pieces, if values in its holes end up in the right fields and make a valid event. */
function stencilFrom(beforeFact: Buffer, beforeCreated: Buffer, beforeText: Buffer): Stencil | undefined {
  const pieces = [beforeFact, beforeCreated, beforeText].map((piece) => piece.toString("latin1"));
  // Only printable ASCII is expected in a header, and the end of the header must be unambiguous.
  if (pieces.some((piece) => !/^[ -~]*$/.test(piece) || piece.includes(SUM_START))) return undefined;
  let event: Added | undefined;
  for (const { at, fact, createdAt } of FILLINGS) {
    const text = `${EVENT_HEAD}${at}${pieces[0]}${fact}${pieces[1]}${createdAt}${pieces[2]}`;
    const filled = parsed(text) as Added | undefined;
    if (filled?.at !== at || filled.fact !== fact || filled.createdAt !== createdAt) return undefined;
    event = { ...filled, body: { content: "" } };
    if (!isSound(event)) return undefined;
  }
  return event && { beforeFact, beforeCreated, beforeText, event };
}

function isSound(event: Added): boolean {
  try {
    parseEvent(event);
    return true;
  } catch (error) {
    if (isTidelineError(error)) return false;
    throw error;
  }
}

/** The content, if the body has no other field and the content has no escapes. */
function contentIn(bytes: Buffer, start: number, end: number): string | undefined {
  const from = start + CONTENT_START.length;
  const to = end - CONTENT_END.length + 1;
  if (to < from || !matches(bytes, start, CONTENT_START) || !matches(bytes, to, CONTENT_END))
    return undefined;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return undefined;
  }
  const content = bytes.toString("utf8", from, to);
  return content.includes(REPLACED) ? undefined : content;
}

/** The offset after the next occurrence of `piece` (which begins with a comma); 0 if this line has none. */
function endOf(bytes: Buffer, piece: Buffer, from: number): number {
  for (let at = from; at < bytes.length && bytes[at] !== NEWLINE; at++)
    if (bytes[at] === COMMA && matches(bytes, at, piece)) return at + piece.length;
  return 0;
}

function matches(bytes: Buffer, at: number, piece: Buffer): boolean {
  for (let i = 0; i < piece.length; i++) if (bytes[at + i] !== piece[i]) return false;
  return true;
}

function matchesText(bytes: Buffer, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

function viewOf(bytes: Buffer, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The slow path reports what is wrong.
  }
}
