/**
 * What is relevant, and in which order? Lanes find candidates; they are fused, spread along links, ranked, cut.
 *
 * Pure: a state, its indexes, a time and a query give the same answer always. Each stage leaves behind what `explain`
 * prints.
 */
import type { EntityIndex } from "../index/entities.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import type { VectorIndex } from "../index/vectors.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { State } from "../log/fold.ts";
import { otherNamesIn } from "./aliases.ts";
import type { Candidate, Found } from "./candidate.ts";
import { choose } from "./choose.ts";
import { cut, shareOfBest } from "./cut.ts";
import type { Asking } from "./eligible.ts";
import type { Lane } from "./hit.ts";
import { type LearnedQuery, standingsOf } from "./learned-lane.ts";
import { SEED_SHARE, withLinked } from "./linked.ts";
import type { ParsedRecall } from "./options.ts";
import { keepPrecedence } from "./precedence.ts";
import { type Query, readQuery } from "./query.ts";
import type { Relevance, VectorAsk } from "./relevance.ts";
import type { LeastShares } from "./relevants.ts";
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
  view.lexical.ready(view.state);
  const query = understood(view, text);
  const { asksEverything } = query;
  const behind = options.minScore === undefined ? behindOf(asksEverything, options) : undefined;
  const asked: Asked = { query, vector: view.relevance.vectorOf(text), options, behind };
  const { found, isAboutOthers } =
    candidates(view, asked, isWhole ? undefined : behind) ?? (candidates(view, asked, undefined) as Weighed);
  const ranked = rank(found, view);
  const { hits, floors } = cut(ranked, options, { isAboutOthers, asksEverything });
  return { query, ranked, hits, floors, isAboutOthers, lanes: lanesOf(options) };
}

interface Asked {
  readonly query: Query;
  readonly vector: Int8Array;
  readonly options: ParsedRecall;
  /** What neither survives the cut nor leads anywhere, if there is a cut. */
  readonly behind: LeastShares | undefined;
}

interface Weighed {
  readonly found: readonly Found[];
  readonly isAboutOthers: boolean;
}

function understood({ state, lexical, relevance, now }: RecallView, text: string): Query {
  const findEvent = (event: string) => relevance.bestByWords(readQuery(event, lexical), LEAST_EVENT);
  return readQuery(text, lexical, {
    period: readPeriod(text, now, lexical.documents, findEvent),
    otherNames: otherNamesIn(lexical, (id) => state.facts.get(id)),
  });
}

function behindOf(asksEverything: boolean, { graph }: ParsedRecall): LeastShares {
  return { ofStanding: shareOfBest(asksEverything), ofRelevance: graph ? SEED_SHARE : 1 };
}

/**
 * The best ones, and what they lead to. `least`: what is behind that need not be looked at. Undefined if it
 * would have had to be: a best one may not be shown.
 */
function candidates(view: RecallView, asked: Asked, least: LeastShares | undefined): Weighed | undefined {
  const { query, vector, options, behind } = asked;
  const asking: Asking = { now: view.now, asOf: options.asOf, include: options.include };
  const takesAll = options.asOf !== undefined || options.include.size > 0;
  const learned = view.learned && standingsOf(view.learned, view.lexical, takesAll);
  const lane: VectorAsk = { vectors: view.vectors, query: vector, limit: NEAREST, least };
  const { found, isAboutOthers } = view.relevance.score(query, takesAll, lane, learned);
  const best = choose(view, found, asking, options, least);
  if (best === undefined) return undefined;
  return {
    found: options.graph ? withLinked(view, query.text, best, asking, options, behind) : best,
    isAboutOthers,
  };
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
