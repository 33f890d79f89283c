/**
 * Which documents have which terms, how often, and where?
 *
 * There are two layers: postings that were laid out (one array for all terms, as in the blob) and those posted since
 * (a small list per term, which takes four times the room). A search walks both. Documents are numbers; a document comes
 * once per term.
 */
import { eachInSlices, type Slices } from "../../ports/slices.ts";
import { Column } from "../column.ts";

/** A posting's load packs the weight in quarters (7 bits) and the first and second position (12 bits each). */
const POSITION_BITS = 12;
const MAX_QUARTERS = 127;
const QUARTERS = 4;
const POSTINGS_PER_SLICE = 16_384;
const TERMS_PER_SLICE = 4_096;
/** So many postings, or a fourth of all, may be in the second layer. */
const SCATTERED_POSTINGS = 32_768;
/** No position, or one too large for its bits. */
export const NO_POSITION = (1 << POSITION_BITS) - 1;

export function weightOf(load: number): number {
  return (load >>> (2 * POSITION_BITS)) / QUARTERS;
}

/** Does one position of `second` follow one of `first`, with at most one word in between? */
export function follows(first: number, second: number): boolean {
  const a1 = (first >>> POSITION_BITS) & NO_POSITION;
  const a2 = first & NO_POSITION;
  const b1 = (second >>> POSITION_BITS) & NO_POSITION;
  const b2 = second & NO_POSITION;
  return isNext(a1, b1) || isNext(a1, b2) || isNext(a2, b1) || isNext(a2, b2);
}

function isNext(a: number, b: number): boolean {
  return a !== NO_POSITION && b !== NO_POSITION && b > a && b - a <= 2;
}

function loadOf(quarters: number, first: number, second: number): number {
  return (Math.min(MAX_QUARTERS, quarters) << (2 * POSITION_BITS)) | (first << POSITION_BITS) | second;
}

/** The load when the term comes once more in the same document. */
function heavier(load: number, quarters: number, position: number): number {
  const first = (load >>> POSITION_BITS) & NO_POSITION;
  const second = load & NO_POSITION;
  const sum = (load >>> (2 * POSITION_BITS)) + quarters;
  if (first === NO_POSITION) return loadOf(sum, position, second);
  return loadOf(sum, first, second === NO_POSITION ? position : second);
}

/** The laid-out layer: the postings of term t are those from starts[t] up to starts[t + 1]. */
export interface LaidOut {
  readonly starts: Int32Array;
  readonly documents: Int32Array;
  readonly loads: Int32Array;
}

const NOTHING_LAID_OUT: LaidOut = {
  starts: new Int32Array(1),
  documents: new Int32Array(0),
  loads: new Int32Array(0),
};

export class Postings {
  readonly terms: Map<string, number>;
  /** The terms by their numbers. */
  readonly texts: string[];
  /** Live documents per term: documents that are not live do not count in its rarity. */
  readonly counts: Column<Int32Array>;
  readonly laidOut: LaidOut;
  private readonly tails: (number[] | undefined)[] = [];
  /** How many postings are in the tails. */
  private tailCount = 0;

  constructor(
    texts: string[] = [],
    terms: Map<string, number> = new Map(),
    laidOut: LaidOut = NOTHING_LAID_OUT,
    counts: Int32Array = new Int32Array(0),
  ) {
    this.texts = texts;
    this.terms = terms;
    this.laidOut = laidOut;
    this.counts = new Column((length) => new Int32Array(length), counts);
  }

  /** The terms by their numbers, and how often each is counted. Takes the list over. */
  static *from(texts: string[], laidOut: LaidOut, counts: Int32Array): Slices<Postings> {
    const terms = new Map<string, number>();
    yield* eachInSlices(texts, TERMS_PER_SLICE, (text, id) => void terms.set(text, id));
    return new Postings(texts, terms, laidOut, counts);
  }

  /** Is everything in one layer? */
  get isLaidOut(): boolean {
    return this.tailCount === 0;
  }

  /** Documents must be posted in ascending order, all terms of one before the next. Only live ones are counted. */
  post(term: string, document: number, weight: number, position: number, isLive: boolean): void {
    let id = this.terms.get(term);
    if (id === undefined) {
      id = this.texts.push(term) - 1;
      this.terms.set(term, id);
      this.counts.push(0);
    }
    const quarters = Math.round(weight * QUARTERS);
    const place = Math.min(position, NO_POSITION);
    const tail = this.tails[id];
    if (tail === undefined) this.tails[id] = [document, loadOf(quarters, place, NO_POSITION)];
    else if (tail[tail.length - 2] === document) {
      tail[tail.length - 1] = heavier(tail[tail.length - 1] as number, quarters, place);
      return;
    } else tail.push(document, loadOf(quarters, place, NO_POSITION));
    this.tailCount++;
    if (isLive) (this.counts.values[id] as number)++;
  }

  /** Is it time to lay everything out again? Each posting is laid out a few times in all, however many there are. */
  get isScattered(): boolean {
    return this.tailCount > Math.max(SCATTERED_POSTINGS, this.laidOut.documents.length / 4);
  }

  /** A document with these terms became live (1) or ceased to be (-1). */
  recount(terms: ReadonlySet<string>, by: 1 | -1): void {
    for (const term of terms) {
      const id = this.terms.get(term);
      if (id !== undefined) (this.counts.values[id] as number) += by;
    }
  }

  /** Does a live document have the term? */
  isKnown(term: number): boolean {
    return (this.counts.values[term] as number) > 0;
  }

  /** What was posted since the layout: document, load, document, load, … */
  tailOf(term: number): readonly number[] | undefined {
    return this.tails[term];
  }

  /**
   * Everything in one layer, without the documents that are gone and the terms that only they had. Nothing may be posted
   * meanwhile.
   */
  *layingOut(isGone: (document: number) => boolean, isLive: (document: number) => boolean): Slices<Postings> {
    const terms: string[] = [];
    const starts = new Column((length) => new Int32Array(length));
    const most = this.laidOut.documents.length + this.tailCount;
    const documents = new Column((length) => new Int32Array(length), new Int32Array(most), 0);
    const loads = new Column((length) => new Int32Array(length), new Int32Array(most), 0);
    const counts = new Column((length) => new Int32Array(length));
    let rested = 0;
    for (const [term, id] of this.terms) {
      const start = documents.length;
      if (start - rested > POSTINGS_PER_SLICE) {
        rested = start;
        yield undefined;
      }
      let count = 0;
      this.each(id, (document, load) => {
        if (isGone(document)) return;
        documents.push(document);
        loads.push(load);
        if (isLive(document)) count++;
      });
      if (documents.length === start) continue;
      terms.push(term);
      starts.push(start);
      counts.push(count);
    }
    starts.push(documents.length);
    yield undefined;
    const laidOut = {
      starts: starts.filled(),
      documents: documents.filled(),
      loads: loads.filled(),
    };
    return yield* Postings.from(terms, laidOut, counts.filled());
  }

  each(term: number, take: (document: number, load: number) => void): void {
    const { starts, documents, loads } = this.laidOut;
    if (term + 1 < starts.length) {
      const end = starts[term + 1] as number;
      for (let i = starts[term] as number; i < end; i++) take(documents[i] as number, loads[i] as number);
    }
    const tail = this.tails[term];
    if (tail === undefined) return;
    for (let i = 0; i < tail.length; i += 2) take(tail[i] as number, tail[i + 1] as number);
  }
}
