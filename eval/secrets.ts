/**
 * How many credentials are found, and how many harmless texts are taken for one?
 *
 * Always on eval/sets/secrets.ts, per kind, and on eval/sets/secrets-fresh.ts, per half: patterns are tuned on one of
 * them, the other is only counted. Also on public data if `--data <path>` names a file of JSON lines
 * { set, label: "attack" | "benign", text }: there the plain personal facts (set "personas") must all pass, and the
 * other benign texts are counted. `--missed` lists what of our own set is judged wrongly. `--cost` measures how long
 * the look takes, per text. Texts of the data are counted, never printed.
 *
 *   npm run eval -- secrets [--data attacks.jsonl] [--missed] [--cost]
 */
import { parseArgs } from "node:util";
import { findSecrets } from "../src/write/secrets.ts";
import { NEAR_MISSES, SECRETS, type SecretCase } from "./sets/secrets.ts";
import { isForTuning, NEAR_MISSES_FRESH, SECRETS_FRESH } from "./sets/secrets-fresh.ts";
import { readJsonLines, runEval } from "./support/json-lines.ts";
import { printTable } from "./support/table.ts";

/** Sets of plain personal facts, in which there are no credentials. */
const PLAIN_FACTS = new Set(["personas"]);
const HALVES = [
  ["dev", (_: SecretCase, index: number) => isForTuning(index)],
  ["report", (_: SecretCase, index: number) => !isForTuning(index)],
] as const;
/** Of the cost's measurement. */
const ROUNDS = 200;

await runEval(() => {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      missed: { type: "boolean", default: false },
      cost: { type: "boolean", default: false },
    },
  });
  printCases("credentials", "found", SECRETS);
  printCases("near misses", "taken for one", NEAR_MISSES);
  for (const [half, isIn] of HALVES) {
    printCases(`fresh credentials (${half})`, "found", SECRETS_FRESH.filter(isIn));
    printCases(`fresh near misses (${half})`, "taken for one", NEAR_MISSES_FRESH.filter(isIn));
  }
  const rows = values.data === undefined ? [] : readRows(values.data);
  const plain = rows.filter(({ set }) => PLAIN_FACTS.has(set));
  if (values.data !== undefined) printRows(rows);
  if (values.missed) printMissed();
  if (values.cost) printCost(plain.length > 0 ? plain : NEAR_MISSES);
  return ![...NEAR_MISSES, ...NEAR_MISSES_FRESH, ...plain].some(holdsOne);
});

function holdsOne({ text }: { readonly text: string }): boolean {
  return findSecrets(text).length > 0;
}

function printCases(title: string, figure: string, cases: readonly SecretCase[]): void {
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  const line = (name: string, group: readonly SecretCase[]) => [
    name,
    String(group.length),
    String(group.filter(holdsOne).length),
  ];
  printTable(
    [
      [title, "texts", figure],
      ...kinds.map((kind) =>
        line(
          kind,
          cases.filter((one) => one.kind === kind),
        ),
      ),
      line("all", cases),
    ],
    1,
  );
}

interface Row {
  readonly set: string;
  readonly text: string;
}

/** Those that are benign. */
function readRows(path: string): readonly Row[] {
  const rows = readJsonLines(path, "{ set, label, text }", (value) => {
    const { set, label, text } = Object(value) as Record<string, unknown>;
    return typeof set === "string" && typeof text === "string" ? { set, label, text } : undefined;
  });
  return rows.filter(({ label }) => label === "benign");
}

function printRows(rows: readonly Row[]): void {
  const sets = [...new Set(rows.map(({ set }) => set))].sort();
  const line = (set: string) => {
    const group = rows.filter((row) => row.set === set);
    return [set, String(group.length), String(group.filter(holdsOne).length)];
  };
  printTable([["benign texts of the data", "texts", "taken for one"], ...sets.map(line)], 1);
}

function printMissed(): void {
  const dev = (rows: readonly SecretCase[]) => rows.filter((_, index) => isForTuning(index));
  for (const { kind, text } of [...SECRETS, ...dev(SECRETS_FRESH)])
    if (!holdsOne({ text })) console.log(`missed · ${kind} · ${text}`);
  for (const { kind, text } of [...NEAR_MISSES, ...dev(NEAR_MISSES_FRESH)])
    if (holdsOne({ text })) console.log(`taken for one · ${kind} · ${text}`);
}

/** After a warm-up; the mean over many rounds. */
function printCost(texts: readonly { readonly text: string }[]): void {
  for (let round = 0; round < ROUNDS / 4; round++) texts.forEach(holdsOne);
  const before = performance.now();
  for (let round = 0; round < ROUNDS; round++) texts.forEach(holdsOne);
  const each = ((performance.now() - before) * 1_000) / (ROUNDS * texts.length);
  console.log(`${each.toFixed(2)} µs per text, over ${texts.length} texts`);
}
