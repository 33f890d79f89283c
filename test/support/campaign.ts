// How long does a random campaign run, and from which seed? `npm test` runs a sample, `npm run torture` all of
// it; both choose a seed and print it. Vitest started by hand uses seed 1, so that a run can be repeated.

export const seed = Number(process.env.TIDELINE_SEED ?? 1);

export const isFull = process.env.TIDELINE_TORTURE === "full";

/** The number of rounds: `rounds({ sample: 10, full: 100 })`. */
export function rounds(counts: { readonly sample: number; readonly full: number }): number {
  return isFull ? counts.full : counts.sample;
}
