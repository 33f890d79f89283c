/**
 * A value that held from then to then, inside the time of an older one: what becomes of the older one?
 *
 * Nothing but that it did not hold in between: A, then B, then A again, whichever of them is told first. So a value
 * that ended by its own dates (an interlude) neither ends what held before it, nor is what comes after that.
 */
import { MAX_INTERLUDES } from "../limits.ts";
import { badArgument } from "../model/arguments.ts";
import type { Fact, Interlude } from "../model/fact.ts";
import type { Draft } from "./draft.ts";
import type { Known } from "./known.ts";
import { endOf, startOf } from "./span.ts";

/** It came and went by its own dates, or was denied: what took its place, if anything, began later or is no value. */
export function isInterlude({ facts }: Known, fact: Fact, now: number): boolean {
  const { validity, validTo, supersededBy } = fact;
  if (validTo === undefined || validTo > now) return false;
  if (validity === "valid") return true;
  const successor = supersededBy === undefined ? undefined : facts.get(supersededBy);
  if (validity !== "superseded" || successor === undefined) return false;
  return startOf(successor) > validTo || successor.slot === undefined;
}

/** The claim is one, if this is the next value that lasted. */
export function isPassing({ validTo, at }: Pick<Draft, "validTo" | "at">, next: Fact | undefined): boolean {
  return validTo !== undefined && validTo <= at && (next === undefined || validTo < startOf(next));
}

/** When did these hold, up to `end`? */
export function timesOf(interludes: readonly Fact[], end: number): readonly Interlude[] {
  return united(interludes.map((fact) => [startOf(fact), Math.min(endOf(fact), end)]));
}

/** The fact's interludes, and one more. */
export function withInterlude(fact: Fact, from: number, to: number): readonly Interlude[] {
  return united([...(fact.interludes ?? []), [from, to]]);
}

/** In order, and what overlaps or touches as one. */
function united(times: readonly Interlude[]): readonly Interlude[] {
  const all: Interlude[] = [];
  for (const [from, to] of [...times].sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)];
    else if (to > from) all.push([from, to]);
  }
  if (all.length > MAX_INTERLUDES)
    throw badArgument(
      `more than ${MAX_INTERLUDES} other values would have held within the time of one. Give that one the validTo it had before them, and add it again from when it held once more`,
    );
  return all;
}
