/**
 * What does a benchmark against rivals do around its measuring? A folder on a real disk, the machine as it is, a table
 * of verdicts, and the figures in a file where one is asked for.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { machineNow, wholeNumber, writeJson } from "./measure.ts";
import { printVerdicts, type Verdict } from "./verdict.ts";

export interface Contest {
  readonly name: string;
  /** In words, for the first line. */
  readonly says: string;
  /** What was asked for, for the file. */
  readonly settings: object;
  readonly json: string | undefined;
  measure(folder: string): readonly Verdict[];
}

/** What was asked for on the command line: how many facts, how many rounds, and where the figures go. */
export function askedFor(given: { readonly rounds: number; readonly leastFacts: number }) {
  const { values } = parseArgs({
    options: {
      facts: { type: "string", default: "100000" },
      rounds: { type: "string", default: String(given.rounds) },
      json: { type: "string" },
    },
  });
  const count = wholeNumber("facts", values.facts, given.leastFacts);
  const rounds = wholeNumber("rounds", values.rounds, 1);
  return { count, rounds, json: values.json };
}

export function runContest({ name, says, settings, json, measure }: Contest): void {
  // Beside the bundle, not in the system's folder for temporary files: that one may be memory.
  const folder = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), `${name}-`));
  try {
    const machine = machineNow();
    const { node, cpu, cores, load } = machine;
    console.log(`${says}; Node ${node}, ${cores} × ${cpu}, load ${load}\n`);
    const verdicts = measure(folder);
    printVerdicts(verdicts);
    if (json !== undefined) writeJson(json, { ...settings, ...machine }, verdicts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
