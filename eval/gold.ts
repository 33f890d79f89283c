/**
 * How well does it do on our own gold sets, beside rivals?
 *
 *   npm run eval -- gold [--only synthetic,rich,hard] [--json out] [--systems tideline,fts5] [--no-rivals]
 *
 * What counts here is what an agent gets without asking for more: precision and recall of what is returned.
 */
import { corpusOf, GOLD_SETS } from "./support/gold.ts";
import { runEval } from "./support/json-lines.ts";
import { readOptions, runCorpora } from "./support/run.ts";

await runEval(async () => {
  await runCorpora("gold", GOLD_SETS.map(corpusOf), readOptions());
  return true;
});
