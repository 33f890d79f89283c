/**
 * Where do streams live if one file is wanted? In an SQLite database, which other tools can read, too.
 *
 * Any number of processes may have it open: writers take turns, readers never wait (write-ahead log).
 */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { TidelineError } from "../../errors.ts";
import type { StorageAdapter } from "../../ports/storage.ts";
import { SyncDatabaseStore } from "../database/faces.ts";
import { LineStore } from "../database/line-store.ts";
import { refuseTilde } from "../file/path-state.ts";
import { nodeFramePorts } from "../node-ports.ts";
import { openSqlite, type SqliteDatabase } from "./driver.ts";
import { prepareSchema } from "./schema.ts";
import { SqliteTables } from "./sqlite-tables.ts";
import { withCodes } from "./trouble.ts";

/** How a file is written. */
export interface SqliteOptions {
  /** "fsync" (default): an acknowledged append survives a power cut. "os": it survives the end of the process only. */
  readonly durability?: "fsync" | "os" | undefined;
  /** How long to wait for another writer before `lock-timeout`. Default 15,000. */
  readonly lockWaitMs?: number | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set(["durability", "lockWaitMs"]);
const LOCK_WAIT_MS = 15_000;
/** As everywhere in SQLite: a database that leaves no file. */
const IN_MEMORY = ":memory:";

/**
 * One SQLite file as a store.
 * @example const store: SqliteStore = sqlite("./memory.db");
 */
export interface SqliteStore extends StorageAdapter {
  /** The file, absolute; `:memory:` if there is none. */
  readonly path: string;
}

/**
 * A store in one SQLite file, which is created if it is missing.
 * @example const memory = Tideline.over(sqlite("./memory.db"));
 */
export function sqlite(path: string, options: SqliteOptions = {}): SqliteStore {
  checkOptions(path, options);
  return new SqliteFile(path === IN_MEMORY ? path : resolve(path), options);
}

class SqliteFile extends SyncDatabaseStore implements SqliteStore {
  readonly path: string;

  constructor(path: string, options: SqliteOptions) {
    const tables = withCodes(path, () => new SqliteTables(open(path, options), path));
    super(new LineStore(tables, nodeFramePorts(), path));
    this.path = path;
  }
}

function open(file: string, options: SqliteOptions): SqliteDatabase {
  if (file !== IN_MEMORY && !existsSync(dirname(file)))
    throw new TidelineError(
      "not-writable",
      `The folder of ${file} does not exist. Make it first, or check the path.`,
      { file },
    );
  const database = openSqlite(file);
  try {
    database.exec(`pragma busy_timeout = ${Math.round(options.lockWaitMs ?? LOCK_WAIT_MS)}`);
    prepareSchema(database, file);
    database.exec("pragma journal_mode = wal");
    database.exec(`pragma synchronous = ${options.durability === "os" ? "normal" : "full"}`);
    database.exec("pragma foreign_keys = on");
    // What is deleted or overwritten is overwritten with zeros.
    database.exec("pragma secure_delete = on");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function checkOptions(path: unknown, options: SqliteOptions): void {
  if (typeof path !== "string" || path === "" || path.includes("\0"))
    throw new TidelineError("invalid-argument", 'sqlite needs the path of a file, such as "./memory.db".');
  refuseTilde(path);
  if (typeof options !== "object" || options === null)
    throw new TidelineError("invalid-argument", "The options of sqlite must be an object.");
  for (const name of Object.keys(options))
    if (!OPTION_NAMES.has(name))
      throw new TidelineError(
        "invalid-argument",
        `sqlite has no option "${name}"; it has ${[...OPTION_NAMES].join(", ")}.`,
      );
  const { durability, lockWaitMs } = options;
  if (durability !== undefined && durability !== "fsync" && durability !== "os")
    throw new TidelineError(
      "invalid-argument",
      `durability must be "fsync" or "os", not "${String(durability)}".`,
    );
  if (lockWaitMs !== undefined && !(Number.isFinite(lockWaitMs) && lockWaitMs > 0))
    throw new TidelineError(
      "invalid-argument",
      `lockWaitMs must be a number above 0, not ${String(lockWaitMs)}.`,
    );
}
