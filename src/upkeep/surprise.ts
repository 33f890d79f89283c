/**
 * How new were facts that were added under another policy? This pass gives them a surprise score afterwards and leaves
 * their base importance alone.
 *
 * Each fact is compared with older facts of its own class or above. That is one vector search per fact, so the pieces
 * are small.
 */
import type { VectorIndex } from "../indexes/vectors/vectors.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { coarsely, SURPRISE_NEIGHBOURS } from "../lifecycle/surprise.ts";
import type { Fact } from "../model/fact.ts";
import type { Change, Pass, PassView, PieceOutcome } from "../passes/pass.ts";

const FACTS_PER_PIECE = 4;

/** undefined if the policy does not use surprise. */
export function surprisePass(
  policy: LifecyclePolicy,
  vectors: VectorIndex,
): Pass<readonly string[]> | undefined {
  const { surprise } = policy;
  if (surprise === undefined) return undefined;
  return {
    name: "surprise",
    policy: policy.id,
    *pieces(view: PassView): Generator<readonly string[], void, PieceOutcome> {
      const ids: string[] = [];
      for (const fact of view.state.facts.values()) if (isUnjudged(fact)) ids.push(fact.id);
      for (let at = 0; at < ids.length; at += FACTS_PER_PIECE) yield ids.slice(at, at + FACTS_PER_PIECE);
    },
    decide: (ids, { state }) =>
      ids.flatMap((id): readonly Change[] => {
        const fact = state.facts.get(id);
        const vector = vectors.vectorOf(id);
        if (fact === undefined || vector === undefined || !isUnjudged(fact)) return [];
        const near = vectors.nearest(vector, SURPRISE_NEIGHBOURS, (other) =>
          wasThere(state.facts.get(other), fact),
        );
        const found = coarsely(surprise(near.map((one) => one.cosine)));
        const event = { type: "revised", fact: id, surprise: found.surprise } as const;
        return [{ event, rule: "surprise/backfill", say: `its surprise is ${found.surprise.toFixed(3)}` }];
      }),
  };
}

function isUnjudged(fact: Fact): boolean {
  return fact.surprise === undefined && fact.lifecycle === "active" && !fact.quarantined;
}

/** Was the other fact there before, and is it of the same class or above? Ids grow with time. */
function wasThere(other: Fact | undefined, fact: Fact): boolean {
  if (other === undefined || other.authority < fact.authority || other.quarantined) return false;
  return other.createdAt < fact.createdAt || (other.createdAt === fact.createdAt && other.id < fact.id);
}
