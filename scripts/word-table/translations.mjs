// Which words of other languages mean what an English word of the table means? Unicode's CLDR describes every emoji in
// many languages by a name and some keywords: the words that describe the same emoji are each other's translations,
// nearly always. The names of countries and languages come from there too.
//
// A foreign word leads to the row of one English word. It must stand with about the same emoji; among several, the
// word nearest in meaning to all that describes them is taken.
import { readFileSync } from "node:fs";
import { inPackages } from "./sources.mjs";
import { dot, NAMES, normalised } from "./vocabulary.mjs";

const LANGUAGES = ["de", "es", "fr", "it", "nl", "pt", "ja", "zh"];
const LEAST_SHARED = 0.5;
/** What counts as much as standing with the same emoji: being the name of one that the English word names. */
const NAME_BONUS = 0.5;
const CLOSENESS_WEIGHT = 0.3;
const LEAST_LETTERS = 3;

/**
 * `text.words(text)` splits a text as search does, `text.isStopWord(word)`; `rowOf(word)` is a row of the table and
 * `vectorOf(row)` its vector. Returns, by language, foreign words and their rows.
 */
export function readTranslations(folder, text, rowOf, vectorOf) {
  const taken = new Set();
  return LANGUAGES.map((language) => {
    const found = new Map(readNames(folder, language, text, rowOf));
    for (const [word, row] of readEmoji(folder, language, text, rowOf, vectorOf))
      if (!found.has(word)) found.set(word, row);
    const own = [...found].filter(([word]) => isUseful(word, text, rowOf) && !taken.has(word));
    for (const [word] of own) taken.add(word);
    return { language, words: own.sort(([a], [b]) => (a < b ? -1 : 1)) };
  });
}

function isUseful(word, text, rowOf) {
  if (rowOf(word) !== undefined || text.isStopWord(word) || NAMES.has(word) || /\d/.test(word)) return false;
  return [...word].length >= (/^[a-z]+$/.test(word) ? LEAST_LETTERS : 2);
}

function readEmoji(folder, language, text, rowOf, vectorOf) {
  const [own, english] = [annotations(folder, language), annotations(folder, "en")];
  const single = (phrase) => {
    const words = text.words(phrase);
    return words.length === 1 ? words : [];
  };
  const described = new Map();
  const byWord = (all, accept) => {
    const emojiOf = new Map();
    for (const [emoji, { default: keywords, tts }] of Object.entries(all)) {
      for (const word of new Set([...(keywords ?? []), ...tts].flatMap(single))) {
        if (!accept(word)) continue;
        if (!emojiOf.has(word)) emojiOf.set(word, new Set());
        emojiOf.get(word).add(emoji);
      }
    }
    return emojiOf;
  };
  const englishEmoji = byWord(english, (word) => rowOf(word) !== undefined && !text.isStopWord(word));
  for (const [word, emoji] of englishEmoji)
    for (const one of emoji) described.set(one, [...(described.get(one) ?? []), word]);
  const named = (all, emoji) => single(all[emoji]?.tts?.[0] ?? "")[0];
  return [...byWord(own, () => true)].flatMap(([word, emoji]) => {
    const near = [...new Set([...emoji].flatMap((one) => described.get(one) ?? []))];
    if (near.length === 0) return [];
    const all = [...emoji].flatMap((one) => described.get(one) ?? []).map((one) => vectorOf(rowOf(one)));
    const centre = normalised(all[0].map((_, i) => all.reduce((sum, vector) => sum + vector[i], 0)));
    const names = new Set(
      [...emoji].flatMap((one) => (named(own, one) === word ? [named(english, one)] : [])),
    );
    const scored = near.map((candidate) => {
      const also = englishEmoji.get(candidate);
      const shared = [...emoji].filter((one) => also.has(one)).length / Math.sqrt(emoji.size * also.size);
      const isNamed = names.has(candidate);
      const closeness = dot(centre, vectorOf(rowOf(candidate)));
      return {
        candidate,
        isFit: shared >= LEAST_SHARED || isNamed,
        score: shared + (isNamed ? NAME_BONUS : 0) + CLOSENESS_WEIGHT * closeness,
      };
    });
    const best = scored
      .filter(({ isFit }) => isFit)
      .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))[0];
    return best === undefined ? [] : [[word, rowOf(best.candidate)]];
  });
}

function annotations(folder, language) {
  const path = `cldr-annotations-full/annotations/${language}/annotations.json`;
  return JSON.parse(readFileSync(inPackages(folder, path), "utf8")).annotations.annotations;
}

/** Countries and languages: "Deutschland", "allemand". */
function readNames(folder, language, text, rowOf) {
  return ["territories", "languages"].flatMap((kind) => {
    const [own, english] = [language, "en"].map((one) => {
      const path = inPackages(folder, `cldr-localenames-full/main/${one}/${kind}.json`);
      return JSON.parse(readFileSync(path, "utf8")).main[one].localeDisplayNames[kind];
    });
    return Object.keys(own).flatMap((code) => {
      const [word, same] = [text.words(own[code]), text.words(english[code] ?? "")];
      const row = same.length === 1 ? rowOf(same[0]) : undefined;
      return word.length !== 1 || row === undefined ? [] : [[word[0], row]];
    });
  });
}
