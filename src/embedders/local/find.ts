/**
 * Where on this machine is an encoder? In packages that are installed beside Tideline, or in a folder that the host
 * names: one with packages, or one with the files of a model as they come from a model hub. Nothing is downloaded.
 *
 * Finding reads no weights, unless a folder holds a model without saying its digest: then its name is not known
 * before its files have been read.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { TidelineError } from "../../errors.ts";
import type { Measured } from "../yardstick.ts";
import { installCommand, type LocalEngine, type LocalModel, VARIANTS, type Variant } from "./models.ts";
import { badModel } from "./onnx.ts";

/** An encoder that was found. Plain data, so that it can be handed to another thread. */
export interface FoundEncoder {
  /** Names the vectors. */
  readonly name: string;
  readonly dimensions: number;
  readonly engine: LocalEngine;
  readonly weights: string;
  readonly tokenizer: string;
  /** How near it puts what has nothing in common; undefined for a model that Tideline does not know. */
  readonly measured: Measured | undefined;
  /** SHA-256 over weights and tokenizer; undefined for packages that read their own files. */
  readonly digest: string | undefined;
  /** A file from whose place the packages of the engine can be resolved. */
  readonly packagesFrom: string;
}

export interface Wanted {
  /** Default: the best that is installed. */
  readonly model?: LocalModel | undefined;
  readonly folder?: string | undefined;
  readonly digest?: string | undefined;
}

/** The runtimes that can run an ONNX model, the faster first. */
export const ONNX_RUNTIMES = ["onnxruntime-node", "onnxruntime-web"] as const;
/** How hubs name the weights, the most exact first. */
const WEIGHTS = [
  "onnx/model.onnx",
  "model.onnx",
  "onnx/model_quantized.onnx",
  "model_quantized.onnx",
] as const;
const TOKENIZER = "tokenizer.json";

export function findEncoder({ model, folder, digest }: Wanted): FoundEncoder {
  const places = [...(folder === undefined ? [] : [join(resolve(folder), "package.json")]), import.meta.url];
  if (folder !== undefined && existsSync(join(folder, TOKENIZER)))
    return inFolder(resolve(folder), digest, places);
  const wanted = VARIANTS.filter((variant) => model === undefined || variant.model === model);
  for (const place of places)
    for (const variant of wanted) {
      const home = packageFolder(variant.weights.package, place);
      if (home === undefined || !hasEngine(variant.engine, place)) continue;
      return inPackage(variant, home, place);
    }
  throw missing(model, folder);
}

function inPackage(variant: Variant, home: string, packagesFrom: string): FoundEncoder {
  const { name, dimensions, engine, measured, weights } = variant;
  const folder = join(home, weights.folder);
  const files = { weights: join(folder, weights.file), tokenizer: join(folder, TOKENIZER) };
  return { name, dimensions, engine, measured, ...files, digest: weights.digest, packagesFrom };
}

function inFolder(folder: string, expected: string | undefined, places: readonly string[]): FoundEncoder {
  const file = WEIGHTS.find((name) => existsSync(join(folder, name)));
  if (file === undefined) throw badModel(`${folder} has a tokenizer.json, but no ${WEIGHTS.join(" or ")}`);
  const packagesFrom = places.find((place) => hasEngine("onnx", place));
  if (packagesFrom === undefined)
    throw packageMissing("A model in a folder needs a runtime", `npm install ${ONNX_RUNTIMES[1]}`);
  const files = { weights: join(folder, file), tokenizer: join(folder, TOKENIZER) };
  const digest = expected ?? digestOf(readFileSync(files.weights), readFileSync(files.tokenizer));
  const known = VARIANTS.find(({ weights }) => weights.digest === digest);
  const { name, dimensions } = known ?? configIn(folder, digest);
  return { name, dimensions, engine: "onnx", measured: known?.measured, ...files, digest, packagesFrom };
}

/** What the model's own description says: how it is called, and how long its vectors are. */
function configIn(folder: string, digest: string): { readonly name: string; readonly dimensions: number } {
  const path = join(folder, "config.json");
  if (!existsSync(path))
    throw badModel(`${folder} has no config.json, which states the length of the vectors`);
  const { _name_or_path: called, hidden_size: dimensions } = readConfig(path);
  if (typeof dimensions !== "number" || !Number.isInteger(dimensions) || dimensions < 1)
    throw badModel(`${path} does not state hidden_size`);
  const name = basename(typeof called === "string" && called !== "" ? called : folder);
  return { name: `${name.slice(0, 80)} ${digest.slice(0, 12)}`, dimensions };
}

function readConfig(path: string): { readonly _name_or_path?: unknown; readonly hidden_size?: unknown } {
  try {
    return Object(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw badModel(`${path} is not JSON`, error);
  }
}

export function digestOf(weights: Uint8Array, tokenizer: Uint8Array): string {
  return createHash("sha256").update(weights).update(tokenizer).digest("hex");
}

function hasEngine(engine: LocalEngine, place: string): boolean {
  if (engine === "onnx") return runtimeAt(place) !== undefined;
  return (
    packageFolder(engine === "lat.md" ? "@lat.md/embed" : "@energetic-ai/embeddings", place) !== undefined
  );
}

/** The runtime that is installed where `place` would find it. */
export function runtimeAt(place: string): (typeof ONNX_RUNTIMES)[number] | undefined {
  return ONNX_RUNTIMES.find((name) => packageFolder(name, place) !== undefined);
}

/** The folder of a package as `place` would find it, whatever the package exports. */
export function packageFolder(name: string, place: string): string | undefined {
  const folders = createRequire(place).resolve.paths(name) ?? [];
  return folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, "package.json")));
}

function missing(model: LocalModel | undefined, folder: string | undefined): TidelineError {
  const which =
    model === undefined ? "No local encoder is installed" : `The local encoder "${model}" is not installed`;
  const where = folder === undefined ? "" : `, nor is there one in ${folder}`;
  return packageMissing(`${which}${where}`, installCommand(model ?? "gte-small"));
}

export function packageMissing(what: string, install: string, cause?: unknown): TidelineError {
  return new TidelineError("package-missing", `${what}. Install it: ${install}`, { install }, cause);
}
