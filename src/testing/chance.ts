/**
 * How does a simulation make random choices? From a seed, so that a run can be repeated.
 */
import type { Chance } from "../ports/seeded-chance.ts";

export { type Chance, seededChance } from "../ports/seeded-chance.ts";

/** A whole number from 0 to `most`, both included. */
export function upTo(most: number, chance: Chance): number {
  return Math.floor(chance() * (most + 1));
}
