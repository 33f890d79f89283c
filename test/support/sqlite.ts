/** Is there an SQLite to test with? Node has one from 22.5 on; before that it takes the package better-sqlite3. */
import { isTidelineError } from "../../src/errors.ts";
import type { SyncDatabaseStore } from "../../src/stores/database/faces.ts";
import { openSqlite } from "../../src/stores/sqlite/driver.ts";
import { type SqliteOptions, sqlite } from "../../src/stores/sqlite/sqlite-store.ts";

export const hasSqlite = looked();

/** A store on a file, with the types of its own class: the linter sees that nothing of it is a promise. */
export type OpenFile = SyncDatabaseStore & { readonly path: string };

export function openFile(path: string, options?: SqliteOptions): OpenFile {
  return sqlite(path, options) as unknown as OpenFile;
}

function looked(): boolean {
  try {
    openSqlite(":memory:").close();
    return true;
  } catch (error) {
    if (!isTidelineError(error, "package-missing")) throw error;
    console.log(
      "SKIPPED: this Node has no SQLite and better-sqlite3 is not installed, so that store is not tried here. The run on a newer Node tries it.",
    );
    return false;
  }
}
