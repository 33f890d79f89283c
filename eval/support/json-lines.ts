/**
 * How is a file of JSON, or of JSON lines, read? Every line is checked; what is wrong is said with the file's name and the
 * line's number, never with its text: the data is not ours to print.
 */
import { readFileSync } from "node:fs";

/** Something the person who runs an evaluation can put right. */
export class DataError extends Error {
  override name = "DataError";
}

/** `parse` returns undefined for a value that is no row. */
export function readJsonLines<T>(
  path: string | undefined,
  expects: string,
  parse: (value: unknown) => T | undefined,
): readonly T[] {
  if (path === undefined) throw new DataError(`Which data? Give --data <file of JSON lines: ${expects}>`);
  const rows: T[] = [];
  for (const [index, line] of readText(path).split("\n").entries()) {
    if (line.trim() === "") continue;
    const row = parse(parseJson(line, `${path}:${index + 1}`));
    if (row === undefined) throw new DataError(`${path}:${index + 1}: expected ${expects}`);
    rows.push(row);
  }
  if (rows.length === 0) throw new DataError(`${path} holds no rows; expected lines of ${expects}`);
  return rows;
}

/** A file that is one JSON value. */
export function readJson(path: string | undefined, expects: string): unknown {
  if (path === undefined) throw new DataError(`Which data? Give --data <${expects}>`);
  return parseJson(readText(path), path, "JSON");
}

export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const problem = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new DataError(`--data ${path}: ${problem}`, { cause });
  }
}

function parseJson(text: string, place: string, what = "a line of JSON"): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DataError(`${place}: not ${what}`, { cause });
  }
}

/** Runs an evaluation; what the person can put right is one line, not a stack. */
export async function runEval(main: () => boolean | Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await main()) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof DataError) && !isArgsError(error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

/** An option that `parseArgs` does not know, or that lacks its value. */
function isArgsError(error: unknown): error is Error {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
}
