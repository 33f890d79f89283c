// What does a dictionary add to what the encoder makes of a word? The encoder knows rare words only by their letters:
// to it "notary" is near "hoary", and "takeaway" near "getaway". So the vectors of words that it reads in pieces move
// towards those of the words that WordNet explains them by. Words that it knows as a whole are better left alone.
import { normalised } from "./vocabulary.mjs";

/** How far a vector moves, as a share of its length, and what counts how much for it. */
const SHARE = 0.8;
const SAME_WEIGHT = 1;
const BROADER_WEIGHT = 0.5;
const DEFINITION_WEIGHT = 0.5;
/** Common words explain little: as in the engine, a word of frequency p counts a / (a + p). */
const FREQUENCY_PIVOT = 0.000_3;

/** `vectors` in the order of `words`, which is that of their frequency. */
export function explain(words, vectors, { wordnet, rowOf, isStopWord, isWhole }) {
  const units = vectors.map(normalised);
  return words.map((word, own) => {
    if (isWhole(word)) return units[own];
    const sum = new Float64Array(units[own].length);
    const add = (other, weight) => {
      const row = rowOf(other);
      if (row === undefined || row === own || isStopWord(other)) return;
      const weighed = (weight * FREQUENCY_PIVOT) / (FREQUENCY_PIVOT + 0.1 / (10 + row));
      for (let i = 0; i < sum.length; i++) sum[i] += weighed * units[row][i];
    };
    wordnet.sensesOf(word).forEach(({ same, broader, definition }, place) => {
      for (const other of same) add(other, SAME_WEIGHT / (1 + place));
      for (const other of broader) add(other, BROADER_WEIGHT / (1 + place));
      for (const other of definition) add(other, DEFINITION_WEIGHT / (1 + place));
    });
    const explained = normalised(sum);
    return normalised(units[own].map((value, i) => value + SHARE * explained[i]));
  });
}
