/**
 * Do read threads answer as the server itself does, to everybody what is theirs, and does nothing get lost with them?
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Origin } from "../../src/model/origin.ts";
import { type Caller, LOCAL_OWNER, ROLES } from "../../src/serve/caller.ts";
import { type Rendered, rendered } from "../../src/serve/http/rendered.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { ReadThreads } from "../../src/serve/read-threads/read-threads.ts";
import { runOperation } from "../../src/serve/run.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { fact, PEER } from "../support/memory.ts";
import {
  asking,
  codeOf,
  FRAGILE,
  furnished,
  openReadThreads,
  operationNamed,
  PROGRAM,
} from "../support/read-threads.ts";
import { ask, openWorkspace, startServer, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

/** What every readable operation is asked here. */
function samples(
  id: string,
  receipt: unknown = {},
): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  const own: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    recall: { query: "vegetarian food", limit: 3 },
    context: { query: "vegetarian food" },
    explain: { id, query: "vegetarian food" },
    read: { query: "rent" },
    list: { limit: 3 },
    graph: { format: "graphml" },
    replay: { receipt },
    pass: { id: "none" },
  };
  return OPERATIONS.filter(({ readThread }) => readThread !== undefined).map(({ name, input }) => [
    name,
    own[name] ?? (input.id?.required ? { id } : {}),
  ]);
}

/** Without what depends on the millisecond: times, and the last digits of what fades with time. */
function timeless({ type, text }: Rendered): unknown {
  if (type !== "application/json") return { type, text: text.replaceAll(/"at":\d+/g, "") };
  const drop = new Set(["at", "now", "since", "nextRunAt", "lastRunAt"]);
  return JSON.parse(text, (key, value) => {
    if (drop.has(key)) return undefined;
    return typeof value === "number" ? Number(value.toPrecision(6)) : value;
  });
}

describe("what read threads may answer", () => {
  test("they answer operations that read, and no others", () => {
    const readable = OPERATIONS.filter(({ readThread }) => readThread !== undefined);
    expect(readable.filter(({ effect }) => effect !== "read")).toEqual([]);
    expect(readable.length).toBeGreaterThan(10);
  });

  test("what concerns tokens, the workspace, or uses that wait here is answered here", () => {
    const here = ["whoami", "token-list", "origins", "policy", "inspect", "stats"];
    expect(here.map((name) => operationNamed(name).readThread)).toEqual(here.map(() => undefined));
  });

  test("there are none on a store that is no folder, or where the host has functions of its own", async () => {
    const options = { count: 1, program: PROGRAM };
    const inMemory = await Workspace.over(new MemoryStore(), "memory");
    const withClock = openWorkspace("readers", { clock: { now: () => 0 } });
    const withScan = openWorkspace("readers", { threatScan: { scan: () => [] } });
    for (const workspace of [inMemory, withClock, withScan])
      expect(ReadThreads.over(workspace, options, () => undefined)).toBeUndefined();
    await inMemory.close();
  });
});

describe("a read thread's answer", () => {
  test("is the answer of the thread that serves, for every operation", async () => {
    const { workspace, ids } = await furnished();
    const { threads, by } = await openReadThreads(workspace);
    const { receipt } = await workspace.memory("owner").recall("vegetarian food");
    for (const [name, given] of samples(ids[0] as string, receipt)) {
      const operation = operationNamed(name);
      const main = async () =>
        rendered(operation, await runOperation(workspace, LOCAL_OWNER, operation, given));
      const before = threads.answeredCount;
      const [theirs, ours] = await Promise.allSettled([by(asking(name, given)), main()]);
      expect([name, threads.answeredCount - before]).toEqual([name, 2]);
      expect([name, theirs.status]).toEqual([name, ours.status]);
      if (theirs.status === "fulfilled" && ours.status === "fulfilled")
        expect([name, timeless(theirs.value)]).toEqual([name, timeless(ours.value)]);
    }
  });

  test("has the same errors, with code, message and details", async () => {
    const { workspace } = await furnished();
    const { by } = await openReadThreads(workspace);
    const wrong: readonly (readonly [string, Record<string, unknown>])[] = [
      ["recall", {}],
      ["recall", { query: "x", limit: 1_000 }],
      ["recall", { query: "x", surprise: 1 }],
      ["get", { id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
      ["read", { path: "../secret" }],
      ["replay", { receipt: { query: 1 } }],
      ["pass", { id: "none" }],
    ];
    for (const [name, given] of wrong) {
      const here = await codeOf(runOperation(workspace, LOCAL_OWNER, operationNamed(name), given));
      expect(here).toBeDefined();
      expect([name, await codeOf(by(asking(name, given)))]).toEqual([name, here]);
    }
  });

  test("keeps to roles and origins: the whole matrix is that of the thread that serves", async () => {
    const { workspace, ids } = await furnished();
    const { fact: theirs } = await workspace.memory(PEER).add(fact("The peer sings in a choir."));
    const { by } = await openReadThreads(workspace);
    const origins: readonly Origin[] = ["owner", PEER];
    for (const role of ROLES)
      for (const origin of origins)
        for (const asked of [undefined, ...origins])
          for (const [name, given] of samples(asked === PEER ? theirs.id : (ids[0] as string))) {
            const caller: Caller = { role, origin, voice: "agent", name: "test", surface: "http" };
            const operation = operationNamed(name);
            const here = await codeOf(runOperation(workspace, caller, operation, given, { origin: asked }));
            const there = await codeOf(by(asking(name, given, { caller, origin: asked })));
            expect([role, origin, asked, name, there]).toEqual([role, origin, asked, name, here]);
          }
  });

  test("never has another origin's facts, however the questions are mixed", async () => {
    const workspace = openWorkspace("readers");
    const memories = Array.from({ length: 4 }, (_, n): Origin => ({ ...PEER, conversationId: `peer-${n}` }));
    for (const [n, origin] of memories.entries())
      await workspace.memory(origin).add(fact(`My dog is called Rex number ${n}.`));
    const { threads } = await openReadThreads(workspace, PROGRAM, 2);
    const answers = await Promise.all(
      Array.from({ length: 80 }, async (_, n) => {
        const origin = memories[n % 4] as Origin;
        const caller: Caller = {
          role: "agent",
          origin,
          voice: "agent",
          name: `peer ${n % 4}`,
          surface: "http",
        };
        const given = { query: "what is my dog called" };
        const operation = operationNamed("recall");
        const here = async () =>
          rendered(operation, await runOperation(workspace, caller, operation, given, {}));
        const { text } = await threads.ask(asking("recall", given, { caller, here }));
        return { n: n % 4, found: [...text.matchAll(/"content":"([^"]+)"/g)].map(([, content]) => content) };
      }),
    );
    expect(threads.answeredCount).toBeGreaterThan(0);
    for (const { n, found } of answers) expect(found).toEqual([`My dog is called Rex number ${n}.`]);
  });
});

describe("a read thread sees", () => {
  test("every write that was acknowledged before it was asked", async () => {
    const { workspace } = await furnished();
    const { by } = await openReadThreads(workspace, PROGRAM, 2);
    for (let n = 0; n < 60; n++) {
      const { fact: added } = await workspace.add(
        workspace.memory("owner"),
        fact(`Locker ${n} holds the parcel of Mr. Fox${n}.`),
      );
      const { text } = await by(asking("recall", { query: `parcel of Fox${n}` }));
      expect(JSON.parse(text).hits[0].fact.id).toBe(added.id);
      await workspace.memory("owner").archive(added.id);
      const { text: after } = await by(asking("recall", { query: `parcel of Fox${n}` }));
      expect(after).not.toContain(added.id);
    }
  });

  test("what was erased no more", async () => {
    const { workspace, ids } = await furnished();
    const { by } = await openReadThreads(workspace);
    const query = asking("recall", { query: "cello orchestra" });
    expect((await by(query)).text).toContain("cello");
    await workspace.memory("owner").purge(ids[1] as string);
    expect((await by(query)).text).not.toContain("city orchestra");
    expect((await by(asking("export"))).text).not.toContain("city orchestra");
  });

  test("a policy that is chosen, from the very next question on; and whether maintenance runs", async () => {
    const { workspace } = await furnished();
    const { threads, by } = await openReadThreads(workspace);
    const overview = operationNamed("overview");
    const here = async () => rendered(overview, await runOperation(workspace, LOCAL_OWNER, overview, {}));
    const seen = async () => JSON.parse((await by(asking("overview", {}, { here }))).text);
    expect(await seen()).toMatchObject({ policy: "tideline", upkeep: { isStarted: false } });
    await workspace.choosePolicy("freshness", undefined);
    workspace.startKeeper();
    expect(await seen()).toMatchObject({ policy: "freshness", upkeep: { isStarted: true } });
    await vi.waitUntil(() => threads.readyCount === 1, 300_000);
    const before = threads.answeredCount;
    expect(await seen()).toMatchObject({ policy: "freshness", upkeep: { isStarted: true } });
    expect(threads.answeredCount).toBe(before + 2);
  });
});

describe("a use that a read thread saw", () => {
  test("waits here like any other, and is written down at the end", async () => {
    const dir = newWorkspace("readers");
    const workspace = Workspace.open(dir);
    const { fact: added } = await workspace.memory("owner").add(fact("Anna plays the cello."));
    const { threads, by } = await openReadThreads(workspace);
    await by(asking("recall", { query: "cello" }));
    await by(asking("recall", { query: "cello", passive: true }));
    const reader: Caller = { ...LOCAL_OWNER, role: "reader" };
    await by(asking("get", { id: added.id }, { caller: reader }));
    expect((await workspace.memory("owner").stats()).waitingMarks).toBe(2);
    await threads.close();
    await workspace.close();
    const again = Workspace.open(dir);
    onTestFinished(() => again.close());
    const inspection = await again.memory("owner").inspect(added.id);
    expect(inspection.fact).toMatchObject({ accessCount: 2 });
    expect(inspection.shown).toMatchObject({ count: 2 });
  });
});

describe("the line", () => {
  test("writes are made here, in their turn, and those that wait go together", async () => {
    const { workspace } = await furnished();
    const { threads } = await openReadThreads(workspace);
    const here: string[] = [];
    const names = Array.from({ length: 30 }, (_, n) => (n === 10 || n === 25 ? "add" : "recall"));
    await Promise.all(
      names.map((name, n) => {
        const given = name === "add" ? { content: `Number ${n}.` } : { query: "rent" };
        const answer = async () => {
          here.push(name);
          return { type: "text/plain", text: name };
        };
        return threads.ask(asking(name, given, { here: answer }));
      }),
    );
    const first = here.indexOf("add");
    expect(first).toBeGreaterThan(0);
    expect(here.flatMap((name, at) => (name === "add" ? [at] : []))).toEqual([first, first + 1]);
    expect(threads.answeredCount + here.length).toBeGreaterThanOrEqual(30);
  });

  test("a question that is alone is answered here, unless it may take long", async () => {
    const { workspace } = await furnished();
    const { threads } = await openReadThreads(workspace);
    const here = async () => ({ type: "text/plain", text: "here" });
    expect((await threads.ask(asking("recall", { query: "rent" }, { here }))).text).toBe("here");
    const then = { query: "rent", knownAt: Date.now() };
    for (const asked of [asking("graph"), asking("review"), asking("recall", then)])
      expect((await threads.ask(asked)).type).toBe("application/json");
  });
});

describe("when something happens to a read thread", () => {
  test("leaves every file as it is, and takes no lock", async () => {
    const { workspace } = await furnished();
    const files = () =>
      readdirSync(workspace.place, { recursive: true }).map((path) => [
        path,
        statSync(join(workspace.place, String(path))).size,
      ]);
    const before = files();
    const { by } = await openReadThreads(workspace);
    expect((await by(asking("recall", { query: "vegetarian" }))).text).toContain("strict vegetarian");
    expect(files()).toEqual(before);
  });

  test("what would have to be written is answered here", async () => {
    // Nobody has written yet: to know its rules, the workspace first has to make them.
    const workspace = openWorkspace("readers");
    const { threads, troubles } = await openReadThreads(workspace);
    let count = 0;
    const operation = operationNamed("contradictions");
    const here = async () => {
      count++;
      return rendered(operation, await runOperation(workspace, LOCAL_OWNER, operation, {}));
    };
    const { text } = await threads.ask(asking("contradictions", {}, { here }));
    expect([count, JSON.parse(text)]).toEqual([1, { contradictions: [], count: 0 }]);
    expect(troubles).toEqual([]);
  });

  test("a thread that ends takes no answer with it, and is replaced", async () => {
    const { workspace } = await furnished();
    const { threads, troubles, by } = await openReadThreads(workspace, FRAGILE);
    const here = async () => ({ type: "text/plain", text: "here" });
    const queries = ["rent", "fall over", "cello", "vegetarian"];
    const answers = await Promise.all(
      queries.map((query) => threads.ask(asking("recall", { query }, { here }))),
    );
    expect(answers.map(({ text }) => text === "here" || text.includes('"hits"'))).toEqual(
      queries.map(() => true),
    );
    expect(answers[1]?.text).toBe("here");
    expect([threads.readyCount, troubles.length]).toEqual([0, 1]);
    await by(asking("recall", { query: "rent" }, { here }));
    await vi.waitUntil(() => threads.readyCount === 1, 300_000);
    expect((await by(asking("recall", { query: "rent" }))).text).toContain("The rent is due");
  });

  test("after a few ends in a row it is left at that, and said", async () => {
    const { workspace } = await furnished();
    const { threads, troubles } = await openReadThreads(workspace, FRAGILE);
    const here = async () => ({ type: "text/plain", text: "here" });
    const fall = () => threads.ask(asking("recall", { query: "fall over", knownAt: 0 }, { here }));
    for (let ends = 1; ends <= 3; ends++) {
      await vi.waitUntil(async () => {
        await fall();
        return troubles.length >= ends;
      }, 300_000);
    }
    expect(String(troubles.at(-1))).toContain("goes on without");
    const told = troubles.length;
    for (let n = 0; n < 5; n++) expect((await fall()).text).toBe("here");
    expect([threads.readyCount, troubles.length]).toEqual([0, told]);
  });

  test("a program that is not there costs nobody an answer", async () => {
    const { workspace } = await furnished();
    const troubles: unknown[] = [];
    const options = { count: 2, program: new URL("file:///nowhere/reader.js") };
    const threads = ReadThreads.over(workspace, options, (error) => troubles.push(error)) as ReadThreads;
    onTestFinished(() => threads.close());
    const here = async () => ({ type: "text/plain", text: "here" });
    await vi.waitUntil(async () => {
      expect((await threads.ask(asking("graph", {}, { here }))).text).toBe("here");
      return String(troubles.at(-1)).includes("goes on without");
    }, 300_000);
  });

  test("closing ends every thread; what is being asked is answered with busy", async () => {
    const { workspace } = await furnished();
    const { threads } = await openReadThreads(workspace, PROGRAM, 2);
    const pending = Array.from({ length: 4 }, () => codeOf(threads.ask(asking("graph"))));
    // They are dealt out, and the threads are ended before they can have answered all.
    await new Promise(setImmediate);
    await threads.close();
    for (const outcome of await Promise.all(pending)) expect([undefined, "busy"]).toContain(outcome?.code);
    expect(process.getActiveResourcesInfo().filter((one) => /worker/i.test(one))).toEqual([]);
  });
});

describe("a server with read threads", () => {
  test("answers many at once as it answers one, and shows who did", async () => {
    const { workspace } = await furnished();
    const server = await startServer(workspace, { readThreads: { count: 2, program: PROGRAM } });
    const search = (query: string) => ask(server, "POST", "/v1/memories/search", { body: { query } });
    const alone = await search("vegetarian food");
    const idsOf = (answer: { body: unknown }) =>
      (answer.body as { hits: { fact: { id: string } }[] }).hits.map(({ fact }) => fact.id);
    const shown = async (name: string) =>
      Number(new RegExp(`^${name} (\\d+)`, "m").exec((await ask(server, "GET", "/metrics")).text)?.[1]);
    await ask(server, "GET", "/v1/graph");
    await vi.waitUntil(async () => (await shown("tideline_readers")) > 0, 300_000);
    const many = await Promise.all(Array.from({ length: 100 }, () => search("vegetarian food")));
    for (const one of many) expect([one.status, idsOf(one)]).toEqual([200, idsOf(alone)]);
    expect((await ask(server, "GET", "/v1/graph")).status).toBe(200);
    expect(await shown("tideline_reader_answers_total")).toBeGreaterThan(0);
  });

  test("lets everybody find what they have just added, while others do the same", async () => {
    const { workspace } = await furnished();
    const server = await startServer(workspace, { readThreads: { count: 2, program: PROGRAM } });
    await ask(server, "GET", "/v1/graph");
    const client = async (name: number) => {
      for (let n = 0; n < 15; n++) {
        const body = { content: `Drawer ${name} holds the letter number ${n}x${name}.` };
        const added = await ask(server, "POST", "/v1/memories", { body });
        expect(added.status).toBe(200);
        const query = `letter number ${n}x${name}`;
        const found = await ask(server, "POST", "/v1/memories/search", { body: { query, limit: 100 } });
        expect(found.text).toContain(body.content);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
  });

  test("lets nobody in by way of a read thread: a token that is revoked is worth nothing at once", async () => {
    const { workspace } = await furnished();
    const token = await tokenFor(workspace, "owner");
    const other = await tokenFor(workspace, "reader");
    const server = await startServer(workspace, { readThreads: { count: 1, program: PROGRAM } });
    await ask(server, "GET", "/v1/graph", { token: other });
    const [{ id } = { id: "" }] = (await workspace.tokens.list()).filter(({ role }) => role === "reader");
    await ask(server, "DELETE", `/v1/tokens/${id}`, { token });
    const after = await Promise.all(
      Array.from({ length: 5 }, () => ask(server, "GET", "/v1/graph", { token: other })),
    );
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });
});
