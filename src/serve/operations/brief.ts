/**
 * What does a list say about a fact? Everything except its bookkeeping: the times of its uses, and where its words
 * stand in the log. Bookkeeping is a third of a fact's length, and nobody who asks a question needs it; `get` and
 * `inspect` include it.
 */
import { copyOf } from "../../log/fact-copy.ts";
import type { Fact } from "../../model/fact.ts";
import type { Hit } from "../../recall/hit.ts";
import type { ListCounts } from "./short-lists.ts";

type Bookkeeping = "accessTimes" | "texts";

/** A fact in a list, without its bookkeeping. */
export type BriefFact = Omit<Fact, Bookkeeping> & ListCounts;
/** A hit in a list, without its bookkeeping. */
export type BriefHit = Omit<Hit, "fact"> & { readonly fact: BriefFact };

export function brief(fact: Fact): BriefFact {
  const copy: Omit<Fact, Bookkeeping> & { [F in Bookkeeping]?: Fact[F] | undefined } = copyOf(fact);
  copy.accessTimes = undefined;
  copy.texts = undefined;
  return copy;
}

export function briefHit(hit: Hit): BriefHit {
  return { ...hit, fact: brief(hit.fact) };
}
