/**
 * How much of a query has a fact, by its words, and what kind of statement is it? A share of the most that a fact could
 * have; then a factor.
 */
import type { Bm25, LexicalMatches } from "../index/bm25.ts";
import { type Documents, TIMED, TRUSTED_TEXT } from "../index/documents.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import type { Query } from "./query.ts";
import { isOfPeriod, type Period } from "./when.ts";

const COVERAGE = 0.35;
const ASKING = 0.5;
const TIMED_GAIN = 0.3;
/** The sum that counts as full relevance: every term once, in a fact of average length, some of them together. */
const FULL = 2;
/** Terms of which the coverage of combinations is kept. */
const MAX_TABLED = 10;

export class Measure {
  private readonly flags: Uint8Array;
  private readonly asking: Uint8Array;
  private readonly timedFactor: number;
  private readonly idfs: readonly number[];
  private readonly trustedIdfs: readonly number[];
  private readonly period: Period | undefined;
  private readonly documents: Documents;
  private readonly ideal: number;
  private readonly trustedIdeal: number;
  private readonly table: Float64Array | undefined;
  private readonly trustedTable: Float64Array | undefined;

  constructor(query: Query, index: LexicalIndex, { idfs, trustedIdfs }: Bm25) {
    this.flags = index.documents.flags.values;
    this.asking = index.documents.asking.values;
    this.timedFactor = query.asksWhen ? 1 + TIMED_GAIN : 1;
    this.idfs = idfs;
    this.trustedIdfs = trustedIdfs;
    this.period = query.period;
    this.documents = index.documents;
    this.ideal = sum(idfs);
    this.trustedIdeal = sum(trustedIdfs);
    this.table = tableOf(idfs, this.ideal);
    this.trustedTable = tableOf(trustedIdfs, this.trustedIdeal);
  }

  isTrusted(document: number): boolean {
    return ((this.flags[document] as number) & TRUSTED_TEXT) !== 0;
  }

  /** How much of the query a match has, by its words. */
  of(matches: LexicalMatches, at: number): number {
    const terms = matches.terms[at] as number;
    const score = matches.scores[at] as number;
    const isTrusted = this.isTrusted(matches.documents[at] as number);
    const ideal = isTrusted ? this.trustedIdeal : this.ideal;
    if (ideal <= 0) return 0;
    const table = isTrusted ? this.trustedTable : this.table;
    let coverage = table?.[terms] ?? 0;
    if (coverage === 0) {
      coverage = coverageOf(terms, isTrusted ? this.trustedIdfs : this.idfs, ideal);
      if (table !== undefined) table[terms] = coverage;
    }
    return (score / ideal / FULL) * (1 + COVERAGE * coverage);
  }

  /** The most that `kind` can say. */
  get mostKind(): number {
    return this.timedFactor * (1 + (this.period?.gain ?? 0));
  }

  /** What kind of statement it is. */
  kind(document: number): number {
    const isTimed = ((this.flags[document] as number) & TIMED) !== 0;
    const kind = (1 - (ASKING * (this.asking[document] as number)) / 255) * (isTimed ? this.timedFactor : 1);
    if (this.period === undefined || !isOfPeriod(this.period, this.documents, document)) return kind;
    return kind * (1 + this.period.gain);
  }
}

function coverageOf(mask: number, idfs: readonly number[], ideal: number): number {
  let covered = 0;
  for (let i = 0; i < idfs.length && i < 30; i++) if ((mask & (1 << i)) !== 0) covered += idfs[i] as number;
  return covered / ideal;
}

/** Room for what every combination covers, worked out when it is met; 0 until then. */
function tableOf(idfs: readonly number[], ideal: number): Float64Array | undefined {
  return idfs.length > MAX_TABLED || ideal <= 0 ? undefined : new Float64Array(1 << idfs.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
