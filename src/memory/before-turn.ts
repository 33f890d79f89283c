/** What may be shown before a turn (a message of a conversation) is answered, and to whom? */
import { isTidelineError } from "../errors.ts";
import type { Steps } from "../log/steps.ts";
import { fieldsOf } from "../model/arguments.ts";
import { type Origin, originKey, parseOrigin } from "../model/origin.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { context } from "./recall.ts";

export interface BeforeTurnOptions {
  /** Who is talking. Default: the origin of the handle. */
  readonly origin?: Origin | undefined;
  /** The maximum length of the block. Default 1200. */
  readonly maxChars?: number | undefined;
}

const TURN_CHARS = 1_200;

export function* beforeTurn(
  memory: Memory,
  message: string,
  options: BeforeTurnOptions,
): Steps<string | undefined> {
  const turn = turnOf(memory, message, options);
  if (turn === undefined) return undefined;
  return yield* context(turn.whose, undefined, message, { maxChars: turn.maxChars });
}

/** The memory that the block comes from, and how long it may be; undefined if there is no block. */
export function turnOf(
  memory: Memory,
  message: string,
  options: BeforeTurnOptions,
): { readonly whose: Memory; readonly maxChars: number } | undefined {
  const { origin, maxChars = TURN_CHARS } = fieldsOf(
    options,
    new Set(["origin", "maxChars"]),
    "beforeTurn",
  ) as BeforeTurnOptions;
  const whose = turnMemory(memory, origin);
  if (whose === undefined || typeof message !== "string" || message.trim() === "") return undefined;
  return { whose, maxChars };
}

/** The memory that may be shown; undefined for an origin that this memory may not show. */
function turnMemory(memory: Memory, origin: unknown): Memory | undefined {
  if (origin === undefined) return memory;
  try {
    const wanted = parseOrigin(origin);
    if (originKey(wanted) === originKey(memory.origin)) return memory;
    return memory.mayActForOthers && wanted !== "owner" ? memoryOf(memory, wanted, {}) : undefined;
  } catch (error) {
    // An origin that cannot be parsed gets no block.
    if (isTidelineError(error)) return undefined;
    throw error;
  }
}
