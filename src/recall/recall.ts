/**
 * What is relevant, and in which order? Lanes find candidates; they are fused, spread along links, ranked, cut.
 *
 * Pure: a state, its indexes, a time and a query give the same answer always. Each stage leaves behind what `explain`
 * prints.
 */
import { encode } from "../index/encoder.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import type { VectorIndex } from "../index/vectors.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { State } from "../log/fold.ts";
import type { Candidate, Found } from "./candidate.ts";
import { choose } from "./choose.ts";
import { cut } from "./cut.ts";
import type { Asking, Barrier } from "./eligible.ts";
import type { Lane } from "./hit.ts";
import { type LearnedQuery, standingsOf } from "./learned-lane.ts";
import { withLinked } from "./linked.ts";
import type { ParsedRecall } from "./options.ts";
import { keepPrecedence } from "./precedence.ts";
import { type Query, readQuery } from "./query.ts";
import type { Relevance } from "./relevance.ts";

/** What a recall reads. */
export interface RecallView {
  readonly state: State;
  readonly lexical: LexicalIndex;
  readonly relevance: Relevance;
  readonly vectors: VectorIndex;
  /** The query's learned vector, and those of facts, where there are any. */
  readonly learned?: LearnedQuery | undefined;
  readonly policy: LifecyclePolicy;
  readonly now: number;
}

export interface Outcome {
  readonly query: Query;
  /** In order, before the cut. */
  readonly ranked: readonly Candidate[];
  readonly hits: readonly Candidate[];
  /** Found, but not to be shown, and why. */
  readonly barred: ReadonlyMap<string, Barrier | "segment" | "tag">;
  /** Relevance below which the list ends, for trusted facts and for the others. */
  readonly floors: { readonly trusted: number; readonly others: number };
  /** The question is about one person, and only others' facts match. */
  readonly isAboutOthers: boolean;
  readonly lanes: readonly Lane[];
}

/** Facts that the vector lane brings, of each class. */
const NEAREST = 64;

export function recallFrom(view: RecallView, text: string, options: ParsedRecall): Outcome {
  const { state, lexical, now } = view;
  lexical.ready(state);
  const query = readQuery(text, lexical);
  const asking: Asking = { now, asOf: options.asOf, include: options.include };
  const takesAll = options.asOf !== undefined || options.include.size > 0;
  const near = nearestTo(view, text, takesAll);
  const learned = view.learned && standingsOf(view.learned, lexical, takesAll);
  const { found, isAboutOthers } = view.relevance.score(query, takesAll, near, learned);
  const barred = new Map<string, Barrier | "segment" | "tag">();
  const best = choose(view, found, asking, options, barred);
  const ranked = rank(options.graph ? withLinked(view.state, best, asking, options) : best, view);
  const { hits, floors } = cut(ranked, options, isAboutOthers);
  return { query, ranked, hits, barred, floors, isAboutOthers, lanes: lanesOf(options) };
}

function lanesOf(options: ParsedRecall): readonly Lane[] {
  return options.graph ? ["lexical", "vector", "graph"] : ["lexical", "vector"];
}

/** What is near the query in meaning or form, by document. */
function nearestTo(
  { lexical, vectors }: RecallView,
  text: string,
  takesAll: boolean,
): ReadonlyMap<number, number> {
  const { documents } = lexical;
  const isTaken = (id: string) => {
    const document = documents.ordinalOf(id);
    return document !== undefined && (takesAll || documents.isLive(document));
  };
  const vector = encode(text);
  const near = new Map<number, number>();
  const take = (accepts: (id: string) => boolean): void => {
    for (const { id, cosine } of vectors.nearest(vector, NEAREST, accepts))
      near.set(documents.ordinalOf(id) as number, cosine);
  };
  take(isTaken);
  // Lower classes must not take the places: then the trusted ones are looked for by themselves.
  if ([...near.keys()].some((document) => !documents.isTrusted(document)))
    take((id) => isTaken(id) && documents.isTrusted(documents.ordinalOf(id) as number));
  return near;
}

function rank(found: readonly Found[], view: RecallView): readonly Candidate[] {
  const context = { now: view.now, fact: (id: string) => view.state.facts.get(id) };
  const weighed = found.map((one) => ({
    ...one,
    score: view.policy.rank(one.fact, one.relevance, context),
  }));
  return [...keepPrecedence(weighed)].sort(inOrder);
}

/** By score; of equals the higher class first, then the older id. */
function inOrder(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.fact.authority - a.fact.authority || (a.fact.id < b.fact.id ? -1 : 1);
}
