/**
 * What does distrust cost where hearsay is right? Our own two sets: only hearsay has the answer, and the owner has
 * said related things or nothing at all.
 *
 * All cases of a set share one memory with the everyday facts.
 */
import { type Ranks, ranksOf } from "../../src/eval/metrics.ts";
import { HEARSAY_ALONE } from "../sets/hearsay-alone.ts";
import { HEARSAY_AMONG_OWN, type HearsayCase } from "../sets/hearsay-among-own.ts";
import { DEPTH, halfOf } from "../support/corpus.ts";
import { everydayScene } from "./scene.ts";

export interface HearsayRow {
  readonly question: string;
  readonly half: 0 | 1;
  /** Where the only answer stands in a list of 20 with the cut turned off. */
  readonly ranks: Ranks;
  /** The same in what recall returns by default. */
  readonly kept: Ranks;
}

export const askAmongOwn = (): readonly HearsayRow[] => askHearsay(HEARSAY_AMONG_OWN);
export const askAlone = (): readonly HearsayRow[] => askHearsay(HEARSAY_ALONE);

function askHearsay(cases: readonly HearsayCase[]): readonly HearsayRow[] {
  // The owner's related facts are among the everyday ones already.
  const scene = everydayScene();
  const ids = scene.add(
    cases.map(({ answer: content, source }) => ({ content, source, segment: "knowledge" })),
  );
  scene.passDays(1);
  const find = (question: string, more: { limit?: number; minScore?: number }): readonly string[] =>
    scene.memory.recall(question, { ...more, passive: true }).map(({ fact }) => fact.id);
  return cases.map(({ question }, i) => {
    const gold = [ids[i] ?? ""];
    return {
      question,
      half: halfOf(question),
      ranks: ranksOf(find(question, { limit: DEPTH, minScore: 0 }), gold),
      kept: ranksOf(find(question, {}), gold),
    };
  });
}
