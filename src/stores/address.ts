/**
 * Where is a database? At an address: `sqlite:./memory.db` is a file, `postgres://app@db.example:5432/app?schema=tideline`
 * a schema of a server. Everything else is the path of a folder.
 */
import { resolve } from "node:path";
import { TidelineError } from "../errors.ts";

export interface Address {
  /** For the client. */
  readonly url: string;
  readonly schema: string | undefined;
}

/** Is it the address of a database, and not the path of a folder? */
export function isAddress(target: unknown): target is string {
  return isPostgres(target) || sqliteFile(target) !== undefined;
}

export function isPostgres(target: unknown): target is string {
  return typeof target === "string" && /^postgres(ql)?:\/\/./.test(target);
}

/** The file that an address names; undefined if it names none. */
export function sqliteFile(target: unknown): string | undefined {
  return typeof target === "string" ? /^sqlite:(?:\/\/)?(.+)$/.exec(target)?.[1] : undefined;
}

export function parseAddress(target: string): Address {
  const url = isPostgres(target) ? urlOf(target) : undefined;
  // The address is not shown: it may hold a password.
  if (url === undefined)
    throw new TidelineError(
      "invalid-argument",
      'The address of a database begins with postgres://, such as "postgres://user@localhost:5432/app".',
    );
  const schema = url.searchParams.get("schema") ?? undefined;
  url.searchParams.delete("schema");
  return { url: url.href, schema };
}

/** The address as people may see it: without the password. */
export function shownAddress(target: string): string {
  const file = sqliteFile(target);
  if (file !== undefined) return `sqlite:${resolve(file)}`;
  const url = urlOf(target);
  if (url === undefined) return "a database";
  url.password = "";
  url.searchParams.delete("password");
  return url.href;
}

function urlOf(target: string): URL | undefined {
  return URL.canParse(target) ? new URL(target) : undefined;
}
