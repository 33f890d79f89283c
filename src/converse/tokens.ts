/**
 * How many tokens did a call take?
 *
 * As the service says. But budgets are kept by this figure, so a service that says nothing, or zero, is not believed, nor
 * one that says less than any tokenizer needs.
 */
import type { LlmReply } from "../ports/llm.ts";

/** English has about so many. */
const CHARS_PER_TOKEN = 4;
/** No tokenizer puts more into one token. */
const MAX_CHARS_PER_TOKEN = 64;

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** `sent`: the texts of the request. */
export function tokensOf({ usage, text, json }: LlmReply, sent: readonly string[]): Tokens {
  const said = text ?? JSON.stringify(json) ?? "";
  const sentChars = sent.reduce((sum, one) => sum + one.length, 0);
  return {
    inputTokens: believed(usage?.inputTokens, sentChars),
    outputTokens: believed(usage?.outputTokens, said.length),
  };
}

function believed(tokens: number | undefined, chars: number): number {
  if (tokens === undefined || tokens === 0) return Math.ceil(chars / CHARS_PER_TOKEN);
  return Math.max(tokens, Math.ceil(chars / MAX_CHARS_PER_TOKEN));
}
