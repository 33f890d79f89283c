/**
 * With what is an operation run? With what was given, what a file holds, or what comes in on standard input; and where
 * something of it is wrong, the line is named.
 */
import { readFileSync } from "node:fs";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { type Field, wrong } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import type { Io } from "./command.ts";

type Given = Readonly<Record<string, unknown>>;

export interface Inputs {
  /** One, or one per id that came in on standard input. */
  readonly inputs: readonly Given[];
  /** Where a list was read line by line: on which line each of it stands. */
  readonly lines: readonly number[];
}

export async function readInputs(io: Io, { cli, input }: Operation, given: Given): Promise<Inputs> {
  const { stdin, file } = cli ?? {};
  const asked = stdin ?? file;
  if (asked !== undefined && given[asked] === undefined && io.canAsk)
    throw wrong(`${asked} is missing: give it, or - to read it from standard input`);
  if (stdin !== undefined && (given[stdin] === undefined || given[stdin] === "-"))
    return { inputs: [{ ...given, [stdin]: (await io.readInput()).trim() }], lines: [] };
  if (file !== undefined) {
    const { value, lines } = await readGiven(io, given[file], input[file] as Field<unknown>, file);
    return { inputs: [{ ...given, [file]: value }], lines };
  }
  if (given.id !== "-") return { inputs: [given], lines: [] };
  const ids = (await io.readInput()).split(/\s+/).filter((id) => id !== "");
  return { inputs: ids.map((id) => ({ ...given, id })), lines: [] };
}

/** The content of a file, or of standard input, as the field takes it. */
async function readGiven(
  io: Io,
  path: unknown,
  field: Field<unknown>,
  name: string,
): Promise<{ readonly value: unknown; readonly lines: readonly number[] }> {
  const place = Array.isArray(path) ? path[0] : path;
  const text = place === undefined || place === "-" ? await io.readInput() : readText(String(place));
  if (!field.many) return { value: field.fromText(text, name), lines: [] };
  const full = text.split("\n").flatMap((line, i) => (line.trim() === "" ? [] : [{ line, at: i + 1 }]));
  return {
    value: full.map(({ line, at }) => field.fromText(line, `line ${at}`)),
    lines: full.map(({ at }) => at),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new TidelineError(
      "invalid-argument",
      `${path} cannot be read: give a file, or - for standard input.`,
      {},
      error,
    );
  }
}

/** The error with the line of what it is about, if that was read from one. */
export function withLine(error: unknown, lines: readonly number[]): unknown {
  if (!isTidelineError(error)) return error;
  const { item } = error.details;
  const line = typeof item === "number" ? lines[item] : undefined;
  if (line === undefined) return error;
  return new TidelineError(error.code, `Line ${line}. ${error.message}`, { ...error.details, line }, error);
}
