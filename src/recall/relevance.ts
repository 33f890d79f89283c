/**
 * How relevant is each fact, by its words and by what kind of statement it is? From 0 to 1.
 *
 * The score of the words against the most a fact could have, more for covering more of the query; less for a fact
 * that asks instead of stating, that does not say when where the question asks that, or that is about somebody
 * else.
 */
import { Bm25, type LexicalMatch } from "../index/bm25.ts";
import { TIMED, TRUSTED_TEXT } from "../index/documents.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import { LEAST } from "./cut.ts";
import type { Lane } from "./hit.ts";
import type { Standings } from "./learned-lane.ts";
import type { Query } from "./query.ts";
import { Whom } from "./whom.ts";

const COVERAGE = 0.3;
const ASKING = 0.5;
const TIMED_GAIN = 0.3;
/** Twice as much of the query is eight times as relevant: age and trust decide among near equals, not across. */
const SHARPNESS = 3;
/** The sum that counts as full relevance: every term once, in a fact of average length, some of them together. */
const FULL = 2;
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
/** Somebody else's facts match so much better that none about the asked one can be meant. */
const OTHERS_WIN = 0.6;
/** Terms for which the coverage of every combination is worked out beforehand. */
const MAX_TABLED = 10;

export interface Relevant {
  readonly document: number;
  readonly relevance: number;
  /** The lanes that found it, the stronger first. */
  readonly lanes: readonly Lane[];
  /** It is here because it stands out among learned vectors, which something always does: not enough for the cut. */
  readonly isDoubtful: boolean;
}

export interface Scored {
  /** Unordered. */
  readonly found: readonly Relevant[];
  /** The question is about one person, and only others' facts match. */
  readonly isAboutOthers: boolean;
}

export class Relevance {
  private readonly index: LexicalIndex;
  private readonly bm25: Bm25;

  constructor(index: LexicalIndex) {
    this.index = index;
    this.bm25 = new Bm25(index);
  }

  /** `near`: how near documents are to the query, as cosines; `learned`: how they stand by learned vectors. */
  score(query: Query, takesAll: boolean, near: ReadonlyMap<number, number>, learned?: Standings): Scored {
    const matches = this.bm25.search(query.terms, takesAll);
    const whom = new Whom(query, this.index);
    const measure = new Measure(query, this.index, this.bm25);
    const best = new BestOf();
    const found: Relevant[] = [];
    const words = matches.map((match) => measure.of(match));
    const weigh = vectorWeights(matches, words, measure);
    const judge = (document: number, lexical: number): void => {
      const byModel = (learned?.strengths[document] ?? 0) * weigh.learned(document);
      const byForm =
        nearness(near.get(document)) * weigh.modelFree(document) * (byModel > 0 ? BESIDE_LEARNED : 1);
      const kind = measure.kind(document);
      const plain = (lexical + byForm) * kind;
      if (whom.isAskingAboutOne)
        best.note(plain, whom.concern(document) === "other", measure.isTrusted(document));
      const factor = whom.factor(document);
      const relevance = sharp((plain + byModel * kind) * factor);
      const isDoubtful = byModel > 0 && learned?.near[document] !== 1 && sharp(plain * factor) < LEAST;
      if (relevance > 0)
        found.push({ document, relevance, lanes: lanesBy(lexical, byForm + byModel), isDoubtful });
    };
    const rest = new Set(near.keys());
    const seen = learned && new Uint8Array(learned.strengths.length);
    for (const [i, { document }] of matches.entries()) {
      judge(document, words[i] as number);
      rest.delete(document);
      if (seen !== undefined) seen[document] = 1;
    }
    for (const document of rest) {
      judge(document, 0);
      if (seen !== undefined) seen[document] = 1;
    }
    for (const document of outstanding(learned)) if (seen?.[document] === 0) judge(document, 0);
    return { found, isAboutOthers: whom.isAskingAboutOne && best.isOthers };
  }
}

function sharp(share: number): number {
  return Math.min(1, share) ** SHARPNESS;
}

function* outstanding(learned: Standings | undefined): Generator<number> {
  if (learned === undefined) return;
  const { strengths } = learned;
  for (let document = 0; document < strengths.length; document++)
    if ((strengths[document] as number) >= LEAST_STRENGTH) yield document;
}

const BY_WORDS = ["lexical"] as const;
const BY_VECTOR = ["vector"] as const;

function lanesBy(lexical: number, vector: number): readonly Lane[] {
  if (vector === 0) return BY_WORDS;
  if (lexical === 0) return BY_VECTOR;
  return lexical >= vector ? ["lexical", "vector"] : ["vector", "lexical"];
}

/** From 0 where unrelated texts are to 1. */
function nearness(cosine: number | undefined): number {
  if (cosine === undefined || cosine <= 0) return 0;
  // A trace below: it orders what would otherwise not be found at all, and decides nothing else.
  return TRACE * cosine + Math.max(0, (cosine - UNRELATED) / (1 - UNRELATED));
}

/**
 * What nearness counts for: little where words answer the query, more where no fact has its words. Trusted facts are
 * weighed by trusted ones alone.
 */
function vectorWeights(
  matches: readonly LexicalMatch[],
  words: readonly number[],
  measure: Measure,
): { readonly modelFree: (document: number) => number; readonly learned: (document: number) => number } {
  let best = 0;
  let bestTrusted = 0;
  for (let i = 0; i < matches.length; i++) {
    const value = words[i] as number;
    best = Math.max(best, value);
    if (value > bestTrusted && measure.isTrusted((matches[i] as LexicalMatch).document)) bestTrusted = value;
  }
  const need = (reached: number) => Math.max(0, 1 - reached / WORDS_SUFFICE);
  const [all, trusted] = [need(best), need(bestTrusted)];
  const needOf = (document: number) => (measure.isTrusted(document) ? trusted : all);
  return {
    modelFree: (document) => VECTOR_WEIGHT + VECTOR_GAIN * needOf(document),
    learned: (document) => LEARNED_WEIGHT + LEARNED_GAIN * needOf(document),
  };
}

class Measure {
  private readonly query: Query;
  private readonly index: LexicalIndex;
  private readonly idfs: readonly number[];
  private readonly trustedIdfs: readonly number[];
  private readonly ideal: number;
  private readonly trustedIdeal: number;
  private readonly table: Float64Array | undefined;
  private readonly trustedTable: Float64Array | undefined;

  constructor(query: Query, index: LexicalIndex, { idfs, trustedIdfs }: Bm25) {
    this.query = query;
    this.index = index;
    this.idfs = idfs;
    this.trustedIdfs = trustedIdfs;
    this.ideal = sum(idfs);
    this.trustedIdeal = sum(trustedIdfs);
    this.table = tableOf(idfs, this.ideal);
    this.trustedTable = tableOf(trustedIdfs, this.trustedIdeal);
  }

  isTrusted(document: number): boolean {
    return ((this.index.documents.flags.values[document] as number) & TRUSTED_TEXT) !== 0;
  }

  of({ document, score, terms }: LexicalMatch): number {
    const isTrusted = this.isTrusted(document);
    const ideal = isTrusted ? this.trustedIdeal : this.ideal;
    if (ideal <= 0) return 0;
    const table = isTrusted ? this.trustedTable : this.table;
    const coverage = table?.[terms] ?? coverageOf(terms, isTrusted ? this.trustedIdfs : this.idfs, ideal);
    return (score / ideal / FULL) * (1 + COVERAGE * coverage);
  }

  /** What kind of statement it is. */
  kind(document: number): number {
    const { flags, asking } = this.index.documents;
    const isTimed = ((flags.values[document] as number) & TIMED) !== 0;
    return (
      (1 - (ASKING * (asking.values[document] as number)) / 255) *
      (this.query.asksWhen && isTimed ? 1 + TIMED_GAIN : 1)
    );
  }
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
    const trustedLose = this.trustedOwn < OTHERS_WIN * this.trustedOthers || this.trustedOwn === 0;
    return trustedLose && this.own < OTHERS_WIN * this.others;
  }
}

function coverageOf(mask: number, idfs: readonly number[], ideal: number): number {
  let covered = 0;
  for (let i = 0; i < idfs.length && i < 30; i++) if ((mask & (1 << i)) !== 0) covered += idfs[i] as number;
  return covered / ideal;
}

function tableOf(idfs: readonly number[], ideal: number): Float64Array | undefined {
  if (idfs.length > MAX_TABLED || ideal <= 0) return undefined;
  const table = new Float64Array(1 << idfs.length);
  for (let mask = 0; mask < table.length; mask++) table[mask] = coverageOf(mask, idfs, ideal);
  return table;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
