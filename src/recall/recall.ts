/**
 * What is relevant, and in which order? Lanes find candidates in each class; links lead from the best candidates to
 * more; then all classes are ranked together and the list is cut.
 *
 * Each class is searched by itself: a fact is weighed only by the words, names, spellings, vectors and neighbours of
 * its own class. Classes meet only where candidates are put in order, and there a lower class never changes a figure
 * of a higher one.
 *
 * Pure: the same state, indexes, time and query always give the same answer. Each stage leaves behind what `explain`
 * prints.
 */

import type { EntityIndex } from "../indexes/names/entities.ts";
import { encode } from "../indexes/vectors/encoder.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import { type Analysis, analyse } from "../text/words/analyse.ts";
import { otherNamesIn } from "./aliases.ts";
import type { Candidate, Found } from "./candidate.ts";
import { type Chosen, choose, filterOf, wantedBy } from "./choose.ts";
import { type ClassAsked, type Cut, cut, floorOfOwn } from "./cut.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { FeatureValues } from "./features/feature.ts";
import { Features, withLessLent } from "./features/features.ts";
import { likelihoodOf } from "./features/likelihood.ts";
import type { Lane } from "./hit.ts";
import { type LearnedQuery, type LearnedStrengths, learnedCosines, strengthsOf } from "./learned-lane.ts";
import { withLinked } from "./linked.ts";
import { mayReplace } from "./opposed.ts";
import type { ParsedRecall } from "./options.ts";
import { inPrecedence } from "./precedence.ts";
import { withProfile } from "./profile-facts.ts";
import { type Query, readQuery } from "./query.ts";
import type { Scored } from "./relevance.ts";
import type { ClassSearch, Search } from "./search.ts";
import { withTied } from "./ties.ts";
import { readPeriod } from "./when.ts";
import { withinReach } from "./within-reach.ts";

/** What a recall reads. */
export interface RecallView {
  readonly state: State;
  readonly search: Search;
  readonly entities: EntityIndex;
  /** The query's learned vector and the facts' learned vectors, if there is an embedder. */
  readonly learned?: LearnedQuery | undefined;
  readonly policy: LifecyclePolicy;
  readonly now: number;
}

/** How one class understood the question. */
export interface ClassOutcome extends ClassAsked {
  readonly query: Query;
  readonly search: ClassSearch;
}

export interface Outcome extends Cut {
  /** By class; classes without facts are missing. */
  readonly asked: ReadonlyMap<Authority, ClassOutcome>;
  /** In order, before the cut; without what the cut is certain to remove. */
  readonly ranked: readonly Candidate[];
  readonly lanes: readonly Lane[];
  /** How few facts there are, from 0 for many to 1. */
  readonly few: number;
}

/** Share of an event's words ("the move" in "before the move") that a fact must have to date the event. */
const LEAST_EVENT = 0.4;
/** How many facts the vector lane finds in each class. */
const NEAREST = 256;

/** `ranksAll`: also ranks what the cut is certain to remove. The answer is the same. */
export function recallFrom(
  view: RecallView,
  text: string,
  options: ParsedRecall,
  ranksAll = options.minScore !== undefined,
): Outcome {
  const asking: Asking = { now: view.now, asOf: options.asOf, include: options.include };
  const vector = encode(text);
  const analysis = analyse(text);
  const cosines = view.learned && learnedCosines(view.learned);
  const asked = new Map<Authority, ClassOutcome>();
  const found: Found[] = [];
  let highest: Features | undefined;
  for (const search of view.search.classes(view.state)) {
    const query = understood(view, search, text, analysis);
    const learned = cosines && strengthsOf(cosines, search.lexicon, takesAll(options));
    const ask = { search, query, vector, learned, asking, options, highest };
    const { isAboutOthers, candidates, features } = weigh(view, ask);
    highest ??= features;
    asked.set(search.authority, { search, query, isAboutOthers, asksEverything: query.asksEverything });
    found.push(...candidates);
  }
  const linked = options.graph ? withLinked(view, text, found, asking, options) : found;
  const told = withProfile(view.state.facts.values(), text, linked, asking, options);
  const few = highest?.few ?? 0;
  const near = ranksAll ? told : withinReach(told, asked, few);
  const ranked = rank(withChanges(near, view, asking, options), view, asked, few);
  const vectorOf = (id: string) => view.search.vectorOf(id);
  return { asked, ranked, ...cut(ranked, options, asked, vectorOf, few), lanes: lanesOf(options), few };
}

/** One class and the question put to it. */
interface ClassAsk {
  readonly search: ClassSearch;
  readonly query: Query;
  readonly vector: Int8Array;
  readonly learned: LearnedStrengths | undefined;
  readonly asking: Asking;
  readonly options: ParsedRecall;
  /** The question as the highest class that has facts sees it. */
  readonly highest: Features | undefined;
}

interface Weighed {
  readonly candidates: readonly Found[];
  readonly isAboutOthers: boolean;
  readonly features: Features;
}

function understood(
  { state, now }: RecallView,
  { lexicon, relevance }: ClassSearch,
  text: string,
  analysis: Analysis,
): Query {
  const findEvent = (event: string) => relevance.bestByWords(readQuery(event, lexicon), LEAST_EVENT);
  return readQuery(text, lexicon, {
    period: readPeriod(text, now, lexicon.documents, findEvent),
    otherNames: otherNamesIn(lexicon, (id) => state.facts.get(id)),
    analysis,
  });
}

/** The best facts of a class, and how likely each is about the question. */
function weigh(view: RecallView, ask: ClassAsk): Weighed {
  const { search, query, vector, learned, asking, options, highest } = ask;
  const { lexicon, relevance } = search;
  const scored = relevance.score(query, takesAll(options), { query: vector, limit: NEAREST }, learned);
  const chosen = choose({ state: view.state, lexicon }, scored.found, wantedBy(asking, options));
  const features = new Features(query, lexicon, scored, view.search.nearnessTo(vector), highest);
  return {
    candidates: chosen.map((one) => {
      const topics = features.topicsOf(one.fact);
      const found = foundAs(one, features.of(one.fact, one.at), scored);
      return topics === 0 ? found : { ...found, topics };
    }),
    isAboutOthers: scored.isAboutOthers,
    features,
  };
}

function foundAs({ fact, at }: Chosen, features: FeatureValues, { found }: Scored): Found {
  const relevance = likelihoodOf(features);
  const less = withLessLent(features, found.standings[at] as number);
  return {
    fact,
    relevance,
    standing: less === features ? relevance : Math.min(relevance, likelihoodOf(less)),
    open: found.opens[at] as number,
    lanes: found.lanesAt(at),
    via: undefined,
    isDoubtful: found.isDoubtfulAt(at),
    features,
  };
}

/** Search facts that are out of use as well: the options ask for some of them. */
function takesAll({ asOf, include }: ParsedRecall): boolean {
  return asOf !== undefined || include.size > 0;
}

function lanesOf(options: ParsedRecall): readonly Lane[] {
  return options.graph ? ["lexical", "vector", "graph"] : ["lexical", "vector"];
}

/** With what may have replaced the facts found. */
function withChanges(
  found: readonly Found[],
  { state }: RecallView,
  asking: Asking,
  options: ParsedRecall,
): readonly Found[] {
  const accepts = (fact: Fact) =>
    barrierOf(fact, asking) === undefined && filterOf(fact, options) === undefined;
  return withOutdated(withTied(found, (id) => state.facts.get(id), accepts));
}

/** Marks what the principal said before changing it. Only the principal's own changes bring anything into the list. */
function withOutdated(found: readonly Found[]): readonly Found[] {
  const own = new Map(
    found.filter(({ fact }) => fact.authority === TRUSTED).map(({ fact }) => [fact.id, fact]),
  );
  const factOf = (id: string) => own.get(id);
  return found.map((one) =>
    own.has(one.fact.id) && mayReplace(one.fact, factOf).length > 0 ? { ...one, mayBeOutdated: true } : one,
  );
}

function rank(
  found: readonly Found[],
  view: RecallView,
  asked: ReadonlyMap<Authority, ClassAsked>,
  few: number,
): readonly Candidate[] {
  const context = { now: view.now, fact: (id: string) => view.state.facts.get(id) };
  const candidates = found.map((one): Candidate => {
    const weighed = view.policy.rank(one.fact, one.relevance, context);
    return { ...one, weighed, score: weighed };
  });
  return inPrecedence(candidates, floorOfOwn(candidates, asked.get(TRUSTED), few), few);
}
