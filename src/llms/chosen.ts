/**
 * Which language model does a host mean? One of its own, or one by name ("openai:gpt-4.1-mini",
 * "anthropic:claude-haiku-4-5", "local:/models/tiny.gguf"): in code, in the environment (`TIDELINE_LLM`), or as the
 * workspace's owner chose it (`tideline config llm`). The environment comes before the workspace.
 *
 * Keys come from the environment only. A key goes to its provider's own address, or to the one that stands beside it
 * in the environment (`TIDELINE_LLM_BASE_URL`): a workspace that somebody else made cannot send it elsewhere.
 */
import { resolve } from "node:path";
import { TidelineError } from "../errors.ts";
import { badArgument } from "../model/arguments.ts";
import type { LlmAdapter } from "../ports/llm.ts";
import { holdsCredential } from "../write/client-name.ts";
import { ANTHROPIC_URL, AnthropicLlm } from "./anthropic.ts";
import { boundedLlm } from "./bounded.ts";
import { LocalLlm } from "./local.ts";
import { OPENAI_URL, OpenAiLlm } from "./openai.ts";

export const LLM_PROVIDERS = ["openai", "anthropic", "local"] as const;
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

/** What an option, a variable or a setting says. */
export interface LlmChoice {
  readonly provider: LlmProvider;
  /** The model's name; of a local one, the path of its file. */
  readonly model: string;
  /** Where the service is, if it is not the provider's own. */
  readonly baseUrl?: string | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

const FORM = '"openai:<model>", "anthropic:<model>" or "local:<path of a GGUF file>"';
const MAX_MODEL_CHARS = 200;
const MAX_PATH_CHARS = 4_096;

/** "off" gives undefined. `name` says in errors where the text stands. */
export function parseLlmChoice(
  text: string,
  baseUrl: string | undefined,
  name: string,
): LlmChoice | undefined {
  if (text === "off") return undefined;
  const [, given, model = ""] = /^([a-z]+):(.+)$/s.exec(text.trim()) ?? [];
  const provider = LLM_PROVIDERS.find((one) => one === given);
  // The text may be a key that was put in the wrong place, so it is not repeated.
  if (provider === undefined) throw badArgument(`${name} must be ${FORM}, or "off"`);
  if (model.length > (provider === "local" ? MAX_PATH_CHARS : MAX_MODEL_CHARS))
    throw badArgument(`${name} is too long`);
  // The choice is kept in the log, and the model's name in every event about what was distilled.
  if (holdsCredential(model) || holdsCredential(baseUrl ?? ""))
    throw badArgument(
      `${name} holds a credential. Name the model and its address only; the key goes into TIDELINE_LLM_API_KEY`,
    );
  if (provider === "local") {
    if (baseUrl !== undefined) throw badArgument(`A local model has no address, so leave out the base URL`);
    return { provider, model: resolve(model) };
  }
  return baseUrl === undefined ? { provider, model } : { provider, model, baseUrl: parseBase(baseUrl) };
}

function parseBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw badArgument("The base URL must be an http or https address");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw badArgument("The base URL must be an address alone: no user, password, query or fragment");
  return url.href.replace(/\/+$/, "");
}

/** Of an option of `open`, `over` or `connect`. */
export function readyLlm(value: unknown, env: Env = process.env): LlmAdapter | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string") return boundedLlm(value);
  const text = value === "local" ? localIn(env) : value;
  const choice = parseLlmChoice(
    text,
    text.startsWith("local:") ? undefined : env.TIDELINE_LLM_BASE_URL,
    "llm",
  );
  return choice && llmOf(choice, env);
}

function localIn({ TIDELINE_LLM: text = "" }: Env): string {
  if (text.startsWith("local:")) return text;
  throw badArgument(
    'llm: "local" needs the model\'s file: set TIDELINE_LLM=local:/path/to/model.gguf, or give llm: "local:/path/to/model.gguf"',
  );
}

export interface EffectiveChoice {
  readonly choice: LlmChoice | undefined;
  readonly from: "environment" | "workspace";
}

/** What holds for a workspace whose owner chose `stored`. */
export function effectiveLlm(stored: LlmChoice | undefined, env: Env): EffectiveChoice {
  const { TIDELINE_LLM: text, TIDELINE_LLM_BASE_URL: baseUrl } = env;
  if (text === undefined || text === "") return { choice: stored, from: "workspace" };
  const isLocal = text.startsWith("local:");
  const choice = parseLlmChoice(text, isLocal ? undefined : baseUrl || undefined, "TIDELINE_LLM");
  return { choice, from: "environment" };
}

/**
 * The model of a workspace; undefined if there is none. What is wrong with the choice is thrown when the model is asked:
 * a command that asks no model works all the same.
 */
export function chosenLlm(stored: LlmChoice | undefined, env: Env): LlmAdapter | undefined {
  let choice: LlmChoice | undefined;
  try {
    ({ choice } = effectiveLlm(stored, env));
  } catch (error) {
    return { model: "none", complete: () => Promise.reject(error as Error) };
  }
  if (choice === undefined) return undefined;
  let opened: LlmAdapter | undefined;
  const open = (one: LlmChoice): LlmAdapter => {
    opened ??= llmOf(one, env);
    return opened;
  };
  return {
    model: nameOf(choice),
    // Not before the promise: whoever asks expects a rejection, not a throw.
    complete: async (request) => await open(choice).complete(request),
    close: () => opened?.close?.(),
  };
}

export function nameOf({ provider, model }: LlmChoice): string {
  return `${provider}:${model}`;
}

function llmOf({ provider, model, baseUrl }: LlmChoice, env: Env): LlmAdapter {
  const timeoutMs = numberIn(env, "TIDELINE_LLM_TIMEOUT_MS");
  if (provider === "local")
    return new LocalLlm({ modelPath: model, threads: numberIn(env, "TIDELINE_LLM_THREADS"), timeoutMs });
  const apiKey = keyFor(provider, baseUrl, env);
  const options = { model, baseUrl, apiKey, timeoutMs, stream: env.TIDELINE_LLM_STREAM === "1" };
  return provider === "openai" ? new OpenAiLlm(options) : new AnthropicLlm(options);
}

const OWN = {
  openai: { url: OPENAI_URL, keyName: "OPENAI_API_KEY" },
  anthropic: { url: ANTHROPIC_URL, keyName: "ANTHROPIC_API_KEY" },
} as const;

function keyFor(provider: keyof typeof OWN, baseUrl: string | undefined, env: Env): string | undefined {
  const { url, keyName } = OWN[provider];
  const key = env.TIDELINE_LLM_API_KEY || undefined;
  const { origin } = new URL(baseUrl ?? url);
  if (origin === new URL(url).origin) return key ?? (env[keyName] || undefined);
  const beside = env.TIDELINE_LLM_BASE_URL ?? "";
  return URL.canParse(beside) && new URL(beside).origin === origin ? key : undefined;
}

function numberIn(env: Env, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new TidelineError("invalid-argument", `${name} must be a whole number.`);
}
