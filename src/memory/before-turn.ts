/**
 * What may be shown before a turn (a message of a conversation) is answered, and to whom? The profile, once and first,
 * and what is known about what the people in the conversation said last.
 */
import {
  type ContextOptions,
  type ParsedContext,
  parseContextOptions,
  parseMaxChars,
} from "../context/options.ts";
import { parseMessages, questionIn, type Said, saidIn, type TurnMessage } from "../context/turns.ts";
import { isTidelineError } from "../errors.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf } from "../model/arguments.ts";
import { type Origin, originKey, parseOrigin } from "../model/origin.ts";
import type { Degraded } from "../recall/hit.ts";
import type { QueryVector } from "../upkeep/embedding.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { profileIn } from "./profile.ts";
import { blocksAbout, type TurnContext } from "./recall.ts";

/** How long the block before a turn may be, and who is talking. */
export interface BeforeTurnOptions {
  /** Who is talking. Default: the origin of the handle. */
  readonly origin?: Origin | undefined;
  /** The maximum length of the block. Default 1200. */
  readonly maxChars?: number | undefined;
  /** Shows the profile only if memory does not answer within this time. Default: it waits. */
  readonly timeoutMs?: number | undefined;
  /** Puts the profile first. Default: true. */
  readonly profile?: boolean | undefined;
}

const TURN_CHARS = 1_200;
/** Nothing may be shown. */
export const NO_CONTEXT: TurnContext = {
  text: undefined,
  profile: undefined,
  relevant: undefined,
  facts: [],
  faded: 0,
  degraded: [],
};

export function* turnContext(
  memory: Memory,
  messages: string | readonly TurnMessage[],
  options: BeforeTurnOptions,
): Steps<TurnContext> {
  const turn = turnOf(memory, messages, options);
  if (turn === undefined) return NO_CONTEXT;
  const begin = memory.engine.now();
  yield* turn.whose.open.replica.catchUp();
  if (turn.timeoutMs !== undefined && memory.engine.now() - begin > turn.timeoutMs)
    return withoutRecall(turn);
  return yield* blocksFor(turn, undefined);
}

/** A turn that is to be answered. */
export interface Turn {
  /** The memory that the block comes from. */
  readonly whose: Memory;
  /** What the people asked with; empty if they said nothing. */
  readonly question: string;
  /** What was said before, for rewriting. */
  readonly said: readonly Said[];
  readonly context: ParsedContext;
  readonly timeoutMs: number | undefined;
}

/** undefined if there is no block: this handle may not show the speaker's memory. */
export function turnOf(
  memory: Memory,
  messages: string | readonly TurnMessage[],
  options: BeforeTurnOptions,
): Turn | undefined {
  const { origin, maxChars, timeoutMs, profile } = fieldsOf(
    options,
    new Set(["origin", "maxChars", "timeoutMs", "profile"]),
    "beforeTurn",
  ) as BeforeTurnOptions;
  if (timeoutMs !== undefined && !(Number.isSafeInteger(timeoutMs) && timeoutMs >= 0))
    throw badArgument("timeoutMs must be a whole number from 0");
  const asked: ContextOptions = { maxChars: parseMaxChars(maxChars, TURN_CHARS), profile };
  const whose = turnMemory(memory, origin);
  if (whose === undefined) return undefined;
  const said =
    typeof messages === "string"
      ? [{ role: "user", text: messages } as const]
      : saidIn(parseMessages(messages, "messages"));
  return { whose, question: questionIn(said).trim(), said, context: parseContextOptions(asked), timeoutMs };
}

/** The blocks of a turn, with the vector of its question. */
export function* blocksFor(
  { whose, question, context }: Turn,
  vector: QueryVector | undefined,
  also?: readonly string[],
): Steps<TurnContext> {
  const recall = also === undefined ? context.recall : { ...context.recall, also };
  return yield* blocksAbout(whose, vector, question, { ...context, recall });
}

/** The profile of what is known of the origin by now, and a line that says that memory was not asked. */
export function withoutRecall({ whose, context, timeoutMs }: Turn): TurnContext {
  const reason = `Memory did not answer within ${timeoutMs} ms, so only the profile is shown.`;
  const degraded: readonly Degraded[] = [{ lane: "recall", code: "timed-out", reason }];
  const state = whose.open.replica.known;
  const { text: profile, facts } =
    state === undefined || context.profileChars === 0
      ? { text: undefined, facts: [] }
      : profileIn(whose, state, context.profileChars);
  const note = "<memory>\n(not asked: no time was left)\n</memory>";
  const room = context.maxChars - (profile === undefined ? 0 : profile.length + 1);
  const relevant = note.length <= room ? note : undefined;
  const parts = [profile, relevant].filter((part) => part !== undefined);
  return {
    text: parts.length === 0 ? undefined : parts.join("\n"),
    profile,
    relevant,
    facts,
    faded: 0,
    degraded,
  };
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
