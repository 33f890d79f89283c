/** All patterns by which the rules read a sentence, to be compiled before they are needed. */
import { PATTERNS as ALONE } from "./alone.ts";
import * as english from "./english.ts";
import { PATTERNS as LASTING } from "./lasting.ts";
import { PATTERNS as REFERENTS } from "./referents.ts";
import { PATTERNS as TOLD } from "./told.ts";

export const PATTERNS: readonly RegExp[] = [
  ...Object.values(english).flatMap((value) => (value instanceof RegExp ? [value] : [])),
  ...english.FRAMES.map(({ matches }) => matches),
  ...ALONE,
  ...LASTING,
  ...REFERENTS,
  ...TOLD,
];
