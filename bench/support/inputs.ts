/**
 * What does a host add? Made-up sentences of 12 to 20 words, the same ones for the same seed, mixed so that
 * every stage of a write has work: the gate, the scan, sameness, slots, denials.
 *
 * Two words in five are those that English is held together by, so that texts are read as English; some are
 * numbers, days and names. The shares below are a guess at a busy assistant, not a measurement of one. They stay
 * the same from the first fact to the last, and so does the number of values per slot: if the cost of an add
 * grows, the engine has made it grow.
 */
import type { AddInput } from "../../src/index.ts";
import { SEGMENTS } from "../../src/model/segment.ts";
import { type Chance, seededChance, upTo } from "../../src/testing/chance.ts";
import { makeVocabulary } from "./facts.ts";

const SHARES = { restated: 0.08, denying: 0.02, inSlot: 0.15, lowerClass: 0.25, misfiled: 0.02 } as const;
const VALUES_PER_SLOT = 4;
const FEWEST_WORDS = 12;
const MOST_WORDS = 20;
const ATTRIBUTES = ["city", "employer", "favourite colour", "rent", "phone number", "diet", "role", "editor"];
const LOWER_SOURCES = [
  "extraction",
  "agent",
  "channel_message",
  "import",
  "tool_output",
  "retrieved_document",
] as const;
const OPEN_SEGMENTS = ["relationship", "project", "knowledge", "context"] as const;
const MONTHS = ["January", "March", "May", "June", "August", "October", "December"];
const GLUE =
  "the the the a an of of and to to in is is was on for with at by from that it she he they we our my has have will be as but".split(
    " ",
  );
const MARKERS = ["Actually, ", "Correction: ", "In fact ", "It is no longer true that "];

export function makeInputs(count: number, seed: number): readonly AddInput[] {
  const chance = seededChance(seed);
  const vocabulary = makeVocabulary(chance);
  const inputs: AddInput[] = [];
  for (let i = 0; i < count; i++) {
    const earlier = chance() < SHARES.restated ? inputs[upTo(i, chance)] : undefined;
    inputs.push(earlier === undefined ? makeInput(i, vocabulary, chance) : restate(earlier, chance));
  }
  return inputs;
}

function makeInput(i: number, vocabulary: readonly string[], chance: Chance): AddInput {
  const isLower = chance() < SHARES.lowerClass;
  const segments = isLower && chance() >= SHARES.misfiled ? OPEN_SEGMENTS : SEGMENTS;
  const slots = Math.ceil((i * SHARES.inSlot) / VALUES_PER_SLOT);
  const marker = chance() < SHARES.denying ? pick(MARKERS, chance) : "";
  return {
    content: marker + makeSentence(vocabulary, chance),
    segment: pick(segments, chance),
    ...(isLower ? { source: pick(LOWER_SOURCES, chance) } : {}),
    ...(chance() < SHARES.inSlot ? slotOf(upTo(slots, chance)) : {}),
  };
}

function slotOf(slot: number): { readonly subject: string; readonly attribute: string } {
  const attribute = ATTRIBUTES[slot % ATTRIBUTES.length]!;
  return { subject: `person ${Math.floor(slot / ATTRIBUTES.length)}`, attribute };
}

/** The same statement, spelt otherwise; now and then by a lower class. */
function restate(input: AddInput, chance: Chance): AddInput {
  const { content } = input;
  const respelt = chance() < 0.5 ? content.toLowerCase() : `${content.slice(0, -1)} !`;
  if (chance() >= SHARES.lowerClass) return { ...input, content: respelt };
  return { ...input, content: respelt, segment: "knowledge", source: pick(LOWER_SOURCES, chance) };
}

function makeSentence(vocabulary: readonly string[], chance: Chance): string {
  const length = FEWEST_WORDS + upTo(MOST_WORDS - FEWEST_WORDS, chance);
  const words = Array.from({ length }, () => makePart(vocabulary, chance));
  return `${capital(words.join(" "))}.`;
}

function makePart(vocabulary: readonly string[], chance: Chance): string {
  const kind = chance();
  if (kind < 0.4) return pick(GLUE, chance);
  // The third power crowds the draw towards the first words, much as language does.
  const word = vocabulary[Math.floor(vocabulary.length * chance() ** 3)]!;
  if (kind < 0.93) return word;
  if (kind < 0.96) return capital(word);
  return kind < 0.98
    ? upTo(5_000, chance).toLocaleString("en")
    : `${1 + upTo(27, chance)} ${pick(MONTHS, chance)}`;
}

function pick<T>(items: readonly T[], chance: Chance): T {
  return items[upTo(items.length - 1, chance)]!;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
