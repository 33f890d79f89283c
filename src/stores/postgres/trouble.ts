/** What went wrong in PostgreSQL, as one of our codes? */
import { type ErrorCode, TidelineError } from "../../errors.ts";

/** SQLSTATEs, or the classes (two characters) that they begin with; the first that fits counts. */
const TROUBLES: readonly (readonly [state: string, code: ErrorCode, remedy: string])[] = [
  ["42P01", "not-a-workspace", "The tables are missing. Run: tideline db migrate"],
  ["3F000", "not-a-workspace", "The schema is missing. Run: tideline db migrate"],
  ["42703", "not-a-workspace", "A column is missing: the schema is older. Run: tideline db migrate"],
  ["42501", "not-writable", "The role may not do that. Grant it what docs/stores.md lists."],
  ["25006", "not-writable", "The server is read-only: a standby, perhaps. Connect to the primary."],
  ["53100", "disk-full", "The server's disk is full. This write was not acknowledged. Free some space."],
  ["28", "service-refused", "The server refused the user or the password. Correct the address."],
  ["3D", "service-refused", "There is no such database. Create it, or correct the address."],
  ["53", "service-unavailable", "The server has no room for another connection. Try again later."],
  [
    "57014",
    "service-unavailable",
    "A time limit (statement_timeout) cut the statement off. Raise it, or try again.",
  ],
  ["55P03", "service-unavailable", "A time limit (lock_timeout) ended a wait. Raise it, or try again."],
  ["57", "service-unavailable", "The server is stopping, starting or recovering. Try again later."],
  ["58", "disk-failed", "The server's file system failed. This operation was not acknowledged."],
  ["XX", "corrupt", "The database is damaged. Restore a backup."],
];

/** The connection failed before, during or after the statement: whether it took effect is not known. */
export function isCut(error: unknown): boolean {
  const state = stateOf(error);
  if (state !== undefined) return /^(08|57P0|57P03|25006)/.test(state);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === "string" && /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code)) ||
    (typeof message === "string" && /connection (terminated|ended|timeout)|timeout exceeded/i.test(message))
  );
}

/** Two transactions of a stricter isolation level met. The statement had no effect. */
export function isCollision(error: unknown): boolean {
  return ["40001", "40P01"].includes(stateOf(error) ?? "");
}

export function postgresTrouble(error: unknown): unknown {
  if (error instanceof TidelineError) return error;
  const state = stateOf(error);
  const found = TROUBLES.find(([prefix]) => state?.startsWith(prefix));
  if (found !== undefined) return trouble(found[1], state, found[2], error);
  if (isCut(error) || isCollision(error))
    return trouble("service-unavailable", state, "The connection failed. Try again later.", error);
  if (state !== undefined) return trouble("service-reply", state, "The statement failed.", error);
  return trouble("service-refused", undefined, remedyOf(error), error);
}

/** What the client itself refuses. Its own message is only in the cause: nobody knows what it repeats of the address. */
function remedyOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const said = `${String(code)} ${String(message)}`;
  if (/password|SASL|SCRAM/i.test(said)) return "The server asks for another password. Correct the address.";
  if (/SSL|TLS|CERT|ENOENT/i.test(said))
    return "The encrypted connection could not be made. Check the sslmode and the certificates of the address.";
  return "The client could not ask it; the cause says why. Check the address.";
}

function trouble(code: ErrorCode, state: string | undefined, remedy: string, error: unknown): TidelineError {
  const what = state === undefined ? codeOf(error) : `SQLSTATE ${state}`;
  return new TidelineError(code, `PostgreSQL could not do it (${what}). ${remedy}`, { state }, error);
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "no connection";
}

/** Five characters with a digit, as the server sends them. Errors of the operating system have no digits (EPIPE). */
function stateOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
