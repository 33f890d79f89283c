/**
 * What is taken for a thing that must not be forgotten?
 *
 * Always on the everyday set of eval/sets: how many facts, by language, get which label, and with `--list` which. Also on
 * public data if `--data <path>` names a file of JSON lines { set, label: "attack" | "benign", text }: of its plain
 * personal facts (set "personas") the labelled ones are listed, so that a person can judge how precise the labels are.
 *
 *   npm run eval -- essential [--data attacks.jsonl] [--list]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { essentialOf } from "../src/text/claims/essential/essential.ts";
import { readJsonLines, runEval } from "./support/json-lines.ts";
import { printTable } from "./support/table.ts";

/** The set of plain personal facts. */
const PLAIN_FACTS = "personas";

interface Row {
  readonly group: string;
  readonly text: string;
}

await runEval(() => {
  const { values } = parseArgs({
    options: { data: { type: "string" }, list: { type: "boolean", default: false } },
  });
  const everyday = ["facts.jsonl", "languages-facts.jsonl"].flatMap(readEveryday);
  printRows("everyday", everyday, values.list);
  if (values.data !== undefined) printRows("plain facts", readPlain(values.data), true);
  return true;
});

function printRows(title: string, rows: readonly Row[], isListed: boolean): void {
  const labelled = rows.map((row) => ({ ...row, label: essentialOf(row.text) }));
  const groups = [...new Set(rows.map(({ group }) => group))];
  const count = (group: string, label: string) =>
    String(labelled.filter((row) => row.group === group && row.label === label).length);
  printTable([
    [title, "facts", "identity", "harm"],
    ...groups.map((group) => [
      group,
      String(rows.filter((row) => row.group === group).length),
      count(group, "identity"),
      count(group, "harm"),
    ]),
  ]);
  if (!isListed) return;
  for (const { label, text } of labelled) if (label !== undefined) console.log(`${label.padEnd(8)} ${text}`);
}

function readEveryday(file: string): readonly Row[] {
  const folder = process.env.TIDELINE_EVAL_SETS ?? join(import.meta.dirname, "sets");
  return readJsonLines(join(folder, "everyday", file), "{ id, content }", (value) => {
    const { id, content } = value as { readonly id?: unknown; readonly content?: unknown };
    const group = typeof id === "string" ? id.split("-")[0] : undefined;
    return group !== undefined && typeof content === "string" ? { group, text: content } : undefined;
  });
}

function readPlain(path: string): readonly Row[] {
  const rows = readJsonLines(path, "{ set, label, text }", (value) => {
    const { set, text } = value as { readonly set?: unknown; readonly text?: unknown };
    return typeof set === "string" && typeof text === "string" ? { group: set, text } : undefined;
  });
  return rows.filter(({ group }) => group === PLAIN_FACTS);
}
