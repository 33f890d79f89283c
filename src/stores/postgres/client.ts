/**
 * How is PostgreSQL asked? Through one method, `query(text, values)`, which a pool of the package `pg` has. Any other
 * client fits behind the same method.
 */
import { TidelineError } from "../../errors.ts";

/** A client or a pool. Each call may use another connection, so nothing is kept on one. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
}

export interface PostgresResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** A pool that the store made itself, and so ends itself. */
export interface OwnPool extends PostgresClient {
  end(): Promise<void>;
}

/** Makes a pool of the package `pg` when it is first asked. */
export class LazyPool implements OwnPool {
  private readonly url: string;
  private pool: Promise<OwnPool> | undefined;

  constructor(url: string) {
    this.url = url;
  }

  async query(text: string, values?: unknown[]): Promise<PostgresResult> {
    this.pool ??= poolOf(this.url);
    return await (await this.pool).query(text, values);
  }

  async end(): Promise<void> {
    if (this.pool !== undefined) await (await this.pool).end();
  }
}

interface PoolConstructor {
  new (options: object): OwnPool & { on(event: "error", listener: (error: Error) => void): unknown };
}

/** How long a connection is waited for. */
const CONNECT_MS = 10_000;

async function poolOf(url: string): Promise<OwnPool> {
  const pg = await loadPg();
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "tideline",
  });
  // A connection that breaks while nobody uses it: the next query opens another one, and says so if it cannot.
  pool.on("error", () => undefined);
  return pool;
}

async function loadPg(): Promise<{ Pool: PoolConstructor }> {
  try {
    const module = (await import("pg")) as unknown as { default: { Pool: PoolConstructor } };
    return module.default;
  } catch (error) {
    throw new TidelineError(
      "package-missing",
      "PostgreSQL is reached through the package pg, which is not installed. Run: npm install pg",
      {},
      error,
    );
  }
}
