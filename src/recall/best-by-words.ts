/**
 * Which of the facts found by words are also compared with the query's vector? The best by words.
 *
 * They come in addition to what the vector lane finds by itself: so every fact that can come to the front is weighed
 * by both lanes.
 */
import type { LexicalMatches } from "../indexes/words/bm25.ts";

/** At least this many, if found; facts in the same range as the last of them come as well. */
const MEASURED = 64;
/** Shares by words (how much of the query a fact covers) fall into this many ranges: counting finds the best. */
const RANGES = 256;

export class BestByWords {
  documents = new Int32Array(0);
  count = 0;
  private readonly counts = new Int32Array(RANGES);

  /** `lexical`: share by words of each match. */
  choose({ documents, count }: LexicalMatches, lexical: Float64Array): void {
    this.count = 0;
    if (this.documents.length < count) this.documents = new Int32Array(2 * count);
    if (count <= MEASURED) {
      for (let i = 0; i < count; i++) this.documents[i] = documents[i] as number;
      this.count = count;
      return;
    }
    const { counts } = this;
    counts.fill(0);
    for (let i = 0; i < count; i++) (counts[rangeOf(lexical[i] as number)] as number)++;
    const least = this.leastRange();
    for (let i = 0; i < count; i++)
      if (rangeOf(lexical[i] as number) >= least) this.documents[this.count++] = documents[i] as number;
  }

  /** The lowest range that is needed to have enough. */
  private leastRange(): number {
    let range = RANGES - 1;
    for (let sum = this.counts[range] as number; sum < MEASURED && range > 0; )
      sum += this.counts[--range] as number;
    return range;
  }
}

function rangeOf(words: number): number {
  return Math.min(RANGES - 1, Math.floor(words * RANGES));
}
