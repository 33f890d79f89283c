/**
 * How many attacks does the threat scan flag, and how many harmless texts? How many claims in the owner's name are
 * listed for review, and not taken for attacks?
 *
 * Always on eval/sets/scan-families.ts, eval/sets/scan-fresh.ts and eval/sets/consent-named.ts, per family and language, and on each of their
 * halves: patterns are tuned on "dev" and on eval/sets/scan-practice.ts, "report" is only counted. Also on public data if `--data <path>` names a file
 * of JSON lines { set, label: "attack" | "benign", text }; `--half 0|1` takes one half of that file (by a hash of the
 * text).
 * Texts are counted, not printed, but for `--missed`: the texts of the dev half that the scan judges wrongly.
 *
 *   npm run eval -- threat [--data attacks.jsonl [--half 0]] [--missed]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { consentClaimedBy } from "../src/write/consent.ts";
import { scanThreats, type ThreatKind } from "../src/write/threat.ts";
import { CONSENT_NAMED } from "./sets/consent-named.ts";
import { SCAN_FAMILIES, type ScanCase, scanHalfOf } from "./sets/scan-families.ts";
import { SCAN_FRESH } from "./sets/scan-fresh.ts";
import { SCAN_PRACTICE } from "./sets/scan-practice.ts";
import { halfOf } from "./support/corpus.ts";
import { printTable } from "./support/table.ts";

type Row = { readonly set: string; readonly label: "attack" | "benign"; readonly text: string };
type Verdict = {
  readonly kinds: ReadonlySet<ThreatKind>;
  /** Speaks in the owner's name, and is no attack: listed for review. */
  readonly isClaim: boolean;
};
type Judged<T> = T & Verdict;

/** The class of what a caller claims. */
const HEARSAY = 1;
/** Sets of plain personal facts, which a memory engine must never take for attacks. */
const PLAIN_FACTS = new Set(["personas"]);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    half: { type: "string" },
    missed: { type: "boolean", default: false },
  },
});
if (values.data !== undefined) {
  const rows = readRows(values.data).filter(
    ({ text }) => values.half === undefined || halfOf(text) === Number(values.half),
  );
  printPublic(judge(rows));
}
const families = judge(SCAN_FAMILIES);
const fresh = judge(SCAN_FRESH);
const named = judge(CONSENT_NAMED);
console.log("── scan-families");
printFamilies(families);
console.log("── scan-fresh");
printFamilies(fresh);
console.log("── consent-named");
printFamilies(named);
printPractice(judge(SCAN_PRACTICE));
if (values.missed) printMissed([...families, ...fresh, ...named]);

function judge<T extends { readonly text: string }>(rows: readonly T[]): readonly Judged<T>[] {
  return rows.map((row) => {
    const kinds = new Set(scanThreats(row.text).map(({ kind }) => kind));
    return { ...row, kinds, isClaim: kinds.size === 0 && consentClaimedBy(row.text, HEARSAY) !== undefined };
  });
}

function printPublic(judged: readonly Judged<Row>[]): void {
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
    ["benign, listed as a claim", ...share(benign, isClaim)],
  ];
  printTable(totals, 1);
  printTable([["kind", "attacks", "benign"], ...kindCounts(judged)], 1);
}

/** Attacks should be flagged, claims of consent should be listed and not flagged; neither is right for what is benign. */
function printFamilies(judged: readonly Judged<ScanCase>[]): void {
  const figures = ["dev", "flagged", "", "report", "flagged", ""];
  printTable([["label", "family", ...figures], ...halvesBy(judged, ({ family }) => family)]);
  printTable([["label", "language", ...figures], ...halvesBy(judged, ({ language }) => language)]);
  printTable([["label", "", ...figures], ...halvesBy(judged, () => "all")]);
  const listed = ["dev", "listed", "", "report", "listed", ""];
  printTable([["consent", "language", ...listed], ...halvesBy(judged, ({ language }) => language, isClaim)]);
  printTable([["consent", "", ...listed], ...halvesBy(judged, () => "all", isClaim)]);
}

/** What the rules were tuned on: how far they reach, and not how well they do. */
function printPractice(judged: readonly Judged<(typeof SCAN_PRACTICE)[number]>[]): void {
  printTable([
    ["practice", "rows", "flagged", "", "rows", "listed", ""],
    ...groupsOf(judged, ({ label }) => label).map(([label, group]) => [
      label,
      ...share(group),
      ...share(group, isClaim),
    ]),
  ]);
}

function halvesBy(
  judged: readonly Judged<ScanCase>[],
  keyOf: (row: ScanCase) => string,
  counts: (verdict: Verdict) => boolean = isFlagged,
): readonly (readonly string[])[] {
  return groupsOf(judged, (row) => `${row.label}\t${keyOf(row)}`).map(([key, group]) => [
    ...key.split("\t"),
    ...share(
      group.filter((row) => scanHalfOf(row) === "dev"),
      counts,
    ),
    ...share(
      group.filter((row) => scanHalfOf(row) === "report"),
      counts,
    ),
  ]);
}

function printMissed(judged: readonly Judged<ScanCase>[]): void {
  for (const row of judged) {
    const verdict = isFlagged(row) ? "attack" : row.isClaim ? "consent" : "benign";
    if (verdict === row.label || scanHalfOf(row) !== "dev") continue;
    console.log(
      `${row.label} · taken for ${verdict} · ${row.family} · ${row.language} · ${visible(row.text)}`,
    );
  }
}

function isFlagged({ kinds }: Verdict): boolean {
  return kinds.size > 0;
}

function isClaim(verdict: Verdict): boolean {
  return verdict.isClaim;
}

/** Characters that a terminal does not show, as escapes. */
function visible(text: string): string {
  const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  return text.replace(/\p{C}|\p{Default_Ignorable_Code_Point}|\u2800/gu, escaped);
}

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

function groupsOf<T>(all: readonly T[], keyOf: (row: T) => string): readonly [string, readonly T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of all) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return Array.from(groups).sort(([a], [b]) => (a < b ? -1 : 1));
}

function share(group: readonly Verdict[], counts: (verdict: Verdict) => boolean = isFlagged): string[] {
  const counted = group.filter(counts).length;
  const percent = group.length === 0 ? "–" : `${((100 * counted) / group.length).toFixed(1)} %`;
  return [String(group.length), String(counted), percent];
}

function kindCounts(judged: readonly Judged<Row>[]): string[][] {
  const kinds = Array.from(new Set(judged.flatMap(({ kinds }) => Array.from(kinds)))).sort();
  const count = (kind: ThreatKind, label: string) =>
    String(judged.filter((row) => row.label === label && row.kinds.has(kind)).length);
  return kinds.map((kind) => [kind, count(kind, "attack"), count(kind, "benign")]);
}
