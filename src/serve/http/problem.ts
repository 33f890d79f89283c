/** How is an error sent over HTTP? As problem JSON (RFC 9457) with our own code, which clients branch on. */
import { type ErrorCode, isTidelineError, TidelineError } from "../../errors.ts";

/** Errors that are not the caller's fault, but the workspace's, the disk's or ours. */
const INSIDE_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...([
    "corrupt",
    "format-newer",
    "not-a-workspace",
    "not-writable",
    "not-readable",
    "file-vanished",
  ] as const),
  ...(["disk-failed", "lock-missing", "invalid-event", "not-an-erase", "needs-connect"] as const),
]);

/** Every other code is the caller's to fix: 400, unless this table has a more precise status. */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  unauthorized: 401,
  "write-gate": 403,
  "secret-refused": 403,
  "not-allowed": 403,
  "no-such-fact": 404,
  "no-such-pass": 404,
  "no-such-turn": 404,
  "no-such-conversation": 404,
  "no-such-token": 404,
  "no-such-operation": 404,
  "idempotency-conflict": 409,
  "stream-moved": 409,
  "import-failed": 409,
  "cannot-replay": 409,
  "erased-fact": 410,
  "on-hold": 409,
  "not-destroyed": 409,
  "request-too-large": 413,
  "event-too-large": 413,
  "batch-too-large": 413,
  "unsupported-encoding": 415,
  "too-many-requests": 429,
  busy: 503,
  closed: 503,
  "lock-timeout": 503,
  "timed-out": 503,
  "disk-full": 507,
  "origin-full": 507,
};

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode | "bug";
}

/** Details of internal errors are not sent: a path or a stack trace would tell a stranger too much. */
const INSIDE = "The server failed with an internal error. Its log has the details.";

export function problemOf(error: unknown): Problem {
  if (!isTidelineError(error)) return problem("bug", 500, INSIDE);
  const status = INSIDE_CODES.has(error.code) ? 500 : statusOf(error);
  return problem(
    error.code,
    status,
    status === 500 || error.code === "disk-full" ? `${INSIDE} (${error.code})` : error.message,
  );
}

function statusOf({ code, details }: TidelineError): number {
  if (details.isRequestLate === true) return 408;
  return details.isWrongType === true ? 415 : (STATUS[code] ?? 400);
}

export function problem(code: ErrorCode | "bug", status: number, detail: string): Problem {
  return { type: `urn:tideline:error:${code}`, title: code.replaceAll("-", " "), status, detail, code };
}

/** The path exists, but takes other methods. */
export function otherMethod(method: string, path: string, allow: string): TidelineError {
  return new TidelineError(
    "no-such-operation",
    `${path.slice(0, 100)} takes ${allow}, not ${method.slice(0, 10)}.`,
    { allow },
  );
}

export function noSuchRoute(method: string, path: string): TidelineError {
  return new TidelineError(
    "no-such-operation",
    `There is no ${method.slice(0, 10)} ${path.slice(0, 100)}. /openapi.json lists the routes.`,
  );
}
