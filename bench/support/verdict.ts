/**
 * How is a measurement told? The middle of several rounds, how far they spread, the bar, and whether it is met.
 *
 * Machines are noisy and differ: what counts is the ratio of two things measured in turn in the same run.
 */

/** One line of the table. */
export interface Verdict {
  readonly question: string;
  readonly ours: string;
  readonly rival: string;
  /** What is held against the bar: the median of the rounds, and the rounds themselves. */
  readonly value: number;
  readonly rounds: readonly number[];
  readonly unit: "×" | " B" | "";
  /** Undefined: printed for information. */
  readonly bar: { readonly kind: "at least" | "at most"; readonly value: number } | undefined;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Ours over the rival's, round by round. */
export function ratios(ours: readonly number[], rival: readonly number[]): readonly number[] {
  return ours.map((value, i) => value / rival[i]!);
}

/** Undefined where there is no bar. */
export function isMet({ value, bar }: Verdict): boolean | undefined {
  if (bar === undefined) return undefined;
  return bar.kind === "at least" ? value >= bar.value : value <= bar.value;
}

export function printVerdicts(verdicts: readonly Verdict[]): void {
  const rows = verdicts.map((verdict) => [
    verdict.question,
    verdict.ours,
    verdict.rival,
    figure(verdict, verdict.value),
    `${figure(verdict, Math.min(...verdict.rounds))} – ${figure(verdict, Math.max(...verdict.rounds))}`,
    verdict.bar === undefined ? "" : `${verdict.bar.kind} ${figure(verdict, verdict.bar.value)}`,
    { true: "met", false: "NOT MET", undefined: "" }[`${isMet(verdict)}`],
  ]);
  printTable([["", "ours", "rival", "median", "spread", "bar", ""], ...rows]);
  const met = verdicts.filter((verdict) => isMet(verdict) === true);
  const missed = verdicts.filter((verdict) => isMet(verdict) === false);
  const tail =
    missed.length === 0 ? "" : `; not met: ${missed.map((verdict) => verdict.question).join(" · ")}`;
  console.log(`\n${met.length} of ${met.length + missed.length} bars met${tail}`);
}

function figure({ unit }: Verdict, value: number): string {
  return `${unit === " B" ? Math.round(value) : value.toFixed(2)}${unit}`;
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    );
    console.log(cells.join("  ").trimEnd());
  }
}
