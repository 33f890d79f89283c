/**
 * Are the memories of earlier sessions found that a later question needs?
 *
 *   npm run eval -- realmem --data realmem [--json out]
 *
 * Each question is asked where it stands, when the memory has heard the sessions before it.
 */
import { parseArgs } from "node:util";
import { ranksOf } from "../src/eval/metrics.ts";
import type { CaseRow } from "../src/eval/rows.ts";
import { DEPTH } from "./support/corpus.ts";
import { runEval } from "./support/json-lines.ts";
import { readRealMemories } from "./support/realmem.ts";
import { printReport } from "./support/report.ts";
import { writeResults } from "./support/results.ts";
import { tell } from "./support/stories.ts";

await runEval(async () => {
  const { values } = parseArgs({ options: { data: { type: "string" }, json: { type: "string" } } });
  const rows: CaseRow[] = [];
  for (const story of readRealMemories(values.data)) {
    for (const { question, gold, memory } of tell(story)) {
      const find = (options: { limit?: number; minScore?: number }) =>
        memory.search(question.query, options).map(({ fact }) => fact.id);
      const returned = find({});
      rows.push({
        id: question.id,
        category: question.category,
        ranks: ranksOf(find({ limit: DEPTH, minScore: 0 }), gold),
        kept: ranksOf(returned, gold),
        returned: returned.length,
        relevant: returned.filter((id) => gold.includes(id)).length,
      });
    }
    console.error(`${story.name}: ${rows.length} questions so far`);
  }
  const all = new Map([["tideline", rows]]);
  printReport(all);
  if (values.json !== undefined) writeResults(values.json, "realmem", all);
  return true;
});
