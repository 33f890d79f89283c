/**
 * Which of what words found are also held against the query's vector? The best by words.
 *
 * Beside what the vector lane finds by itself: every fact that can come to the front is weighed by both.
 */
import type { LexicalMatches } from "../indexes/words/bm25.ts";

/** A few more where several are as good as the last of them. */
const MEASURED = 64;
/** What words make of a fact falls into so many ranges: the best are found by counting. */
const RANGES = 256;

export class BestByWords {
  documents = new Int32Array(0);
  count = 0;
  private readonly counts = new Int32Array(RANGES);

  /** `lexical`: what words make of each match; `kept`: places of the first `keptCount` that are looked at. */
  choose({ documents }: LexicalMatches, lexical: Float64Array, kept: Int32Array, keptCount: number): void {
    this.count = 0;
    if (this.documents.length < keptCount) this.documents = new Int32Array(2 * keptCount);
    if (keptCount <= MEASURED) {
      for (let k = 0; k < keptCount; k++) this.documents[k] = documents[kept[k] as number] as number;
      this.count = keptCount;
      return;
    }
    const { counts } = this;
    counts.fill(0);
    for (let k = 0; k < keptCount; k++) (counts[rangeOf(lexical[kept[k] as number] as number)] as number)++;
    const least = this.leastRange();
    for (let k = 0; k < keptCount; k++) {
      const i = kept[k] as number;
      if (rangeOf(lexical[i] as number) >= least) this.documents[this.count++] = documents[i] as number;
    }
  }

  /** The range from which on there are enough. */
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
