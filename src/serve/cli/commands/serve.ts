/**
 * How does the server start and end? It opens the workspace, listens, prints where it is and how to connect an editor,
 * and closes cleanly when it is interrupted.
 */
import { setTimeout as delay } from "node:timers/promises";
import { isTidelineError, TidelineError } from "../../../errors.ts";
import type { SecretsMode } from "../../../write/secrets.ts";
import { type AllowanceSettings, allowanceOf } from "../../budget.ts";
import { parseAllowedOrigins } from "../../http/cors.ts";
import { checkReach } from "../../http/identity.ts";
import { TidelineServer } from "../../http/server.ts";
import type { ToolSet } from "../../mcp/tool-set.ts";
import { builtReadThreads } from "../../read-threads/read-threads.ts";
import type { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { isUnused, openPlace, placeOf } from "../place.ts";
import { checkNotLooser } from "../secrets-option.ts";
import { calledAgain, dirOption } from "../show/again.ts";
import { counted, safe, safeJson, styleOf } from "../show/terminal.ts";

const DEFAULT_PORT = 4505;
const DEFAULT_RATE = 1_000;

export interface ServeSettings extends AllowanceSettings {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly allowHost?: string | undefined;
  readonly allowOrigin?: readonly string[] | undefined;
  readonly drainSeconds?: number | undefined;
  readonly tools?: ToolSet | undefined;
  readonly rate?: number | undefined;
  readonly notes?: string | undefined;
  readonly secrets?: SecretsMode | undefined;
  readonly noUpkeep?: boolean | undefined;
  readonly readers?: number | undefined;
}

export async function serve(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const settings = given as ServeSettings;
  const port = settings.port ?? portFrom(io.env.PORT);
  // A new workspace has no tokens and refuses credentials. If the server would be refused for that, the workspace is
  // not created.
  const dir = placeOf(io, common);
  if (isUnused(dir)) {
    await withCommand(io, dir, async () => checkReach(reachOf(settings), 0));
    if (!io.isAttended) checkNotLooser(settings.secrets, "refuse");
  }
  const workspace = await openPlace(io, common, {
    notesDir: settings.notes,
    secrets: settings.secrets,
    begins: true,
    embeds: true,
  });
  try {
    if (!io.isAttended) checkNotLooser(settings.secrets, await workspace.chosenSecrets());
    return await serveUntilStopped(io, common, workspace, { ...settings, port });
  } finally {
    await workspace.close();
  }
}

/** Serves an open workspace. `greeted` is called with the server's address once it can be reached. */
export async function serveUntilStopped(
  io: Io,
  common: Common,
  workspace: Workspace,
  settings: ServeSettings & { readonly port: number },
  greeted: (url: string) => void = () => undefined,
): Promise<ExitCode> {
  const { port, rate = DEFAULT_RATE, noUpkeep, readers } = settings;
  workspace.program = io.program;
  const server = await start(io, workspace, {
    port,
    ...reachOf(settings),
    ratePerSecond: rate,
    writes: allowanceOf(settings),
    tools: settings.tools,
    readThreads: builtReadThreads(readers),
    onTrouble: (error) =>
      io.err.write(`${safe(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`),
  });
  if (noUpkeep !== true) workspace.startKeeper();
  workspace.vectors.warmUp();
  io.out.write(await greeting(io, common, workspace, server));
  greeted(server.url);
  await io.untilStopped();
  await drained(io, server, settings);
  if (!common.json) io.err.write("Closing…\n");
  await server.close();
  return EXIT.ok;
}

/**
 * Goes on for a while after the signal to stop, if the operator wants that: a load balancer needs some time to see that
 * the server is not ready any more. A second signal ends the wait.
 */
async function drained(io: Io, server: TidelineServer, { drainSeconds = 0 }: ServeSettings): Promise<void> {
  if (drainSeconds === 0) return;
  server.drain();
  io.err.write(`Not ready any more. Closing in ${counted(drainSeconds, "second")}, or on the next signal…\n`);
  const ended = new AbortController();
  const { signal } = ended;
  await Promise.race([
    delay(drainSeconds * 1_000, undefined, { signal }).catch(() => undefined),
    io.untilStopped(),
  ]);
  ended.abort();
}

/** Under which names the server can be reached. */
function reachOf({ host = "127.0.0.1", allowHost, allowOrigin = [] }: ServeSettings) {
  const allowHosts = allowHost === undefined ? [] : [allowHost];
  return { host, allowHosts, allowOrigins: parseAllowedOrigins(allowOrigin) };
}

function portFrom(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new TidelineError("invalid-argument", `PORT must be a number from 0 to 65535, not "${text}".`);
}

async function start(
  io: Io,
  workspace: Workspace,
  options: Parameters<typeof TidelineServer.start>[1],
): Promise<TidelineServer> {
  try {
    return await withCommand(io, workspace.place, () => TidelineServer.start(workspace, options));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw await inUse(options.host, options.port, error);
    if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new TidelineError(
        "invalid-argument",
        `Cannot listen on ${options.host}:${options.port} (${code}). Choose another host or port.`,
        {},
        error,
      );
    throw error;
  }
}

/** In a refusal, names the helpful command in the way this program was called. */
async function withCommand<T>(io: Io, dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTidelineError(error, "not-allowed")) throw error;
    const message = error.message.replace("tideline token create", () => toClose(io, dir));
    throw new TidelineError(error.code, message, error.details, error);
  }
}

/** The error for a port in use: finds out whether a Tideline server listens there. */
async function inUse(host: string, port: number, cause: unknown): Promise<TidelineError> {
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  let who = "Something else";
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) });
    const { name, version } = (await answer.json()) as { name?: unknown; version?: unknown };
    if (name === "tideline") who = `Tideline ${String(version)}`;
  } catch {
    who = "Something that is not Tideline";
  }
  const free = port < 65_535 ? port + 1 : port - 1;
  const advice = who.startsWith("Tideline") ? "Use it, stop it" : "Stop it";
  return new TidelineError(
    "address-in-use",
    `${who} is already listening on ${url}. ${advice}, or choose another port, such as ${free} (--port, or PORT).`,
    {},
    cause,
  );
}

async function greeting(
  io: Io,
  common: Common,
  workspace: Workspace,
  server: TidelineServer,
): Promise<string> {
  const { url } = server;
  if (common.json)
    return `${safeJson({ url, folder: workspace.place, mcp: `${url}/mcp`, pid: process.pid })}\n`;
  const style = styleOf(io.out, io.env);
  const tokens = (await workspace.tokens.list()).length;
  const [command = "tideline", ...words] = io.program;
  const args = [...words, "mcp", ...dirOption(io, workspace.place)];
  const headers = tokens === 0 ? {} : { headers: { authorization: "Bearer tl_…" } };
  const access =
    tokens === 0
      ? `No tokens: every program on this machine can act as the owner. To require a token: ${safe(toClose(io, workspace.place))}`
      : `${counted(tokens, "token")}: every request needs one.`;
  const lines = [
    `${style.bold("Tideline")} is at ${style.bold(url)}`,
    "",
    `  page    ${url}/`,
    `  API     ${url}/v1/…   (${url}/openapi.json)`,
    `  MCP     ${url}/mcp`,
    `  folder  ${safe(workspace.place)}`,
    "",
    `  ${style.dim(access)}`,
    "",
    "To connect an editor, let it start its own process:",
    `  ${safe(forEditor({ command, args }))}`,
    "or connect it to this server:",
    `  ${forEditor({ type: "http", url: `${url}/mcp`, ...headers })}`,
    "",
    style.dim("Press Ctrl-C to stop."),
  ];
  return `${lines.join("\n")}\n`;
}

function toClose(io: Io, dir: string): string {
  return calledAgain(io, dir, "token create me --role owner");
}

/** The entry for an editor's configuration. */
function forEditor(tideline: object): string {
  return JSON.stringify({ mcpServers: { tideline } });
}
