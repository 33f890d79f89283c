/** What does a person read below the hits: what has faded, and what was not searched? */
import { archivedMatch } from "../../archived-match.ts";
import type { SkippedNote } from "../../notes.ts";
import { type Style, safe } from "./terminal.ts";

export interface Beside {
  readonly faded?: number;
  readonly notesWithheld?: number;
  readonly notesSkipped?: readonly SkippedNote[];
}

export function besideHits(
  { faded = 0, notesWithheld = 0, notesSkipped = [] }: Beside,
  style: Style,
): readonly string[] {
  return [
    ...(faded === 0
      ? []
      : [`${archivedMatch(faded)}: --include archived shows them, restore brings one back.`]),
    ...(notesWithheld === 0 ? [] : [`${notesWithheld} notes withheld: they look like an attack.`]),
    ...notesSkipped.map(({ path, why }) => `Not searched: ${safe(path)}: ${why}`),
  ].map((line) => style.warn(line));
}
