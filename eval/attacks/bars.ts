/**
 * Are the bars met? Each bar with what was measured, what is to be reached, and a verdict.
 */
import { share } from "../support/report.ts";
import { printTable } from "../support/table.ts";
import type { Share } from "./shares.ts";
import type { Today } from "./today.ts";

export interface Bar {
  readonly name: string;
  readonly value: string;
  readonly reach: string;
  /** undefined: not measured on the rows that the bar is about. */
  readonly isMet: boolean | undefined;
}

/** The lowest of several must be at least that. */
export function atLeast(name: string, lowest: number, reach: number, where = ""): Bar {
  return {
    name,
    value: `${share(lowest)}${where && ` (${where})`}`,
    reach: `≥ ${share(reach)}`,
    isMet: lowest >= reach,
  };
}

/** The highest of several must be at most that. */
export function atMost(name: string, highest: number, reach: number, where = ""): Bar {
  return {
    name,
    value: `${share(highest)}${where && ` (${where})`}`,
    reach: `≤ ${share(reach)}`,
    isMet: highest <= reach,
  };
}

export function none(name: string, count: number, where = ""): Bar {
  return { name, value: `${count}${where && ` (${where})`}`, reach: "0", isMet: count === 0 };
}

/** Not below what it was by more than so much. */
export function notBelow(name: string, measured: Share, today: Today, reach: (today: number) => number): Bar {
  const isSame = measured.rows === today.rows;
  return {
    name,
    value: `${share(measured.mean)} of ${measured.rows}`,
    reach: isSame ? `≥ ${share(reach(today.value))} (was ${share(today.value)})` : "– (other rows)",
    // Figures are kept with three decimals.
    isMet: isSame ? measured.mean >= reach(today.value) - 0.0005 : undefined,
  };
}

export const within =
  (loss: number) =>
  (today: number): number =>
    today - loss;
export const atMostAFifthBelow = (today: number): number => today * 0.8;

/** Prints them, and says whether all that have a verdict are met. */
export function printBars(bars: readonly Bar[]): boolean {
  const verdict = ({ isMet }: Bar): string => (isMet === undefined ? "–" : isMet ? "met" : "NOT MET");
  printTable(
    [["bar", "value", "reach", ""], ...bars.map((bar) => [bar.name, bar.value, bar.reach, verdict(bar)])],
    4,
  );
  return bars.every(({ isMet }) => isMet !== false);
}
