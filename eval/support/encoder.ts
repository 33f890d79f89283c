/**
 * How does a learned encoder take part? Alone, by the cosine of its vectors: what the fused recall must not fall
 * below. Its packages are in eval/encoder/, installed by `--encoder`.
 */
import { join } from "node:path";
import { LocalEmbedder, type LocalModel } from "../../src/embedders/local.ts";
import { DEFAULT_LIMIT } from "../../src/eval/measures.ts";
import type { EmbedderAdapter } from "../../src/ports/embedder.ts";
import { DataError } from "./json-lines.ts";
import { casesOf, type System } from "./systems.ts";
import { VectorCache } from "./vector-cache.ts";

/** The names that `--encoder` takes. */
const ENCODERS: Readonly<Record<string, LocalModel>> = {
  "gte-small": "gte-small",
  minilm: "minilm",
  use: "use-lite",
};

/** `home`: the folder whose packages hold the encoders, as the script that installed them says. */
export function localEncoder(name: string, home = process.env.TIDELINE_ENCODER_HOME): EmbedderAdapter {
  const model = ENCODERS[name];
  if (model === undefined)
    throw new DataError(`--encoder is one of ${Object.keys(ENCODERS).join(", ")}, not "${name}"`);
  if (home === undefined) throw new DataError("The encoder is installed by npm run eval -- … --encoder.");
  const encoder = new LocalEmbedder({ model, folder: home });
  const path = join(home, "node_modules", ".cache", "tideline", `${encoder.model}.vectors`);
  return new VectorCache(encoder, path, (line) => console.error(line));
}

export function encoderAlone(encoder: EmbedderAdapter): System {
  return {
    name: "encoder",
    async fill(corpus) {
      const keys = corpus.sayings.map(({ key }) => key);
      const facts = await encoder.embed(
        corpus.sayings.map(({ input }) => input.content),
        "fact",
      );
      const recall = async (query: string, limit: number): Promise<readonly string[]> => {
        const [asked] = await encoder.embed([query], "query");
        return facts
          .map((fact, i) => ({ key: keys[i] ?? "", cosine: asked === undefined ? 0 : cosine(asked, fact) }))
          .sort((a, b) => b.cosine - a.cosine || (a.key < b.key ? -1 : 1))
          .slice(0, limit)
          .map(({ key }) => key);
      };
      return {
        capability: {
          name: "encoder",
          recall: (query, { depth = DEFAULT_LIMIT }) => recall(query, depth),
        },
        cases: casesOf(corpus, (key) => key),
        notes: "",
        close: () => facts.length,
      };
    },
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, normA, normB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    normA += x * x;
    normB += y * y;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(normA * normB);
}
