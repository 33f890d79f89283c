/** `brigade-tideline/postgres`: a workspace in a schema of a PostgreSQL database. */
export type { PostgresClient, PostgresResult } from "./stores/postgres/client.ts";
export {
  migrate,
  type PostgresOptions,
  type PostgresStore,
  postgres,
} from "./stores/postgres/postgres-store.ts";
export type { MigrateOptions, Migration } from "./stores/postgres/schema.ts";
