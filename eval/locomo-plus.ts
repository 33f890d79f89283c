/**
 * Is a dialogue found by something said long after, which it explains without sharing a word with it?
 *
 *   npm run eval -- locomo-plus --data locomo_plus.jsonl [--json out] [--systems tideline,fts5] [--no-rivals]
 */
import { runEval } from "./support/json-lines.ts";
import { readLocomoPlus } from "./support/locomo-plus.ts";
import { readOptions, runCorpora } from "./support/run.ts";

await runEval(async () => {
  const options = readOptions();
  await runCorpora("locomo-plus", readLocomoPlus(options.data), options);
  return true;
});
