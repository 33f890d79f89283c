/** Is there an SQLite to test with? Node has one from 22.5 on; before that it takes the package better-sqlite3. */
import { isTidelineError } from "../../src/errors.ts";
import { openSqlite } from "../../src/stores/sqlite/driver.ts";

export const hasSqlite = looked();

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
