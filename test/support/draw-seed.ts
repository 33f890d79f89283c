// Runs once before all tests: which seed does a run have that nobody gave one? A new one each time, printed, so that
// what it finds can be found again.
import { randomInt } from "node:crypto";

export function setup(): void {
  if (process.env.TIDELINE_SEED !== undefined || process.env.TIDELINE_SEEDS !== undefined) return;
  // Test files run in processes of their own, which inherit this.
  process.env.TIDELINE_SEED = String(randomInt(1, 2 ** 31));
  console.log(`Seed ${process.env.TIDELINE_SEED} (replay with TIDELINE_SEED=${process.env.TIDELINE_SEED})`);
}
