/**
 * What is kept of a run, and is a file one of those?
 */
import { writeFileSync } from "node:fs";
import type { CaseRow } from "../../src/eval/rows.ts";
import type { Rows } from "./contest.ts";
import { asList, asObject, asText, wrong } from "./fields.ts";
import { readJson } from "./json-lines.ts";
import { summaryOf } from "./report.ts";

export interface Results {
  readonly evaluation: string;
  readonly rows: Rows;
}

export function writeResults(path: string, evaluation: string, rows: Rows): void {
  const kept = { evaluation, rows: Object.fromEntries(rows), summary: summaryOf(rows) };
  writeFileSync(path, `${JSON.stringify(kept)}\n`);
}

export function readResults(path: string): Results {
  const file = asObject(readJson(path, "a file written with --json"), path);
  const systems = Object.entries(asObject(file.rows, `${path}.rows`));
  return {
    evaluation: asText(file.evaluation, `${path}.evaluation`),
    rows: new Map(
      systems.map(([name, rows]) => [
        name,
        asList(rows, `${path}.rows.${name}`).map((row, i) => readRow(row, `${path}.rows.${name}[${i}]`)),
      ]),
    ),
  };
}

function readRow(value: unknown, place: string): CaseRow {
  const row = asObject(value, place);
  const number = (name: string): number => {
    if (typeof row[name] !== "number") throw wrong(`${place}.${name}`, "a number");
    return row[name];
  };
  const ranks = (name: string): CaseRow["ranks"] =>
    asList(row[name], `${place}.${name}`).map((rank) => (typeof rank === "number" ? rank : undefined));
  return {
    id: asText(row.id, `${place}.id`),
    category: asText(row.category, `${place}.category`),
    ranks: ranks("ranks"),
    kept: ranks("kept"),
    returned: number("returned"),
    relevant: number("relevant"),
  };
}
