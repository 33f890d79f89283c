/**
 * What is relevant, and in which order? Lanes find candidates; they are fused, spread along links, ranked, cut.
 *
 * Pure: a state, its indexes, a time and a query give the same answer always. Each stage leaves behind what `explain`
 * prints.
 */
import { encode } from "../index/encoder.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import { graphOf, spread } from "../index/links.ts";
import type { VectorIndex } from "../index/vectors.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Candidate } from "./candidate.ts";
import { cut } from "./cut.ts";
import { type Asking, type Barrier, barrierOf } from "./eligible.ts";
import type { Lane } from "./hit.ts";
import { type LearnedQuery, standingsOf } from "./learned-lane.ts";
import type { ParsedRecall } from "./options.ts";
import { keepPrecedence } from "./precedence.ts";
import { type Query, readQuery } from "./query.ts";
import type { Relevance, Relevant } from "./relevance.ts";

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

/** Candidates that are looked at for a limit: what age and trust may still move to the front. */
const CANDIDATES = 32;
const CANDIDATES_PER_HIT = 2;
/** Facts that the vector lane brings. */
const NEAREST = 64;
const SPREAD_SEEDS = 8;
/** What is reached by a link counts for less than what was found. */
const SPREAD_WEIGHT = 0.6;

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
  const best = eligible(view, topOf(found, options.limit, lexical), asking, options, barred);
  const linked = options.graph ? spreadFrom(view, best, asking, options) : [];
  const ranked = rank([...best, ...linked], view);
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
  const near = vectors.nearest(encode(text), NEAREST, isTaken);
  return new Map(near.map(({ id, cosine }) => [documents.ordinalOf(id) as number, cosine]));
}

/** The most relevant ones, best first; ties by id. */
function topOf(found: readonly Relevant[], limit: number, lexical: LexicalIndex): readonly Relevant[] {
  const count = CANDIDATES + CANDIDATES_PER_HIT * limit;
  const { ids } = lexical.documents;
  const byRelevance = (a: Relevant, b: Relevant) =>
    b.relevance - a.relevance || ((ids[a.document] as string) < (ids[b.document] as string) ? -1 : 1);
  if (found.length <= count) return [...found].sort(byRelevance);
  const floor = floorOf(found, count);
  return found
    .filter(({ relevance }) => relevance >= floor)
    .sort(byRelevance)
    .slice(0, count);
}

const BUCKETS = 4_096;

/** A relevance that at least `count` of them reach, found by counting instead of sorting. */
function floorOf(found: readonly Relevant[], count: number): number {
  const counts = new Int32Array(BUCKETS + 1);
  for (const { relevance } of found) (counts[Math.floor(relevance * BUCKETS)] as number)++;
  let sum = 0;
  for (let bucket = BUCKETS; bucket > 0; bucket--) {
    sum += counts[bucket] as number;
    if (sum >= count) return bucket / BUCKETS;
  }
  return 0;
}

type Found = Omit<Candidate, "score">;

function eligible(
  view: RecallView,
  found: readonly Relevant[],
  asking: Asking,
  options: ParsedRecall,
  barred: Map<string, Barrier | "segment" | "tag">,
): readonly Found[] {
  const { ids } = view.lexical.documents;
  return found.flatMap(({ document, relevance, lanes, isDoubtful }) => {
    const fact = view.state.facts.get(ids[document] as string);
    if (fact === undefined) return [];
    const barrier = barrierOf(fact, asking) ?? filterOf(fact, options);
    if (barrier !== undefined) {
      barred.set(fact.id, barrier);
      return [];
    }
    return [{ fact, relevance, lanes, via: undefined, isDoubtful }];
  });
}

export function filterOf(fact: Fact, { segments, tags }: ParsedRecall): "segment" | "tag" | undefined {
  if (segments !== undefined && !segments.has(fact.segment)) return "segment";
  return tags.every((tag) => fact.tags.includes(tag)) ? undefined : "tag";
}

/** What the best ones lead to along their links. */
function spreadFrom(
  view: RecallView,
  best: readonly Found[],
  asking: Asking,
  options: ParsedRecall,
): readonly Found[] {
  const seeds = best.slice(0, SPREAD_SEEDS).filter(({ fact, isDoubtful }) => !isDoubtful && isLinked(fact));
  if (seeds.length === 0) return [];
  const known = new Set(best.map(({ fact }) => fact.id));
  const { facts } = view.state;
  const reached = spread(graphOf(facts), new Map(seeds.map(({ fact, relevance }) => [fact.id, relevance])), {
    accepts: (id) => {
      const fact = facts.get(id);
      return (
        fact !== undefined &&
        !known.has(id) &&
        barrierOf(fact, asking) === undefined &&
        filterOf(fact, options) === undefined
      );
    },
  });
  return [...reached].map(([id, { score, via }]) => ({
    fact: facts.get(id) as Fact,
    relevance: score * SPREAD_WEIGHT,
    lanes: ["graph" as const],
    via,
  }));
}

function isLinked(fact: Fact): boolean {
  return (
    fact.links.length > 0 ||
    fact.backlinks.length > 0 ||
    fact.evidence.length > 0 ||
    fact.supersededBy !== undefined
  );
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
