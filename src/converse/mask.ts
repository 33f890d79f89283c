/**
 * How is a turn stored that holds a credential? Without it: the sentence around it is replaced by a note of its kind.
 *
 * The look for credentials has a price for each text, however short. So a text is not examined sentence by sentence: it
 * is halved, and a half without credentials is done.
 */
import { findSecrets, named } from "../write/secrets.ts";

export interface Masked {
  readonly text: string;
  /** How many places were masked. */
  readonly count: number;
}

/** A text with more credentials is a list of them, and is left out as a whole. */
const MOST_PLACES = 24;

/** Behind a sentence. A stop inside a word may be part of a password, and half of one would stay. */
const SENTENCE_ENDS = /(?<=[.!?]\s)/;

export function maskSecrets(text: string): Masked {
  if (!holdsSecret(text)) return { text, count: 0 };
  const places = { left: MOST_PLACES };
  const masked = maskAmong(text.split("\n"), "\n", places, maskLine);
  // A credential may stand across sentences or lines: then nothing less than the whole text hides it.
  if (places.left < 0 || holdsSecret(masked)) return { text: noteOf(text), count: 1 };
  return { text: masked, count: MOST_PLACES - places.left };
}

/** How many places may still be masked; below 0 the rest of the work is not worth doing. */
interface Places {
  left: number;
}

type MaskOne = (part: string, places: Places) => string;

/** The parts, of which some hold a credential, with those masked; `sign` stands between them. */
function maskAmong(parts: readonly string[], sign: string, places: Places, maskOne: MaskOne): string {
  const [first = ""] = parts;
  if (parts.length <= 1) return maskOne(first, places);
  const half = parts.length >> 1;
  const halves = [parts.slice(0, half), parts.slice(half)];
  return halves
    .map((some) => {
      const part = some.join(sign);
      return places.left < 0 || !holdsSecret(part) ? part : maskAmong(some, sign, places, maskOne);
    })
    .join(sign);
}

function maskLine(line: string, places: Places): string {
  const before = places.left;
  const masked = maskAmong(line.split(SENTENCE_ENDS), "", places, maskPiece);
  if (places.left < 0 || !holdsSecret(masked)) return masked;
  places.left = before - 1;
  return noteOf(line);
}

function maskPiece(piece: string, places: Places): string {
  places.left -= 1;
  return `${noteOf(piece)} `;
}

function holdsSecret(text: string): boolean {
  return findSecrets(text).length > 0;
}

function noteOf(text: string): string {
  return `[${named(findSecrets(text))} was left out here]`;
}
