/**
 * Can a host's language model be relied on? Its shape is checked when it is handed in, what it gives back when it has
 * answered, and every call has a time limit: a model that hangs must not hold up its memory for ever.
 */
import { TidelineError } from "../errors.ts";
import type { LlmAdapter, LlmReply, LlmRequest } from "../ports/llm.ts";
import { badReply } from "../services/post.ts";
import { aborted } from "../services/retry.ts";
import { fieldOf, tokens } from "./service.ts";

/** Longer than an adapter's own time limits should be. */
const LONGEST_MS = 900_000;
const MAX_MODEL_CHARS = 1_000;
const MAX_REPLY_CHARS = 4 * 1024 * 1024;
const STOPPED = ["length", "refused"] as const;

export function boundedLlm(value: unknown, longestMs = LONGEST_MS): LlmAdapter {
  const llm = parseLlm(value);
  return {
    model: llm.model,
    complete: async (request) => parseReply(await within(llm, request, longestMs), llm.model),
  };
}

function parseLlm(value: unknown): LlmAdapter {
  const { model, complete } = Object(value) as Partial<LlmAdapter>;
  if (typeof complete !== "function")
    throw invalid("llm must have a function complete({ system, messages, … })");
  if (typeof model !== "string" || model === "" || model.length > MAX_MODEL_CHARS)
    throw invalid("llm.model must name the model");
  return value as LlmAdapter;
}

function parseReply(reply: unknown, model: string): LlmReply {
  const [json, text] = [fieldOf(reply, "json"), fieldOf(reply, "text")];
  if (text !== undefined && typeof text !== "string")
    throw badReply(model, "replied with a text that is none");
  if (json === undefined && text === undefined) throw badReply(model, "replied without json or text");
  if (text !== undefined && text.length > MAX_REPLY_CHARS)
    throw badReply(model, `replied with more than ${MAX_REPLY_CHARS} characters`, {
      mostBytes: MAX_REPLY_CHARS,
    });
  const usage = fieldOf(reply, "usage");
  return {
    json,
    text,
    stopped: STOPPED.find((one) => one === fieldOf(reply, "stopped")),
    usage: {
      inputTokens: tokens(fieldOf(usage, "inputTokens")),
      outputTokens: tokens(fieldOf(usage, "outputTokens")),
    },
  };
}

async function within(llm: LlmAdapter, request: LlmRequest, ms: number): Promise<LlmReply> {
  const signal = request.signal as AbortSignal | undefined;
  let end = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(aborted(llm.model.slice(0, 80)));
    const what = `The language model "${llm.model.slice(0, 80)}" did not answer within ${ms} ms. Try again later.`;
    timer = setTimeout(() => reject(new TidelineError("service-unavailable", what)), ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
  try {
    return await Promise.race([ended, Promise.resolve(llm.complete(request))]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `${what}.`);
}
