/** What stands between being found and being returned? */
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import type { Hit, Lane } from "./hit.ts";

/** A fact that was found, with what each stage made of it. */
export interface Candidate {
  readonly fact: Fact;
  readonly relevance: number;
  /** The relevance that the cut goes by: with less of what neighbours lent. */
  readonly standing: number;
  /** How much of the question it leaves open: the heaviest word that it lacks, as a share of all. */
  readonly open: number;
  readonly lanes: readonly Lane[];
  readonly score: number;
  /** The score before it gave way to what a higher class said. */
  readonly weighed: number;
  readonly via: Hit["via"];
  /** Only learned vectors speak for it, and not loudly. */
  readonly isDoubtful?: boolean | undefined;
  /** Facts of its own class that say the same, or are of its series, and stand behind it. */
  readonly copies?: readonly string[] | undefined;
  /** The best fact of the series that it belongs to: many of one cast, by one writer. */
  readonly series?: string | undefined;
}

/** Before it is ranked. */
export type Found = Omit<Candidate, "score" | "weighed">;

export function hitOf({ fact, score, relevance, lanes, via, copies }: Candidate): Hit {
  return {
    fact,
    score,
    relevance,
    lanes,
    confined: fact.authority < TRUSTED,
    validity: fact.validity,
    via,
    copies: copies?.length ?? 0,
  };
}
