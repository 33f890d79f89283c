/**
 * What stands in an editor's settings for memory, and how does it get in and out again? Everything else in them stays as
 * it is. Claude Code's settings list hooks by event: groups with a matcher, which hold commands.
 */
import { TidelineError } from "../../errors.ts";
import { HOOK_EVENTS, type HookEvent, valueIn } from "./call.ts";

/** Editors whose format of hooks is documented and was checked. */
export const EDITORS = ["claude-code"] as const;
export const HOOK_SCOPES = ["user", "project"] as const;

interface CommandHook {
  readonly type: "command";
  readonly command: string;
  /** In seconds. */
  readonly timeout: number;
  /** The person does not wait for it. */
  readonly async?: true;
}

/** How long the editor waits for each hook, in seconds. */
const HOOKS: Readonly<Record<HookEvent, Omit<CommandHook, "type" | "command">>> = {
  SessionStart: { timeout: 10 },
  UserPromptSubmit: { timeout: 10 },
  Stop: { timeout: 60, async: true },
  PreCompact: { timeout: 60 },
};

/** The commands of all events, as they stand in settings and in the plugin. `command` begins each of them. */
export function hookGroups(command: string): Readonly<Record<HookEvent, readonly unknown[]>> {
  const groupOf = (event: HookEvent) => {
    const hook: CommandHook = { type: "command", command: `${command} hook ${event}`, ...HOOKS[event] };
    return [{ hooks: [hook] }];
  };
  return Object.fromEntries(HOOK_EVENTS.map((event) => [event, groupOf(event)])) as never;
}

/** A word of a command line. No character of it can be read in two ways, so that no command takes long to read. */
const WORD = String.raw`(?!-)(?:'[^']{0,4000}'|"[^"]{0,4000}"|\\'|\\(?!')|[^\s'"\\]){1,4000}`;
/**
 * A command that calls this program as a hook, however the program is called. Between the two stand options alone: what
 * only speaks of such a command is somebody else's.
 */
const OURS = new RegExp(
  `(?:^|[\\s/\\\\"'])tideline(?:\\.(?:js|cmd|mjs))?["']?\\s{1,20}(?:--(?:dir|origin)(?:=|\\s{1,20})${WORD}\\s{1,20}){0,8}hook\\s{1,20}(?:${HOOK_EVENTS.join("|")})(?:\\s|["';&|]|$)`,
);

/** No command of ours is longer. */
const MAX_COMMAND_CHARS = 8_000;

type Fields = Readonly<Record<string, unknown>>;

export interface Edited {
  /** The new text of the file. */
  readonly text: string;
  readonly isChanged: boolean;
}

/** The settings with our commands in them, once each. `text` is undefined if there is no file yet. */
export function withHooks(text: string | undefined, command: string, path: string): Edited {
  const settings = settingsIn(text, path);
  const without = hooksWithout(hooksOf(settings, path), path);
  const ours = hookGroups(command);
  const hooks: Record<string, unknown> = { ...without };
  for (const event of HOOK_EVENTS) hooks[event] = [...((without[event] ?? []) as unknown[]), ...ours[event]];
  return edited(text, settings, { ...settings, hooks: inOrderOf(hooks, settings.hooks) });
}

/** The settings without our commands, and without what only held them. */
export function withoutHooks(text: string | undefined, path: string): Edited {
  if (text === undefined) return { text: "", isChanged: false };
  const settings = settingsIn(text, path);
  const { hooks: before, ...rest } = settings;
  if (before === undefined) return { text, isChanged: false };
  const hooks = hooksWithout(hooksOf(settings, path), path);
  const isEmpty = Object.keys(hooks).length === 0 && Object.keys(before as Fields).length > 0;
  return edited(text, settings, isEmpty ? rest : { ...settings, hooks });
}

/** Events that stood there already keep their place. */
function inOrderOf(hooks: Fields, before: unknown): Fields {
  const known = Object.keys((before ?? {}) as Fields).filter((event) => Object.hasOwn(hooks, event));
  return Object.fromEntries([...new Set([...known, ...Object.keys(hooks)])].map((key) => [key, hooks[key]]));
}

function edited(text: string | undefined, before: Fields, after: Fields): Edited {
  if (text !== undefined && JSON.stringify(before) === JSON.stringify(after))
    return { text, isChanged: false };
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text?.trimStart() ?? "")?.[1] ?? "  ";
  const end = text === undefined || /\n$/.test(text) ? "\n" : "";
  const lines = JSON.stringify(after, null, indent) + end;
  return { text: text?.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines, isChanged: true };
}

function hooksOf({ hooks = {} }: Fields, path: string): Fields {
  if (typeof hooks !== "object" || hooks === null || Array.isArray(hooks)) throw unreadable(path);
  return hooks as Fields;
}

/** Without our commands; groups and events that held nothing else go with them. */
function hooksWithout(hooks: Fields, path: string): Fields {
  const kept = Object.entries(hooks).flatMap(([event, groups]): [string, unknown][] => {
    if (!Array.isArray(groups)) {
      if (HOOK_EVENTS.some((one) => one === event)) throw unreadable(path);
      return [[event, groups]];
    }
    const left = groups.flatMap((group: unknown) => groupWithout(group));
    return left.length === 0 && groups.length > 0 ? [] : [[event, left]];
  });
  return Object.fromEntries(kept);
}

function groupWithout(group: unknown): readonly unknown[] {
  const { hooks } = (group ?? {}) as { readonly hooks?: unknown };
  if (!Array.isArray(hooks)) return [group];
  const left = hooks.filter((one: unknown) => !isOurs(one));
  if (left.length === hooks.length) return [group];
  return left.length === 0 ? [] : [{ ...(group as Fields), hooks: left }];
}

function isOurs(hook: unknown): boolean {
  const { command } = (hook ?? {}) as { readonly command?: unknown };
  return typeof command === "string" && command.length <= MAX_COMMAND_CHARS && OURS.test(command);
}

function settingsIn(text: string | undefined, path: string): Fields {
  if (text === undefined || text.trim() === "") return {};
  const value = valueIn(text.replace(/^\uFEFF/, ""));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unreadable(path);
  if (tokensOf(text) !== tokensOf(JSON.stringify(value))) throw unreadable(path);
  return value as Fields;
}

/**
 * The text without its blanks, and its strings spelt alike. If reading it changes that, something in it would be lost by
 * writing it again: a key that stands there twice, or digits of a long number.
 */
function tokensOf(text: string): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? [];
  return tokens.map((one) => (one.startsWith('"') ? JSON.stringify(valueIn(one)) : one)).join("");
}

export function unreadable(path: string): TidelineError {
  return new TidelineError(
    "invalid-argument",
    `${path} is not in a form that can be changed without losing something, so nothing was written. Correct it, or add the hooks by hand: they are in the package, in plugins/claude-code/hooks/hooks.json.`,
  );
}
