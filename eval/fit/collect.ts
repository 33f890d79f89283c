/**
 * What does recall see of each candidate? The features of every fact that it looks at closely, for every question of
 * the data sets, as the engine works them out.
 */
import { EntityIndex } from "../../src/indexes/names/entities.ts";
import { tidelinePolicy } from "../../src/lifecycle/tideline.ts";
import { TRUSTED } from "../../src/model/source.ts";
import { FEATURE_NAMES } from "../../src/recall/features/feature.ts";
import { parseRecallOptions } from "../../src/recall/options.ts";
import { recallFrom } from "../../src/recall/recall.ts";
import { seededIndexes } from "../../src/testing/seeded-memory.ts";
import { type Asked, type Story, tell } from "../support/stories.ts";

/** A question with what was looked at. Plain JSON. */
export interface Case {
  readonly set: string;
  /** Questions of one set and kind weigh alike together. */
  readonly kind: string;
  readonly half: 0 | 1;
  /** How many facts should be found. */
  readonly gold: number;
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  readonly isGold: boolean;
  /** In the order of `FEATURE_NAMES`. */
  readonly features: readonly number[];
  /** What the policy, the source and confidence make of a relevance of 1. */
  readonly weight: number;
}

const OPTIONS = parseRecallOptions({ limit: 16, minScore: 0, graph: false }, true);
const DIGITS = 10_000;

export function* collect(
  set: string,
  stories: readonly Story[],
  halfOf: (id: string) => 0 | 1,
): Generator<Case> {
  for (const story of stories) {
    let indexes: ReturnType<typeof seededIndexes> | undefined;
    for (const asked of tell(story)) {
      indexes ??= seededIndexes(asked.store, { clock: { now: () => 0 }, seed: 1 });
      yield caseOf(set, halfOf(asked.question.id), asked, indexes());
    }
  }
}

function caseOf(
  set: string,
  half: 0 | 1,
  { question, gold, now }: Asked,
  { state, search }: ReturnType<ReturnType<typeof seededIndexes>>,
): Case {
  const view = { state, search, now, policy: tidelinePolicy, entities: new EntityIndex() };
  const wanted = new Set(gold);
  const context = { now, fact: (id: string) => state.facts.get(id) };
  const { ranked } = recallFrom(view, question.query, OPTIONS, true);
  // Only the principal's own words: classes are compared by precedence, which is not fitted.
  const own = gold.filter((id) => state.facts.get(id)?.authority === TRUSTED);
  const candidates = ranked.flatMap(({ fact, features }): readonly Candidate[] => {
    if (features === undefined || fact.authority !== TRUSTED) return [];
    return [
      {
        isGold: wanted.has(fact.id),
        features: FEATURE_NAMES.map((name) => Math.round(features[name] * DIGITS) / DIGITS),
        weight: tidelinePolicy.rank(fact, 1, context),
      },
    ];
  });
  return {
    set,
    kind: `${set} ${set === "everyday" ? question.category : ""}`,
    half,
    gold: own.length,
    candidates,
  };
}
