/**
 * What does a list say of a fact? All but its bookkeeping: when exactly it was used, and where its words stand in the
 * log. That is a third of a fact's length, again and again, and nobody who asks a question wants it; `get` and
 * `inspect` tell it.
 */
import { copyOf } from "../../log/fact-copy.ts";
import type { Fact } from "../../model/fact.ts";
import type { Hit } from "../../recall/hit.ts";

type Bookkeeping = "accessTimes" | "texts";

export type BriefFact = Omit<Fact, Bookkeeping>;
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
