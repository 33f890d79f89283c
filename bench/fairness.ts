/**
 * Does one caller slow the owner down? 2,000 facts; the owner's requests on 4 connections, with a short pause after
 * each answer (recall, add, stats), alone and while an agent's token
 *   bodies    holds 600 connections with half-sent bodies, and opens a new one for each that is closed
 *   sessions  opens MCP sessions on 32 connections, over and over, more than 1,000 a round
 *   writes    writes facts of 8 kB on 32 connections, as fast as it is let
 *
 * Rounds with and without the attack take turns; what counts is the ratio of the owner's p95. No request of the owner's
 * may fail. Server, attacker and owner are a process each: on two cores they share these, so the ratio holds what the
 * attacker's own work takes from the machine.
 *
 *   npm run bench -- fairness [--rounds=5] [--seconds=3] [--json result.json]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread } from "node:worker_threads";
import { TidelineServer } from "../src/serve/http/server.ts";
import { defaultReadThreadCount } from "../src/serve/read-threads/read-threads.ts";
import { runReadThread } from "../src/serve/read-threads/run-thread.ts";
import { Workspace } from "../src/serve/workspace.ts";
import { makeInputs } from "./support/inputs.ts";
import { isMet, median, printVerdicts, quantile, ratios, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_101;
const FACTS = 2_000;
const OWNER_CONNECTIONS = 4;
const OWNER_PAUSE_MS = 10;
const ATTACK_CONNECTIONS = 32;
const HALF_SENT = 600;
const BAR = 3;
const SELF = fileURLToPath(import.meta.url);
const ATTACKS = ["bodies", "sessions", "writes"] as const;
type Attack = (typeof ATTACKS)[number];

interface Target {
  readonly port: number;
  readonly token: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "3" },
      json: { type: "string" },
      side: { type: "string" },
      folder: { type: "string", default: "" },
      port: { type: "string", default: "0" },
      token: { type: "string", default: "" },
    },
  });
  if (values.side === "server") return await serve(values.folder);
  const attack = ATTACKS.find((one) => one === values.side);
  if (attack !== undefined) return await ATTACK[attack]({ port: Number(values.port), token: values.token });
  const verdicts: Verdict[] = [];
  for (const one of ATTACKS)
    verdicts.push(...(await measure(one, Number(values.rounds), Number(values.seconds) * 1_000)));
  printVerdicts(verdicts);
  if (values.json !== undefined) {
    const results = verdicts.map((verdict) => ({ ...verdict, met: isMet(verdict) }));
    const machine = { node: process.version, load: loadavg()[0] };
    writeFileSync(values.json, `${JSON.stringify({ ...machine, results }, null, 2)}\n`);
  }
}

async function measure(attack: Attack, rounds: number, ms: number): Promise<readonly Verdict[]> {
  const folder = mkdtempSync(join(dirname(SELF), "fairness-"));
  const server = start("--side", "server", "--folder", folder);
  try {
    const { port, owner, agent } = (await firstLine(server)) as {
      port: number;
      owner: string;
      agent: string;
    };
    const target = { port, token: owner };
    await ask(target, ms);
    const [quiet, attacked]: [number[], number[]] = [[], []];
    let failed = 0;
    for (let round = 0; round < rounds; round++) {
      const idle = await ask(target, ms);
      const attacker = start("--side", attack, "--port", String(port), "--token", agent);
      await firstLine(attacker);
      const busy = await ask(target, ms);
      await end(attacker);
      quiet.push(quantile(idle.times, 0.95));
      attacked.push(quantile(busy.times, 0.95));
      failed += idle.failed + busy.failed;
      // What the attacker left behind is let go.
      await delay(1_500);
    }
    const rounded = ratios(attacked, quiet);
    const told = (some: readonly number[]) => `${median(some).toFixed(1)} ms`;
    return [
      {
        question: `owner's p95 under ${attack}`,
        ours: told(attacked),
        rival: told(quiet),
        value: median(rounded),
        rounds: rounded,
        unit: "×",
        bar: { kind: "at most", value: BAR },
      },
      {
        question: `owner's requests that failed under ${attack}`,
        ours: String(failed),
        rival: "",
        value: failed,
        rounds: [failed],
        unit: "",
        bar: { kind: "at most", value: 0 },
      },
    ];
  } finally {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The owner's requests, each sent when the one before is answered. */
async function ask({ port, token }: Target, ms: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: OWNER_CONNECTIONS });
  const queries = makeInputs(FACTS, SEED).map(({ content }) => content.split(" ").slice(2, 6).join(" "));
  const times: number[] = [];
  let [failed, asked] = [0, 0];
  const endAt = performance.now() + ms;
  const loop = async () => {
    while (performance.now() < endAt) {
      const n = asked++;
      const what = [
        ["POST", "/v1/memories/search", { query: queries[n % queries.length], limit: 8 }],
        ["POST", "/v1/memories", { content: `Locker ${n} of ${Math.round(endAt)} is free.` }],
        ["GET", "/v1/stats", undefined],
      ][n % 3] as [string, string, object | undefined];
      const startedAt = performance.now();
      const status = await send(agent, { port, token }, ...what);
      if (status !== 200) failed++;
      times.push(performance.now() - startedAt);
      await delay(OWNER_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: OWNER_CONNECTIONS }, loop));
  agent.destroy();
  return { times, failed };
}

function send(agent: Agent, { port, token }: Target, method: string, path: string, body?: object) {
  return new Promise<number>((resolve) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    const sent = request({ agent, port, host: "127.0.0.1", path, method, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
    sent.end(text);
  });
}

const ATTACK: Readonly<Record<Attack, (target: Target) => Promise<void>>> = {
  async bodies({ port, token }) {
    const head = `POST /v1/memories HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"content":"half of`;
    const hold = () => {
      const socket = connect(port, "127.0.0.1", () => socket.write(head));
      socket.on("error", () => undefined).resume();
      socket.on("close", () => setTimeout(hold, 50));
    };
    for (let i = 0; i < HALF_SENT; i++) hold();
    await delay(500);
    await untilEnded();
  },
  async sessions(target) {
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    };
    await flood(target, "/mcp", () => ({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  },
  async writes(target) {
    const words = "room corridor lamp door stairs window roof cellar ".repeat(160);
    await flood(target, "/v1/memories", (n) => ({ content: `Note ${process.pid} ${n}: ${words}` }));
  },
};

async function flood(target: Target, path: string, bodyOf: (n: number) => object): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: ATTACK_CONNECTIONS });
  let n = 0;
  const loop = async () => {
    for (;;) await send(agent, target, "POST", path, bodyOf(n++));
  };
  for (let i = 0; i < ATTACK_CONNECTIONS; i++) void loop();
  await delay(500);
  await untilEnded();
}

async function untilEnded(): Promise<never> {
  say({ isReady: true });
  await new Promise((resolve) => process.stdin.on("end", resolve).resume());
  process.exit(0);
}

async function serve(folder: string): Promise<void> {
  const workspace = Workspace.open(folder);
  const inputs = makeInputs(FACTS, SEED);
  for (let at = 0; at < inputs.length; at += 1_000)
    await workspace.memory("owner").addMany(inputs.slice(at, at + 1_000));
  const tokenOf = async (role: "owner" | "agent") =>
    (await workspace.tokens.create({ name: role, role, origin: "owner", voice: role, expiresAt: undefined }))
      .secret;
  const server = await TidelineServer.start(workspace, {
    port: 0,
    host: "127.0.0.1",
    allowHosts: [],
    ratePerSecond: 1_000,
    readThreads: { count: defaultReadThreadCount(), program: pathToFileURL(SELF) },
    onTrouble: (error) => console.error(error),
  });
  say({ port: server.port, owner: await tokenOf("owner"), agent: await tokenOf("agent") });
  await new Promise((resolve) => process.stdin.on("end", resolve).resume());
  await server.close();
  await workspace.close();
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [SELF, ...args], { stdio: ["pipe", "pipe", "inherit"] });
}

function firstLine(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`It ended before its time, with code ${code}.`)));
    child.stdout?.once("data", (chunk) => resolve(JSON.parse(String(chunk))));
  });
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.stdin?.end();
  await ended;
}

await (isMainThread ? main() : runReadThread());
