// How is the word table made? Run by hand, when the table is to change; its result is committed:
//
//   node --max-old-space-size=6000 scripts/word-table/build.mjs --work /some/empty/folder [--check]
//
// 1. Words: the everyday ones of GloVe's list and what WordNet has of the rest, by frequency (vocabulary.mjs).
// 2. Vectors: what a small sentence encoder makes of each word, said in two ways (teacher.mjs).
// 3. Principal components, so that 128 figures hold most of it (principal.mjs).
// 4. For words that the encoder reads in pieces, a share of the words that WordNet explains them by (dictionary.mjs).
// 5. Four bits per figure, relative to the row's own spread; the length of a row says nothing and is not kept.
// 6. Words of other languages, each with the row of an English word (translations.mjs).
//
// Takes about fifteen minutes on one core and 1 GB of packages in the work folder; what the encoder answers is kept
// there. With `--check` it writes nothing and tells whether the committed table is what comes out. The encoder's sums
// are those of x64; on another processor some figures may differ by one level.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { ROOT } from "../run.mjs";
import { explain } from "./dictionary.mjs";
import { centre, reduce } from "./principal.mjs";
import { install, readGlove } from "./sources.mjs";
import { openWholeWords, teach } from "./teacher.mjs";
import { readTranslations } from "./translations.mjs";
import { chooseWords, normalised } from "./vocabulary.mjs";
import { readWordnet } from "./wordnet.mjs";

const FIGURES = 128;
/** 0 keeps the spreads of the components as they are, 1 makes them equal. */
const WHITENING = 0.5;
/** Sixteen levels reach so many standard deviations to either side. */
const REACH = 2.8;
const MAX_TABLE_BYTES = 4_000_000;
const TABLE = join(ROOT, "src/indexes/word-table/table.ts");

const { values } = parseArgs({ options: { work: { type: "string" }, check: { type: "boolean" } } });
if (values.work === undefined) throw new Error("Name a folder to work in: --work /some/empty/folder");
await main(values.work, values.check === true);

async function main(work, isCheck) {
  install(work);
  const text = await load(work, "text", [
    `export { baseForms } from "./src/indexes/word-table/inflection.ts";`,
    `export { words } from "./src/text/words/words.ts";`,
    `export { isAnyStopWord as isStopWord } from "./src/text/words/stop-words.ts";`,
  ]);
  const wordnet = readWordnet(work);
  const words = chooseWords(readGlove(work), wordnet, text.baseForms);
  const sayings = (await teach(work, words)).map((vectors) => centre(vectors).map(normalised));
  const means = words.map((_, i) => normalised(sum(sayings.map((vectors) => vectors[i]))));
  const rowAt = new Map(words.map((word, row) => [word, row]));
  const rowOf = (word) =>
    rowAt.get(word) ?? rowAt.get(text.baseForms(word).find((base) => rowAt.has(base)) ?? "");
  const vectors = explain(words, reduce(means, FIGURES, WHITENING), {
    wordnet,
    rowOf,
    isStopWord: text.isStopWord,
    isWhole: openWholeWords(work),
  });
  const translations = readTranslations(work, text, rowOf, (row) => vectors[row]);
  const bytes = Buffer.concat(vectors.map(quantise));
  const made = render(words, bytes.toString("base64"), translations);
  if (made.length > MAX_TABLE_BYTES)
    throw new Error(`The table has ${made.length} bytes; fewer words, please.`);
  const told = translations.map(({ language, words }) => `${language} ${words.length}`).join(", ");
  console.log(`${words.length} words, ${made.length} bytes; ${told}`);
  if (!isCheck) writeFileSync(TABLE, made);
  else if (readFileSync(TABLE, "utf8") !== made) throw new Error(`${TABLE} is not what comes out.`);
}

/** Parts of the engine that the table must agree with. */
async function load(work, name, lines) {
  const outfile = join(work, `${name}.mjs`);
  const stdin = { contents: lines.join("\n"), resolveDir: ROOT, loader: "ts" };
  await build({ stdin, bundle: true, outfile, format: "esm", platform: "node" });
  return import(pathToFileURL(outfile).href);
}

function sum(vectors) {
  return Float64Array.from(vectors[0], (_, i) => vectors.reduce((total, vector) => total + vector[i], 0));
}

/** Two figures per byte, the first in the low half. */
function quantise(row) {
  const spread = Math.sqrt(row.reduce((total, value) => total + value * value, 0) / row.length) || 1;
  const level = (value) => Math.min(15, Math.max(0, Math.round((value / (REACH * spread)) * 7.5 + 7.5)));
  return Uint8Array.from({ length: FIGURES / 2 }, (_, i) => level(row[2 * i]) | (level(row[2 * i + 1]) << 4));
}

function render(words, rows, translations) {
  const foreign = translations.map(
    ({ language, words }) =>
      `  ${language}: "${words.map(([word, row]) => `${word} ${row.toString(36)}`).join(" ")}",`,
  );
  return `/**
 * What are the bundled words and their vectors? Generated by scripts/word-table/build.mjs; NOTICE.md says from what.
 */

/** By frequency, the most common one first. */
export const WORDS: string =
  "${words.join(" ")}";

/** ${FIGURES} figures of four bits per word, base64. */
export const ROWS: string =
  "${rows}";

/** Words of other languages, each followed by the row of an English word with its meaning, in base 36. */
export const TRANSLATIONS: Readonly<Record<"${translations.map(({ language }) => language).join('" | "')}", string>> = {
${foreign.join("\n")}
};
`;
}
