/** Which options does a context block take? Those of a recall, and the block's length. */

import { badArgument, fieldsOf, parseFlag } from "../model/arguments.ts";
import type { RecallOptions } from "../recall/hit.ts";

/** What `context` takes: what `recall` takes, and how long the block may be. */
export interface ContextOptions extends Omit<RecallOptions, "passive"> {
  /** The length of the whole block, first and last lines included, in UTF-16 units. Default 1200. */
  readonly maxChars?: number | undefined;
  /**
   * Puts the profile first: who the principal is, and standing instructions. Default: true, unless other options say
   * which facts, or of which time.
   */
  readonly profile?: boolean | undefined;
}

export interface ProfileBlockOptions {
  /** The length of the whole block, in UTF-16 units. Default 2000. */
  readonly maxChars?: number | undefined;
}

const DEFAULT_MAX_CHARS = 1_200;
const DEFAULT_PROFILE_CHARS = 2_000;
/** At most this many facts stand in a block; relevance and room decide how many there are. */
const DEFAULT_LIMIT = 16;
/**
 * The profile's share of a block. It does not depend on what else there is to show: then the profile has the same bytes
 * whatever the question is.
 */
const PROFILE_SHARE = 0.5;

export interface ParsedContext {
  readonly maxChars: number;
  /** The room of the profile; 0: no profile. */
  readonly profileChars: number;
  /** The options of the recall behind it, which does not count as a use. */
  readonly recall: RecallOptions;
}

export function parseContextOptions(options: ContextOptions): ParsedContext {
  if (typeof options !== "object" || options === null)
    throw badArgument("context needs an object of options");
  const { maxChars: given, profile, ...rest } = options;
  const maxChars = parseMaxChars(given, DEFAULT_MAX_CHARS);
  if ("passive" in rest) throw badArgument('context has no option "passive": it never counts as a use');
  const isSelecting = SELECTING.some((name) => rest[name] !== undefined);
  const hasProfile = profile === undefined ? !isSelecting : parseFlag(profile, "profile");
  return {
    maxChars,
    profileChars: hasProfile ? profileChars(maxChars) : 0,
    recall: { limit: DEFAULT_LIMIT, ...rest, passive: true },
  };
}

/** The profile is about the present, and about everything: it does not fit options that ask for less. */
const SELECTING = ["segments", "tags", "asOf", "knownAt", "include"] as const;

export function profileChars(maxChars: number): number {
  return Math.floor(maxChars * PROFILE_SHARE);
}

export function parseProfileOptions(options: ProfileBlockOptions): { readonly maxChars: number } {
  const { maxChars } = fieldsOf(options ?? {}, new Set(["maxChars"]), "profile");
  return { maxChars: parseMaxChars(maxChars, DEFAULT_PROFILE_CHARS) };
}

export function parseMaxChars(value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw badArgument("maxChars must be a whole number from 0");
  return value as number;
}
