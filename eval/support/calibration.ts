/**
 * Can a figure be read as a probability? The expected calibration error, the area under the curve, and the table of
 * bins that both can be seen in.
 */

export interface Judged {
  readonly set: string;
  readonly relevance: number;
  readonly isGold: boolean;
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Means over the bin, data sets weighing alike. */
  readonly relevance: number;
  readonly gold: number;
}

const BINS = 10;

/** Sets weigh alike: each judged hit counts 1 divided by the number of its set's. */
export function binsOf(judged: readonly Judged[]): readonly Bin[] {
  const weightOf = weights(judged);
  return Array.from({ length: BINS }, (_, i) => {
    const [from, to] = [i / BINS, (i + 1) / BINS];
    const inside = judged.filter(({ relevance }) => binOf(relevance) === i);
    const all = inside.reduce((sum, one) => sum + weightOf(one), 0);
    const mean = (of: (one: Judged) => number) =>
      all === 0 ? 0 : inside.reduce((sum, one) => sum + weightOf(one) * of(one), 0) / all;
    return {
      from,
      to,
      count: inside.length,
      relevance: mean(({ relevance }) => relevance),
      gold: mean(({ isGold }) => (isGold ? 1 : 0)),
    };
  });
}

/** The mean distance between what is said and what is so, over ten bins. */
export function calibrationError(judged: readonly Judged[]): number {
  const weightOf = weights(judged);
  const gaps = new Float64Array(BINS);
  let all = 0;
  for (const one of judged) {
    const weight = weightOf(one);
    all += weight;
    (gaps[binOf(one.relevance)] as number) += weight * (one.relevance - (one.isGold ? 1 : 0));
  }
  return all === 0 ? 0 : gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / all;
}

/** How often a gold hit has a higher figure than one that is not gold; ties count half. Sets weigh alike. */
export function areaUnderCurve(judged: readonly Judged[]): number {
  const weightOf = weights(judged);
  const sorted = [...judged].sort((a, b) => a.relevance - b.relevance);
  let [below, right, gold, others] = [0, 0, 0, 0];
  for (let i = 0; i < sorted.length; ) {
    let [goldHere, othersHere] = [0, 0];
    const { relevance } = sorted[i] as Judged;
    for (; i < sorted.length && (sorted[i] as Judged).relevance === relevance; i++) {
      const one = sorted[i] as Judged;
      if (one.isGold) goldHere += weightOf(one);
      else othersHere += weightOf(one);
    }
    right += goldHere * (below + othersHere / 2);
    below += othersHere;
    gold += goldHere;
    others += othersHere;
  }
  return gold === 0 || others === 0 ? 0.5 : right / (gold * others);
}

function weights(judged: readonly Judged[]): (one: Judged) => number {
  const counts = new Map<string, number>();
  for (const { set } of judged) counts.set(set, (counts.get(set) ?? 0) + 1);
  return ({ set }) => 1 / (counts.get(set) as number);
}

function binOf(relevance: number): number {
  return Math.min(BINS - 1, Math.floor(relevance * BINS));
}
