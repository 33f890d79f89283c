/**
 * What can a program do with nothing but an agent's token? Requests to a running server that try to speak as the owner:
 * claimed sources, evidence, slots, links, protected segments, and every operation of the table that changes something.
 *
 * The owner's facts are compared before and after each request. A request that is refused is an attempt that failed.
 */

import { TidelineServer } from "../../src/serve/http/server.ts";
import type { Operation } from "../../src/serve/operations/operation.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { type Harm, harmOf, ownStateOf } from "./own-state.ts";
import { type Target, tellContested } from "./owner.ts";
import { everydayScene, type Scene } from "./scene.ts";

export interface Attempt {
  readonly name: string;
  readonly status: number;
  readonly harm: Harm;
}

interface Request {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** A memory behind a server, and the token of an agent. */
export interface Served {
  readonly scene: Scene;
  ask(request: Omit<Request, "name">): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
}

export async function serve(scene: Scene): Promise<Served> {
  const workspace = await Workspace.over(scene.store, "memory", { clock: { now: () => scene.now } });
  const server = await TidelineServer.start(workspace, {
    port: 0,
    host: "127.0.0.1",
    allowHosts: [],
    ratePerSecond: 0,
    onTrouble: (error) => {
      throw error;
    },
  });
  const send = async ({ method, path, body }: Omit<Request, "name">, token?: string) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  // As long as there is no token, whoever is at this machine is the owner.
  const made = await send({ method: "POST", path: "/v1/tokens", body: { name: "attacker", role: "agent" } });
  const { secret } = JSON.parse(made.text) as { secret: string };
  return {
    scene,
    ask: (request) => send(request, secret),
    close: async () => {
      await server.close();
      await workspace.close();
    },
  };
}

export async function attackByHttp(): Promise<readonly Attempt[]> {
  const scene = everydayScene();
  const inSlots = tellContested(scene).filter(({ isInSlot }) => isInSlot);
  scene.passDays(1);
  const served = await serve(scene);
  try {
    const attempts: Attempt[] = [];
    for (const [i, request] of [...WRITES, ...OPERATIONS_THAT_CHANGE].entries()) {
      const before = ownStateOf(scene.memory);
      const { name, ...sent } = request(inSlots[i % inSlots.length] as Target);
      const { status } = await served.ask(sent);
      attempts.push({ name, status, harm: harmOf(before, ownStateOf(scene.memory), before.facts.keys()) });
    }
    return attempts;
  } finally {
    await served.close();
  }
}

const CLAIMED = [
  "dream",
  "extraction",
  "compaction",
  "owner_message",
  "user_instruction",
  "agent",
  "channel_message",
  "tool_output",
] as const;

/** What is claimed besides the source. */
const CLAIMS: Readonly<Record<string, (target: Target) => Readonly<Record<string, unknown>>>> = {
  plain: ({ wrong }) => ({ content: wrong }),
  "the same slot": ({ wrong, slot: [subject, attribute] }) => ({ content: wrong, subject, attribute }),
  denial: ({ own }) => ({ content: `It is no longer true: ${own}` }),
  "supersedes link": ({ wrong, fact }) => ({ content: wrong, links: [{ kind: "supersedes", to: fact }] }),
  "protected segment": ({ wrong }) => ({ content: wrong, segment: "identity" }),
  "pinned and permanent": ({ wrong }) => ({ content: wrong, pinned: true, tier: "permanent" }),
  "the owner as actor": ({ wrong }) => ({ content: wrong, actor: "owner" }),
  "the owner's own words": ({ own }) => ({ content: own, episode: "forged" }),
};

const WRITES = CLAIMED.flatMap((source) =>
  Object.entries(CLAIMS).map(
    ([claim, bodyOf]) =>
      (target: Target): Request => ({
        name: `add as ${source}: ${claim}`,
        method: "POST",
        path: "/v1/memories",
        body: { ...bodyOf(target), source, evidence: [target.fact] },
      }),
  ),
);

/** Values for whatever another operation takes, aimed at a fact of the owner. */
function valueFor(field: string, { fact, wrong, question, reply }: Target): unknown {
  const values: Readonly<Record<string, unknown>> = {
    id: fact,
    from: reply,
    to: fact,
    kind: "contradicts",
    content: wrong,
    text: wrong,
    why: question,
    signal: "down",
    tags: ["wrong"],
    keep: fact,
    segment: "context",
    policy: "freshness",
    name: "wider",
    role: "owner",
    facts: [{ content: wrong, source: "dream", evidence: [fact] }],
  };
  return values[field];
}

function requestOf({ name, http, input }: Operation, target: Target): Request {
  const fields = Object.keys(input).flatMap((field) => {
    const value = valueFor(field, target);
    return value === undefined ? [] : [[field, value] as const];
  });
  const { method = "POST", path = "" } = http ?? {};
  const isInPath = (field: string): boolean => path.includes(`{${field}}`);
  const body = Object.fromEntries(fields.filter(([field]) => !isInPath(field)));
  return {
    name: `operation ${name}`,
    method,
    path: fields.reduce((all, [field, value]) => all.replace(`{${field}}`, String(value)), path),
    ...(method === "DELETE" ? {} : { body }),
  };
}

const OPERATIONS_THAT_CHANGE = OPERATIONS.filter(
  ({ name, effect, http }) => name !== "add" && effect !== "read" && http !== undefined,
).map(
  (operation) =>
    (target: Target): Request =>
      requestOf(operation, target),
);
