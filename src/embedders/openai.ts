/**
 * How do texts get vectors from an OpenAI-compatible endpoint? From OpenAI itself, or from any server with `POST
 * <baseUrl>/embeddings`: Ollama, llama.cpp, vLLM, LM Studio, Text Embeddings Inference, a gateway.
 *
 * Using it sends the texts of facts and queries to that service; they leave the machine only because the host chose
 * this embedder. Texts are sent in batches limited by number and by characters, one batch after another. The key
 * appears in no error message, nor when the object is printed.
 */

import { TidelineError } from "../errors.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import { bearer, headersFrom, secretsIn, serviceAddress, wholeNumberFor } from "../services/address.ts";
import { type Fetch, type PostPorts, platformPorts, postJson } from "../services/post.ts";
import { readVectors } from "./openai-reply.ts";

/** Which service is asked for vectors, and how. */
export interface OpenAiEmbedderOptions {
  /** The address without "/embeddings"; it may have a query string. Default "https://api.openai.com/v1". */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** Dimensions of the model's vectors. A reply with another number is refused. */
  readonly dimensions: number;
  /** Asks the service for that many dimensions, for models that can shorten their vectors. Default false. */
  readonly requestDimensions?: boolean | undefined;
  /** The format to ask for; replies in either are understood. Default "float", which every server knows. */
  readonly encoding?: "float" | "base64" | undefined;
  /** Most texts in one request. Default 64. */
  readonly batchSize?: number | undefined;
  /** A longer text is cut off here. Default 8,000. */
  readonly maxTextChars?: number | undefined;
  /** Time limit of one request. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Time limit for a query's vector, retries included, because a caller waits for it. Default 5,000. */
  readonly queryTimeoutMs?: number | undefined;
  /** Further tries after a temporary failure. Default 3. */
  readonly retries?: number | undefined;
  /** Put in front of each text, for models that distinguish queries from passages ("query: ", "passage: "). */
  readonly prefixes?: { readonly query?: string | undefined; readonly fact?: string | undefined } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly thresholds?: EmbedderAdapter["thresholds"];
  readonly fetch?: Fetch | undefined;
  /** Waits between tries. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
}

const DEFAULTS = {
  baseUrl: "https://api.openai.com/v1",
  encoding: "float",
  batchSize: 64,
  maxTextChars: 8_000,
  timeoutMs: 30_000,
  queryTimeoutMs: 5_000,
  retries: 3,
} as const;

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof OpenAiEmbedderOptions>([
  ...(["baseUrl", "apiKey", "model", "dimensions", "requestDimensions", "encoding", "batchSize"] as const),
  ...([
    "maxTextChars",
    "timeoutMs",
    "queryTimeoutMs",
    "retries",
    "prefixes",
    "headers",
    "thresholds",
  ] as const),
  ...(["fetch", "sleep"] as const),
]);

/** Most characters of all texts in one request. */
const MAX_BATCH_CHARS = 100_000;
/** Bytes of a figure in JSON, generously; and of what surrounds the vectors in a reply. */
const BYTES_PER_FIGURE = 40;
const REPLY_SLACK_BYTES = 64 * 1024;

type Role = "query" | "fact";

/**
 * Vectors from OpenAI or a compatible service, for `embedder`.
 * @example const embedder = new OpenAiEmbedder({ model: "text-embedding-3-small", dimensions: 256, apiKey });
 */
export class OpenAiEmbedder implements EmbedderAdapter {
  readonly model: string;
  readonly dimensions: number;
  readonly thresholds: EmbedderAdapter["thresholds"];
  // Private at run time, not only for the compiler: printing or serialising the object shows none of these.
  readonly #options: ParsedOptions;
  readonly #url: string;
  readonly #service: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ports: PostPorts;

  constructor(options: OpenAiEmbedderOptions) {
    const parsed = parseOptions(options);
    this.#options = parsed;
    const { prefixes } = parsed;
    const cut = parsed.maxTextChars === DEFAULTS.maxTextChars ? "" : ` ${parsed.maxTextChars} chars`;
    const prefixed = prefixes.query === "" && prefixes.fact === "" ? "" : ` ${JSON.stringify(prefixes)}`;
    this.model = `${parsed.model}${prefixed}${cut}`;
    this.dimensions = parsed.dimensions;
    this.thresholds = options.thresholds;
    const { url, service } = serviceAddress(parsed.baseUrl, "embeddings", invalid);
    this.#url = url;
    this.#service = service;
    this.#headers = headersFrom(options.headers, bearer(options.apiKey), invalid);
    this.#ports = platformPorts(options);
  }

  async embed(texts: readonly string[], role: Role): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const batch of batchesOf(
      texts.map((text) => this.#prepare(text, role)),
      this.#options.batchSize,
    ))
      vectors.push(...(await this.#embedBatch(batch, role)));
    return vectors;
  }

  #prepare(text: string, role: Role): string {
    if (typeof text !== "string" || text.trim() === "") throw invalid("a text to embed must not be empty");
    return this.#options.prefixes[role] + cutText(text, this.#options.maxTextChars);
  }

  async #embedBatch(texts: readonly string[], role: Role): Promise<readonly Float32Array[]> {
    const { model, encoding, requestDimensions, timeoutMs, queryTimeoutMs, retries } = this.#options;
    const { dimensions } = this;
    const body = JSON.stringify({
      model,
      input: texts,
      encoding_format: encoding,
      ...(requestDimensions ? { dimensions } : {}),
    });
    const reply = await postJson(
      {
        url: this.#url,
        service: this.#service,
        headers: this.#headers,
        body,
        secrets: [...secretsIn(this.#headers), ...texts],
        timeoutMs,
        retries,
        totalMs: role === "query" ? queryTimeoutMs : Number.POSITIVE_INFINITY,
        maxReplyBytes: REPLY_SLACK_BYTES + 4 * body.length + texts.length * dimensions * BYTES_PER_FIGURE,
      },
      this.#ports,
    );
    return readVectors(reply, texts.length, { model: this.model, dimensions }, this.#service);
  }
}

/** Batches in order, each with as many texts as fit; a batch always takes at least one. */
function batchesOf(texts: readonly string[], most: number): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last === undefined || last.length >= most || chars + text.length > MAX_BATCH_CHARS) {
      batches.push([text]);
      chars = text.length;
    } else {
      last.push(text);
      chars += text.length;
    }
  }
  return batches;
}

/** Cuts the text, but never between the two units of a surrogate pair. */
function cutText(text: string, mostChars: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= mostChars) return whole;
  const isHigh = (whole.charCodeAt(mostChars - 1) & 0xfc00) === 0xd800;
  return whole.slice(0, isHigh ? mostChars - 1 : mostChars);
}

// ── options

const wholeNumber = wholeNumberFor(invalid);

type ParsedOptions = ReturnType<typeof parseOptions>;

function parseOptions(options: OpenAiEmbedderOptions) {
  if (typeof options !== "object" || options === null) throw invalid("options must be an object");
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.has(name));
  if (unknown !== undefined) throw invalid(`there is no option "${unknown}"`);
  const { model, encoding = DEFAULTS.encoding, prefixes = {}, baseUrl = DEFAULTS.baseUrl } = options;
  if (typeof model !== "string" || model === "" || model.length > 200)
    throw invalid("model must be the model's name");
  if (encoding !== "float" && encoding !== "base64") throw invalid('encoding must be "float" or "base64"');
  const prefix = (role: Role) => {
    const value = prefixes[role] ?? "";
    if (typeof value !== "string" || value.length > 200)
      throw invalid(`prefixes.${role} must be a short text`);
    return value;
  };
  return {
    baseUrl,
    model,
    encoding,
    requestDimensions: options.requestDimensions === true,
    dimensions: wholeNumber(options.dimensions, "dimensions", 1, 65_536),
    batchSize: wholeNumber(options.batchSize ?? DEFAULTS.batchSize, "batchSize", 1, 2_048),
    maxTextChars: wholeNumber(options.maxTextChars ?? DEFAULTS.maxTextChars, "maxTextChars", 2, 100_000),
    timeoutMs: wholeNumber(options.timeoutMs ?? DEFAULTS.timeoutMs, "timeoutMs", 1, 600_000),
    queryTimeoutMs: wholeNumber(
      options.queryTimeoutMs ?? DEFAULTS.queryTimeoutMs,
      "queryTimeoutMs",
      1,
      600_000,
    ),
    retries: wholeNumber(options.retries ?? DEFAULTS.retries, "retries", 0, 20),
    prefixes: { query: prefix("query"), fact: prefix("fact") },
  };
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `OpenAiEmbedder: ${what}.`);
}
