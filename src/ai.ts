/**
 * `brigade-tideline/ai`: memory for agent frameworks. It offers tools in the shape that the Vercel AI SDK takes, the
 * same tools with plain JSON Schema for any other framework, and a middleware that puts what memory holds in front of
 * each turn, and observes what the people, the tools and the model say.
 *
 * The tools are those of MCP, with the same checks: what the agent writes is hearsay unless the host gives it the
 * owner's voice; `manage_memory` exists only if the host asks for it; there is no tool to endorse what others said. The
 * host opened the handle for one origin, and nothing a model says can reach another one.
 */
import type { TurnMessage } from "./context/turns.ts";
import { TidelineError } from "./errors.ts";
import { AsyncTideline } from "./memory/async.ts";
import { SyncTideline } from "./memory/sync.ts";
import type { Origin } from "./model/origin.ts";
import { TRUSTED } from "./model/source.ts";
import { replyIn, watchedStream } from "./serve/ai/observed-reply.ts";
import { type ObservingOptions, observerOf, type TurnSink } from "./serve/ai/observer.ts";
import { tellTrouble } from "./serve/ai/trouble.ts";
import { WriteBudget } from "./serve/budget.ts";
import type { Caller, Voice } from "./serve/caller.ts";
import type { JsonSchema } from "./serve/fields.ts";
import { ShortIds } from "./serve/mcp/short-ids.ts";
import type { ToolName, ToolSet } from "./serve/mcp/tool-set.ts";
import { callTool, shortAnswer, toolsFor } from "./serve/mcp/tools.ts";
import { Notes } from "./serve/notes.ts";
import type { Workspace } from "./serve/workspace.ts";
import type { AddInput } from "./write/draft.ts";

export type { TurnSink };

export type MemoryHandle = SyncTideline | AsyncTideline;

export interface MemoryToolOptions {
  /** "owner": what the agent writes counts as the principal's own words. Default: "agent", class 1. */
  readonly voice?: Voice | undefined;
  /** Also offers `manage_memory`. Default: false. */
  readonly manage?: boolean | undefined;
  /** "split": look_memory, change_memory and erase_memory instead of `manage_memory`. Default: "one". */
  readonly tools?: ToolSet | undefined;
  /** The name of the agent. Events keep it as a slug. */
  readonly client?: string | undefined;
  /** The folder with MEMORY.md and memory/*.md, for the owner's memory. */
  readonly notesDir?: string | undefined;
}

/** A tool for any framework. */
export interface PlainTool {
  readonly name: ToolName;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly inputSchema: JsonSchema;
  /** JSON Schema of what it returns, if that is no error. */
  readonly outputSchema: JsonSchema;
  /** Returns plain JSON. An error that the model can read is `{ error: { code, message } }`. */
  execute(input: unknown): Promise<unknown>;
}

/** The tools as plain data and functions. */
export function plainMemoryTools(
  memory: MemoryHandle,
  options: MemoryToolOptions = {},
): readonly PlainTool[] {
  const { caller, host } = enter(memory, options);
  const { tools: set } = options;
  const ids = new ShortIds();
  return toolsFor(caller, set).map(({ name, description, inputSchema, outputSchema }) => ({
    name,
    description,
    inputSchema,
    outputSchema,
    async execute(input) {
      try {
        return shortAnswer(name, await callTool(host, caller, name, ids.expand(input), { set }), ids);
      } catch (error) {
        // A model can correct a wrong call, but not an error of ours.
        if (error instanceof TidelineError) return { error: { code: error.code, message: error.message } };
        throw error;
      }
    },
  }));
}

/** A tool in the shape that the Vercel AI SDK takes. */
export interface AiTool {
  readonly description: string;
  /**
   * The SDK's own schema, for the SDK alone to read. It brands the type of a schema with a symbol that only its own
   * modules can name; `never` fits where any of its versions asks for one, and nobody else can take it for something.
   */
  readonly inputSchema: never;
  execute(input: unknown): Promise<unknown>;
}

/** For `generateText({ tools: memoryTools(memory), … })`. */
export function memoryTools(
  memory: MemoryHandle,
  options: MemoryToolOptions = {},
): Readonly<Record<string, AiTool>> {
  return Object.fromEntries(
    plainMemoryTools(memory, options).map(({ name, description, inputSchema, execute }) => [
      name,
      { description, inputSchema: asAiSchema(inputSchema) as never, execute },
    ]),
  );
}

/** Marks a schema in the way by which the SDK recognises JSON Schema. */
function asAiSchema(jsonSchema: JsonSchema): object {
  return {
    [Symbol.for("vercel.ai.schema")]: true,
    [Symbol.for("vercel.ai.validator")]: true,
    jsonSchema,
    // The tool checks its input itself and returns an error that the model can read.
    validate: (value: unknown) => ({ success: true, value }),
  };
}

export interface BeforeTurnOptions {
  /**
   * Who is talking. Default: the handle's own origin. Given as undefined, it means that the host does not know the
   * user; then there is no block.
   */
  readonly origin?: Origin | undefined;
  /** The length of the whole block. Default: 1200. */
  readonly maxChars?: number | undefined;
  /** Inserts the profile only if memory does not answer within this time. Default: it waits. */
  readonly timeoutMs?: number | undefined;
  /** Called when memory could not be asked. The turn goes on without memory. */
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}

export interface MemoryMiddlewareOptions extends BeforeTurnOptions, ObservingOptions {
  /** false: nothing is put into the prompt. Default: true. */
  readonly inject?: boolean | undefined;
}

type Message = TurnMessage;

/** A handle, or the HTTP client of `brigade-tideline/client`. */
export interface TurnSource {
  turnContext(
    messages: string | readonly TurnMessage[],
    options: {
      readonly origin?: Origin | undefined;
      readonly maxChars?: number | undefined;
      readonly timeoutMs?: number | undefined;
    },
  ): TurnParts | Promise<TurnParts>;
}

interface TurnParts {
  readonly text: string | undefined;
  readonly profile: string | undefined;
  readonly relevant: string | undefined;
}

/** The part of the SDK's parameters that this code touches. */
interface TurnParameters {
  readonly prompt: readonly Message[];
}

export interface MemoryMiddleware {
  readonly specificationVersion: "v3";
  readonly middlewareVersion: "v2";
  /** Changes the prompt only. */
  transformParams<P extends { readonly prompt: unknown }>(turn: { readonly params: P }): Promise<P>;
  /** Observes the call and the reply, and changes neither. */
  wrapGenerate<R>(turn: {
    readonly doGenerate: () => PromiseLike<R>;
    readonly params: { readonly prompt: unknown; readonly responseFormat?: unknown };
  }): Promise<R>;
  /** Passes the stream on as it comes, and observes the reply at its end. */
  wrapStream<R extends { readonly stream: unknown }>(turn: {
    readonly doStream: () => PromiseLike<R>;
    readonly params: { readonly prompt: unknown; readonly responseFormat?: unknown };
  }): Promise<R>;
}

/**
 * For `wrapLanguageModel({ model, middleware: memoryMiddleware(memory) })`: before each turn, inserts what this origin's
 * memory holds. The profile stands behind the system messages, where its bytes stay the same from turn to turn. What is
 * about the last words of the people stands in front of the user's last message, so that a prompt cache keeps all that
 * comes before it. What is said, and the reply at its end, is observed. If memory fails, nothing is inserted or observed,
 * and the turn goes on.
 */
export function memoryMiddleware(
  memory: TurnSource & Partial<TurnSink>,
  options: MemoryMiddlewareOptions = {},
): MemoryMiddleware {
  return {
    specificationVersion: "v3",
    middlewareVersion: "v2",
    async transformParams({ params }) {
      if (options.inject === false) return params;
      const { prompt } = params as unknown as TurnParameters;
      const { profile, relevant } = await partsFor(memory, prompt, options);
      if (profile === undefined && relevant === undefined) return params;
      return { ...params, prompt: withProfile(withRelevant(prompt, relevant), profile) };
    },
    async wrapGenerate({ doGenerate, params }) {
      const observer = observerOf(memory, params, options);
      const result = await doGenerate();
      const { text, aborted } = replyIn(result);
      await observer?.replied(text, aborted);
      return result;
    },
    async wrapStream({ doStream, params }) {
      const observer = observerOf(memory, params, options);
      const result = await doStream();
      // A stream of another form is the framework's affair.
      if (observer === undefined || !(result?.stream instanceof ReadableStream)) return result;
      const onEnd = (text: string, aborted: boolean) => observer.replied(text, aborted);
      return { ...result, stream: watchedStream(result.stream, onEnd) };
    },
  };
}

/** Behind the system messages. */
function withProfile(prompt: readonly Message[], profile: string | undefined): readonly Message[] {
  if (profile === undefined) return prompt;
  const at = prompt.findIndex((message) => message.role !== "system");
  const place = at < 0 ? prompt.length : at;
  return [...prompt.slice(0, place), { role: "system", content: profile }, ...prompt.slice(place)];
}

/** In front of what the user said last, as a part of that message. */
function withRelevant(prompt: readonly Message[], relevant: string | undefined): readonly Message[] {
  const place = prompt.findLastIndex((message) => message.role === "user");
  const message = prompt[place];
  if (relevant === undefined || message === undefined) return prompt;
  const part = { type: "text", text: relevant };
  const said = Array.isArray(message.content) ? message.content : [{ type: "text", text: message.content }];
  return prompt.with(place, { ...message, content: [part, ...said] });
}

/** The block for one turn; undefined if there is nothing to say or memory could not be asked. */
export async function blockFor(
  memory: TurnSource,
  messages: string | readonly TurnMessage[],
  options: BeforeTurnOptions = {},
): Promise<string | undefined> {
  return (await partsFor(memory, messages, options)).text;
}

async function partsFor(
  memory: TurnSource,
  messages: string | readonly TurnMessage[],
  options: BeforeTurnOptions,
): Promise<TurnParts> {
  const { origin, maxChars, timeoutMs } = options;
  // A host that passes `origin: undefined` looked for the user and found nobody. Do not fall back to the handle's
  // origin.
  if (origin === undefined && Object.hasOwn(options, "origin")) return NO_PARTS;
  try {
    if (isSilent(messages)) return NO_PARTS;
    const asked = typeof messages === "string" ? messages.slice(0, MAX_QUERY_CHARS) : messages;
    return await memory.turnContext(asked, { origin, maxChars, timeoutMs });
  } catch (error) {
    tellTrouble(options.onTrouble, error);
    return NO_PARTS;
  }
}

const NO_PARTS: TurnParts = { text: undefined, profile: undefined, relevant: undefined };
const MAX_QUERY_CHARS = 4_000;

/** Has no person said anything? */
function isSilent(messages: string | readonly TurnMessage[]): boolean {
  if (typeof messages === "string") return messages.trim() === "";
  return !messages.some(({ role }) => role === "user");
}

/** The host's handle in the form that the operations expect. */
function enter(
  memory: MemoryHandle,
  options: MemoryToolOptions,
): { readonly caller: Caller; readonly host: Workspace } {
  if (!(memory instanceof SyncTideline || memory instanceof AsyncTideline))
    throw new TidelineError(
      "invalid-argument",
      "memory must be a handle that Tideline.open or Tideline.connect returned.",
    );
  const { voice = "agent", manage = false, client, notesDir } = options;
  // The model writes through a handle that cannot speak as the owner, unless the host has allowed it.
  const spoken = memory.confined({
    voice: voice === "owner" ? TRUSTED : 1,
    manages: manage,
    ...(memory.isConfined ? {} : { surface: "ai" }),
    client,
  });
  const caller: Caller = {
    role: manage ? "owner" : "agent",
    voice: spoken.voice === TRUSTED ? "owner" : "agent",
    origin: memory.origin,
    name: "host",
    surface: "ai",
  };
  const host = {
    memory: () => spoken,
    add: async (handle: MemoryHandle, input: AddInput) => await handle.add(input),
    notes: notesDir === undefined ? undefined : new Notes(notesDir),
    // The host decides how much its agent may write.
    writes: new WriteBudget(),
    // The host maintains its own workspace; the agent's tools do not ask about upkeep.
    upkeep: async () => undefined,
  };
  return { caller, host: host as unknown as Workspace };
}
