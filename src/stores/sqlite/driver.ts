/**
 * Which SQLite is there? The one in Node (22.5 and later), or the package `better-sqlite3`. Both answer at once, and
 * what is used of them looks the same.
 */
import { createRequire } from "node:module";
import { TidelineError } from "../../errors.ts";

/** An open database, by shape: `DatabaseSync` of `node:sqlite` and `Database` of `better-sqlite3` both fit. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): unknown;
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** What a column holds. */
export type SqliteValue = string | number | null | Uint8Array;

type Opener = new (path: string) => SqliteDatabase;

/** Opens a file with whichever SQLite there is. */
export function openSqlite(path: string): SqliteDatabase {
  const Database = fromNode() ?? fromPackage();
  if (Database === undefined)
    throw new TidelineError(
      "package-missing",
      "This Node has no SQLite of its own, and the package better-sqlite3 is not installed. Use Node 22.5 or later, or run: npm install better-sqlite3",
    );
  return new Database(path);
}

function fromNode(): Opener | undefined {
  const node = process as { getBuiltinModule?: (name: string) => unknown };
  const found = node.getBuiltinModule?.("node:sqlite") as { DatabaseSync?: Opener } | undefined;
  return found?.DatabaseSync;
}

function fromPackage(): Opener | undefined {
  try {
    return createRequire(import.meta.url)("better-sqlite3") as Opener;
  } catch (error) {
    if ((error as { code?: unknown }).code === "MODULE_NOT_FOUND") return undefined;
    throw new TidelineError(
      "package-missing",
      `The package better-sqlite3 is installed but cannot be loaded: ${String(error)}. Install it again for this Node: npm rebuild better-sqlite3`,
      {},
      error,
    );
  }
}
