/** Are the gold sets whole, and do they get into a store as they were told? */
import { describe, expect, test } from "vitest";
import {
  GOLD_CATEGORIES,
  type GoldSet,
  HARD_GOLD,
  RICH_GOLD,
  SYNTHETIC_GOLD,
  seedGold,
  TIMES_GOLD,
} from "../../src/eval.ts";
import { isTidelineError, MemoryStore, Tideline } from "../../src/index.ts";

const SETS = [SYNTHETIC_GOLD, RICH_GOLD, HARD_GOLD, TIMES_GOLD];
const cases = SETS.flatMap((set) => set.cases);

describe("the gold sets", () => {
  test("hold at least 200 cases of every category, 25 of them about whom", () => {
    const count = (category: string) => cases.filter((one) => one.category === category).length;
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(count("about-whom")).toBeGreaterThanOrEqual(25);
    for (const category of GOLD_CATEGORIES) expect(count(category), category).toBeGreaterThanOrEqual(8);
  });

  test.each(SETS)("$name: keys are unique, no question and no fact comes twice", ({ facts, cases }) => {
    for (const texts of [
      facts.map(({ key }) => key),
      facts.map(({ content }) => content),
      cases.map(({ key }) => key),
      cases.map(({ query }) => query),
    ])
      expect(new Set(texts).size).toBe(texts.length);
  });

  test.each(SETS)("$name: only questions without an answer have no gold", ({ cases }) => {
    for (const { key, category, gold } of cases)
      expect(gold.length === 0, key).toBe(category === "abstention");
  });

  test.each(SETS)("$name: every gold fact is there to be recalled after seeding", (set) => {
    const store = new MemoryStore();
    const seeded = seedGold(store, set);
    const memory = Tideline.over(store);
    const facts = new Map(memory.list({ limit: 1_000 }).map((fact) => [fact.id, fact]));
    expect(seeded.map(({ query }) => query)).toEqual(set.cases.map(({ query }) => query));
    for (const { id, gold } of seeded) {
      for (const fact of gold) expect(facts.get(fact)?.validity, id).toBe("valid");
    }
    expect(memory.stats().quarantined).toBe(0);
  });
});

describe("seeding", () => {
  test("gives the same ids every time, and a second time changes nothing", () => {
    const store = new MemoryStore();
    const first = seedGold(store, RICH_GOLD);
    const events = Tideline.over(store).stats().events;
    expect(seedGold(store, RICH_GOLD)).toEqual(first);
    expect(Tideline.over(store).stats().events).toBe(events);
    expect(seedGold(new MemoryStore(), RICH_GOLD)).toEqual(first);
  });

  test("several sets share a store", () => {
    const store = new MemoryStore();
    const ids = SETS.flatMap((set) => seedGold(store, set)).flatMap(({ gold }) => gold);
    const alone = SETS.flatMap((set) => seedGold(new MemoryStore(), set)).flatMap(({ gold }) => gold);
    expect(ids).toEqual(alone);
  });

  test("a slot's later value is the gold one, links hold", () => {
    const store = new MemoryStore();
    seedGold(store, SYNTHETIC_GOLD);
    const facts = Tideline.over(store).list({ limit: 1_000 });
    const find = (start: string) => facts.find(({ content }) => content.startsWith(start));
    expect(find("I live in a two-room flat")?.validity).toBe("superseded");
    expect(find("Northgate has been renamed")?.links).toContainEqual({
      kind: "transition",
      to: find("The park project")?.id,
    });
  });

  const set: GoldSet = {
    name: "mine",
    asked: "2025-02-01",
    facts: [{ key: "a", said: "2025-01-01", content: "I own a kayak.", segment: "knowledge" }],
    cases: [{ key: "q", category: "single-session", query: "What do I own?", gold: ["a"] }],
  };
  const [kayak] = set.facts;

  test.each<[string, Partial<GoldSet>, RegExp]>([
    [
      "a case that names no fact",
      { cases: [{ ...set.cases[0]!, gold: ["b"] }] },
      /q names b, which is no fact/,
    ],
    [
      "two facts of one key",
      { facts: [kayak!, { ...kayak!, content: "I own a canoe." }] },
      /two facts have the key a/,
    ],
    [
      "facts out of order",
      { facts: [kayak!, { ...kayak!, key: "b", said: "2024-01-01" }] },
      /b was said before/,
    ],
    ["a date that is none", { asked: "soon" }, /"soon" is no ISO date/],
    [
      "a fact that the gate refuses",
      { facts: [{ ...kayak!, segment: "identity", source: "tool_output" }] },
      /a was refused/,
    ],
  ])("refuses %s", (_what, change, message) => {
    try {
      seedGold(new MemoryStore(), { ...set, ...change });
      expect.unreachable();
    } catch (error) {
      expect(isTidelineError(error, "invalid-argument")).toBe(true);
      expect((error as Error).message).toMatch(message);
    }
  });
});
