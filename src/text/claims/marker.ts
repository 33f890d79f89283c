/**
 * Does a sentence open by announcing a correction? "Actually, …", "Correction: …", "No, …", "I was wrong: …".
 *
 * "Actually" and "in fact" need no comma. The others do, because "no sugar" and "sorry sight" are not markers.
 */
import { foldForms } from "../words/words.ts";

const OPEN = "actually|in fact|in actual fact";
const WITH_PAUSE =
  "no|nope|correction|update|sorry|wait|my mistake|my bad|scratch that|i was wrong|i made a mistake|i misspoke|i meant|i mean|to correct myself|to be precise|oops|well";
const LEADING = new RegExp(`^\\s*(?:(?:${OPEN})\\b[\\s,:;.!-]*|(?:${WITH_PAUSE})\\s*[,:;.!-]+)\\s*`, "i");
const FIRST = new RegExp(`^\\s*(?:${OPEN}|${WITH_PAUSE})\\b`, "i");
/** These only soften. Alone they correct nothing. */
const SOFT = /^\s*(?:well|i mean|sorry|wait|oops)\b/i;

export interface Unmarked {
  /** The sentence without its opening marker. */
  readonly text: string;
  readonly isCorrection: boolean;
}

export function stripMarker(text: string): Unmarked {
  if (!FIRST.test(text)) return { text, isCorrection: false };
  let rest = foldForms(text);
  let isCorrection = false;
  for (let match = LEADING.exec(rest); match !== null; match = LEADING.exec(rest)) {
    if (match[0].length === rest.length) break;
    isCorrection ||= !SOFT.test(match[0]);
    rest = rest.slice(match[0].length);
  }
  return { text: rest, isCorrection };
}
