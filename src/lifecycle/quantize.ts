/**
 * How is a vector stored in fewer bits, and how far apart are two vectors of different precision? (Document 004.)
 *
 * Each vector has a range of its own, from its least to its largest value. Numbers are rounded to the nearest of 2^bits
 * evenly spaced values in that range. Codes smaller than a byte are packed, the first one in the low bits. Layout: 32
 * bits are plain floats. 8 bits have the range (two floats) in front. 4 and 2 bits have the range and one byte that
 * says how many codes of the last byte are unused. 384 dimensions take 1536, 392, 201 and 105 bytes.
 */
import { assert } from "../assert.ts";
import type { Precision } from "./policy.ts";

export interface QuantizedVector {
  readonly bits: Precision;
  readonly bytes: Uint8Array;
}

const RANGE_BYTES = 8;

export function quantize(vector: Float32Array, bits: Precision): QuantizedVector {
  if (bits === 32) {
    const bytes = new Uint8Array(vector.length * 4);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < vector.length; i++) view.setFloat32(4 * i, vector[i] as number, true);
    return { bits, bytes };
  }
  const { least, largest } = rangeOf(vector);
  const perByte = 8 / bits;
  const start = RANGE_BYTES + (perByte > 1 ? 1 : 0);
  const bytes = new Uint8Array(start + Math.ceil(vector.length / perByte));
  const view = new DataView(bytes.buffer);
  view.setFloat32(0, least, true);
  view.setFloat32(4, largest, true);
  if (perByte > 1) bytes[RANGE_BYTES] = (perByte - (vector.length % perByte)) % perByte;
  const steps = 2 ** bits - 1;
  const scale = largest > least ? steps / (largest - least) : 0;
  vector.forEach((value, i) => {
    const code = Math.round((value - least) * scale);
    const at = start + Math.floor(i / perByte);
    bytes[at] = (bytes[at] ?? 0) | (code << ((i % perByte) * bits));
  });
  return { bits, bytes };
}

export function dequantize({ bits, bytes }: QuantizedVector): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bits === 32)
    return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
  const perByte = 8 / bits;
  const start = RANGE_BYTES + (perByte > 1 ? 1 : 0);
  assert(bytes.length >= start, "a quantized vector has its range in front");
  const unused = perByte > 1 ? (bytes[RANGE_BYTES] ?? 0) : 0;
  const least = view.getFloat32(0, true);
  const step = (view.getFloat32(4, true) - least) / (2 ** bits - 1);
  const mask = 2 ** bits - 1;
  return Float32Array.from({ length: (bytes.length - start) * perByte - unused }, (_, i) => {
    const byte = bytes[start + Math.floor(i / perByte)] ?? 0;
    return least + ((byte >> ((i % perByte) * bits)) & mask) * step;
  });
}

function rangeOf(vector: Float32Array): { readonly least: number; readonly largest: number } {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of vector) {
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return vector.length === 0 ? { least: 0, largest: 0 } : { least, largest };
}

/** FRQAD (Fisher-Rao quantization-aware distance): the coarser the two vectors, the less their similarity proves. */
export function mixedDistance(cosine: number, bitsA: Precision, bitsB: Precision): number {
  const coarseness = Math.max((32 / bitsA) ** 1.5, (32 / bitsB) ** 1.5);
  return 1 - Math.min(1, Math.max(-1, cosine / (1 + 0.01 * (coarseness - 1))));
}
