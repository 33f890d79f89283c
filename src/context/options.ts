/** What may be asked of a context block? What may be asked of a recall, and how long it may be. */

import { badArgument } from "../model/arguments.ts";
import type { RecallOptions } from "../recall/hit.ts";

export interface ContextOptions extends Omit<RecallOptions, "passive"> {
  /** All of the block, its first and last line included. Default 1200. */
  readonly maxChars?: number | undefined;
}

const DEFAULT_MAX_CHARS = 1_200;
/** Facts that may stand in a block; how many there are is decided by relevance and room. */
const DEFAULT_LIMIT = 16;

/** How long it may be, and the recall behind it: one that does not count as a use. */
export function parseContextOptions(options: ContextOptions): {
  readonly maxChars: number;
  readonly recall: RecallOptions;
} {
  if (typeof options !== "object" || options === null)
    throw badArgument("context needs an object of options");
  const { maxChars = DEFAULT_MAX_CHARS, ...rest } = options;
  if (!Number.isSafeInteger(maxChars) || maxChars < 0)
    throw badArgument("maxChars must be a whole number from 0");
  if ("passive" in rest) throw badArgument('context has no option "passive": it never counts as a use');
  return { maxChars, recall: { limit: DEFAULT_LIMIT, ...rest, passive: true } };
}
