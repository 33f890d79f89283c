/**
 * What does plain BM25 find? The yardstick: terms and stems of ours, the usual formula, nothing else.
 */
import { analyse } from "../../src/text/words/analyse.ts";

const K1 = 1.2;
const B = 0.75;

export interface Entry {
  readonly key: string;
  readonly text: string;
}

export class PlainBm25 {
  private readonly entries: {
    readonly entry: Entry;
    readonly counts: ReadonlyMap<string, number>;
    readonly length: number;
  }[] = [];
  private readonly holders = new Map<string, number>();
  private total = 0;

  add(entry: Entry): void {
    const counts = countsOf(entry.text);
    const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
    this.entries.push({ entry, counts, length });
    this.total += length;
    for (const term of counts.keys()) this.holders.set(term, (this.holders.get(term) ?? 0) + 1);
  }

  /** Best first; equal ones in the order in which they came. */
  find(query: string): readonly Entry[] {
    const mean = this.total / Math.max(1, this.entries.length);
    const terms = [...countsOf(query).keys()].filter((term) => this.holders.has(term));
    return this.entries
      .map(({ entry, counts, length }) => {
        const score = terms.reduce((sum, term) => {
          const count = counts.get(term) ?? 0;
          return (
            sum + (this.weightOf(term) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean))
          );
        }, 0);
        return { entry, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry);
  }

  private weightOf(term: string): number {
    const holders = this.holders.get(term) ?? 0;
    return Math.log(1 + (this.entries.length - holders + 0.5) / (holders + 0.5));
  }
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text: term } of analyse(text).terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
