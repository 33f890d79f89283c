/** What does recall know of a fact between finding it and returning it? */
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import type { FeatureValues } from "./features/feature.ts";
import type { Hit, Lane } from "./hit.ts";
import { mayBeReplaced, mayReplace } from "./opposed.ts";

/** A fact that was found, with the figures of each stage. */
export interface Candidate {
  readonly fact: Fact;
  readonly relevance: number;
  /** The relevance with less of what neighbours lent. */
  readonly standing: number;
  /**
   * How much of the question it leaves open: the weight of the heaviest word that it lacks, as a share of all words.
   */
  readonly open: number;
  readonly lanes: readonly Lane[];
  readonly score: number;
  /** The score by relevance and policy, before it was lowered to stay behind a higher class. */
  readonly weighed: number;
  readonly via: Hit["via"];
  /** Little but its learned vector speaks for it. */
  readonly isDoubtful?: boolean | undefined;
  /** What speaks for it; missing if only links led to it. */
  readonly features?: FeatureValues | undefined;
  /** Which of the question's topics it has a word of, as bits; 0 or missing if the question has only one. */
  readonly topics?: number | undefined;
  /** It is the principal's own, and so is a later fact that was found and may have replaced it. */
  readonly mayBeOutdated?: boolean | undefined;
  /** It is returned because nothing better was found: it may well be about something else. */
  readonly isUncertain?: boolean | undefined;
  /** Facts of its own class that say the same, or are of its series, and stand behind it. */
  readonly copies?: readonly string[] | undefined;
  /** The best fact of the series that it belongs to: many of one cast, by one writer. */
  readonly series?: string | undefined;
}

/** A candidate that is not ranked yet. */
export type Found = Omit<Candidate, "score" | "weighed">;

/** `factOf` gives the facts that it is linked with. */
export function hitOf(
  { fact, score, relevance, lanes, via, copies, isUncertain }: Candidate,
  factOf: (id: string) => Fact | undefined,
): Hit {
  const replaces = [...replacedBy(fact), ...idsOf(mayBeReplaced(fact, factOf))];
  const mayBeReplacedBy = idsOf(mayReplace(fact, factOf));
  return {
    fact,
    score,
    relevance,
    uncertain: isUncertain === true,
    lanes,
    confined: fact.authority < TRUSTED,
    validity: fact.validity,
    via,
    copies: copies?.length ?? 0,
    ...(replaces.length === 0 ? {} : { replaces }),
    ...(mayBeReplacedBy.length === 0 ? {} : { mayBeReplacedBy }),
  };
}

function replacedBy({ links }: Fact): readonly string[] {
  return links.flatMap(({ kind, to }) => (kind === "supersedes" || kind === "corrects" ? [to] : []));
}

function idsOf(facts: readonly Fact[]): readonly string[] {
  return facts.map(({ id }) => id);
}
