/**
 * What is an operation run with? With the given arguments, the content of a file, or standard input. Errors name the
 * line that they are about.
 */
import { constants } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { badArgument } from "../../model/arguments.ts";
import type { Field } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import type { Io } from "./command.ts";

type Given = Readonly<Record<string, unknown>>;

export interface Inputs {
  /** One input, or one per id that was read from standard input. */
  readonly inputs: readonly Given[];
  /** For a list that was read line by line: the line number of each item. */
  readonly lines: readonly number[];
}

export async function readInputs(io: Io, { cli, input }: Operation, given: Given): Promise<Inputs> {
  const { stdin, args = [] } = cli ?? {};
  // A file that is asked for by an option need not be given.
  const isWanted = args.includes(cli?.file ?? "") || given[cli?.file ?? ""] !== undefined;
  const file = isWanted ? cli?.file : undefined;
  const asked = stdin ?? file;
  if (asked !== undefined && given[asked] === undefined && io.canAsk)
    throw badArgument(`${asked} is missing: give it, or - to read it from standard input`);
  if (stdin !== undefined) {
    const isPiped = given[stdin] === undefined || given[stdin] === "-";
    const text = isPiped ? await readStandardInput(io) : String(given[stdin]);
    return { inputs: [{ ...given, [stdin]: text.trim() }], lines: [] };
  }
  if (file !== undefined) {
    const { value, lines } = await readGiven(io, given[file], input[file] as Field<unknown>, file);
    return { inputs: [{ ...given, [file]: value }], lines };
  }
  if (given.id !== "-") return { inputs: [given], lines: [] };
  const ids = (await readStandardInput(io)).split(/\s+/).filter((id) => id !== "");
  return { inputs: ids.map((id) => ({ ...given, id })), lines: [] };
}

/** The content of a file or of standard input, converted for the field. */
async function readGiven(
  io: Io,
  path: unknown,
  field: Field<unknown>,
  name: string,
): Promise<{ readonly value: unknown; readonly lines: readonly number[] }> {
  const place = Array.isArray(path) ? path[0] : path;
  const isPiped = place === undefined || place === "-";
  const text = isPiped ? await readStandardInput(io) : readText(String(place), A_FILE);
  if (!field.many && text.trim() === "")
    throw badArgument(`${isPiped ? "Standard input" : String(place)} is empty: ${A_FILE}`);
  if (!field.many) return { value: bare(field.fromText(text, name), name), lines: [] };
  const full = text.split("\n").flatMap((line, i) => (line.trim() === "" ? [] : [{ line, at: i + 1 }]));
  return {
    value: full.map(({ line, at }) => field.fromText(line, `line ${at}`)),
    lines: full.map(({ at }) => at),
  };
}

/** The answer of another command with `--json` holds the wanted value under its name: `recall … | replay -`. */
function bare(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Given)[name]
    : value;
}

export const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;
const A_FILE = "give a file, or - for standard input";

async function readStandardInput(io: Io): Promise<string> {
  return decoded(await io.readInput(), "Standard input");
}

/** The text of a file. `remedy` completes the error message if the file cannot be read. */
export function readText(path: string, remedy: string): string {
  try {
    if (statSync(path).size > MAX_TEXT_BYTES) throw tooLarge(path);
    return decoded(readFileSync(path), path);
  } catch (error) {
    if (isTidelineError(error)) throw error;
    throw new TidelineError("invalid-argument", `${path} cannot be read: ${remedy}.`, {}, error);
  }
}

/**
 * Decodes UTF-8 and drops a byte order mark. Text in another encoding would be stored as something that nobody wrote.
 */
function decoded(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new TidelineError(
      "invalid-argument",
      `${what} is not UTF-8 text. Convert it first, for example with iconv -f latin1 -t utf-8.`,
      {},
      error,
    );
  }
}

export function tooLarge(what: string): TidelineError {
  const most = Math.round(MAX_TEXT_BYTES / 2 ** 20);
  return new TidelineError("request-too-large", `${what} is larger than ${most} MiB. Split it into parts.`);
}

/** Adds the line number to the error, if the error is about an item that was read from a line. */
export function withLine(error: unknown, lines: readonly number[]): unknown {
  if (!isTidelineError(error)) return error;
  const { item } = error.details;
  const line = typeof item === "number" ? lines[item] : undefined;
  if (line === undefined) return error;
  const { message } = error;
  const said = message.startsWith("Fact ")
    ? `Line ${line}, f${message.slice(1)}`
    : `Line ${line}: ${message}`;
  return new TidelineError(error.code, said, { ...error.details, line }, error);
}
