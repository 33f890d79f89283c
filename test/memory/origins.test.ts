/** Whose memories does a workspace hold, and what is left of one that is forgotten? */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  FactStore,
  isTidelineError,
  MemoryStore,
  type Origin,
  type OriginsPage,
  type OtherOrigin,
  Tideline,
} from "../../src/index.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { DAY, FakeClock, fact, newMemory, PEER, START } from "../support/memory.ts";
import { newWorkspace } from "../support/workspace.ts";

const ANNA = { user: "anna" } as const;

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return isTidelineError(error) ? error.code : String(error);
  }
};

describe("origins", () => {
  test("tells how much each holds, what waits there, and when it was last written", () => {
    const { memory, clock } = newMemory();
    memory.add(fact("I live in Berlin."));
    clock.pass(DAY);
    const anna = memory.user("anna");
    anna.add(fact("I sail on Sundays."));
    anna.archive(anna.add(fact("I row on Mondays.")).fact.id);
    anna.add(fact("The harbour opens at five.", { review: "look" }));
    clock.pass(DAY);
    anna.recall("sailing");
    expect(memory.origins()).toEqual({
      origins: [
        { origin: "owner", facts: 1, active: 1, forReview: 0, events: 1, lastWriteAt: START },
        { origin: ANNA, facts: 3, active: 2, forReview: 1, events: 4, lastWriteAt: START + DAY },
      ],
      total: 2,
    });
  });

  test("comes in pages, in one order, and finds names", () => {
    const { memory } = newMemory();
    const names = Array.from({ length: 25 }, (_, i) => `u${String(i).padStart(2, "0")}`);
    for (const name of [...names].reverse()) memory.user(name).add(fact("Tea is at five."));
    memory.as(PEER).add(fact("Tea is at six."));
    memory.add(fact("Tea is at four."));
    const seen: Origin[] = [];
    for (let page: OriginsPage = memory.origins({ limit: 10 }); ; ) {
      seen.push(...page.origins.map(({ origin }) => origin));
      expect(page.total).toBe(27);
      if (page.next === undefined) break;
      page = memory.origins({ limit: 10, after: page.next });
    }
    expect(seen).toEqual(["owner", PEER, ...names.map((user) => ({ user }))]);
    expect(memory.origins({ match: "U1", limit: 3 })).toMatchObject({
      total: 10,
      next: { user: "u12" },
      origins: [{ origin: { user: "u10" } }, { origin: { user: "u11" } }, { origin: { user: "u12" } }],
    });
    expect(memory.origins({ match: "nobody" })).toEqual({ origins: [], total: 0 });
    expect(memory.origins({ after: { user: "u23x" } }).origins.map(({ origin }) => origin)).toEqual([
      { user: "u24" },
    ]);
  });

  test("is for the host's own owner handle, and takes no other options", () => {
    const { memory } = newMemory();
    for (const handle of [
      memory.user("anna"),
      memory.confined({ voice: 3, manages: true }),
      memory.as(PEER),
    ]) {
      expect(codeOf(() => handle.origins())).toBe("not-allowed");
      expect(codeOf(() => handle.forgetOrigin({ user: "bert" }))).toBe("not-allowed");
      expect(codeOf(() => handle.forgetOrigin({ user: "bert" }, { preview: true }))).toBe("not-allowed");
    }
    for (const wrong of [{ limit: 0 }, { limit: 1_001 }, { after: "anna" }, { match: 7 }, { page: 2 }])
      expect(codeOf(() => memory.origins(wrong as never))).toBe("invalid-argument");
  });

  test("one damaged log hides no other", () => {
    const dir = newWorkspace("origins");
    const memory = Tideline.open(dir);
    memory.user("anna").add(fact("I sail."));
    memory.user("bert").add(fact("I row."));
    memory.close();
    const store = new FactStore(dir);
    const read = store.read.bind(store);
    store.read = (stream, ...rest) => {
      if (JSON.stringify(stream) === JSON.stringify(ANNA)) read("somebody" as never, 0);
      return read(stream, ...rest);
    };
    Object.assign(store, { inSlices: undefined });
    expect(Tideline.over(store).origins().origins).toMatchObject([
      { origin: ANNA, trouble: "invalid-argument" },
      { origin: { user: "bert" }, facts: 1 },
    ]);
    store.close();
  });

  test("says the same of an origin that is open, that is closed, and that has a snapshot", () => {
    const words = fc.array(fc.constantFrom("add", "archive", "review", "purge", "snapshot"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, (steps) => {
        const store = new MemoryStore();
        const clock = new FakeClock();
        const open = () => Tideline.over(store, { clock });
        const memory = open();
        const anna = memory.user("anna");
        let last: string | undefined;
        for (const [i, step] of steps.entries()) {
          clock.pass(1_000);
          if (step === "add") last = anna.add(fact(`Number ${i} is up.`)).fact.id;
          if (step === "review") anna.add(fact(`Number ${i} waits.`, { review: "look" }));
          if (step === "archive" && last !== undefined) anna.archive(last);
          if (step === "purge" && last !== undefined) anna.purge(last);
          if (step === "purge") last = undefined;
          if (step === "snapshot")
            anna.addMany(Array.from({ length: 501 }, (_, k) => fact(`Number ${i}.${k} is down.`)));
        }
        const counted = memory.origins().origins;
        const { facts = 0, forReview = 0, byLifecycle } = anna.stats();
        if (steps.length > 0 && counted.length > 0)
          expect(counted[0]).toMatchObject({ facts, forReview, active: byLifecycle.active });
        expect(open().origins().origins).toEqual(counted);
      }),
      { numRuns: 20 },
    );
  });

  test("reads no facts of an origin whose figures are stored", () => {
    const dir = newWorkspace("origins");
    const memory = Tideline.open(dir);
    memory.user("anna").addMany(Array.from({ length: 600 }, (_, i) => fact(`Number ${i} is up.`)));
    const before = memory.origins();
    memory.close();
    const store = new FactStore(dir);
    const asked: string[] = [];
    const getBlob = store.getBlob.bind(store);
    store.getBlob = (stream, name) => {
      asked.push(name);
      return getBlob(stream, name);
    };
    const again = Tideline.over(store);
    expect(again.origins()).toEqual(before);
    expect(asked).toEqual(["summary"]);
    again.close();
  });
});

describe("forgetting an origin", () => {
  test("shows what goes, and writes nothing before it is asked to", () => {
    const { memory, store } = newMemory();
    memory.user("anna").add(fact("I sail on Sundays."));
    const before = store.list().length;
    expect(memory.forgetOrigin(ANNA, { preview: true })).toEqual({
      ...{ preview: true, origin: ANNA, facts: 1, active: 1, forReview: 0, events: 1 },
      ...{ lastWriteAt: START, tokens: [] },
    });
    expect(store.list().length).toBe(before);
    expect(memory.user("anna").list().length).toBe(1);
  });

  test("erases it, and nothing of another; its handles find an empty memory", () => {
    const { memory, store } = newMemory();
    const anna = memory.user("anna");
    const near: readonly OtherOrigin[] = [
      { user: "Anna" },
      { channel: "user", conversationId: "anna" },
      PEER,
    ];
    anna.add(fact("I sail on Sundays."));
    for (const one of near) memory.as(one).add(fact("I row on Mondays."));
    anna.recall("sailing");
    expect(memory.forgetOrigin(ANNA)).toMatchObject({ preview: false, facts: 1 });
    expect(anna.list()).toEqual([]);
    expect(anna.recall("sailing").length).toBe(0);
    expect(store.list()).not.toContainEqual(ANNA);
    const again = Tideline.over(store);
    for (const one of near) expect(again.as(one).list().length).toBe(1);
    expect(again.user("anna").add(fact("I am new here.")).outcome).toBe("added");
  });

  test("of the owner is refused, and of one that holds nothing writes nothing", () => {
    const { memory, store } = newMemory();
    expect(codeOf(() => memory.forgetOrigin("owner" as never))).toBe("invalid-argument");
    expect(codeOf(() => memory.forgetOrigin(ANNA, { preview: 1 } as never))).toBe("invalid-argument");
    expect(memory.forgetOrigin(ANNA)).toMatchObject({ facts: 0, events: 0 });
    expect(store.list()).toEqual([]);
  });

  test("leaves no word of it in any file, revokes its tokens, and leaves a trace without a name", async () => {
    const dir = newWorkspace("origins");
    const who = { user: "zoe.quist@example.org" };
    const workspace = Workspace.open(dir);
    await workspace.memory(who).add({ content: "I keep bees on the roof.", source: "agent" });
    await workspace.memory("owner").add({ content: "I keep goats.", source: "owner_message" });
    const token = async (origin: Origin) =>
      await workspace.tokens.create({
        ...{ name: "phone", role: "agent", origin, voice: "agent", expiresAt: undefined },
      });
    const [hers, owners, former] = [await token(who), await token("owner"), await token(who)];
    await workspace.tokens.revoke(former.token.id);
    const host = { surface: "cli" } as const;
    const shown = await workspace.forget(who, { voice: 3, manages: true, writer: host }, { preview: true });
    expect(shown.tokens).toEqual([hers.token.id]);
    await workspace.forget(who, { voice: 3, manages: true, writer: host }, { preview: false });
    expect(await workspace.tokens.find(hers.secret)).toEqual({ ended: "revoked" });
    expect(await workspace.tokens.find(owners.secret)).toHaveProperty("caller");
    const log = await workspace.store.read("workspace", 0);
    const traces = log.events.flatMap(({ event }) => (event.type === "origin-erased" ? [event] : []));
    expect(traces).toMatchObject([{ facts: 1, why: { rule: "origin-forgotten" }, by: host }]);
    expect((await workspace.store.verify("workspace")).ok).toBe(true);
    await workspace.close();
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toMatch(/bees|zoe\.quist/);
    const again = Tideline.open(dir);
    expect(again.origins().origins.map(({ origin }) => origin)).toEqual(["owner"]);
    again.close();
  });

  test("and a use that waited, in this process or another, brings nothing back", () => {
    const dir = newWorkspace("origins");
    const [first, second] = [Tideline.open(dir), Tideline.open(dir)];
    first.user("anna").add(fact("I sail on Sundays."));
    second.user("anna").recall("sailing on sundays");
    first.user("anna").recall("sailing on sundays");
    first.forgetOrigin(ANNA);
    second.close();
    first.close();
    const store = new FactStore(dir);
    expect(store.list()).not.toContainEqual(ANNA);
    store.close();
  });
});
