/**
 * Which of what words found are also held against the query's vector? The best by words, of each class.
 *
 * Beside what the vector lane finds by itself: every fact that can come to the front is weighed by both. Trusted facts
 * and the others are counted apart: no number of lower ones takes a trusted one's place.
 */
import type { LexicalMatches } from "../index/bm25.ts";
import { TRUSTED_TEXT } from "../index/documents.ts";

/** Of each class; a few more where several are as good as the last of them. */
const MEASURED = 64;
/** What words make of a fact falls into so many ranges: the best are found by counting. */
const RANGES = 256;

export class BestByWords {
  documents = new Int32Array(0);
  count = 0;
  private readonly counts = new Int32Array(2 * RANGES);

  /** `lexical`: what words make of each match; `kept`: places of the first `keptCount` that are looked at. */
  choose(
    { documents }: LexicalMatches,
    lexical: Float64Array,
    kept: Int32Array,
    keptCount: number,
    flags: Uint8Array,
  ): void {
    this.count = 0;
    if (this.documents.length < keptCount) this.documents = new Int32Array(2 * keptCount);
    if (keptCount <= MEASURED) {
      for (let k = 0; k < keptCount; k++) this.documents[k] = documents[kept[k] as number] as number;
      this.count = keptCount;
      return;
    }
    const placeAt = (i: number) => placeOf(lexical[i] as number, flags[documents[i] as number] as number);
    const { counts } = this;
    counts.fill(0);
    for (let k = 0; k < keptCount; k++) (counts[placeAt(kept[k] as number)] as number)++;
    const others = this.leastOf(0);
    const trusted = this.leastOf(RANGES);
    for (let k = 0; k < keptCount; k++) {
      const i = kept[k] as number;
      const place = placeAt(i);
      if (place >= (place >= RANGES ? trusted : others))
        this.documents[this.count++] = documents[i] as number;
    }
  }

  /** The range from which on there are enough, of the class that begins there. */
  private leastOf(begin: number): number {
    let place = begin + RANGES - 1;
    for (let sum = this.counts[place] as number; sum < MEASURED && place > begin; )
      sum += this.counts[--place] as number;
    return place;
  }
}

function placeOf(words: number, flag: number): number {
  const range = Math.min(RANGES - 1, Math.floor(words * RANGES));
  return (flag & TRUSTED_TEXT) === 0 ? range : RANGES + range;
}
