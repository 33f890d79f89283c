/**
 * Who reads what was said and answers in a given form? A language model, if the host has one.
 *
 * Every call stands alone: it has no tools, no history but `messages`, and no access to memory. What comes back is
 * a proposal of somebody who may have been told anything by the texts it read, so its callers check all of it.
 *
 * An adapter waits a bounded time, tries again where that may help, and names no key in any error. If the model cannot
 * be asked at all, it throws (`service-unavailable`, `service-refused`, `aborted`); if a request is too long for the
 * model, it throws `request-too-large`. A reply that is no JSON, or has another form, is still a reply.
 */
import type { Signal } from "./signal.ts";

/** A language model that Tideline may ask. */
export interface LlmAdapter {
  /** Names the model in messages, events and metrics. */
  readonly model: string;
  complete(request: LlmRequest): Promise<LlmReply>;
  /** Frees what it holds. Tideline calls it only for an adapter that it made itself. */
  close?(): Promise<void> | void;
}

/** What a language model is asked. */
export interface LlmRequest {
  /** What the model is to do. It is the same for many calls, and comes first, so that a service can cache it. */
  readonly system: string;
  /** The user's message comes first and last; in between, the model's own earlier replies. */
  readonly messages: readonly LlmMessage[];
  /** The JSON Schema of the reply, for services that can hold a model to it. Others give it to the model to read. */
  readonly schema?: JsonSchema | undefined;
  /** Most tokens of the reply. */
  readonly maxTokens: number;
  readonly signal?: Signal | undefined;
}

/** A message to a language model. */
export interface LlmMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a language model replied. */
export interface LlmReply {
  /** The reply, where the service itself gives it as JSON. Otherwise `text`. */
  readonly json?: unknown;
  readonly text?: string | undefined;
  /** Why the reply is not whole: it reached `maxTokens`, or the model (or a filter) refused to answer. */
  readonly stopped?: "length" | "refused" | undefined;
  readonly usage: LlmUsage;
}

/** undefined where the service does not say. */
export interface LlmUsage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}
