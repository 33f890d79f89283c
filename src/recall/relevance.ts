/**
 * How relevant is each fact, by its words, its vector and by what kind of statement it is?
 *
 * The score of the words against the most a fact could have, more for covering more of the query; what is near in
 * meaning or form beside it; less for a fact that asks instead of stating, that does not say when where the question
 * asks that, or that is about somebody else.
 */
import { Bm25, type LexicalMatches } from "../index/bm25.ts";
import { NONE } from "../index/documents.ts";
import { DIMENSIONS, encodeInto } from "../index/encoder.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import { type Near, NearDocuments } from "../index/near-documents.ts";
import type { VectorIndex } from "../index/vectors.ts";
import { words } from "../text/words.ts";
import { BestByWords } from "./best-by-words.ts";
import { Judge, leastCosine, mostByVectors, type Needs, needsFor, standingOf } from "./judge.ts";
import type { Standings } from "./learned-lane.ts";
import { Measure } from "./measure.ts";
import type { Query } from "./query.ts";
import { type LeastShares, Relevants, shareOf } from "./relevants.ts";
import { Whom } from "./whom.ts";

/** A fact that nothing else led to must stand out so far to be looked at. */
const LEAST_STRENGTH = 0.3;
/** What is so close to a floor is not certain to be below it. */
const ROUNDING = 1e-6;

/** What the vector lane is asked. */
export interface VectorAsk {
  readonly vectors: VectorIndex;
  readonly query: Int8Array;
  /** Facts that it brings: so many of all, and so many of the trusted. */
  readonly limit: number;
  /** What may be left out. Where words reach so much that vectors alone reach less, nothing is looked for by them. */
  readonly least: LeastShares | undefined;
}

export interface Scored {
  /** Until the next time. */
  readonly found: Relevants;
  /** The question is about one person, and only others' facts match. */
  readonly isAboutOthers: boolean;
}

/** The match that has most of the words. */
interface Best {
  /** `NONE` if there is none. */
  readonly document: number;
  /** What words make of it; of that its own ones. */
  readonly words: number;
  readonly own: number;
}

interface Bests {
  readonly trusted: Best;
  readonly others: Best;
}

/** What comes to less, before it is sharpened, may be left out; as `choose` will find it. */
interface Floors {
  readonly trusted: number;
  readonly others: number;
}

/** Above any cosine. */
const NEVER = 1 + ROUNDING;
const NO_FLOORS: Floors = { trusted: 0, others: 0 };

export class Relevance {
  private readonly index: LexicalIndex;
  private readonly bm25: Bm25;
  private readonly measure: Measure;
  private readonly found = new Relevants();
  private readonly best = new BestByWords();
  /** By match: what words make of it. */
  private lexical = new Float64Array(0);
  /** Places of the matches that are looked at. */
  private kept = new Int32Array(0);
  private isMatched = new Uint8Array(0);
  private nearDocuments: NearDocuments | undefined;
  private vectors: VectorIndex | undefined;
  private readonly vector = new Int8Array(DIMENSIONS);

  constructor(index: LexicalIndex) {
    this.index = index;
    this.bm25 = new Bm25(index);
    this.measure = new Measure(index);
  }

  /** Of a query, until the next time. */
  vectorOf(text: string): Int8Array {
    encodeInto(words(text), this.vector, 0);
    return this.vector;
  }

  /** `vector`: what is near the query is found, too; `learned`: how documents stand by learned vectors. */
  score(query: Query, takesAll: boolean, vector?: VectorAsk, learned?: Standings): Scored {
    const matches = this.bm25.search(query.terms, takesAll);
    const { measure } = this;
    measure.begin(query, this.bm25);
    const whom = new Whom(query, this.index);
    const bests = this.measureAll(matches);
    const needs = needsFor(Math.max(bests.trusted.words, bests.others.words), bests.trusted.words);
    const isLeaving = learned === undefined && !whom.isAskingAboutOne;
    const floors = (isLeaving && vector?.least && floorsOf(bests, vector.least, measure, whom)) || NO_FLOORS;
    const kept = this.keep(matches, needs, floors);
    const wordless = this.leastWordless(floors, needs);
    const near =
      vector === undefined ? this.nothingNear() : this.near(vector, matches, kept, takesAll, wordless);
    this.begin(kept + near.count, learned, floors === NO_FLOORS);
    const judge = new Judge(whom, measure, needs, near, learned, this.found);
    this.judge(judge, matches, kept, near, learned);
    return { found: this.found, isAboutOthers: judge.isAboutOthers };
  }

  /** What words make of each match; the best of each class. */
  private measureAll(matches: LexicalMatches): Bests {
    if (this.lexical.length < matches.count) {
      this.lexical = new Float64Array(Math.ceil(matches.count * 1.5));
      this.kept = new Int32Array(this.lexical.length);
    }
    const { lexical, measure } = this;
    const { count, documents } = matches;
    let trusted = -1;
    let others = -1;
    let mostTrusted = 0;
    let mostOthers = 0;
    for (let i = 0; i < count; i++) {
      const words = measure.of(matches, i);
      lexical[i] = words;
      if (measure.isTrusted(documents[i] as number)) {
        if (words <= mostTrusted) continue;
        mostTrusted = words;
        trusted = i;
      } else if (words > mostOthers) {
        mostOthers = words;
        others = i;
      }
    }
    return { trusted: bestAt(matches, trusted, mostTrusted), others: bestAt(matches, others, mostOthers) };
  }

  /** Notes the places of the matches that may reach the floor of their class; how many they are. */
  private keep(matches: LexicalMatches, needs: Needs, floors: Floors): number {
    const { lexical, kept, measure } = this;
    const { count, documents } = matches;
    const { mostKind } = measure;
    const leastTrusted = floors.trusted / mostKind - mostByVectors(needs.trusted);
    const leastOthers = floors.others / mostKind - mostByVectors(needs.all);
    let at = 0;
    for (let i = 0; i < count; i++) {
      const isTrusted = measure.isTrusted(documents[i] as number);
      if ((lexical[i] as number) >= (isTrusted ? leastTrusted : leastOthers)) kept[at++] = i;
    }
    return at;
  }

  private judge(
    judge: Judge,
    matches: LexicalMatches,
    kept: number,
    near: Near,
    learned: Standings | undefined,
  ): void {
    const { lexical, isMatched } = this;
    const seen = learned && new Uint8Array(learned.strengths.length);
    for (let k = 0; k < kept; k++) {
      const i = this.kept[k] as number;
      const document = matches.documents[i] as number;
      const words = lexical[i] as number;
      judge.take(document, words, ownOf(matches, i, words));
      if (seen !== undefined) seen[document] = 1;
    }
    if (near.count > 0) for (let i = 0; i < matches.count; i++) isMatched[matches.documents[i] as number] = 1;
    for (let i = 0; i < near.count; i++) {
      const document = near.documents[i] as number;
      if (isMatched[document] === 1) continue;
      judge.take(document, 0, 0);
      if (seen !== undefined) seen[document] = 1;
    }
    if (near.count > 0) for (let i = 0; i < matches.count; i++) isMatched[matches.documents[i] as number] = 0;
    for (const document of outstanding(learned)) if (seen?.[document] === 0) judge.take(document, 0, 0);
  }

  /** The best by words are measured; and what is near the query is found, `wordless` at least if it has no words. */
  private near(
    { vectors, query, limit }: VectorAsk,
    matches: LexicalMatches,
    kept: number,
    takesAll: boolean,
    wordless: number,
  ): Near {
    const { documents } = this.index;
    if (this.nearDocuments === undefined || this.vectors !== vectors) {
      this.vectors = vectors;
      this.nearDocuments = new NearDocuments(vectors);
    }
    const { nearDocuments, best } = this;
    nearDocuments.begin(documents);
    best.choose(matches, this.lexical, this.kept, kept, documents.flags.values);
    // What words have found and nobody measures may be among the nearest.
    const least = best.count === kept ? wordless : 0;
    if (wordless < NEVER) nearDocuments.search(query, documents, limit, takesAll, least);
    nearDocuments.measure(query, best.documents, best.count);
    return nearDocuments.near;
  }

  /** How near the query a fact without any of the words must be to reach the floor of its class. */
  private leastWordless({ trusted, others }: Floors, needs: Needs): number {
    const { mostKind } = this.measure;
    const { size, goneCount, trustedCount } = this.index.documents;
    const ofTrusted = trustedCount === 0 ? NEVER : leastCosine(trusted, needs.trusted, mostKind);
    const hasOthers = size - goneCount > trustedCount;
    return Math.min(ofTrusted, hasOthers ? leastCosine(others, needs.all, mostKind) : NEVER);
  }

  /** Ids of what the words alone find, the most relevant first, ties by id. */
  byWords(query: Query, limit: number): readonly string[] {
    const { ids } = this.index.documents;
    const { found } = this.score(query, false);
    return Array.from({ length: found.count }, (_, i) => ({
      id: ids[found.documents[i] as number] as string,
      relevance: found.relevanceAt(i),
    }))
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  /** The document that has most of the words, at least so much; where there are trusted facts, of those. */
  bestByWords(query: Query, leastShare: number): number | undefined {
    const { documents } = this.index;
    const { found } = this.score(query, false);
    const idAt = (at: number) => documents.ids[found.documents[at] as number] as string;
    let best = -1;
    for (let i = 0; i < found.count; i++) {
      const share = found.standings[i] as number;
      if (documents.trustedCount > 0 && !documents.isTrusted(found.documents[i] as number)) continue;
      const most = best < 0 ? leastShare : (found.standings[best] as number);
      if (share > most || (share === most && (best < 0 || idAt(i) < idAt(best)))) best = i;
    }
    return best < 0 ? undefined : found.documents[best];
  }

  private nothingNear(): Near {
    const { size } = this.index.documents;
    return { count: 0, documents: new Int32Array(0), cosines: new Float64Array(size) };
  }

  private begin(most: number, learned: Standings | undefined, isWhole: boolean): void {
    this.found.begin(most + (learned?.strengths.length ?? 0), isWhole);
    const { size } = this.index.documents;
    if (this.isMatched.length < size) this.isMatched = new Uint8Array(Math.ceil(size * 1.25));
  }
}

/** Of what words make of a match, what its own ones do. */
function ownOf({ scores, owns }: LexicalMatches, at: number, words: number): number {
  const score = scores[at] as number;
  return score > 0 ? (words * (owns[at] as number)) / score : 0;
}

function bestAt(matches: LexicalMatches, at: number, words: number): Best {
  if (at < 0) return { document: NONE, words: 0, own: 0 };
  return { document: matches.documents[at] as number, words, own: ownOf(matches, at, words) };
}

/** Others are measured by what is best of all. */
function floorsOf(bests: Bests, least: LeastShares, measure: Measure, whom: Whom): Floors {
  const trusted = floorBy(bests.trusted, least, measure, whom);
  return { trusted, others: Math.max(trusted, floorBy(bests.others, least, measure, whom)) };
}

/** By words alone: vectors can only raise it. */
function floorBy(
  { document, words, own }: Best,
  { ofRelevance, ofStanding }: LeastShares,
  measure: Measure,
  whom: Whom,
): number {
  if (document === NONE) return 0;
  const factor = measure.kind(document) * whom.factor(document);
  const relevance = shareOf(ofRelevance) * Math.min(1, words * factor);
  const standing = shareOf(ofStanding) * Math.min(1, standingOf(words, own) * factor);
  return Math.min(relevance, standing) * (1 - ROUNDING);
}

function* outstanding(learned: Standings | undefined): Generator<number> {
  if (learned === undefined) return;
  const { strengths } = learned;
  for (let document = 0; document < strengths.length; document++)
    if ((strengths[document] as number) >= LEAST_STRENGTH) yield document;
}
