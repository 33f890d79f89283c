/** What does a night do to memory? */
import { describe, expect, test } from "vitest";
import { MemoryEventLog as EventLog } from "../../src/advanced.ts";
import type { AddInput, Environment, Presence } from "../../src/index.ts";
import { DAY, fact, newMemory, PEER, type TestMemory } from "../support/memory.ts";

/** Says it on so many days. */
function insist(
  { memory, clock }: TestMemory,
  content: string,
  days: number,
  more: Partial<AddInput> = {},
): string {
  let id = "";
  for (let day = 0; day < days; day++) {
    clock.pass(DAY);
    id = memory.add(fact(content, more)).fact.id;
  }
  return id;
}

describe("confirm", () => {
  test("three assertions on three days confirm a fact; two do not, nor three in one breath", async () => {
    const test = newMemory();
    const thrice = insist(test, "I am allergic to peanuts.", 3);
    const twice = insist(test, "I like tea.", 2);
    for (let i = 0; i < 5; i++) test.memory.add(fact("I own a boat.", { confidence: 0.6 }));
    await test.memory.dream();
    expect(test.memory.get(thrice)?.confirmedAt).toBeDefined();
    expect(test.memory.get(twice)?.confirmedAt).toBeUndefined();
    expect(test.memory.list().find((one) => one.content === "I own a boat.")?.confirmedAt).toBeUndefined();
  });

  test("what tools say a thousand times, and what is recalled a thousand times, is never confirmed", async () => {
    const test = newMemory();
    const tool = insist(test, "The moon is made of cheese.", 200, { source: "tool_output" });
    const once = insist(test, "I like tea.", 1);
    for (let i = 0; i < 1_000; i++) {
      test.memory.get(tool);
      test.memory.get(once);
    }
    await test.memory.dream({ confirmAfter: 2 });
    expect(test.memory.get(tool)?.confirmedAt).toBeUndefined();
    expect(test.memory.get(once)?.confirmedAt).toBeUndefined();
  });

  test("raises confidence, and an undo takes both back", async () => {
    const test = newMemory();
    const id = insist(test, "I am allergic to peanuts.", 3, { confidence: 0.6 });
    const { pass } = await test.memory.dream();
    expect(test.memory.inspect(id).fact).toMatchObject({ confidence: 0.8 });
    await test.memory.undo(pass as string);
    expect(test.memory.inspect(id).fact).toMatchObject({ confidence: 0.6, confirmedAt: undefined });
  });
});

describe("consolidate", () => {
  test("what says the same is merged into the richer one; its text is kept", async () => {
    const { memory } = newMemory();
    const poor = memory.add(fact("The deploy pipeline runs on Friday at noon")).fact.id;
    const rich = memory.add(fact("The deploy pipelines run on Friday at noon", { tags: ["ops"] })).fact.id;
    await memory.dream();
    expect(memory.inspect(poor).fact).toMatchObject({ validity: "merged", supersededBy: rich });
    expect(memory.inspect(rich).fact?.validity).toBe("valid");
  });

  test.each([
    ["The rent of the flat is 1,400 euros", "The rents of the flat is 1,450 euros"],
    ["Anna leads the new platform team", "Hanna leads the new platform teams"],
    ["I am allergic to peanuts and nuts", "I am not allergic to peanuts and nuts"],
    ["Tom reports to Anna these days", "Anna reports to Tom these days"],
  ])("near is not the same: %s / %s", async (a, b) => {
    const { memory } = newMemory();
    const ids = [a, b].map((content) => memory.add(fact(content)).fact.id);
    await memory.dream({ same: 0.5, related: 0.4 });
    for (const id of ids) expect(memory.inspect(id).fact?.validity).not.toBe("merged");
  });

  test("a lower class is merged into a higher one, never the other way round", async () => {
    const { memory } = newMemory();
    const tool = memory.add(
      fact("The deploy pipelines run on Friday at noon", { source: "tool_output", tags: ["a", "b", "c"] }),
    ).fact.id;
    const own = memory.add(fact("The deploy pipeline runs on Friday at noon")).fact.id;
    await memory.dream();
    expect(memory.inspect(own).fact?.validity).toBe("valid");
    expect(memory.inspect(tool).fact?.supersededBy).toBe(own);
  });
});

describe("relate", () => {
  test("what is near is linked once, from the later to the earlier; a second night changes nothing", async () => {
    const { memory, clock } = newMemory();
    const first = memory.add(fact("The deploy pipeline runs on Friday at noon")).fact.id;
    clock.pass(DAY);
    const second = memory.add(fact("The deploy pipeline runs on Friday evening after the standup")).fact.id;
    await memory.dream({ related: 0.5 });
    expect(memory.inspect(second).fact?.links).toEqual([{ kind: "relates", to: first }]);
    expect(memory.inspect(first).fact?.backlinks).toEqual([{ kind: "relates", from: second }]);
    const events = memory.stats().events;
    const again = await memory.dream({ related: 0.5 });
    expect(again.pass).toBeUndefined();
    expect(memory.stats().events).toBe(events);
  });

  test("what contradicts each other is not linked as related", async () => {
    const { memory } = newMemory();
    const ids = ["The office in Rome is open on Sundays", "The office in Rome is closed on Sundays"].map(
      (content) => memory.add(fact(content)).fact.id,
    );
    await memory.dream({ related: 0.3, same: 0.9 });
    for (const id of ids) expect(memory.inspect(id).fact?.links).toEqual([]);
  });
});

describe("evict", () => {
  test("archives what is old and faded, and spares what is confirmed, pinned or young", async () => {
    const test = newMemory();
    const confirmed = insist(test, "I am allergic to peanuts.", 3);
    const { memory, clock } = test;
    const faded = memory.add(fact("The wifi is slow today.", { segment: "context" })).fact.id;
    const pinned = memory.add(fact("Lunch is at noon.", { segment: "context", pinned: true })).fact.id;
    await memory.dream({ stages: { evict: false } });
    clock.pass(200 * DAY);
    const young = memory.add(fact("The wifi is fast today.", { segment: "context", importance: 0 })).fact.id;
    await memory.dream();
    expect(memory.inspect(faded).fact?.lifecycle).toBe("archived");
    for (const id of [confirmed, pinned, young]) expect(memory.inspect(id).fact?.lifecycle).toBe("active");
    expect(memory.inspect(faded).text).toContain("dream/evict");
  });
});

describe("stages", () => {
  test("can be switched off, one by one; unknown ones and bad figures are refused", async () => {
    const test = newMemory();
    const id = insist(test, "I am allergic to peanuts.", 3);
    await test.memory.dream({ stages: { confirm: false } });
    expect(test.memory.get(id)?.confirmedAt).toBeUndefined();
    await expect(test.memory.dream({ stages: { sleep: true } as never })).rejects.toThrow(/sleep/);
    await expect(test.memory.dream({ confirmAfter: 0 })).rejects.toThrow(/onfirmAfter/);
    await expect(test.memory.dream({ stages: { confirm: "yes" as never } })).rejects.toThrow(/onfirm/);
    await expect(test.memory.dream({ environment: {} as never })).rejects.toThrow(/nvironment/);
  });

  test("cluster: five that hang together are linked to the one that stands best", async () => {
    const { memory, clock } = newMemory();
    const ids = ["one", "two", "three", "four", "five", "six"].map((word) => {
      clock.pass(DAY);
      return memory.add(fact(`The green garden shed at the lake has shelf ${word}`)).fact.id;
    });
    await memory.dream({ stages: { relate: false, consolidate: false, cluster: true }, related: 0.5 });
    const centre = memory.inspect(ids[0] as string).fact;
    expect(centre?.backlinks).toHaveLength(5);
  });

  test("rename: the fact that tells of a new name is linked to those that use the old one", async () => {
    const { memory, clock } = newMemory();
    const old = memory.add(fact("I work at Acme.")).fact.id;
    clock.pass(DAY);
    const rename = memory.add(fact("Acme was renamed to Globex.")).fact.id;
    memory.add(fact("Acme was renamed to Evilcorp.", { source: "tool_output" }));
    await memory.dream({ stages: { relate: false } });
    expect(memory.inspect(old).fact?.backlinks).toEqual([{ kind: "transition", from: rename }]);
  });

  test("forget: the policy's own rules, as a part of the night", async () => {
    const { memory, clock } = newMemory();
    const id = memory.add(fact("The wifi is slow.", { segment: "context" })).fact.id;
    clock.pass(27 * DAY);
    await memory.dream({ stages: { evict: false } });
    expect(memory.inspect(id).fact?.lifecycle).toBe("active");
    await memory.dream({ stages: { forget: true } });
    expect(memory.inspect(id).fact?.lifecycle).toBe("archived");
  });

  test("marks: old uses are summed up, and nothing that counts them changes", async () => {
    const { memory } = newMemory();
    const id = memory.add(fact("I like tea.")).fact.id;
    for (let i = 0; i < 70; i++) {
      memory.get(id);
      memory.add(fact(`Fact number ${i} is about something else.`));
    }
    const before = memory.inspect(id).fact;
    const { marksFolded } = await memory.dream({ stages: { relate: false, consolidate: false } });
    expect(marksFolded).toBeGreaterThanOrEqual(64);
    expect(memory.inspect(id).fact).toEqual(before);
    expect((await memory.dream({ stages: { relate: false, consolidate: false } })).marksFolded).toBe(0);
  });
});

describe("drift", () => {
  const world = (gone: readonly string[], there: readonly string[] = []): Environment => {
    const look = (name: string): Presence =>
      gone.includes(name) ? "gone" : there.includes(name) ? "there" : "unknown";
    return { path: look, command: look, dependency: async (name) => look(name) };
  };

  test("challenges what names something that is gone, and takes it back when it is there again", async () => {
    const { memory } = newMemory();
    const path = memory.add(fact("The config lives in src/config/main.ts.")).fact.id;
    const needs = memory.add(fact("The project depends on left-pad.")).fact.id;
    const other = memory.add(fact("The notes are in docs/notes/today.md.")).fact.id;
    await memory.dream({ environment: world(["src/config/main.ts", "left-pad"]) });
    expect(memory.inspect(path).fact).toMatchObject({
      validity: "challenged",
      review: "drift",
      lifecycle: "active",
    });
    expect(memory.inspect(needs).fact?.validity).toBe("challenged");
    expect(memory.inspect(other).fact?.validity).toBe("valid");
    await memory.dream({ environment: world([], ["src/config/main.ts"]) });
    expect(memory.inspect(path).fact).toMatchObject({ validity: "valid", review: undefined });
    expect(memory.inspect(needs).fact?.validity).toBe("challenged");
  });

  test("what is gone on three nights, one after the other, no longer holds below class 3; its owner is asked", async () => {
    const { memory, clock } = newMemory();
    const own = memory.add(fact("The config lives in src/config/main.ts.")).fact.id;
    const told = memory.add(fact("The build reads src/config/main.ts.", { source: "agent" })).fact.id;
    const environment = world(["src/config/main.ts"]);
    const nightly = async () => {
      await memory.dream({ environment });
      await memory.dream({ environment });
      return [own, told].map((id) => memory.peek(id)?.validity);
    };
    expect(await nightly()).toEqual(["challenged", "challenged"]);
    clock.pass(DAY);
    expect(await nightly()).toEqual(["challenged", "challenged"]);
    clock.pass(DAY);
    expect(await nightly()).toEqual(["challenged", "invalidated"]);
    await memory.dream({ environment: world([], ["src/config/main.ts"]) });
    expect(memory.peek(told)).toMatchObject({ validity: "valid", review: undefined });
  });

  test("a night in between on which nobody looked begins the count anew", async () => {
    const { memory, clock } = newMemory();
    const told = memory.add(fact("The build reads src/config/main.ts.", { source: "agent" })).fact.id;
    for (const days of [1, 4, 1, 4, 1]) {
      await memory.dream({ environment: world(["src/config/main.ts"]) });
      clock.pass(days * DAY);
    }
    expect(memory.peek(told)?.validity).toBe("challenged");
  });

  test("an undo takes the challenge back", async () => {
    const { memory } = newMemory();
    const id = memory.add(fact("The config lives in src/config/main.ts.")).fact.id;
    const before = memory.inspect(id).fact;
    const { pass } = await memory.dream({ environment: world(["src/config/main.ts"]) });
    await memory.undo(pass as string);
    expect(memory.inspect(id).fact).toEqual(before);
  });
});

describe("a dream", () => {
  test("has a dry run that changes nothing and says what it would do", async () => {
    const test = newMemory();
    insist(test, "I am allergic to peanuts.", 3);
    const events = test.memory.stats().events;
    const dry = await test.memory.dream({ dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, counts: { confirmed: 1 } });
    expect(test.memory.stats().events).toBe(events);
  });

  test("gives the same events for the same input", async () => {
    const dreamt = async () => {
      const test = newMemory();
      insist(test, "I am allergic to peanuts.", 3);
      insist(test, "The deploy pipeline runs on Friday at noon", 1);
      insist(test, "The deploy pipelines run on Friday at noon", 1, { tags: ["ops"] });
      const ids = new Map(test.memory.list().map(({ id }, i) => [id, `f${i}`]));
      await test.memory.dream();
      return [...new EventLog(test.store)].slice(5).map(({ event }) => {
        const plain = JSON.stringify({
          ...event,
          why: { ...("why" in event ? event.why : {}), pass: "p" },
          pass: "p",
        });
        return [...ids].reduce((text, [id, name]) => text.replaceAll(id, name), plain);
      });
    };
    expect(await dreamt()).toEqual(await dreamt());
  });

  test("of one origin neither sees nor touches another", async () => {
    const test = newMemory();
    const peer = test.memory.as(PEER);
    const own = insist(test, "The deploy pipeline runs on Friday at noon", 1);
    const theirs = peer.add(fact("The deploy pipelines run on Friday at noon")).fact.id;
    await test.memory.dream();
    await peer.dream();
    expect(test.memory.inspect(own).fact?.validity).toBe("valid");
    expect(peer.inspect(theirs).fact?.validity).toBe("valid");
  });
});

test("a name that is erased while a dream reads names is not there afterwards", async () => {
  const { memory } = newMemory();
  const ids = memory
    .addMany(Array.from({ length: 400 }, (_, i) => fact(`I met Person${i} Xu in Oslo.`)))
    .map((one) => (one.outcome === "refused" ? "" : one.fact.id));
  const stages = { confirm: false, consolidate: false, relate: false, evict: false };
  const dreaming = memory.dream({ stages });
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  memory.purge(ids.at(-1) as string);
  await dreaming;
  expect(memory.entity("Person399 Xu")).toBeUndefined();
  expect(memory.entity("Person398 Xu")?.facts).toEqual([ids.at(-2)]);
});
