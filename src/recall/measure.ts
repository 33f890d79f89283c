/**
 * How much of the query does a fact cover by its words, and what kind of statement is it? The first is a share of the
 * full score, the second a factor.
 */
import type { Bm25, LexicalMatches } from "../indexes/words/bm25.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { TIMED } from "../indexes/words/documents.ts";
import type { Query } from "./query.ts";
import { isOfPeriod, type Period } from "./when.ts";

const COVERAGE = 0.35;
const ASKING = 0.5;
const TIMED_GAIN = 0.3;
/**
 * The score, per unit of the query's weight, that counts as full: every term once, in a fact of average length, some
 * of them adjacent.
 */
const FULL = 2;
/** For queries of up to this many terms, the coverage of each combination is kept in a table. */
const MAX_TABLED = 10;
const UNKNOWN = -1;
/** Terms that have a bit in a mask. Later terms of a longer query never count as covered. */
const MAX_MASKED = 30;
/** What a missing word counts if it only specifies the next one, which is there ("bank" in "bank account"). */
const WHICH_PART = 0.5;

/** Serves one query after another: call `begin` with each. */
export class Measure {
  private readonly index: ClassLexicon;
  private readonly coverage = new Coverage();
  private flags = new Uint8Array(0);
  private asking = new Uint8Array(0);
  private timedFactor = 1;
  private period: Period | undefined;

  constructor(index: ClassLexicon) {
    this.index = index;
  }

  begin(query: Query, { idfs }: Bm25): void {
    const { flags, asking } = this.index.documents;
    this.flags = flags.values;
    this.asking = asking.values;
    this.timedFactor = query.asksWhen ? 1 + TIMED_GAIN : 1;
    this.period = query.period;
    this.coverage.begin(
      idfs,
      query.terms.map(({ isHead }) => isHead),
    );
  }

  /** A match's share of the full score, by its words. */
  of(matches: LexicalMatches, at: number): number {
    const { coverage } = this;
    if (coverage.ideal <= 0) return 0;
    const share = (matches.scores[at] as number) / coverage.ideal / FULL;
    return share * (1 + COVERAGE * coverage.of(matches.terms[at] as number));
  }

  /**
   * How much of the question a fact with these terms leaves open: the weight of the heaviest missing term, as a share
   * of all. A missing word that only specifies the next one, which is there ("bank" in "bank account"), counts half.
   */
  openAfter(terms: number): number {
    return this.coverage.openAfter(terms);
  }

  /**
   * The factor for the kind of statement: less for asking, more for saying when if the question asks when, more for
   * being of the time asked about.
   */
  kind(document: number): number {
    const isTimed = ((this.flags[document] as number) & TIMED) !== 0;
    const kind = (1 - (ASKING * (this.asking[document] as number)) / 255) * (isTimed ? this.timedFactor : 1);
    if (this.period === undefined || !isOfPeriod(this.period, this.index.documents, document)) return kind;
    return kind * (1 + this.period.gain);
  }
}

/** Which share of a query's terms, by weight, does a combination of them cover? */
class Coverage {
  /** The weight of all terms together. */
  ideal = 0;
  private idfs: readonly number[] = [];
  /** Coverage by combination, computed when first needed; 0 until then. */
  private readonly table = new Float64Array(1 << MAX_TABLED);
  /** What a combination leaves open, computed when first needed; `UNKNOWN` until then. */
  private readonly openTable = new Float64Array(1 << MAX_TABLED);
  /** By term: whether the word right before it is a term too. */
  private heads: readonly boolean[] = [];

  begin(idfs: readonly number[], heads: readonly boolean[]): void {
    this.idfs = idfs;
    this.heads = heads;
    this.ideal = 0;
    for (const idf of idfs) this.ideal += idf;
    if (idfs.length > MAX_TABLED) return;
    this.table.fill(0, 0, 1 << idfs.length);
    this.openTable.fill(UNKNOWN, 0, 1 << idfs.length);
  }

  of(mask: number): number {
    if (this.idfs.length > MAX_TABLED) return this.workOut(mask);
    const known = this.table[mask] as number;
    if (known !== 0) return known;
    const covered = this.workOut(mask);
    this.table[mask] = covered;
    return covered;
  }

  openAfter(mask: number): number {
    if (this.idfs.length > MAX_TABLED) return this.workOutOpen(mask);
    const known = this.openTable[mask] as number;
    if (known !== UNKNOWN) return known;
    const open = this.workOutOpen(mask);
    this.openTable[mask] = open;
    return open;
  }

  private workOutOpen(mask: number): number {
    const has = (i: number) => i < MAX_MASKED && (mask & (1 << i)) !== 0;
    let heaviest = 0;
    for (let i = 0; i < this.idfs.length; i++) {
      if (has(i)) continue;
      const part = this.heads[i + 1] === true && has(i + 1) ? WHICH_PART : 1;
      heaviest = Math.max(heaviest, part * (this.idfs[i] as number));
    }
    return this.ideal > 0 ? heaviest / this.ideal : 1;
  }

  private workOut(mask: number): number {
    let covered = 0;
    for (let i = 0; i < this.idfs.length && i < MAX_MASKED; i++)
      if ((mask & (1 << i)) !== 0) covered += this.idfs[i] as number;
    return covered / this.ideal;
  }
}
