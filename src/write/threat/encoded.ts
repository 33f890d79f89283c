/**
 * Which texts are packed inside a text? Base64 and hex blobs that say something readable, and the two ciphers that
 * models read at sight: backwards and rot13.
 */
import { type Unmasked, unmask } from "./unmask.ts";

const BASE64 = /[A-Za-z0-9+/_-]{20,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*={0,2}/g;
const HEX = /(?:[0-9a-fA-F]{2}[ :]?){12,}/g;

const MIN_BASE64_CHARS = 20;
/** Twelve pairs of digits; spaces and colons between them count as characters. */
const MIN_HEX_CHARS = 24;
const IN_BASE64 = 1;
const IN_HEX = 2;
const BLOB_SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return (/[A-Za-z0-9+/_-]/.test(sign) ? IN_BASE64 : 0) | (/[0-9a-fA-F :]/.test(sign) ? IN_HEX : 0);
});

/** The readable texts inside blobs of base64 and hex, joined to one text. */
export function decodeBlobs({ text, at }: Unmasked): Unmasked | undefined {
  if (!mayHaveBlobs(text)) return undefined;
  const blobs = [...readBlobs(text, BASE64, base64Bytes), ...readBlobs(text, HEX, hexBytes)];
  if (blobs.length === 0) return undefined;
  const starts: number[] = [];
  let length = 0;
  for (const blob of blobs) {
    starts.push(length);
    length += blob.text.length + 2;
  }
  const decoded = unmask(blobs.map((blob) => blob.text).join("\n\n"));
  const blobAt = (index: number) => blobs[starts.findLastIndex((start) => start <= index)];
  return { text: decoded.text, at: (index) => at(blobAt(decoded.at(index))?.at ?? 0) };
}

/**
 * A quick first check: is there a run of characters that is long enough for a blob? Most texts have none. A look at
 * every n-th character, where n is the length of a blob, cannot miss one.
 */
function mayHaveBlobs(text: string): boolean {
  return hasRun(text, IN_BASE64, MIN_BASE64_CHARS) || hasRun(text, IN_HEX, MIN_HEX_CHARS);
}

function hasRun(text: string, kind: number, chars: number): boolean {
  for (let step = chars - 1; step < text.length; step += chars) {
    let first = step;
    while (first >= 0 && isOf(kind, text.charCodeAt(first))) first -= 1;
    if (first === step) continue;
    let end = step + 1;
    while (end - first <= chars && end < text.length && isOf(kind, text.charCodeAt(end))) end += 1;
    if (end - first > chars) return true;
  }
  return false;
}

function isOf(kind: number, code: number): boolean {
  return code < 128 && ((BLOB_SIGNS[code] as number) & kind) !== 0;
}

function readBlobs(text: string, pattern: RegExp, bytesOf: (blob: string) => Uint8Array) {
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const inner = readable(bytesOf(match[0]));
    return inner === undefined ? [] : [{ text: inner, at: match.index }];
  });
}

/** The text that bytes spell, if it reads like one: random bytes are mostly control characters and broken UTF-8. */
function readable(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  if (text.length < MIN_READABLE_CHARS) return undefined;
  let strange = 0;
  for (let at = 0; at < text.length; at++) {
    if (isStrange(text.charCodeAt(at)) && ++strange > text.length / 20) return undefined;
  }
  return text;
}

const MIN_READABLE_CHARS = 8;

function isStrange(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code < 0xf900) || code === 0xfffd;
}

const BASE64_DIGITS = new Uint8Array(128).fill(0xff);
for (const [value, digit] of Array.from(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
).entries()) {
  BASE64_DIGITS[digit.charCodeAt(0)] = value;
}
// The alphabet for addresses spells the last two differently.
BASE64_DIGITS[0x2d] = 62;
BASE64_DIGITS[0x5f] = 63;

function base64Bytes(blob: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((blob.length * 6) / 8));
  let length = 0;
  let held = 0;
  let heldBits = 0;
  for (let at = 0; at < blob.length; at++) {
    const value = BASE64_DIGITS[blob.charCodeAt(at)] ?? 0xff;
    if (value === 0xff) continue;
    held = ((held << 6) | value) & 0xfff;
    heldBits += 6;
    if (heldBits < 8) continue;
    heldBits -= 8;
    bytes[length++] = (held >> heldBits) & 0xff;
  }
  return bytes.subarray(0, length);
}

function hexBytes(blob: string): Uint8Array {
  const digits = blob.replace(/[ :]/g, "");
  return Uint8Array.from({ length: digits.length >> 1 }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  );
}

/** A word that may be encoded by one of these ciphers. Shorter words prove nothing. */
export const CIPHERED_WORD = /[a-z]{5,20}/g;

export function readBackwards({ text, at }: Unmasked): Unmasked {
  const last = text.length - 1;
  return { text: reverse(text), at: (index) => at(last - index) };
}

export function reverse(text: string): string {
  return text.split("").reverse().join("");
}

/** Moves each letter by 13 places. Applied twice, it gives the text back. */
export function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
