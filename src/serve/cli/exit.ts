/** With which code does a command exit? The codes are documented in docs/cli.md, and scripts rely on them. */
import { type ErrorCode, isTidelineError } from "../../errors.ts";

export const EXIT = {
  ok: 0,
  /** The command ran and found something wrong (doctor, verify). */
  found: 1,
  usage: 2,
  refused: 3,
  missing: 4,
  busy: 5,
  storage: 6,
  /** A bug of ours. */
  bug: 70,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_CODE: Readonly<Partial<Record<ErrorCode, ExitCode>>> = {
  "invalid-argument": EXIT.usage,
  "no-such-operation": EXIT.usage,
  "write-gate": EXIT.refused,
  "secret-refused": EXIT.refused,
  "not-allowed": EXIT.refused,
  unauthorized: EXIT.refused,
  "idempotency-conflict": EXIT.refused,
  "import-failed": EXIT.refused,
  "no-such-fact": EXIT.missing,
  "no-such-turn": EXIT.missing,
  "no-such-conversation": EXIT.missing,
  "no-such-token": EXIT.missing,
  "no-such-pass": EXIT.missing,
  "cannot-replay": EXIT.refused,
  "gold-unapproved": EXIT.refused,
  "gold-not-rewritten": EXIT.refused,
  "origin-full": EXIT.refused,
  "erased-fact": EXIT.missing,
  "on-hold": EXIT.refused,
  "not-destroyed": EXIT.refused,
  "lock-timeout": EXIT.busy,
  "stream-moved": EXIT.busy,
  "address-in-use": EXIT.busy,
  busy: EXIT.busy,
  "timed-out": EXIT.busy,
  "too-many-requests": EXIT.busy,
  "event-too-large": EXIT.usage,
  "batch-too-large": EXIT.usage,
  "request-too-large": EXIT.usage,
  "unsupported-encoding": EXIT.usage,
};

export function exitCodeOf(error: unknown): ExitCode {
  return isTidelineError(error) ? (BY_CODE[error.code] ?? EXIT.storage) : EXIT.bug;
}
