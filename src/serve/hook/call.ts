/**
 * What does an editor tell a hook? One JSON object on standard input. `unknown` enters; what it says about the session
 * leaves. All of it is a claim: whoever runs the command writes it.
 */
import { MAX_NAME_CHARS } from "../../limits.ts";
import { badArgument } from "../../model/arguments.ts";
import { holdsCredential } from "../../write/client-name.ts";

/** The events of Claude Code that have something to do with memory, as it spells them. */
export const HOOK_EVENTS = ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact"] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export interface HookCall {
  /** The conversation, under the editor's id. */
  readonly session: string;
  readonly transcript: string | undefined;
  /** What the person has just typed. */
  readonly prompt: string | undefined;
}

/** What an editor sends: a prompt with a long text in it, at most. */
export const MAX_HOOK_INPUT_BYTES = 16 * 2 ** 20;

export function parseHookCall(bytes: Uint8Array, event: HookEvent): HookCall {
  if (bytes.length > MAX_HOOK_INPUT_BYTES)
    throw badArgument(`The editor's JSON on standard input is larger than ${MAX_HOOK_INPUT_BYTES} bytes`);
  const { session_id, transcript_path, prompt, hook_event_name } = objectIn(new TextDecoder().decode(bytes));
  if (hook_event_name !== undefined && hook_event_name !== event)
    throw badArgument(`The editor's JSON on standard input is about another event than ${event}`);
  if (typeof session_id !== "string" || session_id === "" || session_id.length > MAX_NAME_CHARS / 2)
    throw badArgument("The editor's JSON on standard input has no session_id");
  if (holdsCredential(session_id)) throw badArgument("The session_id of the editor holds a credential");
  return {
    session: `claude-code:${session_id}`,
    transcript: typeof transcript_path === "string" ? transcript_path : undefined,
    prompt: typeof prompt === "string" ? prompt : undefined,
  };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value = valueIn(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw badArgument(
    "Standard input does not hold the JSON object that an editor gives to a hook. Install the hook with: tideline hook install",
  );
}

/** undefined if it is no JSON. */
export function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
