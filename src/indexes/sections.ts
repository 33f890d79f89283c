/**
 * How are several arrays stored in one blob? A line of JSON with their lengths, then the arrays one after another.
 *
 * Only for derived data that can be made anew: bytes that do not fit are not an error, they count as no blob.
 */
export interface Sections<H> {
  readonly head: H;
  readonly parts: readonly Uint8Array[];
}

export function joinSections<H extends object>(head: H, parts: readonly Uint8Array[]): Uint8Array {
  const line = new TextEncoder().encode(
    `${JSON.stringify({ ...head, lengths: parts.map((part) => part.length) })}\n`,
  );
  const bytes = new Uint8Array(line.length + parts.reduce((sum, part) => sum + part.length, 0));
  bytes.set(line);
  let at = line.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function splitSections<H extends object>(bytes: Uint8Array): Sections<H> | undefined {
  const end = bytes.indexOf(10);
  if (end < 0) return undefined;
  let head: H & { readonly lengths?: unknown };
  try {
    head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  } catch {
    // Half written, or some other blob: the caller makes it anew.
    return undefined;
  }
  const { lengths } = head ?? {};
  if (!Array.isArray(lengths) || !lengths.every((length) => Number.isSafeInteger(length) && length >= 0))
    return undefined;
  const parts: Uint8Array[] = [];
  let at = end + 1;
  for (const length of lengths as number[]) {
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return at === bytes.length ? { head, parts } : undefined;
}

/** The bytes as 32-bit integers. Copied, because their offset in the blob need not be aligned. */
export function int32sOf(bytes: Uint8Array): Int32Array {
  const values = new Int32Array(bytes.length >> 2);
  new Uint8Array(values.buffer).set(bytes.subarray(0, values.length * 4));
  return values;
}

export function bytesOf(values: Int32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
