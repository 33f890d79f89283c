/**
 * What do the adapters of all services have in common? Where the service is, how long it may take, how often it is
 * asked again, and how large a reply may be.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import type { LlmReply, LlmRequest } from "../ports/llm.ts";
import {
  headersFrom,
  type Invalid,
  type KeyHeader,
  secretsIn,
  serviceAddress,
  wholeNumberFor,
} from "../services/address.ts";
import { eventsIn } from "../services/events.ts";
import { badReply, type Fetch, type PostPorts, platformPorts, postFor, whole } from "../services/post.ts";
import { unavailable } from "../services/retry.ts";

export interface ServiceOptions {
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Reads the reply as it arrives; for proxies that end a silent connection. Default false. */
  readonly stream?: boolean | undefined;
  /** Not sent by default: some models take none. */
  readonly temperature?: number | undefined;
  /** Time limit of one request. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of a call, retries and waits included. Default 300,000. */
  readonly totalMs?: number | undefined;
  /** Further tries after a temporary failure. Default 3. */
  readonly retries?: number | undefined;
  readonly fetch?: Fetch | undefined;
  /** Waits between tries. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
}

export const SERVICE_OPTIONS = [
  ...(["model", "apiKey", "headers", "stream", "temperature", "timeoutMs"] as const),
  ...(["totalMs", "retries", "fetch", "sleep"] as const),
] satisfies readonly (keyof ServiceOptions)[];

/** What surrounds the text of a reply, and its bytes per token: in one piece, and as events. */
const REPLY_SLACK_BYTES = 256 * 1024;
const BYTES_PER_TOKEN = 64;
const BYTES_PER_EVENT = 1_024;

/** How a service's protocol reads a reply: in one piece, or from its events. */
export interface Protocol {
  readonly whole: (reply: unknown, service: string) => LlmReply;
  readonly events: (events: AsyncIterable<string>, service: string) => Promise<LlmReply>;
}

export class LlmService {
  readonly model: string;
  readonly stream: boolean;
  readonly temperature: number | undefined;
  readonly #url: string;
  readonly #service: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ports: PostPorts;
  readonly #limits: { readonly timeoutMs: number; readonly totalMs: number; readonly retries: number };

  constructor(
    options: ServiceOptions,
    where: { readonly baseUrl: string; readonly path: string; readonly key: KeyHeader },
    fixed: Readonly<Record<string, string>>,
    invalid: Invalid,
  ) {
    const { url, service } = serviceAddress(where.baseUrl, where.path, invalid);
    this.#url = url;
    this.#service = service;
    this.#headers = { ...fixed, ...headersFrom(options.headers, where.key, invalid) };
    this.#ports = platformPorts(options);
    const { model, stream = false, temperature } = options;
    if (typeof model !== "string" || model === "" || model.length > 200)
      throw invalid("model must be the model's name");
    if (typeof stream !== "boolean") throw invalid("stream must be true or false");
    if (temperature !== undefined && !(temperature >= 0 && temperature <= 2))
      throw invalid("temperature must be a number from 0 to 2");
    this.model = model;
    this.stream = stream;
    this.temperature = temperature;
    const number = wholeNumberFor(invalid);
    this.#limits = {
      timeoutMs: number(options.timeoutMs ?? 120_000, "timeoutMs", 1, 3_600_000),
      totalMs: number(options.totalMs ?? 300_000, "totalMs", 1, 3_600_000),
      retries: number(options.retries ?? 3, "retries", 0, 20),
    };
  }

  async ask(
    body: Readonly<Record<string, unknown>>,
    request: LlmRequest,
    protocol: Protocol,
  ): Promise<LlmReply> {
    const text = JSON.stringify(body);
    const perToken = BYTES_PER_TOKEN + (this.stream ? BYTES_PER_EVENT : 0);
    const post = {
      url: this.#url,
      service: this.#service,
      headers: this.#headers,
      body: text,
      secrets: secretsIn(this.#headers),
      texts: request.messages.map((message) => message.text),
      tooLong: TOO_LONG,
      maxReplyBytes: REPLY_SLACK_BYTES + perToken * request.maxTokens,
      signal: request.signal as AbortSignal | undefined,
      ...this.#limits,
    };
    try {
      return await postFor(post, this.#ports, async (pieces, contentType) => {
        if (contentType.startsWith("text/event-stream"))
          return await protocol.events(eventsIn(pieces), this.#service);
        return protocol.whole(jsonOf(await whole(pieces), this.#service), this.#service);
      });
    } catch (error) {
      throw tooLongOr(error);
    }
  }
}

/** How services say that a request does not fit the model. */
const TOO_LONG =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceeds? the (?:context|available context|model)|reduce the length/i;

/** The same error for every service: whoever asked can ask for less at once. */
function tooLongOr(error: unknown): unknown {
  if (!isTidelineError(error, "service-refused")) return error;
  const { status, isTooLong } = error.details;
  if (status !== 413 && !(status === 400 && isTooLong === true)) return error;
  return new TidelineError("request-too-large", error.message, error.details);
}

export function jsonOf(text: string, service: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badReply(service, "answered with something that is not JSON");
  }
}

/** The JSON that the model was asked for; if it gave something else, its text. */
export function textReply(text: string, rest: Omit<LlmReply, "json" | "text">): LlmReply {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === "object" && json !== null) return { json, text, ...rest };
  } catch {
    return { text, ...rest };
  }
  return { text, ...rest };
}

/** The stream ended before the model had finished: the connection was cut. */
export function cutOff(service: string): TidelineError {
  return unavailable(service, "ended its reply before it was complete");
}

/** A service that fails in the middle of its stream says so in an event. Its words are not repeated. */
export function failedMidway(service: string): TidelineError {
  return unavailable(service, "failed in the middle of its reply");
}

export function tokens(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** A field of something that a service sent. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** For a service that is not held to the schema, the model reads it. */
export function withSchema(system: string, schema: LlmRequest["schema"]): string {
  return schema === undefined
    ? system
    : `${system}\n\nReply with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
}

export function checkOptions(options: object, names: readonly string[], invalid: Invalid): void {
  if (typeof options !== "object" || options === null) throw invalid("options must be an object");
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`there is no option "${unknown.slice(0, 60)}"`);
}
