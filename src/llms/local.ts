/**
 * How is a language model asked that runs on this machine? By `node-llama-cpp`, from a GGUF file that the host names.
 *
 * The package is optional and is imported at the first call: nobody has to install it who does not use this adapter.
 * Nothing is downloaded and nothing is compiled. A grammar made from the schema holds the model to the form of the
 * reply, though not to sense. Calls run one after another.
 */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { packageFolder, packageMissing } from "../embedders/local/find.ts";
import { isTidelineError, TidelineError } from "../errors.ts";
import type { JsonSchema, LlmAdapter, LlmReply, LlmRequest } from "../ports/llm.ts";
import { wholeNumberFor } from "../services/address.ts";
import { aborted } from "../services/retry.ts";
import { checkOptions, textReply } from "./service.ts";

/** Which model on this machine is asked, and how. */
export interface LocalLlmOptions {
  /** The model's GGUF file. */
  readonly modelPath: string;
  /** Threads that compute. Default 1: on a busy machine more threads wait for each other. */
  readonly threads?: number | undefined;
  /** Tokens of a request and its reply together. Default: what the model was trained with, at most 4,096. */
  readonly contextTokens?: number | undefined;
  /** Time limit of a call. Default 600,000. */
  readonly timeoutMs?: number | undefined;
  /** A folder in which node-llama-cpp is installed, if it is not installed beside Tideline. */
  readonly folder?: string | undefined;
  /** Gives the package itself, for a host that has imported it. */
  readonly load?: (() => Promise<LlamaPackage>) | undefined;
}

/** The part of node-llama-cpp that is used here. */
export interface LlamaPackage {
  getLlama(options: object): Promise<LlamaEngine>;
  readonly LlamaChatSession: new (options: { readonly contextSequence: unknown }) => LlamaSession;
}

/** What Tideline uses of `node-llama-cpp`. */
export interface LlamaEngine {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: never): Promise<unknown>;
  dispose(): Promise<void>;
}

/** A loaded model of `node-llama-cpp`. */
export interface LlamaModel {
  readonly trainContextSize: number;
  tokenize(text: string): readonly unknown[];
  createContext(options: object): Promise<{ getSequence(): unknown }>;
}

/** A conversation with a model of `node-llama-cpp`. */
export interface LlamaSession {
  setChatHistory(history: never): void;
  promptWithMeta(
    text: string,
    options: never,
  ): Promise<{ readonly responseText: string; readonly stopReason: string }>;
}

const PACKAGE = "node-llama-cpp";
const OPTIONS = ["modelPath", "threads", "contextTokens", "timeoutMs", "folder", "load"];
const MOST_CONTEXT_TOKENS = 4_096;
/** What the chat format adds to every message. */
const TOKENS_PER_MESSAGE = 16;

interface Loaded {
  readonly engine: LlamaEngine;
  readonly model: LlamaModel;
  readonly session: LlamaSession;
  readonly contextTokens: number;
}

/**
 * A language model in a file on this machine, for `llm`.
 * @example const llm = new LocalLlm({ modelPath: "/models/tiny.gguf" });
 */
export class LocalLlm implements LlmAdapter {
  readonly model: string;
  private readonly options: ReturnType<typeof parseOptions>;
  private loading: Promise<Loaded> | undefined;
  private readonly grammars = new Map<JsonSchema, Promise<unknown>>();
  /** Ends when the last call has ended. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(options: LocalLlmOptions) {
    this.options = parseOptions(options);
    this.model = basename(this.options.modelPath);
  }

  complete(request: LlmRequest): Promise<LlmReply> {
    const turn = this.queue.then(() => this.answer(request));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** Frees the model. It is loaded again if it is used again. */
  async close(): Promise<void> {
    const { loading } = this;
    this.loading = undefined;
    this.grammars.clear();
    await this.queue;
    await (await loading?.catch(() => undefined))?.engine.dispose();
  }

  private async answer(request: LlmRequest): Promise<LlmReply> {
    const signal = request.signal as AbortSignal | undefined;
    if (signal?.aborted) throw aborted(this.model);
    const loaded = await this.loaded();
    const inputTokens = this.fits(loaded, request);
    const grammar = request.schema && (await this.grammar(loaded, request.schema));
    const { responseText: text, stopReason } = await this.prompt(loaded, request, grammar);
    const usage = { inputTokens, outputTokens: loaded.model.tokenize(text).length };
    return stopReason === "maxTokens" ? { text, stopped: "length", usage } : textReply(text, { usage });
  }

  /** The package itself would leave out the beginning of a conversation that is too long, and say nothing. */
  private fits({ model, contextTokens }: Loaded, { system, messages, maxTokens }: LlmRequest): number {
    const texts = [system, ...messages.map(({ text }) => text)];
    const input = texts.reduce((sum, text) => sum + model.tokenize(text).length + TOKENS_PER_MESSAGE, 0);
    if (input + maxTokens <= contextTokens) return input;
    const what = `${this.model} has a context of ${contextTokens} tokens; the request has ${input}, and the reply may have ${maxTokens}`;
    throw new TidelineError("request-too-large", `${what}. Ask for less at once, or raise contextTokens.`);
  }

  private async prompt({ session }: Loaded, request: LlmRequest, grammar: unknown) {
    const { system, messages, maxTokens } = request;
    const { timeoutMs } = this.options;
    const caller = request.signal as AbortSignal | undefined;
    const controller = new AbortController();
    const stop = () => controller.abort();
    const timer = setTimeout(stop, timeoutMs);
    caller?.addEventListener("abort", stop);
    try {
      const earlier = messages.slice(0, -1).map(({ role, text }) => {
        return role === "user" ? { type: "user", text } : { type: "model", response: [text] };
      });
      session.setChatHistory([{ type: "system", text: system }, ...earlier] as never);
      const options = { grammar, maxTokens, signal: controller.signal, temperature: 0 };
      return await session.promptWithMeta(messages.at(-1)?.text ?? "", options as never);
    } catch (error) {
      if (caller?.aborted) throw aborted(this.model);
      const what = controller.signal.aborted ? `did not answer within ${timeoutMs} ms` : "failed";
      throw new TidelineError("service-unavailable", `${this.model} ${what}. Try again later.`, {}, error);
    } finally {
      clearTimeout(timer);
      caller?.removeEventListener("abort", stop);
    }
  }

  private grammar({ engine }: Loaded, schema: JsonSchema): Promise<unknown> {
    const known = this.grammars.get(schema);
    const grammar = known ?? engine.createGrammarForJsonSchema(schema as never);
    this.grammars.set(schema, grammar);
    return grammar;
  }

  /** Loads the model once; if that fails, the next call tries again. */
  private loaded(): Promise<Loaded> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async load(): Promise<Loaded> {
    const { modelPath, threads, contextTokens: wanted, folder, load } = this.options;
    const { getLlama, LlamaChatSession } = await (load ?? (() => imported(folder)))();
    if (!existsSync(modelPath)) throw notLoaded(modelPath, "there is no such file");
    try {
      const engine = await getLlama({
        gpu: false,
        build: "never",
        skipDownload: true,
        logLevel: "error",
        maxThreads: threads,
      });
      const model = await engine.loadModel({ modelPath });
      const contextTokens = wanted ?? Math.min(MOST_CONTEXT_TOKENS, model.trainContextSize);
      const context = await model.createContext({ contextSize: contextTokens, threads, sequences: 1 });
      const session = new LlamaChatSession({ contextSequence: context.getSequence() });
      return { engine, model, session, contextTokens };
    } catch (error) {
      throw isTidelineError(error) ? error : notLoaded(modelPath, "the cause says why", error);
    }
  }
}

async function imported(folder: string | undefined): Promise<LlamaPackage> {
  const places = [...(folder === undefined ? [] : [join(resolve(folder), "package.json")]), import.meta.url];
  const home = places.map((place) => packageFolder(PACKAGE, place)).find((one) => one !== undefined);
  if (home === undefined) throw packageMissing(`LocalLlm needs the package ${PACKAGE}`, installed());
  try {
    return (await import(pathToFileURL(join(home, "dist", "index.js")).href)) as LlamaPackage;
  } catch (error) {
    throw packageMissing(`The package ${PACKAGE} cannot be loaded`, installed(), error);
  }
}

function installed(): string {
  return `npm install ${PACKAGE}`;
}

function notLoaded(path: string, why: string, cause?: unknown): TidelineError {
  const what = `The language model ${path} cannot be loaded: ${why}`;
  return new TidelineError("bad-model", `${what}. Give the path of a GGUF file.`, {}, cause);
}

function parseOptions(options: LocalLlmOptions) {
  checkOptions(options, OPTIONS, invalid);
  const { modelPath, contextTokens, folder, load } = options;
  if (typeof modelPath !== "string" || modelPath === "")
    throw invalid("modelPath must be the path of a GGUF file");
  if (folder !== undefined && (typeof folder !== "string" || folder === ""))
    throw invalid("folder must be the path of a folder");
  if (load !== undefined && typeof load !== "function") throw invalid("load must be a function");
  const number = wholeNumberFor(invalid);
  return {
    modelPath: resolve(modelPath),
    threads: number(options.threads ?? 1, "threads", 1, 256),
    contextTokens:
      contextTokens === undefined ? undefined : number(contextTokens, "contextTokens", 256, 1_048_576),
    timeoutMs: number(options.timeoutMs ?? 600_000, "timeoutMs", 1, 3_600_000),
    folder,
    load,
  };
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-argument", `LocalLlm: ${what}.`);
}
