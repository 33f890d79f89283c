/** The parts in `/advanced` take a store or a memory first, then `{ now, … }`. */
import { describe, expect, test } from "vitest";
import {
  buildGraph,
  exportMemory,
  exportMemoryGraph,
  findContradictions,
  inspect,
  neighbors,
  purge,
  runDecayGc,
  runDream,
  spread,
} from "../../src/advanced.ts";
import { AsyncTideline, type MemoryEvent, Tideline } from "../../src/index.ts";
import { DelayedStore } from "../../src/testing.ts";
import { DAY, fact, newMemory, PEER } from "../support/memory.ts";

function opposed() {
  const made = newMemory();
  const ids = ["I live in Rome.", "I live in Berlin."].map((content) => {
    made.clock.pass(DAY);
    return made.memory.add(fact(content)).fact.id;
  }) as [string, string];
  made.memory.link(ids[1], "relates", ids[0]);
  return { ...made, ids };
}

const all = (events: readonly { readonly event: MemoryEvent }[]) => events.map(({ event }) => event.type);

describe("on a store that answers at once, and on its memory", () => {
  test("findContradictions lists the same, at the time that is given", () => {
    const { memory, store, clock, ids } = opposed();
    const found = findContradictions(store, { now: clock.now() });
    expect(found).toEqual(memory.contradictions());
    expect(findContradictions(memory)).toEqual(found);
    expect(findContradictions(memory, { now: clock.now() })).toEqual(found);
    expect(found).toMatchObject([{ a: ids[0], b: ids[1] }]);
    expect(findContradictions(store, { now: clock.now() - DAY })).toEqual([]);
    expect(findContradictions(memory, { now: new Date(clock.now() - DAY) })).toEqual([]);
  });

  test("purge, inspect and exportMemory do what the methods do, for the origin that is given", () => {
    const { memory, store, clock, ids } = opposed();
    const now = clock.now();
    const peer = memory.as(PEER).add("Anna likes tea.").fact.id;
    expect(inspect(store, ids[0])).toEqual(memory.inspect(ids[0]));
    expect(inspect(memory, ids[0])).toEqual(memory.inspect(ids[0]));
    expect(exportMemory(store, { now })).toBe(memory.export());
    expect(exportMemory(store, { now, origin: PEER })).toBe(memory.as(PEER).export());
    expect(() => purge(store, peer)).toThrow(expect.objectContaining({ code: "no-such-fact" }));
    expect(purge(store, ids[0], { preview: true })).toEqual(memory.purge(ids[0], { preview: true }));
    expect(purge(store, ids[0]).facts.map(({ id }) => id)).toEqual([ids[0]]);
    expect(memory.get(ids[0])).toBeUndefined();
    expect(purge(store, peer, { origin: PEER }).facts.map(({ id }) => id)).toEqual([peer]);
    expect(() => exportMemory(store, { colour: "red" } as never)).toThrow('no option "colour"');
    expect(() => inspect(store, ids[1], { colour: "red" } as never)).toThrow('no option "colour"');
  });

  test("they return promises on what answers later", async () => {
    const { memory, store, clock, ids } = opposed();
    const later = new DelayedStore(store, async () => undefined);
    expect(await exportMemory(later, { now: clock.now() })).toBe(memory.export());
    expect(await inspect(later, ids[0])).toEqual(memory.inspect(ids[0]));
    expect((await purge(later, ids[0])).facts.map(({ id }) => id)).toEqual([ids[0]]);
  });

  test("buildGraph holds every fact, for neighbors and spread", () => {
    const { memory, store, clock, ids } = opposed();
    for (const graph of [buildGraph(store, { now: clock.now() }), buildGraph(memory)]) {
      // Where somebody lives may have changed, so the two are linked as contradicting each other as well.
      expect(neighbors(graph, ids[0]).map(({ id, kind, direction }) => [id, kind, direction])).toEqual([
        [ids[1], "contradicts", "in"],
        [ids[1], "relates", "in"],
      ]);
      expect([...spread(graph, new Map([[ids[0], 1]])).keys()]).toEqual([ids[1]]);
    }
  });

  test("buildGraph goes past what one list holds", () => {
    const { memory } = newMemory();
    const added = memory.addMany(Array.from({ length: 1_203 }, (_, i) => fact(`Number ${i} is here.`)));
    const graph = buildGraph(memory);
    for (const one of added) if (one.outcome !== "refused") expect(graph.fact(one.fact.id)).toBeDefined();
  });

  test("exportMemoryGraph is the memory's own graph", () => {
    const { memory, store, clock } = opposed();
    expect(exportMemoryGraph(store, { now: clock.now() })).toEqual(memory.graph());
    expect(exportMemoryGraph(memory, { asOf: clock.now() })).toEqual(memory.graph({ asOf: clock.now() }));
  });

  test("runDream does the night's work, dated as it judges", async () => {
    const { memory, store, clock } = newMemory();
    for (let i = 0; i < 3; i++) {
      memory.add(fact("I am allergic to peanuts."));
      clock.pass(DAY);
    }
    expect((await runDream(memory, { dryRun: true })).counts).toEqual({ confirmed: 1 });
    const now = clock.now() + 5 * DAY;
    expect((await runDream(store, { now })).counts).toEqual({ confirmed: 1 });
    expect(memory.list()[0]?.confirmedAt).toBe(now);
  });
});

test("a store that answers later, and its memory, give promises", async () => {
  const { store, clock, ids } = opposed();
  const later = new DelayedStore(store, () => new Promise((done) => setImmediate(done)));
  const memory = await Tideline.connect(later, { clock });
  expect(memory).toBeInstanceOf(AsyncTideline);
  for (const target of [later, memory]) {
    expect(await findContradictions(target, { now: clock.now() })).toHaveLength(1);
    expect((await buildGraph(target)).fact(ids[0])?.id).toBe(ids[0]);
    expect((await exportMemoryGraph(target)).stats.facts).toBe(2);
    expect((await runDream(target, { dryRun: true, now: clock.now() })).dryRun).toBe(true);
  }
});

test("whose memory is meant is said with a store; a memory has its own", () => {
  const { memory, store } = opposed();
  memory.as(PEER).add(fact("I live in Oslo."));
  expect(buildGraph(store, { origin: PEER }).fact(memory.list()[0]?.id ?? "")).toBeUndefined();
  expect(exportMemoryGraph(store, { origin: PEER }).stats.facts).toBe(1);
  expect(() => findContradictions(memory, { origin: PEER })).toThrow(/own origin/);
  expect(findContradictions(memory, { origin: "owner" })).toHaveLength(1);
});

test("looking at a store, and tending it, leaves its policy as it was chosen", async () => {
  const { store, clock, memory } = newMemory({ policy: "layered", policyParams: { episodicDays: 10 } });
  memory.add(fact("I live in Rome."));
  const before = all(store.read("workspace", 0).events);
  const now = clock.now();
  findContradictions(store, { now });
  buildGraph(store, { now });
  exportMemoryGraph(store, { now });
  await runDream(store, { now });
  await runDecayGc(store, { now });
  expect(all(store.read("workspace", 0).events)).toEqual(before);
});

test("what makes no sense is refused", async () => {
  const { memory } = newMemory();
  const invalid = expect.objectContaining({ code: "invalid-argument" });
  for (const target of [undefined, null, {}, [], "folder"]) {
    expect(() => findContradictions(target as never, { now: 1 })).toThrow(invalid);
    expect(() => buildGraph(target as never)).toThrow(invalid);
    expect(() => exportMemoryGraph(target as never)).toThrow(invalid);
    await expect(runDream(target as never)).rejects.toThrow(invalid);
  }
  expect(() => findContradictions(memory, { nwo: 1 } as never)).toThrow(/nwo/);
  expect(() => findContradictions(memory, { now: "soon" as never })).toThrow(invalid);
  expect(() => exportMemoryGraph(memory, { atOf: 1 } as never)).toThrow(/atOf/);
});
