/** Are the options that a caller passes to a pass valid? Parses them and refuses unknown or impossible ones. */
import { MAX_CHANGES_PER_PASS } from "../limits.ts";
import { badArgument, fieldsOf, parseFlag, parseListener, parseTime, type Time } from "../model/arguments.ts";
import type { OnEvents, Pass, PassOptions } from "../passes/pass.ts";
import type { UndoOptions } from "../passes/undo-pass.ts";

/** The options of every pass. */
export interface PassInput {
  /** Reports what would happen and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** The time to judge by. Default: now. */
  readonly now?: Time | undefined;
  /** Stops after about this many changes; the report says whether there is more to do. */
  readonly maxChanges?: number | undefined;
  /** Stops after the piece during which this much time has passed. */
  readonly maxMs?: number | undefined;
  /** A person says that it may take as much out of recall as it finds, after it stopped because of that. */
  readonly allowLoss?: boolean | undefined;
  /** Called after each piece: how many facts were looked at so far, and how many changes that led to. */
  readonly onProgress?: ((looked: number, changed: number) => void) | undefined;
  /**
   * Called with each piece's events once they are written; in a dry run, with the events that would be written.
   * Erasures are not among these events: only the report lists them.
   */
  readonly onEvents?: OnEvents | undefined;
}

/** How a sweep runs. */
export interface SweepOptions extends PassInput {
  /** The text of a pruned fact is erased this many days after pruning. Default 30. */
  readonly graceDays?: number | undefined;
}

export const PASS_FIELDS = [
  "dryRun",
  "now",
  "maxChanges",
  "maxMs",
  "allowLoss",
  "onProgress",
  "onEvents",
] as const;
const SWEEP_FIELDS: ReadonlySet<string> = new Set([...PASS_FIELDS, "graceDays"]);
const UNDO_FIELDS: ReadonlySet<string> = new Set(["cascade", "dryRun", "onProgress", "onEvents"]);

/** Parses the options that all passes share. The caller checks its own options and rejects unknown names. */
export function parsePassOptions(input: Readonly<Record<string, unknown>>): PassOptions {
  const { dryRun, now, maxChanges, maxMs, allowLoss, onProgress, onEvents } = input;
  return {
    onProgress: onProgress === undefined ? undefined : parseListener(onProgress),
    onEvents: onEvents === undefined ? undefined : parseListener(onEvents, "onEvents"),
    dryRun: dryRun === undefined ? undefined : parseFlag(dryRun, "dryRun"),
    allowLoss: allowLoss === undefined ? undefined : parseFlag(allowLoss, "allowLoss"),
    now: now === undefined ? undefined : parseTime(now, "now"),
    maxChanges:
      maxChanges === undefined ? undefined : wholeNumber(maxChanges, "maxChanges", MAX_CHANGES_PER_PASS),
    maxMs: maxMs === undefined ? undefined : wholeNumber(maxMs, "maxMs", 86_400_000),
  };
}

export function parsePassInput(value: unknown = {}): PassOptions {
  return parsePassOptions(fieldsOf(value, new Set(PASS_FIELDS), "the pass"));
}

const SLUG = /^[a-z0-9][a-z0-9._/-]{0,63}$/;

/** A pass that the host has written itself. */
export function parsePass<P>(pass: Pass<P>): Pass<P> {
  const { name, policy, pieces, decide } = (pass ?? {}) as Partial<Pass<P>>;
  if (typeof name !== "string" || !SLUG.test(name))
    throw badArgument("A pass needs a name of a-z, 0-9, . _ / -");
  if (policy !== undefined && !SLUG.test(policy))
    throw badArgument("A pass's policy must be a name of a-z, 0-9, . _ / -");
  if (typeof pieces !== "function" || typeof decide !== "function")
    throw badArgument("A pass needs the functions pieces(view) and decide(piece, view)");
  return pass;
}

export function parseSweepOptions(
  value: unknown = {},
): PassOptions & { readonly graceDays: number | undefined } {
  const input = fieldsOf(value, SWEEP_FIELDS, "sweep");
  const { graceDays } = input;
  if (graceDays !== undefined && !(typeof graceDays === "number" && graceDays >= 0 && graceDays <= 36_500))
    throw badArgument("graceDays must be a number from 0 to 36500");
  return { ...parsePassOptions(input), graceDays };
}

export function parseUndoOptions(value: unknown = {}): UndoOptions {
  const { cascade, dryRun, onProgress, onEvents } = fieldsOf(value, UNDO_FIELDS, "undo");
  return {
    onProgress: onProgress === undefined ? undefined : parseListener(onProgress),
    onEvents: onEvents === undefined ? undefined : parseListener(onEvents, "onEvents"),
    cascade: cascade === undefined ? undefined : parseFlag(cascade, "cascade"),
    dryRun: dryRun === undefined ? undefined : parseFlag(dryRun, "dryRun"),
  };
}

function wholeNumber(value: unknown, name: string, most: number): number {
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > most)
    throw badArgument(`${name} must be a whole number from 1 to ${most}`);
  return value as number;
}
