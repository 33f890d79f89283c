/**
 * What is relevant, and in which order? Lanes find candidates; they are fused, spread along links, ranked, cut.
 *
 * Pure: a state, its indexes, a time and a query give the same answer always. Each stage leaves behind what `explain`
 * prints.
 */
import { encode } from "../index/encoder.ts";
import type { EntityIndex } from "../index/entities.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import type { VectorIndex } from "../index/vectors.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { State } from "../log/fold.ts";
import { otherNamesIn } from "./aliases.ts";
import type { Candidate, Found } from "./candidate.ts";
import { choose, type LeastShares } from "./choose.ts";
import { cut, shareOfBest } from "./cut.ts";
import type { Asking } from "./eligible.ts";
import type { Lane } from "./hit.ts";
import { type LearnedQuery, standingsOf } from "./learned-lane.ts";
import { SEED_SHARE, withLinked } from "./linked.ts";
import type { ParsedRecall } from "./options.ts";
import { keepPrecedence } from "./precedence.ts";
import { type Query, readQuery } from "./query.ts";
import type { Relevance, Relevants } from "./relevance.ts";
import { readPeriod } from "./when.ts";

/** What a recall reads. */
export interface RecallView {
  readonly state: State;
  readonly lexical: LexicalIndex;
  readonly relevance: Relevance;
  readonly vectors: VectorIndex;
  readonly entities: EntityIndex;
  /** The query's learned vector, and those of facts, where there are any. */
  readonly learned?: LearnedQuery | undefined;
  readonly policy: LifecyclePolicy;
  readonly now: number;
}

export interface Outcome {
  readonly query: Query;
  /** In order, before the cut; of what the cut would take away anyway, only some, unless all were asked for. */
  readonly ranked: readonly Candidate[];
  readonly hits: readonly Candidate[];
  /** Relevance below which the list ends, for trusted facts and for the others. */
  readonly floors: { readonly trusted: number; readonly others: number };
  /** The question is about one person, and only others' facts match. */
  readonly isAboutOthers: boolean;
  readonly lanes: readonly Lane[];
}

/** Share of an event's words that a fact must have to tell when it was. */
const LEAST_EVENT = 0.4;
/** Facts that the vector lane brings, of each class. */
const NEAREST = 64;

/** `isWhole`: what is far behind the best is wanted too, for `ranked`. */
export function recallFrom(view: RecallView, text: string, options: ParsedRecall, isWhole = false): Outcome {
  const { state, lexical, now } = view;
  lexical.ready(state);
  const findEvent = (event: string) => view.relevance.bestByWords(readQuery(event, lexical), LEAST_EVENT);
  const query = readQuery(text, lexical, {
    period: readPeriod(text, now, lexical.documents, findEvent),
    otherNames: otherNamesIn(lexical, (id) => state.facts.get(id)),
  });
  const asking: Asking = { now, asOf: options.asOf, include: options.include };
  const takesAll = options.asOf !== undefined || options.include.size > 0;
  const near = view.relevance.near(view.vectors, encode(text), NEAREST, takesAll);
  const learned = view.learned && standingsOf(view.learned, lexical, takesAll);
  const { found, isAboutOthers } = view.relevance.score(query, takesAll, near, learned);
  // What neither survives the cut nor leads anywhere need not be looked at.
  const least: LeastShares | undefined =
    isWhole || options.minScore !== undefined
      ? undefined
      : {
          ofStanding: shareOfBest(query.asksEverything),
          ofRelevance: options.graph ? SEED_SHARE : 1,
        };
  const ranked = rank(candidates(view, query, found, asking, options, least), view);
  const { asksEverything } = query;
  const { hits, floors } = cut(ranked, options, { isAboutOthers, asksEverything });
  return { query, ranked, hits, floors, isAboutOthers, lanes: lanesOf(options) };
}

/** The best ones, and what they lead to. */
function candidates(
  view: RecallView,
  { text }: Query,
  found: Relevants,
  asking: Asking,
  options: ParsedRecall,
  least: LeastShares | undefined,
): readonly Found[] {
  const best = choose(view, found, asking, options, least);
  if (!options.graph) return best;
  const linked = withLinked(view, text, best, asking, options);
  // What links lead to may have been found by its own words, further down.
  if (least === undefined || linked.length === best.length) return linked;
  return withLinked(view, text, choose(view, found, asking, options), asking, options);
}

function lanesOf(options: ParsedRecall): readonly Lane[] {
  return options.graph ? ["lexical", "vector", "graph"] : ["lexical", "vector"];
}

function rank(found: readonly Found[], view: RecallView): readonly Candidate[] {
  const context = { now: view.now, fact: (id: string) => view.state.facts.get(id) };
  const candidates = found.map(({ fact, relevance, standing, lanes, via, isDoubtful }): Candidate => {
    const weighed = view.policy.rank(fact, relevance, context);
    return { fact, relevance, standing, lanes, weighed, score: weighed, via, isDoubtful };
  });
  return [...keepPrecedence(candidates)].sort(inOrder);
}

/** By score; of equals the higher class first, then the older id. */
function inOrder(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.fact.authority - a.fact.authority || (a.fact.id < b.fact.id ? -1 : 1);
}
