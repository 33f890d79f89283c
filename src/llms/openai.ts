/**
 * How is a language model asked that speaks OpenAI's protocol? OpenAI itself, or any server with `POST
 * <baseUrl>/chat/completions`: Ollama, llama.cpp, vLLM, LM Studio, a gateway.
 *
 * Using it sends the conversation's turns to that service; they leave the machine only because the host chose this
 * model. The reply's form is asked for by `response_format: json_schema`. A service that refuses that is asked for
 * `json_object`, then for nothing but text, with the schema in the prompt; what it took is remembered. One that takes
 * it and ignores it answers with text, which the caller reads as it reads any other.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import type { LlmAdapter, LlmReply, LlmRequest, LlmUsage } from "../ports/llm.ts";
import { bearer } from "../services/address.ts";
import { badReply } from "../services/post.ts";
import {
  checkOptions,
  cutOff,
  failedMidway,
  fieldOf,
  jsonOf,
  LlmService,
  type Protocol,
  SERVICE_OPTIONS,
  type ServiceOptions,
  textOf,
  textReply,
  tokens,
  withSchema,
} from "./service.ts";

/** How the reply's form is asked for, the strictest first. */
const FORMS = ["json_schema", "json_object", "text"] as const;
type Form = (typeof FORMS)[number];

/** Which model of an OpenAI-compatible service is asked, and how. */
export interface OpenAiLlmOptions extends ServiceOptions {
  /** The address without "/chat/completions"; it may have a query string. Default "https://api.openai.com/v1". */
  readonly baseUrl?: string | undefined;
  /** How to ask for JSON. Default: by schema, and more loosely if the service refuses that. */
  readonly form?: Form | undefined;
  /** What the service calls the limit of a reply. Default: "max_completion_tokens" at OpenAI, "max_tokens" elsewhere. */
  readonly limitName?: "max_tokens" | "max_completion_tokens" | undefined;
}

export const OPENAI_URL = "https://api.openai.com/v1";
const OPTIONS = [...SERVICE_OPTIONS, "baseUrl", "form", "limitName"];
/** A service that does not know a part of the request answers with one of these. */
const NOT_UNDERSTOOD = new Set<unknown>([400, 422, 501]);

/**
 * A language model of OpenAI or a compatible service, for `llm`.
 * @example const llm = new OpenAiLlm({ model: "gpt-4.1-mini", apiKey });
 */
export class OpenAiLlm implements LlmAdapter {
  readonly model: string;
  // Private at run time, not only for the compiler: printing or serialising the object shows none of these.
  readonly #service: LlmService;
  readonly #limitName: string;
  /** The forms that are still worth a try. */
  #forms: readonly Form[];

  constructor(options: OpenAiLlmOptions) {
    checkOptions(options, OPTIONS, invalid);
    const { baseUrl = OPENAI_URL, form, limitName, apiKey } = options;
    if (form !== undefined && !FORMS.includes(form)) throw invalid(`form must be one of ${FORMS.join(", ")}`);
    const where = { baseUrl, path: "chat/completions", key: bearer(apiKey) };
    this.#service = new LlmService(options, where, {}, invalid);
    this.#forms = form === undefined ? FORMS : [form];
    this.#limitName = limitName ?? (baseUrl === OPENAI_URL ? "max_completion_tokens" : "max_tokens");
    this.model = this.#service.model;
  }

  async complete(request: LlmRequest): Promise<LlmReply> {
    const forms = request.schema === undefined ? (["text"] as const) : this.#forms;
    for (const [i, form] of forms.entries()) {
      try {
        const reply = await this.#ask(form, request);
        if (request.schema !== undefined) this.#forms = forms.slice(i);
        return reply;
      } catch (error) {
        const isRefused =
          isTidelineError(error, "service-refused") && NOT_UNDERSTOOD.has(error.details.status);
        if (!isRefused || i === forms.length - 1) throw error;
      }
    }
    throw invalid("there is no form to ask for");
  }

  #ask(form: Form, request: LlmRequest): Promise<LlmReply> {
    const { system, messages, schema, maxTokens } = request;
    const { model, stream, temperature } = this.#service;
    const body = {
      model,
      messages: [
        { role: "system", content: form === "json_schema" ? system : withSchema(system, schema) },
        ...messages.map(({ role, text }) => ({ role, content: text })),
      ],
      ...formatOf(form, schema),
      [this.#limitName]: maxTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    };
    return this.#service.ask(body, request, PROTOCOL);
  }
}

function formatOf(form: Form, schema: LlmRequest["schema"]): object {
  if (form === "json_object") return { response_format: { type: "json_object" } };
  if (form === "text" || schema === undefined) return {};
  return { response_format: { type: "json_schema", json_schema: { name: "reply", strict: true, schema } } };
}

const PROTOCOL: Protocol = {
  whole(reply, service) {
    const choice = firstOf(fieldOf(reply, "choices"));
    const message = fieldOf(choice, "message");
    if (message === undefined) throw badReply(service, "answered without a message");
    const text = textOf(fieldOf(message, "content"));
    const isRefusal = textOf(fieldOf(message, "refusal")) !== "";
    return replyOf(text, fieldOf(choice, "finish_reason"), isRefusal, usageIn(reply));
  },

  async events(events, service) {
    let text = "";
    let isRefusal = false;
    let finish: unknown;
    let usage = usageIn(undefined);
    for await (const data of events) {
      if (data === "[DONE]") break;
      const chunk = jsonOf(data, service);
      if (fieldOf(chunk, "error") !== undefined) throw failedMidway(service);
      const choice = firstOf(fieldOf(chunk, "choices"));
      const delta = fieldOf(choice, "delta");
      text += textOf(fieldOf(delta, "content"));
      isRefusal ||= textOf(fieldOf(delta, "refusal")) !== "";
      finish = fieldOf(choice, "finish_reason") ?? finish;
      if (typeof fieldOf(chunk, "usage") === "object" && fieldOf(chunk, "usage") !== null)
        usage = usageIn(chunk);
    }
    if (typeof finish !== "string") throw cutOff(service);
    return replyOf(text, finish, isRefusal, usage);
  },
};

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function replyOf(text: string, finish: unknown, isRefusal: boolean, usage: LlmUsage): LlmReply {
  if (isRefusal || finish === "content_filter") return { text, stopped: "refused", usage };
  return finish === "length" ? { text, stopped: "length", usage } : textReply(text, { usage });
}

function usageIn(reply: unknown): LlmUsage {
  const usage = fieldOf(reply, "usage");
  return {
    inputTokens: tokens(fieldOf(usage, "prompt_tokens")),
    outputTokens: tokens(fieldOf(usage, "completion_tokens")),
  };
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `OpenAiLlm: ${what}.`);
}
