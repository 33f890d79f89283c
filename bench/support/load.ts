/** How is a server put under load? A process of its own, and clients that each ask, wait for the answer and ask again. */
import { type ChildProcess, spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { held } from "./measure.ts";
import { quantile, type Verdict } from "./verdict.ts";

export type Kind = "recall" | "add";

export interface Request {
  readonly kind: Kind;
  readonly path: string;
  readonly body: object;
}

export interface Times extends Readonly<Record<Kind, number[]>> {
  errors: number;
}

/** Takes turns over the ports. `requestAt`: the nth request of all. */
export async function drive(
  ports: readonly number[],
  clients: number,
  ms: number,
  requestAt: (n: number) => Request,
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: Times = { recall: [], add: [], errors: 0 };
  const endAt = performance.now() + ms;
  let asked = 0;
  const loop = async () => {
    while (performance.now() < endAt) {
      const n = asked++;
      const { kind, path, body } = requestAt(n);
      const startedAt = performance.now();
      if (!(await post(agent, ports[n % ports.length] as number, path, body))) times.errors++;
      times[kind].push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  agent.destroy();
  return times;
}

/** How long people waited, as a share of the rival's times. */
export function waited(
  question: string,
  ours: Times,
  rival: Times,
  kind: Kind,
  share: number,
  most?: number,
): Verdict {
  const [a, b] = [quantile(ours[kind], share), quantile(rival[kind], share)];
  return {
    question,
    ours: `${a.toFixed(1)} ms`,
    rival: `${b.toFixed(1)} ms`,
    ...held([a / b]),
    bar: most === undefined ? undefined : { kind: "at most", value: most },
  };
}

/** Was it answered with 200? */
export function post(agent: Agent, port: number, path: string, body: object): Promise<boolean> {
  return new Promise((resolve) => {
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const sent = request({ agent, port, host: "127.0.0.1", path, method: "POST", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode === 200));
    });
    sent.on("error", () => resolve(false));
    sent.end(text);
  });
}

/** A server in a process of its own: it says its port, ends when its input ends, and may say its memory. */
export interface Served {
  readonly port: number;
  /** Resident memory, sample by sample. */
  readonly memoryMb: number[];
  end(): Promise<void>;
}

export async function startServer(name: string, args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const memoryMb: number[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) =>
      reject(new Error(`The server "${name}" ended before its time, with code ${code}.`)),
    );
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += String(chunk);
      for (const line of text.split("\n").slice(0, -1)) {
        const said = JSON.parse(line) as { port?: number; memoryMb?: number };
        if (said.port !== undefined) resolve(said.port);
        if (said.memoryMb !== undefined) memoryMb.push(said.memoryMb);
      }
      text = text.slice(text.lastIndexOf("\n") + 1);
    });
  });
  return { port, memoryMb, end: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.stdin?.end();
  await ended;
}

const SAMPLE_MS = 1_000;

/** In the server's own process: tells its port, and its memory every second, until the input ends. */
export async function serveUntilEnd(port: number): Promise<void> {
  const sample = setInterval(() => say({ memoryMb: process.memoryUsage.rss() / 2 ** 20 }), SAMPLE_MS);
  say({ port });
  await new Promise((resolve) => process.stdin.on("end", resolve).resume());
  clearInterval(sample);
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
