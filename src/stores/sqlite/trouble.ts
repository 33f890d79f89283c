/** What went wrong in SQLite, as one of our codes? */
import { TidelineError } from "../../errors.ts";

/** The primary result codes of SQLite, by number; extended codes have it in their lowest byte. */
const NAMES: Readonly<Record<number, string>> = {
  5: "BUSY",
  6: "LOCKED",
  8: "READONLY",
  10: "IOERR",
  11: "CORRUPT",
  13: "FULL",
  14: "CANTOPEN",
  23: "AUTH",
  26: "NOTADB",
};

type Code = ConstructorParameters<typeof TidelineError>[0];

const TROUBLES: Readonly<Record<string, readonly [code: Code, remedy: string]>> = {
  BUSY: [
    "lock-timeout",
    "Another process has held the write lock for too long. Try again, or stop that process.",
  ],
  LOCKED: ["lock-timeout", "Another connection has held the database for too long. Try again."],
  READONLY: ["not-writable", "The file or its folder cannot be written. Check the owner and the mount."],
  CANTOPEN: [
    "not-writable",
    "The file cannot be opened or created. Check that its folder exists and may be written.",
  ],
  FULL: ["disk-full", "The disk is full. This write was not acknowledged. Free some space and try again."],
  CORRUPT: ["corrupt", "The file is damaged. Restore a backup."],
  NOTADB: ["not-a-workspace", "The file is no SQLite database. Give another path."],
  IOERR: ["disk-failed", "The file system failed. This operation was not acknowledged."],
};

/** Runs the work, and gives what SQLite throws a code. */
export function withCodes<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteTrouble(path, error);
  }
}

function sqliteTrouble(path: string, error: unknown): unknown {
  if (error instanceof TidelineError) return error;
  const name = nameOf(error);
  if (name === undefined) return error;
  const [code, remedy] = TROUBLES[name] ?? ["disk-failed", "This operation was not acknowledged."];
  return new TidelineError(
    code,
    `SQLite could not work on ${path} (${name}). ${remedy}`,
    { file: path },
    error,
  );
}

/** `node:sqlite` says `errcode: 5`, `better-sqlite3` says `code: "SQLITE_BUSY"` (or `SQLITE_BUSY_SNAPSHOT`). */
function nameOf(error: unknown): string | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return NAMES[errcode & 0xff] ?? `error ${errcode}`;
  if (typeof code !== "string" || !code.startsWith("SQLITE_")) return undefined;
  return code.split("_")[1];
}
