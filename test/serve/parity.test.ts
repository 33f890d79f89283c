/**
 * Is every operation on every surface that it is meant for, with the same checks? The table is walked.
 * Long because every operation has its sample here.
 */
import { writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import type { Origin } from "../../src/model/origin.ts";
import { type Caller, ROLES, type Role } from "../../src/serve/caller.ts";
import { takes } from "../../src/serve/cli/command.ts";
import { COMMANDS } from "../../src/serve/cli/show/help.ts";
import { openApi } from "../../src/serve/http/openapi.ts";
import { callTool } from "../../src/serve/mcp/tools.ts";
import type { Operation } from "../../src/serve/operations/operation.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { runOperation } from "../../src/serve/run.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { PEER } from "../support/memory.ts";
import { ask, cli, startServer, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

/** Things that exist in a workspace, for operations to work on. */
interface Props {
  readonly ID: string;
  readonly OTHER: string;
  readonly TOKEN: string;
  readonly PASS: string;
  readonly CONTRADICTION: string;
  readonly CONVERSATION: string;
  readonly DIGEST: string;
  readonly RECEIPT: object;
  readonly EXPORT: string;
}

/** Roles and origins are not a matter of the disk. */
function inMemory(): Promise<Workspace> {
  return Workspace.over(new MemoryStore(), "memory");
}

async function furnish(workspace: Workspace): Promise<Props> {
  const memory = workspace.memory("owner");
  const { fact } = await memory.add({ content: "I keep a strict vegetarian diet.", segment: "preference" });
  const other = await memory.add({ content: "The canteen has a salad bar.", segment: "knowledge" });
  const [a, b] = await memory.addMany([
    { content: "The team meeting is on Monday.", segment: "project", source: "agent" },
    { content: "The team meeting is on Tuesday.", segment: "project", source: "agent" },
  ]);
  const found = await memory.contradictions();
  const { token } = await workspace.tokens.create({
    name: "spare",
    role: "reader",
    origin: "owner",
    voice: "agent",
    expiresAt: undefined,
  });
  const pass = await memory.run({
    name: "test",
    explicit: true,
    *pieces() {
      yield 1;
    },
    decide: () => [{ rule: "test", event: { type: "pinned", fact: other.fact.id } }],
  });
  await memory.setRetention("old", { afterDays: 3650 });
  await memory.hold("case-7", { facts: ["another"], reason: "The tax office asks for it." });
  const { receipt } = await memory.recall("vegetarian");
  await memory.observe({ session: "before", role: "user", content: "What is the time?" });
  expect(a?.outcome === "added" && b?.outcome).toBeTruthy();
  return {
    ID: fact.id,
    OTHER: other.fact.id,
    TOKEN: token.id,
    PASS: pass.pass ?? "",
    CONVERSATION: (await memory.conversations()).conversations[0]?.id ?? "",
    CONTRADICTION: found[0]?.id ?? `${fact.id}~${other.fact.id}`,
    DIGEST: (await memory.inspect(fact.id)).digest ?? "",
    RECEIPT: receipt,
    EXPORT: await memory.export(),
  };
}

/** The least that each operation takes. */
const SAMPLES: Readonly<Record<string, (props: Props) => Record<string, unknown>>> = {
  add: () => ({ content: "Anna plays the cello." }),
  observe: () => ({ turns: [{ session: "monday", role: "user", content: "I moved to Bern." }] }),
  "add-many": () => ({ facts: [{ content: "Ben plays the oboe." }] }),
  recall: () => ({ query: "vegetarian" }),
  context: () => ({ query: "vegetarian" }),
  explain: ({ ID }) => ({ id: ID, query: "vegetarian" }),
  replay: ({ RECEIPT }) => ({ receipt: RECEIPT }),
  read: ({ ID }) => ({ id: ID }),
  link: ({ ID, OTHER }) => ({ from: OTHER, kind: "supports", to: ID }),
  feedback: ({ ID }) => ({ id: ID, signal: "up" }),
  undo: ({ PASS }) => ({ id: PASS }),
  pass: ({ PASS }) => ({ id: PASS }),
  card: () => ({ name: "Anna" }),
  correct: ({ ID }) => ({ id: ID, text: "I keep a strict vegan diet." }),
  revise: ({ ID }) => ({ id: ID, segment: "project" }),
  conversation: ({ CONVERSATION }) => ({ id: CONVERSATION }),
  "dismiss-turns": () => ({ from: "own" }),
  dismiss: () => ({ from: "mcp/agent" }),
  resolve: ({ CONTRADICTION }) => ({ id: CONTRADICTION, keep: "both" }),
  endorse: ({ ID, DIGEST }) => ({ id: ID, seen: DIGEST }),
  import: ({ EXPORT }) => ({ text: EXPORT }),
  "retention-add": () => ({ name: "older", afterDays: 365 }),
  "retention-remove": () => ({ name: "old" }),
  "retention-hold": ({ ID }) => ({ name: "case-8", reason: "A dispute.", facts: [ID] }),
  "retention-release": () => ({ name: "case-7", reason: "It is over." }),
  "policy-set": () => ({ name: "layered" }),
  "origin-forget": () => ({ whose: { user: "nobody" } }),
  shred: ({ ID }) => ({ id: ID }),
  forget: () => ({ subject: "actor:Nobody" }),
  "token-create": () => ({ name: "x", role: "reader" }),
  "token-revoke": ({ TOKEN }) => ({ id: TOKEN }),
};

/** Where an operation is open to a role, and its sample is refused all the same. */
const OPEN_BUT: Readonly<Record<string, (role: Role) => string | undefined>> = {
  // The origin is not empty.
  import: () => "import-failed",
  // The fact is the owner's own.
  correct: (role) => (role === "agent" ? "write-gate" : undefined),
  archive: (role) => (role === "agent" ? "write-gate" : undefined),
  feedback: (role) => (role === "agent" ? "write-gate" : undefined),
};

function sampleOf(operation: Operation, props: Props): Record<string, unknown> {
  const own = SAMPLES[operation.name];
  if (own !== undefined) return own(props);
  const needed = Object.keys(operation.input).filter((name) => operation.input[name]?.required);
  expect([operation.name, needed.filter((name) => name !== "id")]).toEqual([operation.name, []]);
  return needed.includes("id") ? { id: props.ID } : {};
}

type Way = (
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
) => Promise<string | undefined>;

/** Each answers with the code of the error, or with nothing. */
async function waysInto(workspace: Workspace): Promise<Readonly<Record<string, Way>>> {
  const server = await startServer(workspace);
  const codeOf = async (work: Promise<unknown>) => {
    try {
      await work;
      return undefined;
    } catch (error) {
      if (isTidelineError(error)) return error.code;
      throw error;
    }
  };
  return {
    "run.ts": (operation, caller, input) => codeOf(runOperation(workspace, caller, operation, input)),
    HTTP: async (operation, caller, input) => {
      const { method, path } = operation.http as { method: string; path: string };
      const token = await tokenFor(workspace, caller.role, caller.origin);
      const named = Object.keys(input).filter((name) => path.includes(`{${name}}`));
      const rest = Object.entries(input).filter(([name]) => !named.includes(name));
      const place = named.reduce(
        (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
        path,
      );
      const inQuery = method === "GET" || method === "DELETE";
      const query = inQuery
        ? `?${new URLSearchParams(rest.map(([name, value]): [string, string] => [name, spelt(value)]))}`
        : "";
      const answer = await ask(server, method, `${place}${query}`, {
        token,
        ...(inQuery ? {} : { body: Object.fromEntries(rest) }),
      });
      return answer.status < 300 ? undefined : answer.body.code;
    },
    MCP: (operation, caller, input) => {
      const isAction = operation.mcp === "manage_memory";
      const given = isAction ? { action: operation.name, confirm: true, ...input } : input;
      return codeOf(callTool(workspace, caller, operation.mcp as string, given));
    },
  };
}

function spelt(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function meant(operation: Operation, way: string): boolean {
  return way === "run.ts" || (way === "HTTP" ? operation.http !== undefined : operation.mcp !== undefined);
}

const callerOf = (role: Role, origin: Origin = "owner"): Caller => ({
  role,
  origin,
  voice: role === "owner" ? "owner" : "agent",
  surface: "http",
  name: "test",
});

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s",
  (name, operation) => {
    test("is open to its roles and closed to the others, on every surface", async () => {
      for (const role of ROLES) {
        for (const way of ["run.ts", "HTTP", "MCP"]) {
          if (!meant(operation, way)) continue;
          const workspace = await inMemory();
          const props = await furnish(workspace);
          const enter = (await waysInto(workspace))[way] as Way;
          const code = await enter(operation, callerOf(role), sampleOf(operation, props));
          const allowed =
            operation.roles.includes(role) &&
            !(way === "MCP" && operation.mcp === "manage_memory" && role !== "owner");
          if (allowed) expect([way, role, code]).toEqual([way, role, OPEN_BUT[name]?.(role)]);
          else expect([way, role, code]).toEqual([way, role, "not-allowed"]);
        }
      }
    });

    test("refuses what it does not know, on every surface", async () => {
      const workspace = await inMemory();
      const props = await furnish(workspace);
      const ways = await waysInto(workspace);
      for (const [way, enter] of Object.entries(ways)) {
        if (!meant(operation, way)) continue;
        const code = await enter(operation, callerOf("owner"), { ...sampleOf(operation, props), bogus: "x" });
        expect([way, code]).toEqual([way, "invalid-argument"]);
      }
    });

    test("knows nothing of another origin, on every surface", async () => {
      const workspace = await inMemory();
      const props = await furnish(workspace);
      const ways = await waysInto(workspace);
      for (const [way, enter] of Object.entries(ways)) {
        if (!meant(operation, way)) continue;
        const code = await enter(operation, callerOf("owner", PEER), sampleOf(operation, props));
        if (operation.scope === "workspace") expect([way, code]).toEqual([way, "not-allowed"]);
        else if (operation.input.id?.required || name === "link" || name === "read")
          expect([
            way,
            ["no-such-fact", "no-such-pass", "no-such-conversation", "invalid-argument"].includes(code ?? ""),
          ]).toEqual([way, true]);
      }
      const memory = workspace.memory(PEER);
      for (const fact of await memory.list({ lifecycle: "any" })) expect(fact.origin).toEqual(PEER);
    });
  },
);

test.each(OPERATIONS.filter((one) => one.long).map((one) => [one.name, one] as const))(
  "%s takes long, and tells how far it is",
  async (name, operation) => {
    const workspace = await inMemory();
    const props = await furnish(workspace);
    const told: unknown[] = [];
    const progress = (...args: unknown[]) => void told.push(args);
    const origin = name === "import" ? PEER : "owner";
    const input =
      name === "import" ? { text: await workspace.memory(PEER).export() } : sampleOf(operation, props);
    await runOperation(workspace, callerOf("owner"), operation, input, { origin, progress });
    expect([name, told.length > 0]).toEqual([name, true]);
  },
);

test("no answer to another origin holds a word, an id or a count of the owner's", async () => {
  const dir = newWorkspace("leak");
  const workspace = Workspace.open(dir);
  onTestFinished(() => workspace.close());
  const props = await furnish(workspace);
  const server = await startServer(workspace);
  const secrets = [
    "vegetarian",
    "canteen",
    "salad",
    "team meeting",
    props.ID,
    props.OTHER,
    props.PASS,
    props.TOKEN,
  ];
  for (const role of ROLES) {
    const token = await tokenFor(workspace, role, PEER);
    for (const { name, http, input } of OPERATIONS.filter((one) => one.effect === "read")) {
      const { method, path } = http as { method: string; path: string };
      const asked = path.replaceAll(/\{id\}/g, name === "pass" ? props.PASS : props.ID);
      const query = new URLSearchParams();
      if (method === "GET" && input.query !== undefined) query.set("query", "vegetarian salad meeting");
      const body = input.receipt === undefined ? { query: "vegetarian salad" } : { receipt: props.RECEIPT };
      const answer = await ask(server, method, `${asked}?${query}`, {
        token,
        ...(method === "GET" ? {} : { body }),
      });
      const told = secrets.filter((secret) => answer.text.includes(secret) && !asked.includes(secret));
      const echoed = name === "recall" || name === "replay" ? ["vegetarian", "salad"] : []; // Its own question.
      expect([name, role, told.filter((one) => !echoed.includes(one))]).toEqual([name, role, []]);
      const forOwner = await ask(server, method, `${asked}?${query}&origin=owner`, {
        token,
        ...(method === "GET" ? {} : { body }),
      });
      expect([name, role, forOwner.status]).toEqual([name, role, 403]);
    }
    for (const path of ["/v1/events/live?origin=owner", "/metrics"])
      expect([path, role, (await ask(server, "GET", path, { token })).status]).toEqual([path, role, 403]);
  }
});

describe("surfaces", () => {
  test("every operation is a command and a route", () => {
    expect(OPERATIONS.filter((one) => one.cli === undefined)).toEqual([]);
    expect(OPERATIONS.filter((one) => one.http === undefined)).toEqual([]);
  });

  test("a person's own decisions are no tools", () => {
    for (const name of [
      "endorse",
      "resolve",
      "dismiss",
      "import",
      "policy-set",
      "retention-add",
      "retention-remove",
      "retention-hold",
      "retention-release",
      "token-create",
      "token-list",
      "token-revoke",
    ])
      expect([name, OPERATIONS.find((one) => one.name === name)?.mcp]).toEqual([name, undefined]);
  });

  test("OpenAPI describes every route, with its fields", () => {
    const { paths } = openApi() as {
      paths: Record<
        string,
        Record<string, { operationId: string; parameters: { name: string }[]; requestBody?: unknown }>
      >;
    };
    for (const { http, name, input } of OPERATIONS) {
      if (http === undefined) continue;
      const described = paths[http.path]?.[http.method.toLowerCase()];
      expect(described?.operationId).toBe(name);
      const text = JSON.stringify(described);
      for (const field of Object.keys(input)) expect(text).toContain(`"${field}"`);
    }
  });

  test("no two operations share a name, a command or a route", () => {
    const keys = OPERATIONS.flatMap((one) => [
      one.name,
      `cli ${(one.cli?.words ?? [one.name]).join(" ")}`,
      ...(one.cli?.aliases ?? []).map((alias) => `cli ${alias}`),
      ...(one.http === undefined ? [] : [`${one.http.method} ${one.http.path}`]),
    ]);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
});

/** Those that answer with ids here: `--quiet` prints them, also where nothing is written. */
const QUIETLY: ReadonlySet<string> = new Set(
  COMMANDS.filter((command) => takes(command, "quiet"))
    .map(({ operation }) => operation?.name ?? "")
    .filter(
      (name) =>
        ![
          ...["origins", "token-create", "contradictions", "sweep", "dream", "read", "review"],
          "dismiss",
        ].includes(name),
    ),
);

function isTaken({ effect }: { readonly effect: string }): (word: string) => boolean {
  return (word) => word !== "--dry-run" || effect !== "read";
}

describe("the example of", () => {
  test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "%s runs as it is printed",
    async (name, operation) => {
      const dir = newWorkspace("example");
      const workspace = Workspace.open(dir);
      const props = await furnish(workspace);
      await workspace.close();
      const folder = newWorkspace("example-files").replace(/workspace$/, "");
      const files = {
        "facts.jsonl": '{"content":"Ben plays the oboe."}\n',
        "turns.jsonl": '{"session":"monday","role":"user","content":"I moved to Bern."}\n',
        "backup.jsonl": props.EXPORT,
        "receipt.json": JSON.stringify(props.RECEIPT),
      };
      for (const [file, text] of Object.entries(files)) writeFileSync(`${folder}${file}`, text);
      const words = [...operation.example.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? "",
      );
      const args = words.map((word) => {
        if (word === "$FRESH") return newWorkspace("example-fresh");
        const prop = (props as unknown as Record<string, string>)[word.slice(1)];
        return word.startsWith("$") && prop !== undefined ? prop : word in files ? `${folder}${word}` : word;
      });
      if (QUIETLY.has(name)) {
        const quiet = await cli(dir, [...args, "--dry-run", "--quiet"].filter(isTaken(operation)));
        expect([name, quiet.err, quiet.out]).toEqual([name, "", expect.stringMatching(/^([\w-]{6,}\n)+$/)]);
      }
      const result = await cli(dir, args);
      expect([name, result.err, result.code]).toEqual([name, "", 0]);
      expect(result.out).not.toBe("");
    },
  );
});
