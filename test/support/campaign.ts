// How long does a random campaign run, and from which seed? `npm test` runs a sample, `npm run torture` all of
// it. Whoever starts a run chooses a seed and prints it; `draw-seed.ts` does so for vitest started by hand.
//
// `npm run torture -- properties` tries many seeds in one process: there every property draws from each of them.

const given = process.env.TIDELINE_SEEDS ?? process.env.TIDELINE_SEED ?? "1";

export const seeds: readonly number[] = given.split(",").map(Number);

export const seed = seeds[0] as number;

export const isFull = process.env.TIDELINE_TORTURE === "full";

/**
 * How many runs does a property have, of those that it names? `npm test` draws the first half: it has a seed of its own
 * every time, and `npm run torture -- properties` has them all, as has a replay.
 */
export function runsOf(all: number): number {
  return process.env.TIDELINE_SAMPLE === "half" ? Math.ceil(all / 2) : all;
}

/** The number of rounds: `rounds({ sample: 10, full: 100 })`. */
export function rounds(counts: { readonly sample: number; readonly full: number }): number {
  return isFull ? counts.full : counts.sample;
}
