/**
 * How much is an English sentence worth remembering? A figure: what shows that it says something lasting about the
 * speaker, less what shows that it belongs to the conversation, to a mood, or to another sentence.
 *
 * The weights were set by hand on two people's conversations and measured on two others (`eval/extract`).
 */
import { essentialOf } from "../../text/claims/essential/essential.ts";
import * as english from "./english.ts";
import { isLasting } from "./lasting.ts";
import { bySpecificWords } from "./specific.ts";

/** It says nothing that could be remembered. */
export const NOTHING = Number.NEGATIVE_INFINITY;

export interface Setting {
  /** The turn speaks of the speaker: a sentence without "I" may still be about him. */
  readonly isOwnTurn: boolean;
  /** The sentence before it comes along, and may hold what a pronoun points to. */
  readonly isLed: boolean;
}

const MIN_WORDS = 3;
const MAX_WORDS = 70;
/** Each word that points outside. */
const POINTING = -1.5;
/** What a sentence loses for what it shows, if anything. */
const LOSSES: readonly (readonly [pattern: RegExp, loss: number])[] = [
  [english.SPOKEN, -3],
  [english.AT_IT, -3],
  [english.WANTING, -1],
  [english.TALK, -5],
  [english.MOOD, -6],
  [english.UNCERTAIN, -3],
  [english.CONDITION, -3],
  [english.PASSING, -3],
];
const WITHOUT_SPEAKER = -0.5;
/** Who somebody is, and what does harm when it is forgotten. */
const ESSENTIAL = 3;
/** What is still so months later. */
const LASTING = 2;

export function worthOf(content: string, { isOwnTurn, isLed }: Setting): number {
  const text = content.replaceAll("’", "'");
  const words = text.split(" ").length;
  if (words < MIN_WORDS || words > MAX_WORDS || isAsked(text)) return NOTHING;
  // Without a verb it states nothing; what it points to is not there.
  if (!english.VERB.test(text) || (!isLed && english.DANGLING.test(text))) return NOTHING;
  const isOwn = english.OWN.test(text) || english.BARE.test(text);
  if (!isOwn && !isOwnTurn) return NOTHING;
  let worth = byFrame(text) + bySpecificWords(text) + byPointing(text, isLed);
  for (const [pattern, loss] of LOSSES) if (pattern.test(text)) worth += loss;
  if (!isOwn) worth += WITHOUT_SPEAKER;
  if (isOwn && worth > -LASTING && isLasting(text)) worth += LASTING;
  // Asked last, and only where it may decide: it knows many languages.
  return isOwn && worth > -ESSENTIAL && essentialOf(text) !== undefined ? worth + ESSENTIAL : worth;
}

/** A question, a request, or words to the listener. */
function isAsked(text: string): boolean {
  return (
    text.includes("?") ||
    english.QUESTION.test(text) ||
    english.REQUEST.test(text) ||
    english.ADDRESS.test(text.replace(/\byou know\b/gi, ""))
  );
}

/** The best frame, and half of the second best. */
function byFrame(whole: string): number {
  const text = whole.replace(english.INTRODUCED, "");
  let [best, second] = [0, 0];
  for (const { worth, matches } of english.FRAMES) {
    if (worth <= second || !matches.test(text)) continue;
    if (worth > best) [best, second] = [worth, best];
    else second = worth;
  }
  return best + second / 2;
}

function byPointing(text: string, isLed: boolean): number {
  const pointing = text.replace(english.POINTED, " ").match(english.POINTING)?.length ?? 0;
  return POINTING * Math.max(0, isLed ? pointing - 1 : pointing);
}
