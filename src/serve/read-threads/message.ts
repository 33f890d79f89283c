/**
 * What do the server and its read threads send each other? Plain data only: nothing else can pass between threads.
 */
import { type ErrorCode, type ErrorDetails, isTidelineError, TidelineError } from "../../errors.ts";
import type { Caller } from "../caller.ts";
import type { Rendered } from "../http/rendered.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { Marks } from "./marks.ts";

export interface Question {
  readonly id: number;
  readonly caller: Caller;
  readonly operation: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** Whose memory, as the request named it; not checked yet. */
  readonly origin: unknown;
}

/** `edition` numbers the settings, so that a read thread can say which one it is ready for. */
export type ToReadThread =
  | { readonly settings: LiveSettings; readonly edition: number }
  | { readonly question: Question };

export type FromReadThread = { readonly ready: number } | Answer;

export interface Answer {
  readonly id: number;
  readonly outcome: Outcome;
  /** Uses of facts that the read thread saw meanwhile, through this question or others about the same origin. */
  readonly marks?: Marks | undefined;
}

export type Outcome =
  | { readonly rendered: Rendered }
  | { readonly error: PlainError }
  /** The question would need a write, and read threads never write. */
  | { readonly mustWrite: true };

export interface PlainError {
  /** undefined: a bug of ours. */
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly details: ErrorDetails;
  readonly stack: string | undefined;
}

export function plainError(error: unknown): PlainError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return isTidelineError(error)
    ? { code: error.code, message, details: error.details, stack }
    : { code: undefined, message, details: {}, stack };
}

export function errorFrom({ code, message, details, stack }: PlainError): Error {
  const error = code === undefined ? new Error(message) : new TidelineError(code, message, details);
  if (stack !== undefined) error.stack = stack;
  return error;
}
