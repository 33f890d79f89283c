/** `brigade-tideline/sqlite`: a workspace in one SQLite file. */
export { type SqliteOptions, type SqliteStore, sqlite } from "./stores/sqlite/sqlite-store.ts";
