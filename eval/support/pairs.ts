/**
 * What does a file of sentence pairs hold, and how often does a judge say yes per set and label?
 */
import { readJsonLines } from "./json-lines.ts";

export interface Pair {
  readonly set: string;
  readonly a: string;
  readonly b: string;
  readonly label: string;
}

export interface Rate {
  readonly set: string;
  readonly label: string;
  readonly pairs: number;
  readonly hits: number;
}

export function readPairs(path: string | undefined): readonly Pair[] {
  return readJsonLines(path, "{ set, a, b, label }, all strings", (value) => {
    const { set, a, b, label } = Object(value) as Record<string, unknown>;
    const isPair = [set, a, b, label].every((field) => typeof field === "string");
    return isPair ? ({ set, a, b, label } as Pair) : undefined;
  });
}

/** Sets in the order in which they come, labels by name. */
export function rates(pairs: readonly Pair[], isHit: (pair: Pair) => boolean): readonly Rate[] {
  const counts = new Map<string, { set: string; label: string; pairs: number; hits: number }>();
  for (const pair of pairs) {
    const key = JSON.stringify([pair.set, pair.label]);
    const rate = counts.get(key) ?? { set: pair.set, label: pair.label, pairs: 0, hits: 0 };
    rate.pairs++;
    if (isHit(pair)) rate.hits++;
    counts.set(key, rate);
  }
  const sets = [...new Set(pairs.map(({ set }) => set))];
  return [...counts.values()].sort(
    (x, y) => sets.indexOf(x.set) - sets.indexOf(y.set) || (x.label < y.label ? -1 : 1),
  );
}

export function percent(hits: number, pairs: number): string {
  return pairs === 0 ? "–" : `${((100 * hits) / pairs).toFixed(2)} %`;
}

/** Share of the words of both that both have: 1 for equal bags of words. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [inA, inB] = [new Set(a), new Set(b)];
  const both = [...inA].filter((word) => inB.has(word)).length;
  return both === 0 ? 0 : both / (inA.size + inB.size - both);
}
