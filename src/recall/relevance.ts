/**
 * How relevant is each fact, by its words and by what kind of statement it is? From 0 to 1.
 *
 * The score of the words against the most a fact could have, more for covering more of the query; less for a fact
 * that asks instead of stating, that does not say when where the question asks that, or that is about somebody
 * else.
 */
import { Bm25, type LexicalMatches } from "../index/bm25.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import { type Near, NearDocuments } from "../index/near-documents.ts";
import type { VectorIndex } from "../index/vectors.ts";
import { FAINT } from "./cut.ts";
import type { Lane } from "./hit.ts";
import type { Standings } from "./learned-lane.ts";
import { Measure } from "./measure.ts";
import type { Query } from "./query.ts";
import { Whom } from "./whom.ts";

/** Twice as much of the query is eight times as relevant: age and trust decide among near equals, not across. */
const SHARPNESS = 3;
/** What the vector lane may add where words suffice, and how much more where there are none. */
const VECTOR_WEIGHT = 0.18;
const VECTOR_GAIN = 0.4;
const WORDS_SUFFICE = 0.5;
/** The same for learned vectors: what a fact that stands out as far as any may get. */
const LEARNED_WEIGHT = 0.15;
const LEARNED_GAIN = 0.45;
/** What the model-free vector counts for beside a learned one. */
const BESIDE_LEARNED = 0.5;
/** A fact that nothing else led to must stand out so far to be looked at. */
const LEAST_STRENGTH = 0.3;
/** The cosine up to which texts have nothing to do with each other. */
const UNRELATED = 0.25;
const TRACE = 0.02;
/** Of what neighbours lent, what counts in the cut: it tells which of two is meant, hardly that either is. */
const LENT_STANDING = 0.5;
/** Somebody else's facts match so much better that none about the asked one can be meant. */
const OTHERS_WIN = 0.62;
/** … and well enough that they are what was looked for. */
const OTHERS_LEAST = 0.2;

/** What was found, in no order: the first `count` of each list. */
export class Relevants {
  count = 0;
  documents = new Int32Array(0);
  /** From 0 to 1, before it is sharpened: the same order, and far cheaper to have for all. */
  shares = new Float64Array(0);
  /** The same with less of what neighbours lent: what the cut goes by. */
  standings = new Float64Array(0);
  private lanes = new Uint8Array(0);
  private doubtful = new Uint8Array(0);

  begin(most: number): void {
    this.count = 0;
    if (this.documents.length >= most) return;
    const room = Math.ceil(most * 1.5) + 64;
    this.documents = new Int32Array(room);
    this.shares = new Float64Array(room);
    this.standings = new Float64Array(room);
    this.lanes = new Uint8Array(room);
    this.doubtful = new Uint8Array(room);
  }

  add(document: number, share: number, standing: number, lanes: number, isDoubtful: boolean): void {
    const at = this.count++;
    this.documents[at] = document;
    this.shares[at] = Math.min(1, share);
    this.standings[at] = Math.min(1, standing);
    this.lanes[at] = lanes;
    this.doubtful[at] = isDoubtful ? 1 : 0;
  }

  relevanceAt(at: number): number {
    return sharp(this.shares[at] as number);
  }

  standingAt(at: number): number {
    return sharp(this.standings[at] as number);
  }

  /** The lanes that found it, the stronger first. */
  lanesAt(at: number): readonly Lane[] {
    return WAYS[this.lanes[at] as number] as readonly Lane[];
  }

  /** It is here because it stands out among learned vectors, which something always does: not enough for the cut. */
  isDoubtfulAt(at: number): boolean {
    return this.doubtful[at] === 1;
  }
}

export interface Scored {
  /** Until the next time. */
  readonly found: Relevants;
  /** The question is about one person, and only others' facts match. */
  readonly isAboutOthers: boolean;
}

export class Relevance {
  private readonly index: LexicalIndex;
  private readonly bm25: Bm25;
  private readonly found = new Relevants();
  private lexical = new Float64Array(0);
  private isMatched = new Uint8Array(0);
  private nearDocuments: NearDocuments | undefined;
  private vectors: VectorIndex | undefined;

  constructor(index: LexicalIndex) {
    this.index = index;
    this.bm25 = new Bm25(index);
  }

  /** What is near the query's vector: so many of all, and so many of the trusted. */
  near(vectors: VectorIndex, query: Int8Array, limit: number, takesAll: boolean): Near {
    if (this.nearDocuments === undefined || this.vectors !== vectors) {
      this.vectors = vectors;
      this.nearDocuments = new NearDocuments(vectors);
    }
    return this.nearDocuments.search(query, this.index.documents, limit, takesAll);
  }

  /** `near`: what is near the query; `learned`: how documents stand by learned vectors. */
  score(query: Query, takesAll: boolean, near: Near, learned?: Standings): Scored {
    const matches = this.bm25.search(query.terms, takesAll);
    const measure = new Measure(query, this.index, this.bm25);
    this.begin(matches.count, near.count, learned);
    const { lexical, isMatched } = this;
    for (let i = 0; i < matches.count; i++) lexical[i] = measure.of(matches, i);
    const judge = new Judge(
      query,
      this.index,
      measure,
      vectorNeeds(matches, lexical, measure),
      near,
      learned,
      this.found,
    );
    const seen = learned && new Uint8Array(learned.strengths.length);
    for (let i = 0; i < matches.count; i++) {
      const document = matches.documents[i] as number;
      const words = lexical[i] as number;
      const score = matches.scores[i] as number;
      judge.take(document, words, score > 0 ? (words * (matches.owns[i] as number)) / score : 0);
      isMatched[document] = 1;
      if (seen !== undefined) seen[document] = 1;
    }
    for (let i = 0; i < near.count; i++) {
      const document = near.documents[i] as number;
      if (isMatched[document] === 1) continue;
      judge.take(document, 0, 0);
      if (seen !== undefined) seen[document] = 1;
    }
    for (let i = 0; i < matches.count; i++) isMatched[matches.documents[i] as number] = 0;
    for (const document of outstanding(learned)) if (seen?.[document] === 0) judge.take(document, 0, 0);
    return { found: this.found, isAboutOthers: judge.isAboutOthers };
  }

  /** Ids of what the words alone find, the most relevant first, ties by id. */
  byWords(query: Query, limit: number): readonly string[] {
    const { ids } = this.index.documents;
    const { found } = this.score(query, false, this.nothingNear());
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
    const { found } = this.score(query, false, this.nothingNear());
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

  private begin(matched: number, near: number, learned: Standings | undefined): void {
    this.found.begin(matched + near + (learned?.strengths.length ?? 0));
    if (this.lexical.length < matched) this.lexical = new Float64Array(Math.ceil(matched * 1.5));
    const { size } = this.index.documents;
    if (this.isMatched.length < size) this.isMatched = new Uint8Array(Math.ceil(size * 1.25));
  }
}

/** Weighs what each lane says of a document. */
class Judge {
  private readonly whom: Whom;
  private readonly measure: Measure;
  private readonly needs: Needs;
  private readonly near: Near;
  private readonly learned: Standings | undefined;
  private readonly found: Relevants;
  private readonly best = new BestOf();

  constructor(
    query: Query,
    index: LexicalIndex,
    measure: Measure,
    needs: Needs,
    near: Near,
    learned: Standings | undefined,
    found: Relevants,
  ) {
    this.whom = new Whom(query, index);
    this.measure = measure;
    this.needs = needs;
    this.near = near;
    this.learned = learned;
    this.found = found;
  }

  get isAboutOthers(): boolean {
    return this.whom.isAskingAboutOne && this.best.isOthers;
  }

  take(document: number, lexical: number, own: number): void {
    const { measure, whom, learned } = this;
    const isTrusted = measure.isTrusted(document);
    const need = isTrusted ? this.needs.trusted : this.needs.all;
    const byModel =
      learned === undefined
        ? 0
        : (learned.strengths[document] as number) * (LEARNED_WEIGHT + LEARNED_GAIN * need);
    const byForm =
      nearness(this.near.cosines[document] as number) *
      (VECTOR_WEIGHT + VECTOR_GAIN * need) *
      (byModel > 0 ? BESIDE_LEARNED : 1);
    const kind = measure.kind(document);
    const plain = (lexical + byForm) * kind;
    if (whom.isAskingAboutOne) this.best.note(plain, whom.concern(document) === "other", isTrusted);
    const factor = whom.isIndifferent ? 1 : whom.factor(document);
    const share = (plain + byModel * kind) * factor;
    if (!(share > 0)) return;
    const standing = (own + LENT_STANDING * (lexical - own) + byForm + byModel) * kind * factor;
    const isDoubtful = byModel > 0 && learned?.near[document] !== 1 && sharp(plain * factor) < FAINT;
    this.found.add(document, share, standing, wayOf(lexical, byForm + byModel), isDoubtful);
  }
}

function sharp(share: number): number {
  return Math.min(1, share) ** SHARPNESS;
}

/** The share that such a relevance comes from. */
export function shareOf(relevance: number): number {
  return relevance ** (1 / SHARPNESS);
}

function* outstanding(learned: Standings | undefined): Generator<number> {
  if (learned === undefined) return;
  const { strengths } = learned;
  for (let document = 0; document < strengths.length; document++)
    if ((strengths[document] as number) >= LEAST_STRENGTH) yield document;
}

const WAYS: readonly (readonly Lane[])[] = [
  Object.freeze(["lexical"] as const),
  Object.freeze(["vector"] as const),
  Object.freeze(["lexical", "vector"] as const),
  Object.freeze(["vector", "lexical"] as const),
];

/** Which of `WAYS` led to it. */
function wayOf(lexical: number, vector: number): number {
  if (vector === 0) return 0;
  if (lexical === 0) return 1;
  return lexical >= vector ? 2 : 3;
}

/** From 0 where unrelated texts are to 1. */
function nearness(cosine: number): number {
  if (cosine <= 0) return 0;
  // A trace below: it orders what would otherwise not be found at all, and decides nothing else.
  return TRACE * cosine + Math.max(0, (cosine - UNRELATED) / (1 - UNRELATED));
}

/** How much vectors are needed, from 0 where words answer the query to 1 where no fact has its words. */
interface Needs {
  readonly all: number;
  /** Trusted facts are weighed by trusted ones alone. */
  readonly trusted: number;
}

function vectorNeeds({ count, documents }: LexicalMatches, lexical: Float64Array, measure: Measure): Needs {
  let best = 0;
  let bestTrusted = 0;
  for (let i = 0; i < count; i++) {
    const value = lexical[i] as number;
    if (value > best) best = value;
    if (value > bestTrusted && measure.isTrusted(documents[i] as number)) bestTrusted = value;
  }
  const need = (reached: number) => Math.max(0, 1 - reached / WORDS_SUFFICE);
  return { all: need(best), trusted: need(bestTrusted) };
}

/** The best that is about the asked one, or open, and the best of others; trusted facts judged among themselves. */
class BestOf {
  private own = 0;
  private others = 0;
  private trustedOwn = 0;
  private trustedOthers = 0;

  note(relevance: number, isOther: boolean, isTrusted: boolean): void {
    if (isOther) {
      this.others = Math.max(this.others, relevance);
      if (isTrusted) this.trustedOthers = Math.max(this.trustedOthers, relevance);
    } else {
      this.own = Math.max(this.own, relevance);
      if (isTrusted) this.trustedOwn = Math.max(this.trustedOwn, relevance);
    }
  }

  get isOthers(): boolean {
    const isLost = (own: number, others: number) => others >= OTHERS_LEAST && own < OTHERS_WIN * others;
    const isAnyTrusted = this.trustedOwn > 0 || this.trustedOthers > 0;
    if (isAnyTrusted && !isLost(this.trustedOwn, this.trustedOthers)) return false;
    return isLost(this.own, this.others);
  }
}
