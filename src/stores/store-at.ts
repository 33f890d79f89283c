/** Which database is at an address? */
import type { AnyStorage } from "../ports/storage.ts";
import { sqliteFile } from "./address.ts";
import { postgres } from "./postgres/postgres-store.ts";
import { sqlite } from "./sqlite/sqlite-store.ts";

export function storeAt(address: string): AnyStorage {
  const file = sqliteFile(address);
  return file === undefined ? postgres(address) : sqlite(file);
}
