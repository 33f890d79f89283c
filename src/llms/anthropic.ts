/**
 * How is a language model asked that speaks Anthropic's protocol (`POST <baseUrl>/messages`)?
 *
 * Using it sends the conversation's turns to that service. The reply's form is asked for by one of two means of that
 * protocol: as the input of a tool that does not exist, which the model must call (`form: "tool"`, every model), or as
 * an output schema (`form: "schema"`, newer models). The system prompt is marked for the service's cache.
 */
import { TidelineError } from "../errors.ts";
import type { LlmAdapter, LlmReply, LlmRequest, LlmUsage } from "../ports/llm.ts";
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
} from "./service.ts";

const FORMS = ["tool", "schema"] as const;

/** Which model of Anthropic's is asked, and how. */
export interface AnthropicLlmOptions extends ServiceOptions {
  /** The address without "/messages". Default "https://api.anthropic.com/v1". */
  readonly baseUrl?: string | undefined;
  /** How to ask for JSON. Default "tool". */
  readonly form?: (typeof FORMS)[number] | undefined;
}

export const ANTHROPIC_URL = "https://api.anthropic.com/v1";
const VERSION = { "anthropic-version": "2023-06-01" };
const OPTIONS = [...SERVICE_OPTIONS, "baseUrl", "form"];
const TOOL = "reply";

/**
 * A language model of Anthropic's, for `llm`.
 * @example const llm = new AnthropicLlm({ model: "claude-haiku-4-5", apiKey });
 */
export class AnthropicLlm implements LlmAdapter {
  readonly model: string;
  readonly #service: LlmService;
  readonly #form: (typeof FORMS)[number];

  constructor(options: AnthropicLlmOptions) {
    checkOptions(options, OPTIONS, invalid);
    const { baseUrl = ANTHROPIC_URL, form = "tool", apiKey } = options;
    if (!FORMS.includes(form)) throw invalid(`form must be one of ${FORMS.join(", ")}`);
    const key = { name: "x-api-key", before: "", key: apiKey };
    this.#service = new LlmService(options, { baseUrl, path: "messages", key }, VERSION, invalid);
    this.#form = form;
    this.model = this.#service.model;
  }

  complete(request: LlmRequest): Promise<LlmReply> {
    const { system, messages, schema, maxTokens } = request;
    const { model, stream, temperature } = this.#service;
    const body = {
      model,
      system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      max_tokens: maxTokens,
      ...(schema === undefined ? {} : this.#formatOf(schema)),
      ...(temperature === undefined ? {} : { temperature }),
      ...(stream ? { stream } : {}),
    };
    return this.#service.ask(body, request, PROTOCOL);
  }

  #formatOf(schema: object): object {
    if (this.#form === "schema") return { output_config: { format: { type: "json_schema", schema } } };
    const tool = { name: TOOL, description: "Takes the reply.", input_schema: schema };
    return { tools: [tool], tool_choice: { type: "tool", name: TOOL } };
  }
}

const PROTOCOL: Protocol = {
  whole(reply, service) {
    const content = fieldOf(reply, "content");
    if (!Array.isArray(content)) throw badReply(service, "answered without content");
    const input = content.find((block) => fieldOf(block, "type") === "tool_use");
    const text = content.map((block) => textOf(fieldOf(block, "text"))).join("");
    const usage = usageIn(fieldOf(reply, "usage"));
    return replyOf(text, fieldOf(input, "input"), fieldOf(reply, "stop_reason"), usage);
  },

  async events(events, service) {
    let [text, input] = ["", ""];
    let stop: unknown;
    let usage: Readonly<Record<string, unknown>> = {};
    for await (const data of events) {
      const event = jsonOf(data, service);
      const type = fieldOf(event, "type");
      if (type === "error") throw failedMidway(service);
      const delta = fieldOf(event, "delta");
      text += textOf(fieldOf(delta, "text"));
      input += textOf(fieldOf(delta, "partial_json"));
      stop = fieldOf(delta, "stop_reason") ?? stop;
      usage = { ...usage, ...Object(fieldOf(fieldOf(event, "message"), "usage")) };
      usage = { ...usage, ...Object(fieldOf(event, "usage")) };
      if (type === "message_stop") break;
    }
    if (typeof stop !== "string") throw cutOff(service);
    if (input === "") return replyOf(text, undefined, stop, usageIn(usage));
    const { json } = textReply(input, { usage: usageIn(usage) });
    return replyOf(input, json, stop, usageIn(usage));
  },
};

function replyOf(text: string, input: unknown, stop: unknown, usage: LlmUsage): LlmReply {
  if (stop === "refusal") return { text, stopped: "refused", usage };
  if (stop === "max_tokens" || stop === "model_context_window_exceeded")
    return { text, stopped: "length", usage };
  return input === undefined ? textReply(text, { usage }) : { json: input, usage };
}

/** What was read from the cache or written to it was also sent. */
function usageIn(usage: unknown): LlmUsage {
  const input = tokens(fieldOf(usage, "input_tokens"));
  const cached = ["cache_read_input_tokens", "cache_creation_input_tokens"];
  const more = cached.reduce((sum, name) => sum + (tokens(fieldOf(usage, name)) ?? 0), 0);
  return {
    inputTokens: input === undefined ? undefined : input + more,
    outputTokens: tokens(fieldOf(usage, "output_tokens")),
  };
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `AnthropicLlm: ${what}.`);
}
