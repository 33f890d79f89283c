/**
 * How may a host's language model help to find what a question means? It puts the question in other words.
 *
 * It gets the question and the conversation (what the people and the assistant said), and never what memory recalled or
 * a tool answered. What it returns is a guess: the question alone decides the first place and the cut.
 */
import type { Signal } from "./signal.ts";

export interface RewriteContext {
  /** What was said before, oldest first, the question last; empty if only a question was asked. */
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  /** Aborted when memory no longer waits. */
  readonly signal: Signal;
}

export type RewriteQuery = (
  query: string,
  context: RewriteContext,
) => readonly string[] | Promise<readonly string[]>;
