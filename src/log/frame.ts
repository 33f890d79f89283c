/**
 * How does an event become a line, and a line an event?
 *
 *   {"head":{"seq":7,"prev":"…","event":{…},"text":{"codec":"json","commit":"…"}},"sum":"…","salt":"…","body":{…}}
 *
 * The header (`head`) holds ids, rules and figures; words stand only in the body. The header's hash links the chain:
 * the next header repeats it as `prev`. `sum` is the first 66 bits of that hash, so that a line on its own shows
 * whether its header is intact. `commit` is SHA-256(salt ‖ body). It pins the body without revealing anything about
 * it, because the salt is erased together with the body. Erasing overwrites everything after `sum` without changing
 * the line's length or any hash:
 *
 *   {"head":{…},"sum":"…","erased":true                    }
 *
 * Every byte of a line is checked: by the chain, by the commitment, or by literal comparison.
 * This file reads no files and no clock: a line is a string.
 */
import type { MemoryEvent, SealedBody } from "../model/event.ts";
import type { Hash } from "../ports/hash.ts";
import type { Head } from "../ports/storage.ts";
import type { BodyCodec, LineFrame, Part } from "./line-frame.ts";

const HEADER_START = '{"head":';
const SUM_START = ',"sum":"';
const SUM_CHARS = 11;
const SALT_START = '","salt":"';
const SALT_CHARS = 22;
const SALT_POOL_BYTES = 3 * 1024;
const BODY_START = '","body":';
const TEXT_START = ',"text":{';
const PLAIN_CODEC = "json";
const ERASED = '","erased":true';

type WithWords = MemoryEvent & { readonly body?: unknown; readonly sealed?: SealedBody | undefined };

/** The fields of a header. */
interface HeaderFields {
  readonly seq: number;
  readonly prev: string;
  readonly part?: Part;
  readonly event: MemoryEvent;
  readonly text?: { readonly codec: string; readonly key?: string; readonly commit: string };
}

export interface FramePorts {
  readonly hash: Hash;
  readonly salt: () => string;
  /** Seals the words of the stream; undefined where they stand as they are. */
  readonly codec?: BodyCodec | undefined;
}

export type { LineFrame, Part } from "./line-frame.ts";

/** The part of an event that was appended alone. */
const SINGLE: Part = [0, 1];

/** The line of the event that follows the head `after`, with its newline, and the stream's head after it. */
export function encodeFrame(
  event: MemoryEvent,
  after: Head,
  part: Part,
  ports: FramePorts,
): { readonly line: string; readonly head: Head } {
  const { body, sealed: given } = event as WithWords;
  const seq = after.seq + 1;
  const parts = part[1] === 1 ? "" : `,"part":[${part[0]},${part[1]}]`;
  let header = `{"seq":${seq},"prev":"${after.hash}"${parts},"event":${figuresText(event)}`;
  let words = "";
  const sealed =
    body === undefined
      ? sealedRest(seq, header, given, ports)
      : ports.codec?.seal(seq, header, JSON.stringify(body));
  if (body !== undefined || sealed !== undefined) {
    const text = JSON.stringify(sealed === undefined ? body : sealed.text);
    const salt = ports.salt();
    const codec = sealed === undefined ? '"codec":"json"' : `"codec":"${sealed.codec}","key":"${sealed.key}"`;
    header += `,"text":{${codec},"commit":"${ports.hash.sha256(salt + text)}"}`;
    words = SALT_START + salt + BODY_START + text;
  }
  header += "}";
  const hash = ports.hash.sha256(header);
  const sum = hash.slice(0, SUM_CHARS);
  return {
    line: `${HEADER_START}${header}${SUM_START}${sum}${words === "" ? '"' : words}}\n`,
    head: { seq, hash },
  };
}

function sealedRest(
  seq: number,
  context: string,
  given: SealedBody | undefined,
  { codec }: FramePorts,
): SealedBody | undefined {
  return codec === undefined ? given : codec.sealRest(seq, context, given);
}

/** The event without its words: `JSON.stringify` leaves out undefined fields. */
function figuresText(event: MemoryEvent): string {
  return escapeSum(JSON.stringify({ ...event, body: undefined, sealed: undefined }));
}

/** The first `SUM_START` of a line marks the end of the header, so a field named `sum` inside it is escaped. */
function escapeSum(text: string): string {
  return text.includes(SUM_START) ? text.replaceAll(SUM_START, SUM_START.replace("s", "\\u0073")) : text;
}

/** The frame in a line (without its newline); undefined if the header is not intact. Never throws. */
export function decodeFrame(line: string, hash: Hash): LineFrame | undefined {
  const headerEnd = line.indexOf(SUM_START);
  if (headerEnd < 0 || !line.startsWith(HEADER_START)) return undefined;
  const headerText = line.slice(HEADER_START.length, headerEnd);
  const headerHash = hash.sha256(headerText);
  const sumAt = headerEnd + SUM_START.length;
  const wordsAt = sumAt + SUM_CHARS;
  if (!headerHash.startsWith(line.slice(sumAt, wordsAt)) || wordsAt >= line.length) return undefined;
  const header = parseHeader(headerText);
  if (header === undefined) return undefined;
  const body = readWords(header, line, wordsAt, hash);
  return {
    seq: header.seq,
    prev: header.prev,
    hash: headerHash,
    part: header.part ?? SINGLE,
    event: header.event,
    body,
    context: isSealed(header) ? contextOf(headerText) : undefined,
  };
}

/**
 * A line with its words sealed, to follow the event whose hash is `prev`: for sealing a log that was plain. The figures,
 * and what was erased, stay. `isNew`: it was not sealed before.
 */
export function resealedLine(
  line: string,
  frame: LineFrame,
  prev: string,
  ports: FramePorts,
): { readonly line: string; readonly hash: string; readonly isNew: boolean } {
  const headerEnd = line.indexOf(SUM_START);
  const header = line
    .slice(HEADER_START.length, headerEnd)
    .replace(`"prev":"${frame.prev}"`, `"prev":"${prev}"`);
  const rest = line.slice(headerEnd + SUM_START.length + SUM_CHARS, -1);
  const { sealed: was } = frame.event as WithWords;
  const { body, sealed } = (ports.codec?.open(frame) ?? frame).event as WithWords;
  const kept = frame.body === "damaged" ? ERASED : rest;
  const context = contextOf(header);
  const isWhole = frame.body === "whole";
  const text =
    isWhole && body !== undefined ? ports.codec?.seal(frame.seq, context, JSON.stringify(body)) : undefined;
  const other = isWhole && body === undefined ? sealedRest(frame.seq, context, sealed, ports) : undefined;
  const isOther = other !== undefined && other !== sealed;
  const made = text ?? (isOther ? other : undefined);
  const after = made === undefined ? closed(header, kept, ports) : wordy(context, made, ports);
  // What was ours opens to something else than it was.
  return { ...after, isNew: made !== undefined && was === sealed };
}

/** The header up to the words. */
function contextOf(header: string): string {
  const end = header.lastIndexOf(TEXT_START);
  return header.slice(0, end < 0 ? -1 : end);
}

/** A line of this header with sealed words. */
function wordy(
  context: string,
  sealed: SealedBody,
  ports: FramePorts,
): { readonly line: string; readonly hash: string } {
  const text = JSON.stringify(sealed.text);
  const salt = ports.salt();
  const commit = ports.hash.sha256(salt + text);
  const header = `${context}${TEXT_START}"codec":"${sealed.codec}","key":"${sealed.key}","commit":"${commit}"}}`;
  return closed(header, SALT_START + salt + BODY_START + text, ports);
}

/** A line of this header that ends as given. */
function closed(
  header: string,
  rest: string,
  ports: FramePorts,
): { readonly line: string; readonly hash: string } {
  const hash = ports.hash.sha256(header);
  return { line: `${HEADER_START}${header}${SUM_START}${hash.slice(0, SUM_CHARS)}${rest}}`, hash };
}

function isSealed({ text }: HeaderFields): boolean {
  return text !== undefined && text.codec !== PLAIN_CODEC;
}

function parseHeader(text: string): HeaderFields | undefined {
  const header = parseJson(text) as HeaderFields | null | undefined;
  const sound =
    typeof header === "object" &&
    header !== null &&
    Number.isSafeInteger(header.seq) &&
    typeof header.prev === "string" &&
    typeof header.event === "object" &&
    header.event !== null &&
    (header.part === undefined || (Array.isArray(header.part) && header.part.length === 2)) &&
    (header.text === undefined || typeof header.text?.commit === "string");
  return sound ? header : undefined;
}

/** Reads what follows the sum. If the body is whole, puts it into the event of the freshly parsed header. */
function readWords(header: HeaderFields, line: string, at: number, hash: Hash): LineFrame["body"] {
  if (header.text === undefined) return line.slice(at) === '"}' ? "whole" : "damaged";
  if (!line.endsWith("}")) return "damaged";
  if (line.startsWith(ERASED, at))
    return line.slice(at + ERASED.length, -1).trim() === "" ? "erased" : "damaged";
  const saltAt = at + SALT_START.length;
  const bodyAt = saltAt + SALT_CHARS + BODY_START.length;
  if (!line.startsWith(SALT_START, at) || !line.startsWith(BODY_START, saltAt + SALT_CHARS)) return "damaged";
  const text = line.slice(bodyAt, -1);
  if (hash.sha256(line.slice(saltAt, saltAt + SALT_CHARS) + text) !== header.text.commit) return "damaged";
  const value = parseJson(text);
  if (value === undefined) return "damaged";
  const { codec, key = "" } = header.text;
  const event = header.event as { body?: unknown; sealed?: unknown };
  if (codec === PLAIN_CODEC) event.body = value;
  else event.sealed = { codec, key, text: value };
  return "whole";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Where in a line the salt and the body begin, and what to write over them up to the line's end. The line is passed as
 * latin1 text (one character per byte), so that offsets are byte offsets. undefined: the line has no body to erase.
 */
export function bodyOverwrite(
  lineBytes: string,
): { readonly offset: number; readonly filler: string } | undefined {
  const headerEnd = lineBytes.indexOf(SUM_START);
  if (headerEnd < 0) return undefined;
  const offset = headerEnd + SUM_START.length + SUM_CHARS;
  const room = lineBytes.length - offset;
  if (room < ERASED.length + 1) return undefined;
  return { offset, filler: `${ERASED.padEnd(room - 1, " ")}}` };
}

/** Returns salts of 132 random bits each. Draws the host's randomness in larger portions, which is faster. */
export function saltSource(token: (bytes: number) => string): () => string {
  let pool = "";
  let at = 0;
  return () => {
    if (at + SALT_CHARS > pool.length) {
      pool = token(SALT_POOL_BYTES);
      at = 0;
    }
    at += SALT_CHARS;
    return pool.slice(at - SALT_CHARS, at);
  };
}
