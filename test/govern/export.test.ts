/** Is an export all that memory is, and does an import say so when it is not? */
import { describe, expect, test } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { DAY, fact, newMemory, PEER } from "../support/memory.ts";

const HOME = { subject: "me", attribute: "home" } as const;
const EMAIL = { subject: "me", attribute: "email" } as const;
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

  test("says that idempotency keys are not recognised there", () => {
    const { memory } = newMemory();
    memory.add(fact("Ben likes green tea.", { idempotencyKey: "k" }));
    const { notices } = newMemory().memory.import(memory.export());
    expect(notices).toEqual([expect.stringMatching(/^1 of these writes had an idempotency key/)]);
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

describe("an export that is not whole", () => {
  const lines = () => {
    const { memory } = newMemory();
    for (let i = 0; i < 10; i++) memory.add(fact(`Number ${i} is here.`));
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
