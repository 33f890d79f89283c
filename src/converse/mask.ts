/**
 * How is a turn stored that holds a credential? Without it: the sentence around it is replaced by a note of its kind.
 */
import { findSecrets, named } from "../write/secrets.ts";

export interface Masked {
  readonly text: string;
  /** How many places were masked. */
  readonly count: number;
}

/** Ends of sentences and lines, kept with the piece before them. */
const PIECES = /[^\n.!?]*(?:[.!?]+(?=\s|$)|[.!?]+|\n|$)\s*/g;

export function maskSecrets(text: string): Masked {
  if (findSecrets(text).length === 0) return { text, count: 0 };
  const byLine = text.split("\n").map(maskLine);
  const masked = byLine.map((line) => line.text).join("\n");
  const count = byLine.reduce((sum, line) => sum + line.count, 0);
  // A credential may stand across sentences or lines: then nothing less than the whole text hides it.
  const left = findSecrets(masked);
  return left.length === 0 ? { text: masked, count } : { text: noteOf(text), count: 1 };
}

function maskLine(line: string): Masked {
  if (findSecrets(line).length === 0) return { text: line, count: 0 };
  let count = 0;
  const masked = line.replace(PIECES, (piece) => {
    if (piece === "" || findSecrets(piece).length === 0) return piece;
    count++;
    return `${noteOf(piece)} `;
  });
  return findSecrets(masked).length === 0 ? { text: masked, count } : { text: noteOf(line), count: 1 };
}

function noteOf(text: string): string {
  return `[${named(findSecrets(text))} was left out here]`;
}
