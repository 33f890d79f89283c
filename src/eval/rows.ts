/**
 * What came out, case by case? Rows hold ids and ranks, never a text, so that they can be kept, compared and shown.
 */
import { type Ranks, ranksOf } from "./metrics.ts";

/** Something that can be asked, and answers with ids of facts. A rival takes part by being one. */
export interface RecallCapability {
  readonly name: string;
  recall(query: string, options: AskOptions): readonly string[] | Promise<readonly string[]>;
}

export interface AskOptions {
  /** Best first, so many, with no cut. Without it: what is returned when nothing is asked for but an answer. */
  readonly depth?: number | undefined;
  /** When it is asked, in epoch milliseconds. */
  readonly now?: number | undefined;
}

export interface EvalCase {
  readonly id: string;
  readonly category: string;
  readonly query: string;
  /** Ids of what should be found; empty where nothing should. */
  readonly gold: readonly string[];
  /** When it is asked, in epoch milliseconds. */
  readonly askedAt?: number | undefined;
}

export interface CaseRow {
  readonly id: string;
  readonly category: string;
  /** Where each gold fact stands in a list of so many without a cut. */
  readonly ranks: Ranks;
  /** Where each stands in what is returned by default. */
  readonly kept: Ranks;
  /** How much is returned by default, and how much of that is gold. */
  readonly returned: number;
  readonly relevant: number;
}

/** Rows are in the order of the cases. */
export async function askAll(
  capability: RecallCapability,
  cases: readonly EvalCase[],
  depth: number,
): Promise<readonly CaseRow[]> {
  const rows: CaseRow[] = [];
  for (const { id, category, query, gold, askedAt } of cases) {
    const deep = await capability.recall(query, { depth, now: askedAt });
    const returned = await capability.recall(query, { now: askedAt });
    rows.push({
      id,
      category,
      ranks: ranksOf(deep.slice(0, depth), gold),
      kept: ranksOf(returned, gold),
      returned: returned.length,
      relevant: returned.filter((found) => gold.includes(found)).length,
    });
  }
  return rows;
}
