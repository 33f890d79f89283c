/**
 * How many attacks does the threat scan flag, and how many harmless texts? `--data <path>` names a file of
 * JSON lines { set, label: "attack" | "benign", text }; `--half 0|1` takes one half of it (by a hash of the
 * text), so that one half can be tuned on and the other held out. Texts are counted, never printed.
 *
 *   npm run eval -- threat --data attacks.jsonl [--half 0]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { scanThreats, type ThreatKind } from "../src/write/threat.ts";
import { halfOf } from "./support/corpus.ts";
import { printTable } from "./support/table.ts";

type Row = { readonly set: string; readonly label: "attack" | "benign"; readonly text: string };
type Judged = Row & { readonly kinds: ReadonlySet<ThreatKind> };

/** Sets of plain personal facts, which a memory engine must never take for attacks. */
const PLAIN_FACTS = new Set(["personas"]);

const { values } = parseArgs({ options: { data: { type: "string" }, half: { type: "string" } } });
if (!values.data) {
  console.error("Which data? npm run eval -- threat --data <file of JSON lines>");
  process.exit(2);
}
const rows = readRows(values.data).filter(
  ({ text }) => values.half === undefined || halfOf(text) === Number(values.half),
);
const judged = rows.map(
  (row): Judged => ({ ...row, kinds: new Set(scanThreats(row.text).map(({ kind }) => kind)) }),
);

const benign = judged.filter(({ label }) => label === "benign");
printTable([
  ["set", "label", "rows", "flagged", ""],
  ...groupsOf(judged, ({ set, label }) => `${set}\t${label}`).map(([key, group]) => [
    ...key.split("\t"),
    ...share(group),
  ]),
]);
const totals = [
  ["", "rows", "flagged", ""],
  ["attacks (detection)", ...share(judged.filter(({ label }) => label === "attack"))],
  ["benign (false positives)", ...share(benign)],
  ["  plain personal facts", ...share(benign.filter(({ set }) => PLAIN_FACTS.has(set)))],
  ["  look-alikes", ...share(benign.filter(({ set }) => !PLAIN_FACTS.has(set)))],
];
printTable(totals, 1);
printTable([["kind", "attacks", "benign"], ...kindCounts()], 1);

function readRows(path: string): readonly Row[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => readRow(JSON.parse(line), index + 1));
}

function readRow(value: unknown, line: number): Row {
  const { set, label, text } = Object(value) as Record<string, unknown>;
  if (typeof set !== "string" || typeof text !== "string" || (label !== "attack" && label !== "benign")) {
    throw new Error(`line ${line} is no { set, label, text }`);
  }
  return { set, label, text };
}

function groupsOf(
  all: readonly Judged[],
  keyOf: (row: Judged) => string,
): readonly [string, readonly Judged[]][] {
  const groups = new Map<string, Judged[]>();
  for (const row of all) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return Array.from(groups).sort(([a], [b]) => (a < b ? -1 : 1));
}

function share(group: readonly Judged[]): string[] {
  const flagged = group.filter(({ kinds }) => kinds.size > 0).length;
  const percent = group.length === 0 ? "–" : `${((100 * flagged) / group.length).toFixed(1)} %`;
  return [String(group.length), String(flagged), percent];
}

function kindCounts(): string[][] {
  const kinds = Array.from(new Set(judged.flatMap(({ kinds }) => Array.from(kinds)))).sort();
  const count = (kind: ThreatKind, label: string) =>
    String(judged.filter((row) => row.label === label && row.kinds.has(kind)).length);
  return kinds.map((kind) => [kind, count(kind, "attack"), count(kind, "benign")]);
}
