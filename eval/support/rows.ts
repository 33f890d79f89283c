/**
 * What came out, question by question? Rows hold ids and ranks, never a text of the data set, so that they can be
 * kept, compared and shown.
 */
import { type Ranks, ranksOf } from "../../src/eval/metrics.ts";
import { type Corpus, DEPTH } from "./corpus.ts";
import type { Filled, System } from "./systems.ts";

export interface Row {
  readonly id: string;
  readonly category: string;
  /** Where each gold fact stands in a list of 20 without a cut. */
  readonly ranks: Ranks;
  /** Where each stands in what is returned by default. */
  readonly kept: Ranks;
  /** How much is returned by default, and how much of that is gold. */
  readonly returned: number;
  readonly relevant: number;
}

/** Every system on every corpus. Rows of a system are in the order of the questions. */
export async function collectRows(
  corpora: readonly Corpus[],
  systems: readonly System[],
  say: (line: string) => void,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rows = new Map<string, Row[]>(systems.map(({ name }) => [name, []]));
  for (const corpus of corpora) {
    for (const system of systems) {
      const started = performance.now();
      const filled = await system.fill(corpus);
      const filledMs = performance.now() - started;
      rows.get(system.name)?.push(...(await askAll(corpus, filled)));
      const askedMs = performance.now() - started - filledMs;
      filled.close();
      const { sayings, questions } = corpus;
      say(
        `${corpus.name}: ${system.name}: ${sayings.length} added in ${Math.round(filledMs)} ms, ` +
          `${questions.length} asked twice in ${Math.round(askedMs)} ms${filled.notes && `; ${filled.notes}`}`,
      );
    }
  }
  return rows;
}

async function askAll(corpus: Corpus, filled: Filled): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { id, category, query, gold } of corpus.questions) {
    const wanted = gold.map((key) => filled.kept(key));
    const deep = await filled.search(query, DEPTH);
    const returned = await filled.ask(query);
    rows.push({
      id,
      category,
      ranks: ranksOf(deep, wanted),
      kept: ranksOf(returned, wanted),
      returned: returned.length,
      relevant: returned.filter((key) => wanted.includes(key)).length,
    });
  }
  return rows;
}
