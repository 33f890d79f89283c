// What does a small sentence encoder (gte-small) make of a word? A word is taught alone and as something talked about.
// The mean stands nearer to what the word contributes to a sentence than the word alone.
//
// Texts of one batch are equally long, so that nothing is padded and a vector does not depend on its neighbours.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { modelFile } from "./sources.mjs";

export const SAYINGS = {
  w: (word) => word,
  about: (word) => `It is about ${word}.`,
};
export const TEACHER_DIMENSIONS = 384;
const BATCH = 64;

/** One list of vectors per saying, each in the order of the words. Kept in the folder: it takes minutes. */
export async function teach(folder, words) {
  const taught = [];
  for (const [name, say] of Object.entries(SAYINGS)) {
    const path = join(folder, `taught-${name}.json`);
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

/** Does the encoder know the word as a whole? It reads others in pieces. */
export function openWholeWords(folder) {
  const pieces = new Set(readPieces(folder));
  return (word) => pieces.has(word);
}

async function embedAll(folder, words, say) {
  const runtime = createRequire(join(folder, "package.json"))("onnxruntime-node");
  const model = await runtime.InferenceSession.create(modelFile(folder, "onnx/model.onnx"), {
    intraOpNumThreads: 1,
  });
  const piecesOf = openWordPieces(folder);
  const byLength = new Map();
  for (const word of words) {
    const pieces = piecesOf(say(word));
    if (!byLength.has(pieces.length)) byLength.set(pieces.length, []);
    byLength.get(pieces.length).push({ word, pieces });
  }
  const packed = {};
  for (const [length, texts] of byLength) {
    for (let from = 0; from < texts.length; from += BATCH) {
      const some = texts.slice(from, from + BATCH);
      const vectors = await embed(runtime, model, some, length);
      some.forEach(({ word }, i) => {
        packed[word] = pack(vectors[i]);
      });
    }
  }
  return packed;
}

/** The mean of what the model answers to each piece, at length 1. */
async function embed(runtime, model, texts, length) {
  const shape = [texts.length, length];
  const whole = (values) => new runtime.Tensor("int64", BigInt64Array.from(values, BigInt), shape);
  const size = texts.length * length;
  const { last_hidden_state: answer } = await model.run({
    input_ids: whole(texts.flatMap(({ pieces }) => pieces)),
    attention_mask: whole(new Array(size).fill(1)),
    token_type_ids: whole(new Array(size).fill(0)),
  });
  return texts.map((_, text) => {
    const sum = new Float64Array(TEACHER_DIMENSIONS);
    for (let i = 0; i < length * TEACHER_DIMENSIONS; i++)
      sum[i % TEACHER_DIMENSIONS] += answer.data[text * length * TEACHER_DIMENSIONS + i];
    const norm = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    return sum.map((value) => value / norm);
  });
}

/** BERT's pieces of plain lower-case words and full stops, the longest first; no other text is asked. */
function openWordPieces(folder) {
  const numberOf = new Map(readPieces(folder).map((piece, number) => [piece, number]));
  const split = (word) => {
    const pieces = [];
    for (let at = 0; at < word.length; ) {
      let end = word.length;
      const named = () => (at === 0 ? "" : "##") + word.slice(at, end);
      while (end > at && !numberOf.has(named())) end--;
      if (end === at) return [numberOf.get("[UNK]")];
      pieces.push(numberOf.get(named()));
      at = end;
    }
    return pieces;
  };
  return (text) => [
    numberOf.get("[CLS]"),
    ...(text.toLowerCase().match(/[a-z]+|\./g) ?? []).flatMap(split),
    numberOf.get("[SEP]"),
  ];
}

function readPieces(folder) {
  return readFileSync(modelFile(folder, "vocab.txt"), "utf8").split("\n");
}

function pack(vector) {
  return Buffer.from(Float32Array.from(vector).buffer).toString("base64");
}

function unpack(text) {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return new Float32Array(bytes.buffer, 0, TEACHER_DIMENSIONS);
}
