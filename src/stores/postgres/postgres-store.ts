/** Where do streams live when one machine is not enough? In the PostgreSQL that a team already has. */
import { TidelineError } from "../../errors.ts";
import type { AsyncStorageAdapter } from "../../ports/storage.ts";
import { parseAddress } from "../address.ts";
import { AsyncDatabaseStore } from "../database/faces.ts";
import { LineStore } from "../database/line-store.ts";
import { nodeFramePorts, nodeHash } from "../node-ports.ts";
import { LazyPool, type PostgresClient } from "./client.ts";
import { PostgresTables } from "./postgres-tables.ts";
import {
  DEFAULT_SCHEMA,
  type MigrateOptions,
  type Migration,
  migrate as migrateSchema,
  parseSchemaName,
} from "./schema.ts";

/** Where in a database a workspace is. */
export interface PostgresOptions {
  /** The schema that `migrate` has made. Default: "tideline". One schema is one workspace. */
  readonly schema?: string | undefined;
}

/**
 * A schema of a PostgreSQL database as a store.
 * @example const store: PostgresStore = postgres("postgres://localhost/app");
 */
export interface PostgresStore extends AsyncStorageAdapter {
  readonly schema: string;
}

/**
 * A store in a schema of a PostgreSQL database: the address of the database, or a pool (of the package `pg`, or
 * anything with `query(text, values)`). A pool that you give is yours to end.
 * @example const memory = await Tideline.connect(postgres("postgres://localhost/app", { schema: "tideline" }));
 */
export function postgres(target: string | PostgresClient, options: PostgresOptions = {}): PostgresStore {
  const address = typeof target === "string" ? parseAddress(target) : undefined;
  const schema = parseOptions({ schema: address?.schema, ...options });
  const own = address && new LazyPool(address.url);
  const client = own ?? parseClient(target);
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const tables = new PostgresTables({ client, schema, hash: nodeHash, wait, end: own && (() => own.end()) });
  return new SchemaStore(new LineStore(tables, nodeFramePorts(), `the schema ${schema}`), schema);
}

class SchemaStore extends AsyncDatabaseStore implements PostgresStore {
  readonly schema: string;

  constructor(lines: LineStore, schema: string) {
    super(lines);
    this.schema = schema;
  }
}

/**
 * Makes the tables, or brings them to this version. Run again, it does nothing.
 * @example await migrate("postgres://localhost/app", { schema: "tideline" });
 */
export async function migrate(
  target: string | PostgresClient,
  options: MigrateOptions = {},
): Promise<Migration> {
  if (typeof target !== "string") return await migrateSchema(parseClient(target), options);
  const { url, schema } = parseAddress(target);
  const pool = new LazyPool(url);
  try {
    return await migrateSchema(pool, { schema, ...options });
  } finally {
    await pool.end();
  }
}

function parseClient(value: unknown): PostgresClient {
  if (typeof (value as PostgresClient | null | undefined)?.query === "function")
    return value as PostgresClient;
  throw new TidelineError(
    "invalid-argument",
    "postgres needs an address, or a client with query(text, values), such as a Pool of pg.",
  );
}

function parseOptions(options: PostgresOptions): string {
  if (typeof options !== "object" || options === null)
    throw new TidelineError("invalid-argument", "The options of postgres must be an object.");
  for (const name of Object.keys(options))
    if (name !== "schema")
      throw new TidelineError("invalid-argument", `postgres has no option "${name}"; it has schema.`);
  return parseSchemaName(options.schema ?? DEFAULT_SCHEMA);
}
