/**
 * A value held from one date to another, within the time of an older value: what happens to the older one?
 *
 * It keeps holding, except for the time in between: A, then B, then A again, in whichever order they are told. So a
 * value that ended by its own dates (an interlude) does not end the value before it, and is not its successor.
 */
import { MAX_INTERLUDES } from "../limits.ts";
import { badArgument } from "../model/arguments.ts";
import type { Fact, Interlude } from "../model/fact.ts";
import type { Draft } from "./draft.ts";
import type { Known } from "./known.ts";
import { endOf, startOf } from "./span.ts";

/**
 * Did the value end by its own dates, or by a denial? True if its successor, if any, began later or has no slot, or is
 * what is claimed: then the same value held before it and after it.
 */
export function isInterlude({ facts }: Known, fact: Fact, { id, at }: Pick<Draft, "id" | "at">): boolean {
  const { validity, validTo, supersededBy } = fact;
  if (validTo === undefined || validTo > at) return false;
  if (validity === "valid") return true;
  const successor = supersededBy === undefined ? undefined : facts.get(supersededBy);
  if (validity !== "superseded" || successor === undefined) return false;
  return supersededBy === id || startOf(successor) > validTo || successor.slot === undefined;
}

/** Is the claim an interlude? `next` is the next value that lasted. */
export function isPassing({ validTo, at }: Pick<Draft, "validTo" | "at">, next: Fact | undefined): boolean {
  return validTo !== undefined && validTo <= at && (next === undefined || validTo < startOf(next));
}

/** The times, up to `end`, in which these facts held. */
export function timesOf(interludes: readonly Fact[], end: number): readonly Interlude[] {
  return united(interludes.map((fact) => [startOf(fact), Math.min(endOf(fact), end)]));
}

/** The fact's interludes, and one more. */
export function withInterlude(fact: Fact, from: number, to: number): readonly Interlude[] {
  return united([...(fact.interludes ?? []), [from, to]]);
}

/** Sorted by time; those that overlap or touch are joined. */
function united(times: readonly Interlude[]): readonly Interlude[] {
  const all: Interlude[] = [];
  for (const [from, to] of [...times].sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)];
    else if (to > from) all.push([from, to]);
  }
  if (all.length > MAX_INTERLUDES)
    throw badArgument(
      `one value would be interrupted by more than ${MAX_INTERLUDES} others. Give it the validTo from before the interruptions, and add it again from the time it was true again`,
    );
  return all;
}
