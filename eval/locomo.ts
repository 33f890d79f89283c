/**
 * How much of what two people said to each other over months is found again?
 *
 *   npm run eval -- locomo --data locomo.json [--json out] [--systems tideline,fts5] [--no-rivals]
 *
 * R@k is the share of a question's evidence turns among the first k, averaged over the questions.
 */
import { runEval } from "./support/json-lines.ts";
import { readLocomo } from "./support/locomo.ts";
import { readOptions, runCorpora } from "./support/run.ts";

await runEval(async () => {
  const options = readOptions();
  await runCorpora("locomo", readLocomo(options.data), options);
  return true;
});
