/**
 * What can go wrong? The closed list of error codes.
 *
 * Every error that leaves Tideline is a `TidelineError` with one of these codes. The text beside each code is what
 * `docs/errors.md` says about it (a test compares the two). Programs branch on `code`; people read `message`, which
 * names what is wrong and what to do next.
 */

/**
 * Every code, with what it means and what to do.
 * @example console.log(ERROR_CODES["write-gate"]);
 */
export const ERROR_CODES = {
  "invalid-argument": "An argument has the wrong type, is out of range or is unknown. Correct the call.",
  "invalid-event":
    "An event does not have the shape of its type and version. Nothing was written. Correct the event.",
  "event-too-large":
    "One event is larger than the limit. Nothing was written. Shorten the text, or split it.",
  "batch-too-large":
    "One append holds more events or bytes than the limit. Nothing was written. Split it into several appends.",
  "origin-full":
    "The origin already holds the maximum of facts, or of text, for this class. Other classes are not affected. Purge some facts of this class, or use another origin.",
  "write-gate":
    "The source or the caller may not write or change this; the message says what is allowed. The text was not stored; the log records only that a write was refused.",
  "secret-refused":
    "The text holds a credential, such as a key, a password, a PIN or a card number; the message says which kind. The text was not stored; the log records only that a write was refused. Keep credentials in a password manager. The workspace option secrets (refuse, mark, allow) says what to do with them.",
  "text-changed":
    "The fact changed after you looked at it; the message says how. Nothing was written. Look at it again.",
  "no-such-fact": "There is no fact with this id in this origin. Check the id and the origin of the handle.",
  "no-such-pass":
    "There is no maintenance pass with this id in this origin, or it is too old. passes() lists the passes that can be undone.",
  "no-such-turn":
    "There is no such turn in the inbox of this origin, or it is not set aside. review lists turns that are set aside, conversation lists the turns of a conversation.",
  "no-such-conversation":
    "There is no conversation with this id in the inbox of this origin, or its turns are no longer kept. conversations lists them.",
  "on-hold":
    "A hold protects what would be erased; the message names the hold. Nothing was erased. The owner lifts it with release, or tideline retention release.",
  "not-destroyed":
    "A shred erased the words, and cannot certify that copies from before are unreadable. The message says which key is left, and where.",
  "erased-fact":
    "The fact that this idempotency key wrote has been purged, and its text is gone for good. Use a new key to write it again.",
  "idempotency-conflict":
    "This idempotency key was already used for something else. Use a new key for a new write.",
  "not-allowed":
    "This caller may not do that, or did not confirm it. The message says who may and what to do.",
  "no-such-token": "There is no token with this id or name. List the tokens, and check it.",
  "no-such-operation": "There is no such command, route or tool. The message names those that exist.",
  unauthorized:
    "The request needs a valid token of this workspace. Create one with tideline token create, and send it as a bearer token.",
  "request-too-large":
    "The request is larger than the limit and was not carried out. Send less, or send it in parts.",
  "unsupported-encoding":
    "The body of the request is compressed or not in UTF-8, so it was not read. Send it as plain UTF-8.",
  "too-many-requests": "This caller has sent too many requests. Wait as long as Retry-After says.",
  busy: "The server is shutting down, or is working on as many requests as it can. Try again later.",
  "timed-out":
    "The answer took too long. A write may still have happened: retry it with the same idempotency key.",
  "address-in-use":
    "Something else is already listening on this address; the message says what. Use another port, or stop it.",
  "needs-connect": "The store is asynchronous, and this call is synchronous. Use await Tideline.connect(…).",
  "import-failed":
    "The text is not a Tideline export, it is incomplete, or the origin is not empty. Nothing was written. Import a complete export into an empty origin.",
  "gold-unapproved":
    "The gold spec of your own facts is not approved yet. Rewrite its queries, then set approved to true.",
  "gold-not-rewritten":
    "Some queries of the gold spec still repeat the text of their facts, so recall would find them trivially. Rewrite them as real questions.",
  "cannot-replay":
    "The recall of this receipt cannot be repeated exactly; the message says why. Recall again for today's answer.",
  "inbox-full":
    "Too many turns wait to be distilled. Nothing was stored. Distil them, with distil() or tideline distil, and observe again.",
  "distiller-failed":
    "The distiller or its model failed, so nothing was distilled; the turns wait in the inbox. Look at the cause, and distil again.",
  frozen:
    "Maintenance is frozen by BRIGADE_DISABLE_MEMORY_EXTRACT=1 (or TIDELINE_…). Nothing was changed. Unset the variable to continue.",
  "stream-moved":
    "Another writer appended first. Read the new events, decide again, and append at the new end.",
  "not-an-erase":
    "erase() needs an erase event, and every event it names must exist and hold text. Nothing was written. Correct the event.",
  closed: "The store was closed. Open it again.",
  "lock-timeout":
    "Another process held the writer lock for too long; the message names the process. Try again, or stop that process.",
  "lock-missing": "The lock file of a stream is missing. Close every other process, and run repair.",
  corrupt:
    "A file does not hold what was written; the message names the file and the position. Restore a backup, or run repair.",
  "format-newer": "The workspace, or an event in it, was written by a newer version. Upgrade Tideline.",
  "not-a-workspace":
    "The path is a file, or a folder that holds something other than a Tideline workspace. Give an empty folder, or one that does not exist yet.",
  "keys-missing":
    "The workspace is sealed, and its key was not given, is not in the vault, or is another one. Nothing was written. Open it with the key that it was sealed with.",
  "not-sealed":
    "The workspace holds plain text, and was opened with keys. Nothing was written. Seal it first, with tideline seal or sealWorkspace, or open it without keys.",
  "not-writable":
    "The file system does not allow writing there: it is read-only, or belongs to another user. Check the owner and the mount, or use another folder.",
  "not-readable": "The file system does not allow reading there. Check the owner and the permissions.",
  "disk-full":
    "The disk is full, or the quota is used up. This write was not acknowledged, and no acknowledged write is lost. Free some space and try again.",
  "file-vanished":
    "A file of the workspace, or the folder it belongs in, is not there. Check the path. If something removed it while it was in use, restore it from a backup, or run repair.",
  "disk-failed":
    "The file system failed in another way; the cause says how. This operation was not acknowledged. Check the disk and try again.",
  "package-missing":
    "An optional package is not installed. The message names it. Install it, or leave the option out.",
  "bad-model":
    "The files of a local encoder are damaged, are not the ones that were chosen, or are of a kind that Tideline cannot run; the message says which. Install the package again, or choose another folder.",
  "service-refused":
    "A network service refused the key, the model or the request; the message says which. Correct the options.",
  "service-unavailable":
    "A network service could not be reached, was too busy or failed, even after several attempts. Nothing is lost. Try again later.",
  aborted: "The caller aborted the request before it was answered. Ask again when you need the answer.",
  "service-reply":
    "A network service sent an answer that does not fit the request. Check its address and options.",
  "bad-vectors":
    "Vectors are not what their embedder promised (count, dimensions, finite, not zero), or come from another model. None was kept. Check the embedder's options.",
} as const;

/** The code of an error; docs/errors.md says what to do about each. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Plain data for programs: where and what (file, position, seq, expected, …). */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * What goes wrong has a code, and a message that says what to do.
 * @example if (error instanceof TidelineError) console.log(error.code);
 */
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

/**
 * Is it an error of Tideline's, and of this code if one is given?
 * @example if (isTidelineError(error, "write-gate")) console.log(error.message);
 */
export function isTidelineError(error: unknown, code?: ErrorCode): error is TidelineError {
  return error instanceof TidelineError && (code === undefined || error.code === code);
}

/**
 * The write gate refused a write. The refusal is in the log, with a digest instead of the text.
 * @example if (error instanceof WriteGateError) console.log(error.details.rule);
 */
export class WriteGateError extends TidelineError {
  override readonly name = "WriteGateError";

  constructor(message: string, details: ErrorDetails = {}) {
    super("write-gate", message, details);
  }
}
