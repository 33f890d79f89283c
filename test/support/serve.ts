// A workspace and its surfaces for tests: the command line in this process, a server on a free port.
import { expect, onTestFinished } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import type { Origin } from "../../src/model/origin.ts";
import type { Role, Voice } from "../../src/serve/caller.ts";
import type { Io } from "../../src/serve/cli/command.ts";
import { main } from "../../src/serve/cli/main.ts";
import { type ServerOptions, TidelineServer } from "../../src/serve/http/server.ts";
import { Workspace, type WorkspaceOptions } from "../../src/serve/workspace.ts";
import { newWorkspace } from "./workspace.ts";

export const TEA = { content: "I drink green tea.", segment: "preference" };

export function openWorkspace(name: string, options: WorkspaceOptions = {}): Workspace {
  const workspace = Workspace.open(newWorkspace(name), options);
  onTestFinished(() => workspace.close());
  return workspace;
}

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliOptions {
  readonly input?: string | Uint8Array;
  readonly isTerminal?: boolean;
  /** A person is there to see it. Default: true. */
  readonly isAttended?: boolean;
  readonly columns?: number;
  readonly program?: readonly string[];
  readonly answer?: string;
  readonly onAsk?: (question: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  /** Ctrl-C, so much later. */
  readonly stopAfterMs?: number;
}

/** Runs `tideline …` in this process. */
export async function cli(
  dir: string,
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  let out = "";
  let err = "";
  const output = (take: (text: string) => void) => ({
    write: take,
    isTerminal: options.isTerminal === true,
    columns: options.columns ?? 100,
  });
  const io: Io = {
    out: output((text) => {
      out += text;
    }),
    err: output((text) => {
      err += text;
    }),
    env: { TIDELINE_DIR: dir, ...options.env },
    program: options.program ?? ["tideline"],
    isAttended: options.isAttended ?? true,
    canAsk: options.answer !== undefined,
    ask: async (question) => {
      options.onAsk?.(question);
      return options.answer ?? "";
    },
    readInput: async () => Buffer.from(options.input ?? ""),
    onStop: (call) => {
      if (options.stopAfterMs !== undefined) setTimeout(call, options.stopAfterMs);
    },
    untilStopped: async () => undefined,
  };
  const code = await main(args, io);
  return { code, out, err };
}

/** What the command answers with `--json`. */
export async function cliJson<T = Record<string, unknown>>(
  dir: string,
  args: readonly string[],
  options: CliOptions = {},
): Promise<T> {
  const { code, out, err } = await cli(dir, [...args, "--json"], options);
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
  return JSON.parse(out) as T;
}

export async function startServer(
  workspace: Workspace,
  options: Partial<ServerOptions> = {},
): Promise<TidelineServer> {
  const troubles: unknown[] = [];
  const server = await TidelineServer.start(workspace, {
    port: 0,
    host: "127.0.0.1",
    allowHosts: [],
    ratePerSecond: 0,
    onTrouble: (error) => troubles.push(error),
    ...options,
  });
  onTestFinished(async () => {
    await server.close();
    // An error of ours is never part of a test.
    expect(troubles).toEqual([]);
  });
  return server;
}

export async function newServer(): Promise<{
  readonly workspace: Workspace;
  readonly server: TidelineServer;
}> {
  const workspace = openWorkspace("http");
  return { workspace, server: await startServer(workspace) };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, never> & { readonly code?: string };
  readonly text: string;
}

/** One request; the answer parsed, if it is JSON. */
export async function ask(
  server: TidelineServer,
  method: string,
  path: string,
  options: {
    readonly body?: unknown;
    readonly token?: string;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === "string" ? options.body : JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = /[/+]json$/.test((response.headers.get("content-type") ?? "").split(";")[0] ?? "");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? JSON.parse(text) : {},
    text,
  };
}

export function idOf(answer: Answer): string {
  return (answer.body as unknown as { fact: Fact }).fact.id;
}

export async function tokenFor(
  workspace: Workspace,
  role: Role,
  origin: Origin = "owner",
  voice: Voice = role === "owner" ? "owner" : "agent",
): Promise<string> {
  const { secret } = await workspace.tokens.create({
    name: `${role} of a test`,
    role,
    origin,
    voice,
    expiresAt: undefined,
  });
  return secret;
}
