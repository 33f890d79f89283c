/**
 * Which tables are in the database, and how do they come there?
 *
 *   streams   where each stream ends; the row that an append moves
 *   lines     the heads of lines, which are kept for ever
 *   words     their bodies, apart, so that erasing rewrites little
 *   blobs     what is derived and worth keeping
 *
 * All four are partitioned by a hash of the stream. A migration is one transaction, under a lock. It writes down its
 * version, and the oldest version that a program may have to go on working: so old and new programs share a schema
 * while one takes the place of the other.
 */
import { TidelineError } from "../../errors.ts";
import type { PostgresClient } from "./client.ts";
import { postgresTrouble } from "./trouble.ts";

export interface MigrateOptions {
  /** The schema's name. Default: "tideline". */
  readonly schema?: string | undefined;
  /** Into how many parts each table is cut when it is made. Default: 16. */
  readonly partitions?: number | undefined;
  /** Says what would be run, and runs nothing. */
  readonly dryRun?: boolean | undefined;
}

/** What a migration did, or would do. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  readonly statements: string;
}

export const DEFAULT_SCHEMA = "tideline";
const DEFAULT_PARTITIONS = 16;
const MAX_PARTITIONS = 1_024;

/** What this program needs, and what it makes. */
export const SCHEMA_VERSION = 1;

type Step = (schema: string, partitions: number) => string;

/** The statements that lead to version 1, 2, …; a step that was released is never changed. */
const STEPS: readonly Step[] = [firstTables];
/** For each of them, the oldest version that a program may have to work on the schema afterwards. */
const NEEDS: readonly number[] = [1];

function firstTables(schema: string, partitions: number): string {
  const tables = `
create sequence ${schema}.stream_ids;
create table ${schema}.streams (
  key text primary key,
  id bigint not null default nextval('${schema}.stream_ids'),
  name text not null,
  seq bigint not null,
  hash text not null,
  first_seq bigint not null default 1,
  erased_seq bigint not null default 0
) partition by hash (key);
create table ${schema}.lines (
  stream bigint not null,
  seq bigint not null,
  head text not null,
  room integer not null,
  primary key (stream, seq)
) partition by hash (stream);
create table ${schema}.words (
  stream bigint not null,
  seq bigint not null,
  words text not null,
  primary key (stream, seq)
) partition by hash (stream);
create table ${schema}.blobs (
  stream bigint not null,
  name text not null,
  seq bigint not null,
  bytes bytea not null,
  primary key (stream, name)
) partition by hash (stream);`;
  const parts = ["streams", "lines", "words", "blobs"].flatMap((table) =>
    Array.from({ length: partitions }, (_, i) => {
      // The end of a stream is overwritten at each append: room in its page keeps that from touching the index.
      const room = table === "streams" ? " with (fillfactor = 70)" : "";
      return `create table ${schema}.${table}_${i} partition of ${schema}.${table} for values with (modulus ${partitions}, remainder ${i})${room};`;
    }),
  );
  return [tables.trim(), ...parts].join("\n");
}

/** A name that needs no quotes, so it can stand in a statement as it is. */
export function parseSchemaName(name: unknown): string {
  if (typeof name === "string" && /^[a-z_][a-z0-9_]{0,47}$/.test(name) && !name.startsWith("pg_"))
    return name;
  throw new TidelineError(
    "invalid-argument",
    `schema must be a name of a-z, 0-9 and _, such as "tideline", not ${JSON.stringify(name)}.`,
  );
}

/** A schema as it was found. */
interface Found {
  /** 0: there is none. */
  readonly version: number;
  /** The oldest version of a program that may still use it. */
  readonly needs: number;
}

async function findSchema(client: PostgresClient, schema: string): Promise<Found> {
  const found = await client.query("select to_regclass($1) is not null as there", [
    `${schema}.schema_versions`,
  ]);
  if (found.rows[0]?.there !== true) return { version: 0, needs: 0 };
  const { rows } = await client.query(
    `select version, needs from ${schema}.schema_versions order by version desc limit 1`,
  );
  return { version: Number(rows[0]?.version ?? 0), needs: Number(rows[0]?.needs ?? 0) };
}

/** Brings the schema to the version of this program. Run again, it does nothing. */
export async function migrate(client: PostgresClient, options: MigrateOptions = {}): Promise<Migration> {
  const schema = parseSchemaName(options.schema ?? DEFAULT_SCHEMA);
  const partitions = parsePartitions(options.partitions ?? DEFAULT_PARTITIONS);
  try {
    const found = await findSchema(client, schema);
    refuseNewer(found, schema);
    const to = Math.max(found.version, SCHEMA_VERSION);
    const statements = found.version >= SCHEMA_VERSION ? "" : migration(schema, partitions, found.version);
    if (options.dryRun !== true && statements !== "") await client.query(statements);
    return { from: found.version, to, statements };
  } catch (error) {
    throw postgresTrouble(error);
  }
}

/** Refuses a schema that this program cannot use. */
export async function checkSchema(client: PostgresClient, schema: string): Promise<void> {
  const found = await findSchema(client, schema);
  refuseNewer(found, schema);
  if (found.version >= SCHEMA_VERSION) return;
  const state = found.version === 0 ? "is not there yet" : `has the older version ${found.version}`;
  throw new TidelineError(
    "not-a-workspace",
    `The schema ${schema} ${state}. Run: tideline db migrate, or migrate(…) of brigade-tideline/postgres.`,
  );
}

/**
 * One statement, so it happens as a whole on whichever connection it comes to. Under its lock it looks again: somebody
 * else may have done the same.
 */
function migration(schema: string, partitions: number, from: number): string {
  const steps = STEPS.slice(from).map((step, i) => {
    const version = from + i + 1;
    return [
      `if present < ${version} then`,
      step(schema, partitions),
      `insert into ${schema}.schema_versions (version, needs) values (${version}, ${NEEDS[version - 1]});`,
      "end if;",
    ].join("\n");
  });
  return [
    "do $migration$",
    "declare present integer;",
    "begin",
    `perform pg_advisory_xact_lock(hashtext('tideline ${schema}'));`,
    `create schema if not exists ${schema};`,
    `create table if not exists ${schema}.schema_versions (version integer primary key, needs integer not null, at timestamptz not null default now());`,
    `select coalesce(max(version), 0) into present from ${schema}.schema_versions;`,
    ...steps,
    "end $migration$",
  ].join("\n");
}

function refuseNewer({ version, needs }: Found, schema: string): void {
  if (needs <= SCHEMA_VERSION) return;
  throw new TidelineError(
    "format-newer",
    `The schema ${schema} has version ${version}, which needs a Tideline that knows version ${needs}; this one knows ${SCHEMA_VERSION}. Upgrade to open it.`,
    { version },
  );
}

function parsePartitions(value: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= MAX_PARTITIONS) return value;
  throw new TidelineError(
    "invalid-argument",
    `partitions must be a whole number from 1 to ${MAX_PARTITIONS}, not ${String(value)}.`,
  );
}
