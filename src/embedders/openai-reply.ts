/**
 * What did an embeddings endpoint answer? Vectors as lists of figures, or as base64 of little-endian floats; in any
 * order, each with its index.
 */
import { checkVectors, type VectorSpace } from "../indexes/learned/vector-check.ts";
import { badReply } from "../services/post.ts";

export function readVectors(
  reply: unknown,
  count: number,
  space: VectorSpace,
  service: string,
): readonly Float32Array[] {
  const rows = (reply as { readonly data?: unknown } | null)?.data;
  if (!Array.isArray(rows)) throw badReply(service, "answered without a list of embeddings");
  if (rows.length !== count)
    throw badReply(service, `answered with ${rows.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [place, row] of (rows as readonly unknown[]).entries()) {
    const { index = place, embedding } = (row ?? {}) as {
      readonly index?: unknown;
      readonly embedding?: unknown;
    };
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= count)
      throw badReply(service, "answered with a vector for a text that was not sent");
    if (vectors[index as number] !== undefined) throw badReply(service, "answered twice for one text");
    vectors[index as number] = readVector(embedding, service);
  }
  return checkVectors(vectors, count, space);
}

function readVector(embedding: unknown, service: string): Float32Array {
  if (typeof embedding === "string") return fromBase64(embedding, service);
  if (!Array.isArray(embedding))
    throw badReply(service, "answered with an embedding that is no list of figures");
  // Float32Array would turn a null into 0 and a text into NaN, so anything but a number is refused.
  if (!embedding.every((figure) => typeof figure === "number"))
    throw badReply(service, "answered with an embedding that holds something else than figures");
  return Float32Array.from(embedding as readonly number[]);
}

function fromBase64(text: string, service: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0)
    throw badReply(service, "answered with base64 that does not hold whole floats");
  const vector = new Float32Array(bytes.length / 4);
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatLE(4 * i);
  return vector;
}
