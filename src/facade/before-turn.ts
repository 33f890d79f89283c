/** What may be shown before a turn (a message of a conversation) is answered, and to whom? */
import { isTidelineError } from "../errors.ts";
import type { Steps } from "../log/steps.ts";
import { fieldsOf } from "../model/arguments.ts";
import { type Origin, originKey, parseOrigin } from "../model/origin.ts";
import { reachOf } from "../verbs/reach.ts";
import * as recall from "../verbs/recall.ts";
import { type Handle, handleFor } from "./handle.ts";

export interface BeforeTurnOptions {
  /** Who is talking. Default: the origin of the handle. */
  readonly origin?: Origin | undefined;
  /** The maximum length of the block. Default 1200. */
  readonly maxChars?: number | undefined;
}

const TURN_CHARS = 1_200;

export function* blockFor(
  handle: Handle,
  message: string,
  options: BeforeTurnOptions,
): Steps<string | undefined> {
  const turn = turnOf(handle, message, options);
  if (turn === undefined) return undefined;
  return yield* recall.context(reachOf(turn.whose), message, { maxChars: turn.maxChars });
}

/** The handle that the block comes from, and how long it may be; undefined if there is no block. */
export function turnOf(
  handle: Handle,
  message: string,
  options: BeforeTurnOptions,
): { readonly whose: Handle; readonly maxChars: number } | undefined {
  const { origin, maxChars = TURN_CHARS } = fieldsOf(
    options,
    new Set(["origin", "maxChars"]),
    "beforeTurn",
  ) as BeforeTurnOptions;
  const whose = turnHandle(handle, origin);
  if (whose === undefined || typeof message !== "string" || message.trim() === "") return undefined;
  return { whose, maxChars };
}

/** The handle of the memory that may be shown; undefined for an origin that this handle may not show. */
function turnHandle(handle: Handle, origin: unknown): Handle | undefined {
  if (origin === undefined) return handle;
  try {
    const wanted = parseOrigin(origin);
    if (originKey(wanted) === originKey(handle.origin)) return handle;
    return handle.mayActForOthers && wanted !== "owner" ? handleFor(handle, wanted, {}) : undefined;
  } catch (error) {
    // An origin that cannot be parsed gets no block.
    if (isTidelineError(error)) return undefined;
    throw error;
  }
}
