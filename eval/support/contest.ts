/**
 * Who found what? Every system on every corpus, with what each took to say on the way.
 */
import { askAll, type CaseRow } from "../../src/eval/rows.ts";
import { type Corpus, DEPTH } from "./corpus.ts";
import type { System } from "./systems.ts";

/** Rows by the system's name, in the order of the questions. */
export type Rows = ReadonlyMap<string, readonly CaseRow[]>;

export async function contest(
  corpora: readonly Corpus[],
  systems: readonly System[],
  say: (line: string) => void,
): Promise<Rows> {
  const rows = new Map<string, CaseRow[]>(systems.map(({ name }) => [name, []]));
  for (const corpus of corpora) {
    for (const system of systems) {
      const started = performance.now();
      const { capability, cases, notes, close } = await system.fill(corpus);
      const filledMs = performance.now() - started;
      rows.get(system.name)?.push(...(await askAll(capability, cases, DEPTH)));
      const askedMs = performance.now() - started - filledMs;
      close();
      say(
        `${corpus.name}: ${system.name}: ${corpus.sayings.length} added in ${Math.round(filledMs)} ms, ` +
          `${cases.length} asked twice in ${Math.round(askedMs)} ms${notes && `; ${notes}`}`,
      );
    }
  }
  return rows;
}
