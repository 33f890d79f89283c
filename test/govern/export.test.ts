/** Is an export all that memory is, and does an import say so when it is not? */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MemoryStore, type SyncTideline, Tideline } from "../../src/index.ts";
import { DAY, fact, newMemory, PEER } from "../support/memory.ts";

const HOME = { subject: "me", attribute: "home" } as const;
const EMAIL = { subject: "me", attribute: "email" } as const;
const NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jonas"];
const cut = expect.objectContaining({ code: "import-failed" });

describe("an export that is taken in elsewhere", () => {
  test("keeps how facts were used and shown, and with it their scores", () => {
    const { memory, clock } = newMemory();
    const { fact: one } = memory.add(fact("Ben likes green tea."));
    const { fact: two } = memory.add(fact("Ann plays the cello."));
    for (let i = 0; i < 40; i++) {
      clock.pass(DAY);
      memory.get(one.id);
      if (i % 10 === 0) memory.add(fact(`Day ${i} is over.`));
    }
    memory.search("cello");
    memory.add(fact("All is said."));
    memory.get(one.id);
    clock.pass(DAY);
    memory.add(fact("This flushes what waits."));
    const fresh = Tideline.over(new MemoryStore(), { clock });
    fresh.import(memory.export());
    for (const id of [one.id, two.id]) {
      const [here, there] = [fresh.inspect(id), memory.inspect(id)];
      expect(here.score).toEqual(there.score);
      expect(here.shown).toEqual(there.shown);
      expect({ ...here.fact, texts: [] }).toEqual({ ...there.fact, texts: [] });
    }
    expect(fresh.inspect(one.id).fact?.accessCount).toBe(41);
  });

  test("goes on counting from there, also when the log is read anew or exported again", () => {
    const { memory, clock } = newMemory();
    const { fact: one } = memory.add(fact("Ben likes green tea."));
    for (let i = 0; i < 3; i++) memory.get(one.id);
    memory.add(fact("This flushes what waits."));
    const store = new MemoryStore();
    const fresh = Tideline.over(store, { clock });
    const text = memory.export();
    fresh.import(text);
    expect(fresh.export()).toBe(text);
    fresh.get(one.id);
    fresh.add(fact("Another."));
    const again = Tideline.over(store, { clock });
    for (const handle of [fresh, again]) expect(handle.inspect(one.id).fact?.accessCount).toBe(4);
    expect(again.ageing(one.id).uses).toHaveLength(4);
    const third = Tideline.over(new MemoryStore(), { clock });
    third.import(again.export());
    expect(third.inspect(one.id).fact?.accessCount).toBe(4);
  });

  test("keeps the owner's slots of several values", () => {
    const { memory } = newMemory({ multiValued: ["email"] });
    for (const name of ["a", "b", "c"]) memory.add(fact(`My address is ${name}@example.com.`, EMAIL));
    const fresh = Tideline.over(new MemoryStore());
    fresh.import(memory.export());
    expect(fresh.add(fact("My address is d@example.com.", EMAIL)).outcome).toBe("added");
    expect(fresh.list({ validity: "valid" })).toHaveLength(4);
  });

  test("of another origin changes nothing for the workspace, tells of no slot that it does not use, and says so", () => {
    const { memory } = newMemory({ multiValued: ["email", "phone"] });
    const peer = memory.as(PEER);
    for (const name of ["a", "b"]) peer.add(fact(`My address is ${name}@example.com.`, EMAIL));
    const text = peer.export();
    expect(text).not.toContain("phone");
    const fresh = newMemory().memory;
    const { notices } = fresh.as(PEER).import(text);
    expect(notices).toEqual([expect.stringMatching(/several values of "email"; here they hold one/)]);
    fresh.add(fact("My address is a@example.com.", EMAIL));
    expect(fresh.add(fact("My address is b@example.com.", EMAIL)).outcome).toBe("superseded");
  });

  test("knows what was purged no more than before", () => {
    const { memory, clock } = newMemory();
    const { fact: paris } = memory.add(fact("I live in Paris.", HOME));
    clock.pass(DAY);
    memory.purge(memory.add(fact("I live in Rome.", HOME)).fact.id);
    memory.archive(paris.id, "he said xyzzy plugh at the door");
    memory.purge(memory.add(fact("xyzzy plugh at the door")).fact.id);
    const fresh = Tideline.over(new MemoryStore(), { clock });
    const text = memory.export();
    expect(text).not.toMatch(/Rome|xyzzy/);
    fresh.import(text);
    const [here, there] = [fresh.inspect(paris.id), memory.inspect(paris.id)];
    expect({ ...here.fact, texts: [] }).toEqual({ ...there.fact, texts: [] });
    for (const { text: told } of [here, there])
      expect(told).toMatch(/superseded by \S+ \(purged since\).*archived \(rule by-hand\)\./);
    expect(fresh.export()).toBe(text);
  });
});

describe("idempotency keys", () => {
  const tea = fact("Ben likes green tea.", { idempotencyKey: "k1" });
  const moved = (from: SyncTideline, to: SyncTideline = newMemory({ secrets: "allow" }).memory) => {
    expect(to.import(from.export()).notices).toEqual([]);
    return to;
  };
  const purged = expect.objectContaining({ code: "erased-fact" });
  const digestsIn = (memory: SyncTideline) => new Set(memory.export().match(/"key":"[^"]+"/g));

  test("are recognised where an export was taken in: the first outcome, and nothing written", () => {
    const { memory } = newMemory();
    const { fact: first } = memory.add(tea);
    const fresh = moved(memory);
    const before = fresh.stats().events;
    expect(fresh.add(tea)).toMatchObject({ outcome: "added", fact: { id: first.id }, events: [] });
    expect(fresh.stats().events).toBe(before);
    expect(() => fresh.add({ ...tea, content: "Ben likes black tea." })).toThrow(
      expect.objectContaining({ code: "idempotency-conflict" }),
    );
  });

  test("of a purged fact say that it was purged, there too, and leave nothing to guess its words from", () => {
    const { memory, store } = newMemory({ secrets: "allow" });
    const pin = fact("My PIN is 9731.", { idempotencyKey: "k2" });
    const { fact: gone } = memory.add(pin);
    memory.add(tea);
    memory.purge(gone.id);
    const request = store
      .read("owner", 0)
      .events.flatMap(({ event }) =>
        event.type === "added" && event.fact === gone.id ? [event.idempotency?.request] : [],
      )[0] as string;
    expect(memory.export()).not.toContain(request);
    const second = moved(memory);
    expect(() => second.add(pin)).toThrow(purged);
    expect(() => moved(second).add(pin)).toThrow(purged);
  });

  test("come through several workspaces, with what was written and purged on the way", () => {
    const { memory } = newMemory();
    const milk = fact("Ben drinks milk.", { idempotencyKey: "k2" });
    memory.add(tea);
    const { fact: white } = memory.add(milk);
    const second = moved(memory);
    const rum = fact("Ben drinks rum.", { idempotencyKey: "k3" });
    const { fact: dark } = second.add(rum);
    second.purge(white.id);
    const store = new MemoryStore();
    const third = moved(second, Tideline.over(store));
    for (const handle of [third, Tideline.over(store)]) {
      expect(handle.add(tea)).toMatchObject({ outcome: "added", events: [] });
      expect(handle.add(rum)).toMatchObject({ fact: { id: dark.id }, events: [] });
      expect(() => handle.add(milk)).toThrow(purged);
    }
  });

  test("come back unchanged from where nothing was keyed", () => {
    const { memory, clock } = newMemory({ secrets: "allow" });
    memory.add(tea);
    memory.purge(memory.add(fact("My PIN is 9731.", { idempotencyKey: "k2" })).fact.id);
    const text = memory.export();
    const fresh = Tideline.over(new MemoryStore(), { clock });
    fresh.import(text);
    expect(fresh.export()).toBe(text);
  });

  test("of one origin say nothing of another's, nor does what leaves with it", () => {
    const { memory, store } = newMemory();
    const peer = memory.as(PEER);
    memory.add(tea);
    peer.add(tea);
    const [mine, theirs] = [digestsIn(memory), digestsIn(peer)];
    expect(mine.size).toBe(1);
    expect(theirs.size).toBe(1);
    expect(mine).not.toEqual(theirs);
    const secretIn = (text: string) => /"secret":"([^"]+)"/.exec(text)?.[1] as string;
    const secret = store
      .read("workspace", 0)
      .events.flatMap(({ event }) =>
        event.type === "keyed" ? [event.body?.secret as string] : [],
      )[0] as string;
    expect(new Set([secretIn(memory.export()), secretIn(peer.export()), secret]).size).toBe(3);
    expect(peer.export()).not.toContain(secret);
  });

  test("of an earlier version are recognised nowhere, and a notice says that they do not come along", () => {
    const { memory, store } = newMemory();
    memory.add(fact("Ann plays the cello."));
    const [keyed] = store.read("workspace", 0).events.map(({ event }) => event);
    if (keyed?.type !== "keyed") throw new Error("the secret is the first thing in a workspace");
    const digest = (text: string) =>
      createHash("sha256").update(`${keyed.body?.secret}\n${text}`).digest("base64url").slice(0, 32);
    const request = JSON.stringify(["request", tea.content, tea.segment, "owner_message", null, null]);
    const events = store.read("owner", 0).events;
    const first = events[0]?.event;
    if (first?.type !== "added") throw new Error("a fact was added");
    store.append("owner", 1, [
      {
        ...first,
        fact: "old",
        body: { content: tea.content },
        idempotency: { key: digest("key k1"), request: digest(request), outcome: "added" },
      },
    ]);
    expect(memory.add(tea)).toMatchObject({ outcome: "reinforced", fact: { id: "old" } });
    const fresh = newMemory().memory;
    expect(fresh.import(memory.export()).notices).toEqual([
      expect.stringMatching(/^1 of these writes had an idempotency key of an earlier version/),
    ]);
  });
});

describe("an export that is not whole", () => {
  const lines = () => {
    const { memory } = newMemory();
    // One sentence with other figures would be a possible change, and a link an event of its own.
    for (const name of NAMES) memory.add(fact(`${name} is here.`));
    return memory.export().trimEnd().split("\n");
  };

  test("is refused wherever it was cut, and nothing is written", () => {
    const all = lines();
    for (let end = 1; end < all.length; end++) {
      const { memory } = newMemory();
      expect(() => memory.import(`${all.slice(0, end).join("\n")}\n`)).toThrow(cut);
      expect(memory.stats().events).toBe(0);
    }
  });

  test("is refused if a line is missing in the middle, or stands behind the end", () => {
    const all = lines();
    const { memory } = newMemory();
    expect(() => memory.import(all.toSpliced(4, 1).join("\n"))).toThrow(/holds 9 events.*counts 10/);
    expect(() => memory.import([...all, all[4]].join("\n"))).toThrow(/behind its end/);
    expect(memory.stats().events).toBe(0);
  });

  test("is taken in with a notice if it is of an earlier version, which counted nothing", () => {
    const all = lines().slice(0, -1);
    const { counted: _, ...header } = JSON.parse(all[0] as string);
    const { memory } = newMemory();
    const { facts, notices } = memory.import([JSON.stringify(header), ...all.slice(1, 6)].join("\n"));
    expect(facts).toBe(5);
    expect(notices).toEqual([expect.stringMatching(/if it was cut, nobody can tell/)]);
  });

  test("is refused if it holds what no export holds", () => {
    const { memory } = newMemory();
    const all = lines();
    const foreign = [
      { type: "erased", v: 1, at: 1, erases: [], facts: [] },
      { type: "checkpointed", v: 1, at: 1, upTo: 7, hash: "0".repeat(32), access: [], final: true },
    ];
    for (const event of foreign)
      expect(() => memory.import(all.toSpliced(4, 1, JSON.stringify(event)).join("\n"))).toThrow(cut);
  });
});
