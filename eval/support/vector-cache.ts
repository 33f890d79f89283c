/**
 * Which texts were embedded before? An encoder takes 30 ms a sentence; a vector that was computed once is read from
 * a file the next time. The file holds digests and vectors, no texts, and can be deleted at any time.
 */
import { hash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import type { EmbedderAdapter } from "../../src/ports/embedder.ts";

const DIGEST_BYTES = 32;
const FLOAT_BYTES = 4;
/** Texts that are embedded, and written down, at a time. */
const AT_ONCE = 64;

export class VectorCache implements EmbedderAdapter {
  readonly model: string;
  readonly dimensions: number;
  readonly thresholds: EmbedderAdapter["thresholds"];
  private readonly inner: EmbedderAdapter;
  private readonly path: string;
  private readonly say: (line: string) => void;
  private readonly vectors: Map<string, Float32Array>;

  constructor(inner: EmbedderAdapter, path: string, say: (line: string) => void) {
    this.inner = inner;
    this.model = inner.model;
    this.dimensions = inner.dimensions;
    this.thresholds = inner.thresholds;
    this.path = path;
    this.say = say;
    this.vectors = readVectors(path, inner.dimensions);
  }

  async embed(texts: readonly string[], role: "query" | "fact"): Promise<readonly Float32Array[]> {
    const keys = texts.map((text) => digest(this.model, role, text));
    const missing = [...new Map(keys.map((key, i) => [key, texts[i] ?? ""]))].filter(
      ([key]) => !this.vectors.has(key),
    );
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      if (missing.length > AT_ONCE) this.say(`encoder: ${from} of ${missing.length} texts`);
      await this.compute(missing.slice(from, from + AT_ONCE), role);
    }
    return keys.map((key) => this.vectors.get(key) ?? new Float32Array(this.dimensions));
  }

  private async compute(
    missing: readonly (readonly [string, string])[],
    role: "query" | "fact",
  ): Promise<void> {
    const made = await this.inner.embed(
      missing.map(([, text]) => text),
      role,
    );
    mkdirSync(dirname(this.path), { recursive: true });
    for (const [i, [key]] of missing.entries()) {
      const vector = made[i];
      if (vector === undefined) throw new Error("The encoder returned too few vectors.");
      this.vectors.set(key, vector);
      appendFileSync(this.path, Buffer.concat([Buffer.from(key, "hex"), Buffer.from(vector.slice().buffer)]));
    }
  }
}

function digest(model: string, role: string, text: string): string {
  return hash("sha256", `${model}\n${role}\n${text}`, "hex");
}

/** A record that was cut off is taken off the file, and computed again. */
function readVectors(path: string, dimensions: number): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  if (!existsSync(path)) return vectors;
  const bytes = readFileSync(path);
  const size = DIGEST_BYTES + dimensions * FLOAT_BYTES;
  if (bytes.length % size !== 0) truncateSync(path, bytes.length - (bytes.length % size));
  for (let at = 0; at + size <= bytes.length; at += size) {
    const floats = bytes.subarray(at + DIGEST_BYTES, at + size);
    const vector = new Float32Array(dimensions);
    Buffer.from(vector.buffer).set(floats);
    vectors.set(bytes.toString("hex", at, at + DIGEST_BYTES), vector);
  }
  return vectors;
}
