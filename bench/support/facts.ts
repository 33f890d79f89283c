/**
 * What do the benchmarks write? Made-up facts of 12 to 20 words, the same ones for the same seed.
 *
 * Words are drawn from 20,000 made-up ones, common ones far more often than rare ones; one in 200 is not
 * plain ASCII. They mean nothing, so nothing that is measured with them says anything about relevance.
 */
import { EVENT_VERSION, type EventOf } from "../../src/model/event.ts";
import { newId } from "../../src/model/id.ts";
import { SEGMENT_DEFAULTS, SEGMENTS } from "../../src/model/segment.ts";
import { type Chance, seededChance, upTo } from "../../src/testing/chance.ts";

const VOCABULARY_WORDS = 20_000;
const FEWEST_WORDS = 12;
const MOST_WORDS = 20;
const CONSONANTS = "bcdfghjklmnprstvwz";
const VOWELS = "aeiou";
const ACCENTED = "äéîøū";
const START_MS = Date.UTC(2025, 0, 1);

export type Added = EventOf<"added">;

export function makeFacts(count: number, seed: number): readonly Added[] {
  const chance = seededChance(seed);
  const vocabulary = makeVocabulary(chance);
  return Array.from({ length: count }, (_, i) => makeFact(START_MS + i * 1_000, vocabulary, chance));
}

export function makeVocabulary(chance: Chance): readonly string[] {
  return Array.from({ length: VOCABULARY_WORDS }, () => makeWord(chance));
}

function makeFact(at: number, vocabulary: readonly string[], chance: Chance): Added {
  const segment = SEGMENTS[upTo(SEGMENTS.length - 1, chance)]!;
  const bytes = Uint8Array.from({ length: 16 }, () => upTo(255, chance));
  return {
    type: "added",
    v: EVENT_VERSION,
    at,
    fact: newId(at, bytes),
    segment,
    ...SEGMENT_DEFAULTS[segment],
    kind: "fact",
    layer: "semantic",
    source: "owner_message",
    authority: 3,
    confidence: 0.9,
    createdAt: at,
    body: { content: makeSentence(vocabulary, chance) },
  };
}

function makeSentence(vocabulary: readonly string[], chance: Chance): string {
  const length = FEWEST_WORDS + upTo(MOST_WORDS - FEWEST_WORDS, chance);
  // The third power crowds the draw towards the first words, much as language does.
  const words = Array.from({ length }, () => vocabulary[Math.floor(vocabulary.length * chance() ** 3)]);
  return `${words.join(" ")}.`;
}

function makeWord(chance: Chance): string {
  const pick = (letters: string) => letters.charAt(upTo(letters.length - 1, chance));
  const syllables = 1 + upTo(3, chance);
  let word = chance() < 1 / 200 ? pick(ACCENTED) : "";
  for (let i = 0; i < syllables; i++) word += pick(CONSONANTS) + pick(VOWELS);
  return chance() < 0.5 ? word + pick(CONSONANTS) : word;
}
