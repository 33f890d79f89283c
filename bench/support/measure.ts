/**
 * How do the benchmarks measure? Two sides in turn, rubbish collected in between, the rival set up in one way.
 */
import { rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import Database from "better-sqlite3";
import { isMet, median, type Verdict } from "./verdict.ts";

/** Both sides of every round, the first one first in every other round. */
export function alternating<A, B>(
  rounds: number,
  ours: (round: number) => A,
  rival: (round: number) => B,
): readonly [readonly A[], readonly B[]] {
  const results: [A[], B[]] = [[], []];
  const sides = [
    (round: number) => results[0].push(ours(round)),
    (round: number) => results[1].push(rival(round)),
  ];
  for (let round = 0; round < rounds; round++) {
    for (const run of round % 2 === 0 ? sides : sides.toReversed()) {
      collectGarbage();
      run(round);
    }
  }
  return results;
}

export function timed(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

/** What is held against the bar, out of the rounds. */
export function held(rounds: readonly number[], unit: Verdict["unit"] = "×") {
  return { value: median(rounds), rounds, unit };
}

export function collectGarbage(): void {
  if (gc === undefined) throw new Error("Start it with node --expose-gc (npm run bench does).");
  // Twice: the first may leave what only finalisers let go.
  gc();
  gc();
}

export function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** As durable as we are. */
export function openDatabase(path: string): Database {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  return db;
}

export function closeDatabase(db: Database, path: string): void {
  db.close();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

export function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name} must be a whole number from ${least}, not "${text}".`);
}

/** A busy machine widens the spread: its load before the run tells how far to trust the figures. */
export function machineNow() {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, load };
}

export function writeJson(path: string, settings: object, verdicts: readonly Verdict[]): void {
  const results = verdicts.map((verdict) => ({ ...verdict, met: isMet(verdict) }));
  writeFileSync(path, `${JSON.stringify({ ...settings, results }, null, 2)}\n`);
}
