/**
 * How is a file of JSON lines read? Every line is checked; what is wrong is said with the file's name and the
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

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const problem = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new DataError(`--data ${path}: ${problem}`, { cause });
  }
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new DataError(`${place}: not a line of JSON`, { cause });
  }
}

/** Runs an evaluation; what the person can put right is one line, not a stack. */
export function runEval(main: () => boolean): void {
  try {
    process.exitCode = main() ? 0 : 1;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
