/**
 * What of a call to a model is a turn of a conversation? A framework hands over the whole conversation with each call, and
 * the messages have no ids. New are those after the last reply; and each is known by a digest of all that was said up to
 * it, so a call that is tried again, and a reply that is asked for again, bring nothing back that was observed.
 *
 * What memory had put into the messages counts for nothing here: the inbox takes it out, and remembers that it was shown.
 */
import { createHash } from "node:crypto";
import { type TurnMessage, textOf, withoutRecalled } from "../../context/turns.ts";
import type { ObserveInput } from "../../converse/observe-input.ts";
import { MAX_NAME_CHARS } from "../../limits.ts";
import { holdsCredential } from "../../write/client-name.ts";

export type { ObserveInput } from "../../converse/observe-input.ts";
export type CallTurn = Omit<ObserveInput, "session"> & { readonly id: string };

/** Which turns are observed. */
export interface ObservedRoles {
  readonly user: boolean;
  readonly assistant: boolean;
  readonly tools: boolean;
}

export interface ObservedCall {
  /** The conversation, if the host has no name for it: what it began with. */
  readonly session: string;
  /** What was said since the last reply. */
  readonly heard: readonly CallTurn[];
  /** The turn of the reply to it. undefined if the reply says nothing. */
  reply(text: string, aborted: boolean): CallTurn | undefined;
}

export function observedCall(prompt: readonly TurnMessage[], roles: ObservedRoles): ObservedCall {
  const said = createHash("sha256");
  const newFrom = prompt.findLastIndex(({ role }) => role === "assistant") + 1;
  const heard: CallTurn[] = [];
  let session: string | undefined;
  for (const [i, message] of prompt.entries()) {
    // Instructions of the host, and the profile, may change from call to call.
    if (message.role === "system") continue;
    said.update(JSON.stringify([message.role, wordsOf(message)]));
    const id = said.copy().digest("hex").slice(0, ID_CHARS);
    if (message.role === "user") session ??= id;
    if (i >= newFrom) heard.push(...turnsOf(message, id, roles));
  }
  return {
    session: `ai:${session ?? said.copy().digest("hex").slice(0, ID_CHARS)}`,
    heard,
    reply(text, aborted) {
      if (!roles.assistant || text.trim() === "") return undefined;
      const id = said
        .copy()
        .update(JSON.stringify(["assistant", text]))
        .digest("hex");
      const content = text;
      return {
        id: id.slice(0, ID_CHARS),
        role: "assistant",
        content,
        ...(aborted ? { aborted } : {}),
      };
    },
  };
}

const ID_CHARS = 32;

/** A message without what memory had put into it, as it is told from others. */
function wordsOf({ role, content }: TurnMessage): string {
  if (role === "tool" || role === "assistant") return JSON.stringify(content) ?? "";
  return withoutRecalled(textOf(content)).text.trim();
}

function turnsOf(message: TurnMessage, id: string, { user, tools }: ObservedRoles): readonly CallTurn[] {
  const { role, content } = message;
  if (role === "user") return user ? [{ id, role, content: textOf(content) }] : [];
  if (role !== "tool" || !tools || !Array.isArray(content)) return [];
  return content.flatMap((part: unknown, i) => {
    const { type, toolName, output } = (part ?? {}) as Readonly<Record<string, unknown>>;
    const actor = type === "tool-result" ? nameOf(toolName) : undefined;
    // A tool without a name might be one of memory's own.
    return actor === undefined ? [] : [{ id: `${id}/${i}`, role: "tool", actor, content: outputOf(output) }];
  });
}

function nameOf(name: unknown): string | undefined {
  if (typeof name !== "string" || name.trim() === "" || name.length > MAX_NAME_CHARS) return undefined;
  return /^[\w.:/-]+$/.test(name) && !holdsCredential(name) ? name : undefined;
}

/** The words of what a tool gave back, in any of the forms that a framework has for it. */
function outputOf(output: unknown): string {
  const { type, value } = (typeof output === "object" && output !== null ? output : {}) as {
    readonly type?: unknown;
    readonly value?: unknown;
  };
  const given = type === undefined ? output : value;
  if (typeof given === "string") return given;
  if (type === "content") return textOf(given);
  return JSON.stringify(given) ?? "";
}
