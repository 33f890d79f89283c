/**
 * How is a language model of the Vercel AI SDK asked? By its shape, so that Tideline depends on no version of the SDK:
 * a model of the specifications v2, v3 and v4 (of the SDK 5, 6 and 7) has a name and a function `doGenerate`.
 *
 * The SDK itself tries again in functions that are not used here, so this adapter does. What a provider says in an error
 * may hold keys and texts; of all that only the status is passed on.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import type { LlmAdapter, LlmReply, LlmRequest, LlmUsage } from "../ports/llm.ts";
import { wholeNumberFor } from "../services/address.ts";
import { badReply } from "../services/post.ts";
import {
  aborted,
  type Outcome,
  type RetryLimits,
  retried,
  retryPorts,
  unavailable,
} from "../services/retry.ts";
import { checkOptions, fieldOf, textOf, textReply, tokens } from "./service.ts";

/** A language model of the AI SDK, as far as it is used here. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}

/** How a model of the AI SDK is asked. */
export interface FromAiSdkOptions {
  /** Time limit of one request. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of a call, retries and waits included. Default 300,000. */
  readonly totalMs?: number | undefined;
  /** Further tries after a temporary failure. Default 3. */
  readonly retries?: number | undefined;
  /** Not given to the model by default. */
  readonly temperature?: number | undefined;
  /** Waits between tries. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
}

const OPTIONS = ["timeoutMs", "totalMs", "retries", "temperature", "sleep"];
const VERSIONS = ["v2", "v3", "v4"];
const MAX_CHARS_PER_TOKEN = 64;
const REPLY_SLACK_CHARS = 64 * 1024;

/**
 * A language model of the Vercel AI SDK, for `llm`.
 * @example const memory = Tideline.open("./memory", { llm: fromAiSdk(model) });
 */
export function fromAiSdk(model: AiSdkModel, options: FromAiSdkOptions = {}): LlmAdapter {
  const name = nameOf(model);
  checkOptions(options, OPTIONS, invalid);
  const number = wholeNumberFor(invalid);
  const limits: RetryLimits = {
    service: name,
    timeoutMs: number(options.timeoutMs ?? 120_000, "timeoutMs", 1, 3_600_000),
    totalMs: number(options.totalMs ?? 300_000, "totalMs", 1, 3_600_000),
    retries: number(options.retries ?? 3, "retries", 0, 20),
  };
  const ports = retryPorts(options.sleep);
  const { temperature } = options;
  return {
    model: name,
    complete: (request) => {
      const signal = request.signal as AbortSignal | undefined;
      const call = callFor(request, temperature);
      return retried((ms) => tryOnce(model, call, request, name, ms), { ...limits, signal }, ports);
    },
  };
}

function nameOf(model: AiSdkModel): string {
  if (typeof model === "string")
    throw invalid('the name of a model is not enough: give the model itself, such as openai("gpt-4.1-mini")');
  const { specificationVersion, provider, modelId, doGenerate } = Object(model) as Partial<AiSdkModel>;
  if (typeof doGenerate !== "function" || typeof modelId !== "string" || modelId === "")
    throw invalid("the model must be a language model of the AI SDK, with modelId and doGenerate");
  if (!VERSIONS.includes(String(specificationVersion)))
    throw invalid(
      `the model is of the specification "${String(specificationVersion).slice(0, 20)}", and ${VERSIONS.join(", ")} are known`,
    );
  return typeof provider === "string" && provider !== "" ? `${provider}:${modelId}` : modelId;
}

function callFor(
  { system, messages, schema, maxTokens }: LlmRequest,
  temperature: number | undefined,
): object {
  return {
    prompt: [
      { role: "system", content: system },
      ...messages.map(({ role, text }) => ({ role, content: [{ type: "text", text }] })),
    ],
    maxOutputTokens: maxTokens,
    ...(schema === undefined ? {} : { responseFormat: { type: "json", schema, name: "reply" } }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

async function tryOnce(
  model: AiSdkModel,
  call: object,
  { signal, maxTokens }: LlmRequest,
  name: string,
  timeoutMs: number,
): Promise<Outcome<LlmReply>> {
  const caller = signal as AbortSignal | undefined;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeoutMs);
  caller?.addEventListener("abort", stop);
  try {
    const asked = Promise.resolve(model.doGenerate({ ...call, abortSignal: controller.signal } as never));
    return { value: replyIn(await unless(controller.signal, asked), maxTokens, name) };
  } catch (error) {
    if (caller?.aborted) throw aborted(name);
    if (isTidelineError(error)) throw error;
    if (controller.signal.aborted)
      return { again: unavailable(name, `did not answer within ${timeoutMs} ms`), waitMs: undefined };
    return judge(error, name);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", stop);
  }
}

/** A model that does not heed the signal is not waited for. */
async function unless<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(new Error("aborted"));
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([answer, ended]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** What the SDK's providers throw says by fields whether a later try may succeed, and after how long. */
function judge(error: unknown, name: string): Outcome<never> {
  const status = tokens(fieldOf(error, "statusCode"));
  const answered = status === undefined ? "failed" : `answered ${status}`;
  const isPassing = fieldOf(error, "isRetryable") === true || (status === undefined && isNetwork(error));
  if (isPassing) return { again: unavailable(name, answered, status), waitMs: waitAsked(error) };
  if (status === 413)
    throw new TidelineError("request-too-large", `${name} ${answered}. Ask for less at once.`, { status });
  const remedy = "Check the model's name, its key and its options.";
  throw new TidelineError("service-refused", `${name} ${answered}. ${remedy}`, { status });
}

/** The platform's `fetch` throws a TypeError if there is no connection. */
function isNetwork(error: unknown): boolean {
  return error instanceof TypeError;
}

function waitAsked(error: unknown): number | undefined {
  const headers = fieldOf(error, "responseHeaders");
  const seconds = textOf(fieldOf(headers, "retry-after"));
  return /^\d{1,9}(\.\d+)?$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

function replyIn(result: unknown, maxTokens: number, name: string): LlmReply {
  const content = fieldOf(result, "content");
  if (!Array.isArray(content)) throw badReply(name, "answered without content");
  const parts = content.filter((part) => fieldOf(part, "type") === "text");
  const text = parts.map((part) => textOf(fieldOf(part, "text"))).join("");
  const mostChars = REPLY_SLACK_CHARS + maxTokens * MAX_CHARS_PER_TOKEN;
  if (text.length > mostChars)
    throw badReply(name, `answered with more than ${mostChars} characters`, { mostBytes: mostChars });
  const usage = usageIn(fieldOf(result, "usage"));
  const finish = fieldOf(result, "finishReason");
  // A word in v2, an object with that word since v3.
  const reason = fieldOf(finish, "unified") ?? finish;
  if (reason === "content-filter") return { text, stopped: "refused", usage };
  return reason === "length" ? { text, stopped: "length", usage } : textReply(text, { usage });
}

/** Figures in v2, objects with a total since v3. */
function usageIn(usage: unknown): LlmUsage {
  const total = (name: string) => {
    const figure = fieldOf(usage, name);
    return tokens(fieldOf(figure, "total") ?? figure);
  };
  return { inputTokens: total("inputTokens"), outputTokens: total("outputTokens") };
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `fromAiSdk: ${what}.`);
}
