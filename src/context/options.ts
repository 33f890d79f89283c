/** Which options does a context block take? Those of a recall, and the block's length. */

import { badArgument } from "../model/arguments.ts";
import type { RecallOptions } from "../recall/hit.ts";

export interface ContextOptions extends Omit<RecallOptions, "passive"> {
  /** The length of the whole block, first and last line included, in UTF-16 units. Default 1200. */
  readonly maxChars?: number | undefined;
}

const DEFAULT_MAX_CHARS = 1_200;
/** At most this many facts stand in a block; relevance and room decide how many there are. */
const DEFAULT_LIMIT = 16;

/** The block's length, and the options of the recall behind it, which does not count as a use. */
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
