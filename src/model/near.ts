/** Which word was probably meant? One that differs from what was typed in at most two letters. */
import { MAX_HINTED_CHARS } from "../limits.ts";

const MAX_EDITS = 2;

/** The nearest of the words; undefined if none is near. */
export function nearestOf(asked: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, edits: distance(word, asked) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.word;
}

/** The edit distance: how many letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** ` (did you mean "limit"?)`, to be put behind a wrong word; empty if no word is near enough, or if it is no word. */
export function meant(asked: unknown, words: readonly unknown[]): string {
  if (typeof asked !== "string" || asked.length > MAX_HINTED_CHARS) return "";
  // Of a short word too little would be left: "to" is not "id".
  const known = words.filter((word) => typeof word === "string" && Math.min(word.length, asked.length) > 3);
  const nearest = nearestOf(asked, known as readonly string[]);
  return nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
}
