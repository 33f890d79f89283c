/**
 * How much news is a draft? Computed only if the policy uses it.
 *
 * The draft is compared with its nearest neighbours among facts of its own class or above, so that no lower class can
 * make the principal's words look redundant. Facts that it replaces are left out: a new value does not repeat the old
 * one.
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

/** Drafts of the same batch are in no index yet; the latest ones are compared too, at most this many. */
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
