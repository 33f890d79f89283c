/**
 * Which settings hold for the whole workspace? The fold of the workspace stream, which belongs to no origin.
 */
import type { EventOf } from "../model/event.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { foldRetention, NO_RETENTION, type Retention } from "./retention.ts";

export interface Settings {
  readonly seq: number;
  /** The key of the digests that are written into headers. */
  readonly secret: string | undefined;
  /** Tells which kinds of digests were made with the secret (see `SECRET_GENERATION`). */
  readonly secretGeneration: number;
  /** The event whose body holds the secret. */
  readonly secretSeq: number;
  /** Events whose bodies still hold a replaced secret; those bodies are to be erased. */
  readonly retired: readonly number[];
  readonly policy: string | undefined;
  /** The parameters that were chosen with the policy. */
  readonly policyParams: EventOf<"policy-chosen">["params"];
  /** Attributes that may hold several values at once. */
  readonly multiValued: ReadonlySet<string>;
  /** What surfaces do with credentials. */
  readonly secrets: EventOf<"secrets-chosen">["secrets"];
  /** The encoder that surfaces use. */
  readonly embedder: ChosenEmbedder | undefined;
  /** The language model that surfaces ask. */
  readonly llm: ChosenLlm | undefined;
  /** What commands without a terminal speak as. */
  readonly voice: EventOf<"voice-chosen">["voice"];
  /** What is erased after how long, and what may not be erased. */
  readonly retention: Retention;
}

/** A local encoder: what its vectors are called, and how it is found on this machine. */
export interface ChosenEmbedder {
  readonly name: string;
  readonly dimensions: number;
  readonly model?: string | undefined;
  readonly folder?: string | undefined;
  readonly digest?: string | undefined;
}

/** A language model: who provides it, its name or the path of its file, and its address. Never its key. */
export interface ChosenLlm {
  readonly provider: Exclude<EventOf<"llm-chosen">["llm"], "off">;
  readonly model: string;
  readonly baseUrl?: string | undefined;
}

const NOT_KEYED = 0;

export const NO_SETTINGS: Settings = {
  seq: 0,
  secret: undefined,
  secretGeneration: NOT_KEYED,
  secretSeq: NOT_KEYED,
  retired: [],
  policy: undefined,
  policyParams: undefined,
  multiValued: new Set(),
  secrets: "refuse",
  embedder: undefined,
  llm: undefined,
  voice: "agent",
  retention: NO_RETENTION,
};

export function foldSettings(settings: Settings, events: readonly RecordedEvent[]): Settings {
  let next = settings;
  for (const recorded of events) {
    const { seq, event } = recorded;
    next = { ...next, seq, retention: foldRetention(next.retention, recorded) };
    if (event.type === "keyed" && event.body !== undefined) next = withSecret(next, event, seq);
    if (event.type === "erased") next = withoutSecrets(next, new Set(event.erases));
    if (event.type === "policy-chosen") next = { ...next, policy: event.policy, policyParams: event.params };
    if (event.type === "secrets-chosen") next = { ...next, secrets: event.secrets };
    if (event.type === "embedder-chosen") next = { ...next, embedder: embedderIn(event) };
    if (event.type === "llm-chosen") next = { ...next, llm: llmIn(event) };
    if (event.type === "voice-chosen") next = { ...next, voice: event.voice };
    if (event.type === "slots-declared") next = { ...next, multiValued: new Set(event.body?.multiValued) };
  }
  return next;
}

/**
 * The secret of the highest generation counts. If two processes wrote one of the same generation at the same time, the
 * first one counts: other processes may already be using it.
 */
function withSecret(before: Settings, { body, generation = 1 }: EventOf<"keyed">, seq: number): Settings {
  if (generation <= before.secretGeneration) return { ...before, retired: [...before.retired, seq] };
  const retired = before.secretSeq === NOT_KEYED ? before.retired : [...before.retired, before.secretSeq];
  return { ...before, secret: body?.secret, secretGeneration: generation, secretSeq: seq, retired };
}

function withoutSecrets(before: Settings, erased: ReadonlySet<number>): Settings {
  if (!before.retired.some((seq) => erased.has(seq))) return before;
  return { ...before, retired: before.retired.filter((seq) => !erased.has(seq)) };
}

function embedderIn({ embedder, dimensions, body }: EventOf<"embedder-chosen">): ChosenEmbedder | undefined {
  if (embedder === "off" || body === undefined || dimensions === undefined) return undefined;
  return { ...body, dimensions };
}

function llmIn({ llm: provider, body }: EventOf<"llm-chosen">): ChosenLlm | undefined {
  return provider === "off" || body === undefined ? undefined : { provider, ...body };
}

/** What is to be logged so that this model is asked instead; undefined if it is asked already. */
export function llmEvent(
  before: ChosenLlm | undefined,
  chosen: ChosenLlm | undefined,
): Pick<EventOf<"llm-chosen">, "type" | "llm" | "body"> | undefined {
  if (JSON.stringify(before) === JSON.stringify(chosen)) return undefined;
  if (chosen === undefined) return { type: "llm-chosen", llm: "off" };
  const { provider, ...body } = chosen;
  return { type: "llm-chosen", llm: provider, body };
}
