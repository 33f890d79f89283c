/**
 * What is in the file? Streams, their lines and what is derived from them.
 *
 * `application_id` says that the file is a workspace, `user_version` which schema it has.
 */
import { TidelineError } from "../../errors.ts";
import type { SqliteDatabase } from "./driver.ts";

/** "Tide", as SQLite keeps it. */
const APPLICATION_ID = 0x54696465;
export const SQLITE_SCHEMA_VERSION = 1;

const TABLES = `
create table streams (
  id integer primary key,
  key text not null unique,
  name text not null,
  seq integer not null,
  hash text not null,
  first_seq integer not null default 1,
  erased_seq integer not null default 0
) strict;
create table lines (
  stream integer not null references streams (id) on delete cascade,
  seq integer not null,
  head text not null,
  words text,
  room integer not null,
  primary key (stream, seq)
) strict;
create table blobs (
  stream integer not null references streams (id) on delete cascade,
  name text not null,
  seq integer not null,
  bytes blob not null,
  primary key (stream, name)
) strict;
`;

/** Makes the tables in an empty file, or checks that they are those of this version. */
export function prepareSchema(database: SqliteDatabase, path: string): void {
  if (isOurs(database, path)) return;
  database.exec("begin immediate");
  try {
    // Another process may have been first.
    if (!isOurs(database, path)) {
      database.exec(TABLES);
      database.exec(`pragma application_id = ${APPLICATION_ID}`);
      database.exec(`pragma user_version = ${SQLITE_SCHEMA_VERSION}`);
    }
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}

function isOurs(database: SqliteDatabase, path: string): boolean {
  const version = figure(database, "user_version");
  if (figure(database, "application_id") === APPLICATION_ID) {
    if (version <= SQLITE_SCHEMA_VERSION) return version === SQLITE_SCHEMA_VERSION;
    throw new TidelineError(
      "format-newer",
      `${path} has schema ${version}; this Tideline knows ${SQLITE_SCHEMA_VERSION}. Upgrade to open it.`,
      { file: path },
    );
  }
  const { tables } = database.prepare("select count(*) as tables from sqlite_schema").get() as {
    tables: number;
  };
  if (tables === 0) return false;
  throw new TidelineError(
    "not-a-workspace",
    `${path} is an SQLite database of something else. Give a file of its own.`,
    { file: path },
  );
}

function figure(database: SqliteDatabase, name: "user_version" | "application_id"): number {
  const row = database.prepare(`pragma ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}
