/**
 * What looks like a block of memory's in a turn: whose words are in it? Memory puts its blocks into what the user and the
 * system say, and marks there what it has from others. In the words of a tool or of the assistant anybody may have written
 * such a block, marked or not.
 */
import { SEEN } from "../model/arguments.ts";
import type { TurnRole } from "../model/turn-role.ts";

/** A line of a block with such a mark is somebody else's word. */
const HEARSAY = /^\s*-?\s*\[[^\]]*\bhearsay\b/i;
const TAGS = /<\/?(?:memory|profile)\b[^>\n]{0,400}>/g;

/** Does memory itself put blocks into turns of this role? */
export function isShownTo(role: TurnRole): boolean {
  return role === "user" || role === "system";
}

/** What of these blocks is not the principal's own word. */
export function othersWords(role: TurnRole, blocks: readonly string[]): readonly string[] {
  if (isShownTo(role))
    return blocks.flatMap((block) => block.split("\n")).filter((line) => HEARSAY.test(line));
  return blocks.map((block) => block.replace(TAGS, " ")).filter((words) => SEEN.test(words));
}
