// `npm run torture`: do the long campaigns hold? The same files as the sample in `npm test`, in full.
// Replay a failure with the printed line, or all of it with the seed: TIDELINE_SEED=… npm run torture [-- a vitest filter]
//
// `npm run torture -- properties --seeds 300`: does every property hold with as many other seeds? (scripts/seeds.mjs)
// `npm run torture -- campaigns --seeds 30`: the same for the samples of the long campaigns.
import { ensureInstalled, finish } from "./run.mjs";
import { runVitest } from "./run-vitest.mjs";
import { runManySeeds } from "./seeds.mjs";

await ensureInstalled();
const [word, ...rest] = process.argv.slice(2);
if (word === "properties" || word === "campaigns") finish([await runManySeeds(word, rest)]);
else finish([await runInFull(process.argv.slice(2))]);

/** One file at a time: campaigns start processes of their own, and would starve each other. */
async function runInFull(filters) {
  const args = [
    ...(filters.length > 0 ? filters : ["test/torture/"]),
    "--no-file-parallelism",
    "--testTimeout=3600000",
  ];
  return await runVitest({ args, env: { TIDELINE_TORTURE: "full" } });
}
