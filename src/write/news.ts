/**
 * How much news is a draft? Asked where the policy wants to know.
 *
 * Its nearest neighbours are looked for among facts of its own class or above, so that nobody below can make the
 * principal's words look redundant; and not among those that it replaces: a new value is no repetition of the old.
 */
import { encode } from "../indexes/vectors/encoder.ts";
import { product } from "../indexes/vectors/vector-kernel.ts";
import type { VectorIndex } from "../indexes/vectors/vectors.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { coarsely, SURPRISE_NEIGHBOURS, type Surprise } from "../lifecycle/surprise.ts";
import { isInSight } from "../model/sight.ts";
import type { Authority } from "../model/source.ts";
import type { Known } from "./known.ts";

export interface News {
  readonly content: string;
  readonly authority: Authority;
  readonly replaces: ReadonlySet<string>;
}

export type NewsJudge = (news: News, state: Known) => Surprise;

/** Of the drafts of one batch, which no index knows yet, the latest are compared too. */
const BATCH_COMPARED = 256;

export function newsJudge(policy: LifecyclePolicy, vectors: VectorIndex): NewsJudge | undefined {
  const { surprise } = policy;
  if (surprise === undefined) return undefined;
  const batch: { readonly vector: Int8Array; readonly authority: Authority }[] = [];
  return ({ content, authority, replaces }, state) => {
    const vector = encode(content);
    const accept = (id: string) => {
      const fact = state.facts.get(id);
      const known = fact !== undefined && isInSight(fact);
      return known && fact.authority >= authority && !replaces.has(id);
    };
    const known = vectors.nearest(vector, SURPRISE_NEIGHBOURS, accept).map((one) => one.cosine);
    const square = product(vector, 0, vector, 0);
    const fresh = batch
      .slice(-BATCH_COMPARED)
      .filter((one) => one.authority >= authority && square > 0)
      .map((one) => Math.min(1, product(vector, 0, one.vector, 0) / square));
    batch.push({ vector, authority });
    return coarsely(surprise([...known, ...fresh].sort((a, b) => b - a)));
  };
}
