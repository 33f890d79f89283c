/**
 * Is a preference found when it matters, though the question shares no word with it?
 *
 *   npm run eval -- prefeval --data prefeval.jsonl [--json out] [--systems tideline,fts5] [--no-rivals]
 */
import { runEval } from "./support/json-lines.ts";
import { readPrefeval } from "./support/prefeval.ts";
import { readOptions, runCorpora } from "./support/run.ts";

await runEval(async () => {
  const options = readOptions();
  await runCorpora("prefeval", readPrefeval(options.data), options);
  return true;
});
