/**
 * What was the result, case by case? Rows hold ids and ranks, never text, so that they can be kept, compared and
 * shown.
 */
import { type Ranks, ranksOf } from "./metrics.ts";

/** Something that answers questions with ids of facts. A rival takes part by implementing it. */
export interface RecallCapability {
  readonly name: string;
  recall(query: string, options: AskOptions): readonly string[] | Promise<readonly string[]>;
}

export interface AskOptions {
  /** Asks for this many facts, best first, without a cut. If missing: what is returned by default. */
  readonly depth?: number | undefined;
  /** The time of the question, in epoch milliseconds. */
  readonly now?: number | undefined;
}

export interface EvalCase {
  readonly id: string;
  readonly category: string;
  readonly query: string;
  /** Ids of the facts that should be found; empty if nothing should. */
  readonly gold: readonly string[];
  /** The time of the question, in epoch milliseconds. */
  readonly askedAt?: number | undefined;
}

export interface CaseRow {
  readonly id: string;
  readonly category: string;
  /** The rank of each gold fact in a long list without a cut. */
  readonly ranks: Ranks;
  /** The rank of each gold fact in what is returned by default. */
  readonly kept: Ranks;
  /** How many facts are returned by default, and how many of those are gold. */
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
