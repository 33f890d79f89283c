// `npm run torture`: do the long campaigns hold? The same files as the sample in `npm test`, in full.
// Replay a failure with the printed seed: TIDELINE_SEED=… npm run torture [-- a vitest filter]
import { ensureInstalled, finish } from "./run.mjs";
import { runVitest } from "./run-vitest.mjs";

await ensureInstalled();
const filters = process.argv.slice(2);
// One file at a time: campaigns start processes of their own, and would starve each other.
const args = [
  ...(filters.length > 0 ? filters : ["test/torture/"]),
  "--no-file-parallelism",
  "--testTimeout=600000",
];
finish([await runVitest({ args, env: { TIDELINE_TORTURE: "full" } })]);
