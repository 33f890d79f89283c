/**
 * What can go wrong? The closed list of error codes.
 *
 * Every error that leaves Tideline is a `TidelineError` with one of these codes. The text beside each code is what
 * `docs/errors.md` says about it (a test compares the two). Programs branch on `code`; people read `message`, which
 * names what is wrong and what to do next.
 */
export const ERROR_CODES = {
  "invalid-argument": "An argument has the wrong type, is out of range or is not known. Correct the call.",
  "invalid-event":
    "An event does not have the shape of its type and version. Nothing was written. Correct the event.",
  "event-too-large":
    "One event is larger than the limit. Nothing was written. Shorten the text, or split it.",
  "batch-too-large":
    "One append holds more events or bytes than the limit. Nothing was written. Append in several batches.",
  "origin-full":
    "The origin holds as many facts, or words, of this class as one origin may. Other classes are not concerned. Purge some of that class, or use another origin.",
  "write-gate":
    "The source may not write this: see the message for what it may. Nothing was stored but the fact of the refusal.",
  "secret-refused":
    "The text holds a credential: a key, a password, a PIN, a card number. The message says of which kind. Nothing was stored but the fact of the refusal. Keep it in a password manager; the option secrets of the workspace (mark, allow) changes what is done with credentials.",
  "text-changed":
    "The fact has changed since you looked at it; the message says how. Nothing was changed. Look at it again.",
  "no-such-fact": "There is no fact with this id in this origin. Check the id and the origin of the handle.",
  "no-such-pass":
    "There is no maintenance pass with this id in this origin, or it is too long ago. passes() lists those that can be undone.",
  "erased-fact":
    "What this idempotency key wrote was purged since; its text is gone for good. Use a new key to write it again.",
  "idempotency-conflict":
    "The idempotency key was used before for something else. Use a new key for a new write.",
  "not-allowed": "This handle may not do that. Only a handle that the host opened for the owner can.",
  "no-such-token": "There is no token with this id. List the tokens, and check the id.",
  "no-such-operation":
    "There is no such command, route or tool. The message names what there is. Nothing was written.",
  unauthorized:
    "The request needs a token that is valid for this workspace. Make one with tideline token create, and send it as a bearer token.",
  "request-too-large": "The request is larger than the limit. Nothing was written. Send less, or in parts.",
  "unsupported-encoding":
    "The body of a request is compressed, or in another character set than UTF-8. Nothing was written. Send it as plain UTF-8.",
  "too-many-requests": "This caller has asked more often than it may. Wait as long as Retry-After says.",
  busy: "The server is shutting down, or has as many requests at work as it takes. Try again later.",
  "timed-out":
    "The answer took too long. A write may still have happened: try again with the same idempotency key.",
  "address-in-use":
    "Something else listens on this address already. The message says what. Use another port, or end it.",
  "needs-connect":
    "The store or embedder is asynchronous, and this call is synchronous. Use await Tideline.connect(…).",
  "import-failed":
    "The text is not an export of Tideline, it was cut, or the origin is not empty. Nothing was written.",
  "gold-unapproved":
    "A gold spec of your own facts is not approved. Rewrite its queries, then set approved to true.",
  "gold-not-rewritten":
    "Queries of a gold spec are still the facts' own words, and would find them by construction. Rewrite them.",
  "cannot-replay":
    "The recall of this receipt cannot be repeated exactly: the message says why. Recall anew for today's answer.",
  frozen:
    "Maintenance is frozen by BRIGADE_DISABLE_MEMORY_EXTRACT=1 (or TIDELINE_…). Nothing was changed. Unset it to go on.",
  "stream-moved":
    "Somebody else appended first. Read the new events, decide again, and append at the new end.",
  "not-an-erase":
    "erase() was given another event, or one that names events that do not exist or hold no text. Nothing was written.",
  closed: "The store was closed. Open it again.",
  "lock-timeout":
    "Another process holds the writer lock and did not let go in time. The message names it. Try again, or end that process.",
  "lock-missing": "The lock file of a stream has vanished. Run repair, with every other process closed.",
  corrupt:
    "Bytes on the medium are not what was written. The message names file and position. Restore from a backup, or run repair.",
  "format-newer": "The workspace, or an event in it, was written by a newer version. Upgrade Tideline.",
  "not-a-workspace":
    "The path is a file, or holds something else than a Tideline workspace. Give another path.",
  "not-writable":
    "The file system refuses to write there: read-only, or not ours. Check owner and mount, or open elsewhere.",
  "not-readable": "The file system refuses to read there. Check owner and permissions.",
  "disk-full":
    "No space, or no quota, is left. Nothing was acknowledged and nothing acknowledged is lost. Free space and try again.",
  "file-vanished":
    "A file of the workspace was removed while it was in use. Restore it from a backup, or run repair.",
  "disk-failed":
    "The file system failed in another way; the cause says which. Nothing was acknowledged. Check the disk and try again.",
  "package-missing":
    "An optional package is not installed. The message names it. Install it, or leave the option out.",
  "service-refused":
    "A service that was asked over the network refused: its key, its model or the request. The message says which. Correct the options.",
  "service-unavailable":
    "A service could not be reached, was too busy or failed, after every try. Nothing is lost. Try again later.",
  "service-reply":
    "A service answered with something that is not what was asked for. Check its address and options.",
  "bad-vectors":
    "Vectors are not what their embedder promised (number, dimensions, finite, not zero), or of another model. None was kept. Check the embedder's options.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Plain data for programs: where and what (file, position, seq, expected, …). */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | undefined>>;

export class TidelineError extends Error {
  override readonly name: string = "TidelineError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

export function isTidelineError(error: unknown, code?: ErrorCode): error is TidelineError {
  return error instanceof TidelineError && (code === undefined || error.code === code);
}

/** The write gate refused a write. The refusal is in the log, with a digest instead of the text. */
export class WriteGateError extends TidelineError {
  override readonly name = "WriteGateError";

  constructor(message: string, details: ErrorDetails = {}) {
    super("write-gate", message, details);
  }
}
