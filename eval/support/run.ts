/**
 * What is common to every program here: its options, its contestants, what it prints and what it keeps.
 */
import { parseArgs } from "node:util";
import { contest, type Rows } from "./contest.ts";
import type { Corpus } from "./corpus.ts";
import { encoderAlone, localEncoder } from "./encoder.ts";
import { DataError } from "./json-lines.ts";
import { LANES, tideline, withEncoder } from "./ours.ts";
import { printReport } from "./report.ts";
import { writeResults } from "./results.ts";
import { fts5, minisearch } from "./rivals.ts";
import type { System } from "./systems.ts";

export interface RunOptions {
  readonly data: string | undefined;
  readonly json: string | undefined;
  readonly systems: readonly System[];
  /** Names of the corpora to run; all of them if there are none. */
  readonly only: readonly string[];
}

const OURS: readonly System[] = [tideline, ...LANES];
const RIVALS: readonly System[] = [fts5, minisearch];

/** `--data path [--json out] [--systems a,b] [--only conv-1,conv-2] [--encoder gte-small|minilm|use] [--no-rivals]` */
export function readOptions(args: readonly string[] = process.argv.slice(2)): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string" },
      json: { type: "string" },
      systems: { type: "string" },
      only: { type: "string" },
      encoder: { type: "string" },
      "no-rivals": { type: "boolean", default: false },
    },
  });
  const encoder = values.encoder === undefined ? undefined : localEncoder(values.encoder);
  const all = [
    ...OURS,
    ...(encoder === undefined ? [] : [withEncoder(encoder), encoderAlone(encoder)]),
    ...(values["no-rivals"] ? [] : RIVALS),
  ];
  return {
    data: values.data,
    json: values.json,
    systems: choose(all, values.systems),
    only: values.only?.split(",") ?? [],
  };
}

function choose(all: readonly System[], names: string | undefined): readonly System[] {
  if (names === undefined) return all;
  return names.split(",").map((name) => {
    const system = all.find((one) => one.name === name);
    if (system === undefined)
      throw new DataError(`No system "${name}". Systems: ${all.map((one) => one.name).join(", ")}`);
    return system;
  });
}

/** Asks everything, prints the tables, keeps the rows if a file was named for them. */
export async function runCorpora(
  evaluation: string,
  corpora: readonly Corpus[],
  options: RunOptions,
): Promise<Rows> {
  const chosen = corpora.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  if (chosen.length === 0)
    throw new DataError(`--only names nothing here. There is ${corpora.map(({ name }) => name).join(", ")}`);
  const rows = await contest(chosen, options.systems, (line) => console.error(line));
  printReport(rows);
  if (options.json !== undefined) {
    writeResults(options.json, evaluation, rows);
    console.error(`Rows are in ${options.json}`);
  }
  return rows;
}
