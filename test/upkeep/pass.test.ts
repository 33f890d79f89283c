/** Is a maintenance run a named set of events: run dry, finished, undone, and never in the way of anything immune? */
import { describe, expect, test } from "vitest";
import { MemoryEventLog } from "../../src/advanced.ts";
import { isTidelineError, MemoryStore, Tideline } from "../../src/index.ts";
import { DelayedStore } from "../../src/testing.ts";
import { DAY, FakeClock, fact, newMemory, PEER } from "../support/memory.ts";

const types = (store: MemoryStore) => [...new MemoryEventLog(store)].map(({ event }) => event.type);
const note = (content: string, more = {}) => fact(content, { segment: "context", ...more });

describe("a sweep", () => {
  test("archives what has faded, prunes what was short-lived, and says so in events with rule, policy, pass and inputs", async () => {
    const { memory, store, clock } = newMemory();
    const lasting = memory.add(fact("The API uses JWT tokens.")).fact.id;
    const short = memory.add(note("The window is open.")).fact.id;
    clock.pass(60 * DAY);
    const report = await memory.sweep();
    expect(report.counts).toEqual({ archived: 1, pruned: 1 });
    expect(memory.list({ lifecycle: "archived" }).map((one) => one.id)).toEqual([lasting]);
    expect(memory.list({ lifecycle: "pruned" }).map((one) => one.id)).toEqual([short]);
    const [archived] = [...new MemoryEventLog(store).about(lasting)].flatMap(({ event }) =>
      event.type === "archived" ? [event] : [],
    );
    expect(archived?.why).toMatchObject({ rule: "tideline/archive", policy: "tideline", pass: report.pass });
    expect(archived?.why?.inputs?.score).toBeCloseTo(0.089397, 6);
  });

  test("run twice changes nothing the second time, and a sweep without work leaves no trace", async () => {
    const { memory, store, clock } = newMemory();
    memory.add(fact("One."));
    expect(await memory.sweep()).toMatchObject({ pass: undefined, counts: {}, looked: 1 });
    expect(types(store)).toEqual(["added"]);
    clock.pass(60 * DAY);
    await memory.sweep();
    const after = types(store);
    expect(after).toEqual(["added", "pass", "archived", "pass"]);
    expect((await memory.sweep()).counts).toEqual({});
    expect(types(store)).toEqual(after);
  });

  test("what comes back into ranking keeps its evidence in ranking, in the same sweep", async () => {
    const { memory, clock } = newMemory({ policy: "freshness" });
    const ground = memory.add(fact("I no longer work at Acme.")).fact.id;
    const derived = memory.add(note("Buy milk.", { evidence: [ground] })).fact.id;
    clock.pass(400 * DAY);
    expect((await memory.sweep()).changes.map(({ fact: id, what }) => [id, what])).toEqual([
      [derived, "suppressed"],
    ]);
    memory.add(fact("The harbour pilot is called Henrik.", { evidence: [derived] }));
    clock.pass(400 * DAY);
    expect((await memory.sweep()).changes.map(({ fact: id, what }) => [id, what])).toEqual([
      [derived, "unsuppressed"],
    ]);
    expect((await memory.sweep()).counts).toEqual({});
  });

  test("what is promoted is judged by its new layer in the same sweep", async () => {
    const { memory, clock } = newMemory({ policy: "layered" });
    const { id } = memory.add(note("The harbour pilot is called Gustav.", { importance: 0.1 })).fact;
    clock.pass(120 * DAY);
    expect((await memory.sweep()).counts).toEqual({ revised: 1, archived: 1 });
    expect(memory.list({ lifecycle: "archived" }).map((one) => one.id)).toEqual([id]);
    expect((await memory.sweep()).counts).toEqual({});
  });

  test("as a dry run, it reports what it then does, and writes nothing, waiting uses included", async () => {
    const { memory, store, clock } = newMemory();
    for (let i = 0; i < 5; i++) memory.add(fact(`Fact number ${i}.`));
    clock.pass(44 * DAY);
    const used = memory.list()[2]?.id ?? "";
    memory.get(used);
    const before = store.read("owner", 0).events.length;
    const dry = await memory.sweep({ dryRun: true });
    expect(store.read("owner", 0).events.length).toBe(before);
    expect(memory.stats().waitingMarks).toBe(1);
    const report = await memory.sweep();
    expect(dry.counts).toEqual({ archived: 4 });
    expect(report.counts).toEqual(dry.counts);
    expect(report.changes).toEqual(dry.changes);
    expect(dry.text).toContain("4 to be archived");
    expect(memory.list().map((one) => one.id)).toEqual([used]);
  });

  test("lists what it takes with the most used first", async () => {
    const { memory, clock } = newMemory();
    const ids = ["a", "b", "c"].map((name) => memory.add(fact(`Fact ${name}.`)).fact.id);
    memory.get(ids[1] ?? "");
    memory.get(ids[1] ?? "");
    memory.get(ids[2] ?? "");
    clock.pass(80 * DAY);
    const { changes, text } = await memory.sweep({ dryRun: true });
    expect(changes.map((one) => [one.fact, one.accessCount])).toEqual([
      [ids[1], 2],
      [ids[2], 1],
      [ids[0], 0],
    ]);
    expect(text.indexOf("Fact b.")).toBeLessThan(text.indexOf("Fact a."));
  });

  test("spares what is pinned, permanent, confirmed or evidence of something active, and names it", async () => {
    const { memory, clock } = newMemory();
    const pinned = memory.add(fact("Pinned.", { pinned: true })).fact.id;
    memory.add(fact("I am Anna.", { segment: "identity" }));
    const evidence = memory.add(fact("Evidence.")).fact.id;
    memory.add(fact("Derived.", { evidence: [evidence], pinned: true }));
    const plain = memory.add(fact("Plain.")).fact.id;
    clock.pass(90 * DAY);
    const report = await memory.sweep();
    expect(report.changes.map((one) => one.fact)).toEqual([plain]);
    const spared = new Map(report.spared.map((one) => [one.fact, one.because]));
    expect(spared.get(pinned)).toBe("it is pinned");
    expect(spared.get(evidence)).toContain("was derived from it");
    expect(report.text).toContain("Spared:");
  });

  test("takes evidence along once nothing active stands on it, in the same sweep", async () => {
    const { memory, clock } = newMemory();
    const evidence = memory.add(fact("Evidence.")).fact.id;
    const derived = memory.add(fact("Derived.", { evidence: [evidence] })).fact.id;
    clock.pass(60 * DAY);
    const { changes } = await memory.sweep();
    expect(changes.map((one) => one.fact).sort()).toEqual([evidence, derived].sort());
    expect((await memory.sweep()).counts).toEqual({});
  });

  test("takes what another fact was only said again on the strength of, whatever becomes of that one", async () => {
    const { memory, clock } = newMemory();
    const said = memory.add(note("A letter came.")).fact.id;
    const fading = memory.add(note("Rent is due.")).fact.id;
    memory.add(note("Rent is due.", { evidence: [said] }));
    memory.add(note("The key is under the mat.", { pinned: true }));
    memory.add(note("The key is under the mat.", { evidence: [said] }));
    clock.pass(400 * DAY);
    const { changes, spared } = await memory.sweep();
    expect(changes.map((one) => one.fact).sort()).toEqual([said, fading].sort());
    expect(spared.map((one) => one.because)).toEqual(["it is pinned"]);
    expect((await memory.sweep()).counts).toEqual({});
  });

  test("gives a tool's text no immunity by what other tool texts cite", async () => {
    const { memory, clock } = newMemory();
    const page = memory.add(fact("A page said so.", { source: "retrieved_document" })).fact.id;
    memory.add(fact("Therefore.", { source: "tool_output", evidence: [page] }));
    clock.pass(60 * DAY);
    expect((await memory.sweep()).counts).toEqual({ archived: 2 });
  });

  test("erases what was pruned when its grace is over, not before", async () => {
    const { memory, store, clock } = newMemory();
    const id = memory.add(note("The window is open.")).fact.id;
    clock.pass(60 * DAY);
    await memory.sweep();
    clock.pass(29 * DAY);
    expect((await memory.sweep()).counts).toEqual({});
    clock.pass(DAY);
    expect((await memory.sweep()).counts).toEqual({ erased: 1 });
    expect(memory.inspect(id).text).toContain("sweep/grace-over");
    expect(JSON.stringify(store.read("owner", 0).events)).not.toContain("window");
    expect(memory.verify().ok).toBe(true);
  });

  test("prunes what an earlier sweep archived once it has sunk far enough, but not what a person archived", async () => {
    const { memory, clock } = newMemory();
    const swept = memory.add(note("Swept.")).fact.id;
    const byHand = memory.add(note("By hand.")).fact.id;
    memory.archive(byHand);
    clock.pass(30 * DAY);
    expect((await memory.sweep()).changes.map((one) => one.what)).toEqual(["archived"]);
    clock.pass(30 * DAY);
    expect((await memory.sweep()).changes.map((one) => [one.fact, one.what])).toEqual([[swept, "pruned"]]);
  });

  test("leaves alone what was brought back a short while ago", async () => {
    const { memory, clock } = newMemory();
    const id = memory.add(fact("Old.")).fact.id;
    clock.pass(60 * DAY);
    await memory.sweep();
    memory.restore(id);
    clock.pass(DAY);
    const again = await memory.sweep();
    expect([again.counts, again.spared[0]?.fact]).toEqual([{}, id]);
    clock.pass(30 * DAY);
    expect((await memory.sweep()).counts).toEqual({ archived: 1 });
  });

  test("looks at one origin only", async () => {
    const { memory, clock } = newMemory();
    const peer = memory.as(PEER);
    memory.add(fact("Mine."));
    peer.add(fact("Hers."));
    clock.pass(90 * DAY);
    await memory.sweep();
    expect(peer.list()).toHaveLength(1);
    expect(peer.passes()).toEqual([]);
  });

  test("stops at its bounds and says that there is more", async () => {
    const { memory, clock } = newMemory();
    memory.addMany(Array.from({ length: 600 }, (_, i) => fact(`Fact number ${i}.`)));
    clock.pass(60 * DAY);
    const first = await memory.sweep({ maxChanges: 300 });
    expect([first.counts.archived, first.more]).toEqual([320, true]);
    const second = await memory.sweep();
    expect([second.counts.archived, second.more]).toEqual([280, false]);
  });

  test("lets other verbs run in between", async () => {
    const { memory, clock } = newMemory();
    memory.addMany(Array.from({ length: 1000 }, (_, i) => fact(`Fact number ${i}.`)));
    clock.pass(60 * DAY);
    const sweeping = memory.sweep();
    let added = 0;
    const timer = setInterval(() => memory.add(fact(`Meanwhile ${added++}.`)), 0);
    const report = await sweeping;
    clearInterval(timer);
    expect(report.counts.archived).toBe(1000);
    expect(memory.list()).toHaveLength(added);
  });

  test("answers the same on the asynchronous face, over a store that answers late", async () => {
    const clock = new FakeClock();
    const memory = await Tideline.connect(new DelayedStore(new MemoryStore(), () => Promise.resolve()), {
      clock,
    });
    await memory.add(fact("One."));
    clock.pass(60 * DAY);
    const [report] = await Promise.all([memory.sweep(), memory.add(fact("Two."))]);
    expect(report.counts).toEqual({ archived: 1 });
    expect((await memory.passes()).map((one) => one.id)).toEqual([report.pass]);
    expect((await memory.undo(report.pass ?? "")).undone).toHaveLength(1);
    expect(await memory.list()).toHaveLength(2);
  });

  test.each([
    [{ dryrun: true }],
    [{ dryRun: "yes" }],
    [{ now: "today" }],
    [{ maxChanges: 0 }],
    [{ maxMs: -1 }],
    [{ graceDays: -1 }],
    [[]],
  ])("refuses %j", async (options) => {
    const { memory } = newMemory();
    await expect(memory.sweep(options as never)).rejects.toMatchObject({ code: "invalid-argument" });
  });
});

describe("an interrupted pass", () => {
  /** Lets so many appends of the owner's stream through, then fails. */
  function failAfter(store: MemoryStore, appends: number): () => void {
    const append = store.append.bind(store);
    let left = appends;
    store.append = (stream, expectedSeq, events) => {
      if (stream === "owner" && left-- <= 0) throw new Error("pulled the plug");
      return append(stream, expectedSeq, events);
    };
    return () => {
      store.append = append;
    };
  }

  test("is finished by the next run under the same id, with all its counts, whatever append failed", async () => {
    for (let appends = 0; appends < 4; appends++) {
      const { memory, store, clock } = newMemory();
      memory.addMany(Array.from({ length: 600 }, (_, i) => fact(`Fact number ${i}.`)));
      clock.pass(60 * DAY);
      const repair = failAfter(store, appends);
      await expect(memory.sweep()).rejects.toThrow("pulled the plug");
      repair();
      const reopened = Tideline.over(store, { clock });
      await reopened.sweep();
      const passes = reopened.passes();
      expect(passes).toHaveLength(1);
      expect(passes[0]).toMatchObject({ name: "sweep", counts: { archived: 600 } });
      expect(passes[0]?.endedAt).toBeDefined();
    }
  });

  test("can be undone instead", async () => {
    const { memory, store, clock } = newMemory();
    memory.addMany(Array.from({ length: 600 }, (_, i) => fact(`Fact number ${i}.`)));
    clock.pass(60 * DAY);
    const repair = failAfter(store, 1);
    await expect(memory.sweep()).rejects.toThrow();
    repair();
    const [open] = memory.passes();
    expect(open?.endedAt).toBeUndefined();
    const { undone } = await memory.undo(open?.id ?? "");
    expect(undone).toHaveLength(64);
    expect(memory.list({ limit: 1000 })).toHaveLength(600);
  });

  test("two runs at once do the work once", async () => {
    const { memory, store, clock } = newMemory();
    memory.addMany(Array.from({ length: 600 }, (_, i) => fact(`Fact number ${i}.`)));
    clock.pass(60 * DAY);
    const other = Tideline.over(store, { clock });
    const [a, b] = await Promise.all([memory.sweep(), other.sweep()]);
    expect((a.counts.archived ?? 0) + (b.counts.archived ?? 0)).toBe(600);
    expect(types(store).filter((type) => type === "archived")).toHaveLength(600);
    expect(memory.passes().every((pass) => pass.endedAt !== undefined)).toBe(true);
  });
});

test("an unknown pass is refused with a code", async () => {
  const { memory } = newMemory();
  await expect(memory.undo("nope")).rejects.toMatchObject({ code: "no-such-pass" });
  const error = await memory.undo("x", { casade: true } as never).catch((one: unknown) => one);
  expect(isTidelineError(error, "invalid-argument")).toBe(true);
});
