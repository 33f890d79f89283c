// A transcript as Claude Code writes it: one JSON object per line.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { childPath } from "./child.ts";
import { cliJson } from "./serve.ts";
import { newWorkspace } from "./workspace.ts";

type Line = Readonly<Record<string, unknown>>;

const SESSION = "6f1c0c1e-5a3b-4f57-9a39-0d7a3c9b2f10";

/** A folder that stands for a user's home, gone after the test. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "tideline-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, ".claude", "projects", "p"), { recursive: true });
  return home;
}

/** A workspace that does not exist yet, and a home. */
export const scene = () => ({ dir: newWorkspace("hook"), home: newHome() });

export const ELLA = "My sister Ella lives in Bergen.";

/** The words and the class of every fact. */
export async function factsOf(
  dir: string,
): Promise<readonly (readonly [content: string, authority: number])[]> {
  interface Listed {
    readonly content: string;
    readonly authority: number;
  }
  const { facts } = await cliJson<{ facts: readonly Listed[] }>(dir, ["list"]);
  return facts.map(({ content, authority }) => [content, authority]);
}

export function transcriptIn(home: string, lines: readonly (Line | string)[], name = SESSION): string {
  const path = join(home, ".claude", "projects", "p", `${name}.jsonl`);
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  writeFileSync(path, text === "" ? "" : `${text}\n`);
  return path;
}

const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 9, minute)).toISOString();

/** What the person typed. */
export const typed = (uuid: string, content: unknown, more: Line = {}): Line => ({
  ...{ type: "user", uuid, sessionId: SESSION, timestamp: at(1), cwd: "/work", userType: "external" },
  message: { role: "user", content },
  ...more,
});

export const replied = (uuid: string, content: unknown, more: Line = {}): Line => ({
  ...{ type: "assistant", uuid, sessionId: SESSION, timestamp: at(2) },
  message: {
    role: "assistant",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
  },
  ...more,
});

/** A call of a tool, and its result as the line after it. */
export const toolUsed = (uuid: string, name: string, result: unknown): readonly Line[] => [
  replied(`${uuid}-call`, [{ type: "tool_use", id: `toolu_${uuid}`, name, input: {} }]),
  typed(`${uuid}-result`, [{ type: "tool_result", tool_use_id: `toolu_${uuid}`, content: result }], {
    toolUseResult: {},
  }),
];

/** The context that a hook gave, as the editor writes it down. */
export const shown = (uuid: string, text: string): Line => ({
  ...{ type: "attachment", uuid, sessionId: SESSION, timestamp: at(1) },
  attachment: { type: "hook_additional_context", content: [text], hookEvent: "UserPromptSubmit" },
});

export interface HookResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** The context that the editor would take in. */
  readonly context: string | undefined;
}

export interface HookOptions {
  readonly dir: string;
  readonly home: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input instead of the usual JSON. */
  readonly input?: string;
}

/** Runs `tideline hook <event>` as an editor does: a process of its own, JSON on its standard input, no terminal. */
export async function runHook(event: string, json: Line, options: HookOptions): Promise<HookResult> {
  const { dir, home, args = [], env = {}, input } = options;
  const child = spawn(process.execPath, [childPath("tideline"), "hook", event, ...args], {
    env: { PATH: process.env.PATH, HOME: home, TIDELINE_DIR: dir, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (bytes) => {
    out += bytes;
  });
  child.stderr.on("data", (bytes) => {
    err += bytes;
  });
  child.stdin.end(
    input ?? JSON.stringify({ session_id: SESSION, cwd: "/work", hook_event_name: event, ...json }),
  );
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const answer = out === "" ? undefined : JSON.parse(out);
  return { code, out, err, context: answer?.hookSpecificOutput?.additionalContext };
}
