/** Which facts of an origin cannot both hold, and what does a person's decision do? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/index.ts";
import { contradiction } from "../../src/text/claims/contradiction.ts";
import { contradictionsAmong } from "../../src/upkeep/contradiction.ts";
import { DAY, fact, newMemory, PEER } from "../support/memory.ts";

/** Adds each on a day of its own; ids in order. */
function remember(contents: readonly string[]) {
  const { memory, clock } = newMemory();
  const ids = contents.map((content) => {
    clock.pass(DAY);
    return memory.add(fact(content)).fact.id;
  });
  return { memory, clock, ids: ids as [string, string, ...string[]] };
}

describe("contradictions", () => {
  test("are listed with what each side says, the older first, and which one stands better", () => {
    const { memory, ids } = remember(["The rent is 1,400 euros.", "I like tea.", "The rent is 1,450 euros."]);
    expect(memory.contradictions()).toEqual([
      {
        id: `${ids[0]}~${ids[2]}`,
        a: ids[0],
        b: ids[2],
        kind: "number",
        says: { a: "1400 eur", b: "1450 eur" },
        keep: ids[2],
        why: "The same sentence with another number.",
        from: "own",
      },
    ]);
  });

  test("name who brought them about, and no writer fills the list: what the principal said comes first", () => {
    const { memory } = newMemory();
    const rent = (flat: number, euros: string) => fact(`The rent of flat ${flat} is ${euros} euros.`);
    for (let flat = 0; flat < 12; flat++) memory.add(rent(flat, "1,400"));
    memory.add(rent(0, "1,500"));
    const loud = memory.confined({ surface: "ai" });
    for (let flat = 1; flat < 11; flat++) loud.add({ ...rent(flat, "1,600"), source: "agent" });
    memory.confined({ surface: "cli" }).add({ ...rent(11, "1,700"), source: "agent" });
    const from = memory.contradictions().map((one) => one.from);
    expect(from.slice(0, 5).toSorted()).toEqual(["ai/agent", "ai/agent", "ai/agent", "cli/agent", "own"]);
    expect([from[0], from.length]).toEqual(["own", 12]);
  });

  test("are among facts that hold now: history, archives and quarantine contradict nobody", () => {
    const { memory, clock, ids } = remember(["I live in Rome.", "I live in Berlin."]);
    expect(memory.contradictions()).toHaveLength(1);
    memory.archive(ids[0]);
    expect(memory.contradictions()).toEqual([]);
    memory.restore(ids[0]);
    memory.add(fact("I live in Oslo.", { validFrom: clock.now() + 30 * DAY }));
    memory.add(fact("I lived in Paris.", { validTo: clock.now() - DAY }));
    expect(memory.contradictions()).toHaveLength(1);
  });

  test("a value that a lower class claims is listed against the owner's, which is the one to keep", () => {
    const { memory, ids } = remember(["My favourite editor is Vim.", "I like tea."]);
    const tool = memory.add(fact("My favourite editor is Emacs.", { source: "tool_output" })).fact.id;
    expect(memory.contradictions()).toMatchObject([{ b: tool, keep: ids[0] }]);
    expect(memory.get(ids[0])?.validity).toBe("valid");
  });

  test("list what the principal may have changed, whatever others say against both statements", () => {
    const { memory, ids } = remember(["I live in Berlin.", "I moved to Oslo last week."]);
    const own = `${ids[0]}~${ids[1]}`;
    expect(memory.contradictions().map(({ id }) => id)).toEqual([own]);
    for (const content of ["I live in Rome.", "I did not move to Oslo last week."])
      memory.confined().add(fact(content));
    const [first, ...others] = memory.contradictions();
    expect(first?.id).toBe(own);
    expect(others).toHaveLength(2);
  });

  test("a crowd of values is a list, not a square: each against the one that stands best", () => {
    const { memory, ids } = remember(Array.from({ length: 30 }, (_, i) => `The rent is ${1_000 + i} euros.`));
    const found = memory.contradictions();
    expect(found).toHaveLength(29);
    expect(found.every(({ keep }) => keep === ids.at(-1))).toBe(true);
  });

  test("of one origin are not seen from another", () => {
    const { memory } = newMemory();
    memory.add(fact("I live in Rome."));
    const peer = memory.as(PEER);
    peer.add(fact("I live in Berlin."));
    expect(memory.contradictions()).toEqual([]);
    expect(peer.contradictions()).toEqual([]);
  });

  test("slots that hold several values are no contradiction", () => {
    const { memory } = newMemory({ multiValued: ["language"] });
    for (const language of ["German", "French"])
      memory.add(fact(`I speak ${language}.`, { subject: "me", attribute: "language" }));
    expect(memory.contradictions()).toEqual([]);
  });
});

describe("resolve", () => {
  test("what is kept supersedes the other, with its history", () => {
    const { memory, ids } = remember(["I live in Rome.", "I live in Berlin."]);
    const [found] = memory.contradictions();
    memory.resolve(found?.id as string, { keep: ids[1] });
    expect(memory.contradictions()).toEqual([]);
    const loser = memory.get(ids[0]) as Fact;
    expect(loser).toMatchObject({ validity: "superseded", supersededBy: ids[1] });
    expect(loser.validTo).toBe(memory.get(ids[1])?.createdAt);
    expect(memory.get(ids[1])?.links).toEqual([{ kind: "supersedes", to: ids[0] }]);
    expect(memory.inspect(ids[0]).text).toContain("by-hand/resolved");
  });

  test("keeping what a lower class said adopts it", () => {
    const { memory, ids } = remember(["My favourite editor is Vim.", "I like tea."]);
    const tool = memory.add(fact("My favourite editor is Emacs.", { source: "tool_output" })).fact.id;
    memory.resolve(ids[0], { keep: tool, seen: memory.inspect(tool).digest });
    expect(memory.get(tool)).toMatchObject({ authority: 3, validity: "valid", review: undefined });
    expect(memory.get(ids[0])?.supersededBy).toBe(tool);
  });

  test('"both" ends the matter: they stay, and are not listed again', () => {
    const { memory, ids } = remember(["I live in Rome.", "I live in Berlin."]);
    memory.resolve(`${ids[0]}~${ids[1]}`, { keep: "both" });
    expect(memory.contradictions()).toEqual([]);
    for (const id of ids) expect(memory.get(id)?.validity).toBe("valid");
  });

  test("refuses what makes no sense, and changes nothing", () => {
    const { memory, ids } = remember(["I live in Rome.", "I live in Berlin."]);
    const events = memory.stats().events;
    const pair = `${ids[0]}~${ids[1]}`;
    expect(() => memory.resolve(pair, { keep: "somebody" })).toThrow(/keep must be .* or both/);
    expect(() => memory.resolve(ids[0], { keep: ids[0] })).toThrow(/another fact to keep/);
    expect(() => memory.resolve("nobody~nothing", { keep: "both" })).toThrow(/no fact nobody/);
    expect(() => memory.resolve(pair, { keep: ids[0], force: true } as never)).toThrow(/force/);
    expect(memory.stats().events).toBe(events);
    memory.resolve(pair, { keep: ids[0] });
    expect(() => memory.resolve(pair, { keep: ids[0] })).toThrow(/no longer current/);
  });
});

const SENTENCES = [
  "I live in Rome.",
  "I live in Berlin.",
  "I live in Italy.",
  "I like golf.",
  "I dislike golf.",
  "I no longer like golf.",
  "I like golf on Sundays.",
  "The rent is 1,400 euros.",
  "The rent is 1,450 euros.",
  "The office is open.",
  "The office is closed.",
  "I do not eat meat.",
  "I eat meat.",
  "I eat red meat with friends.",
  "I eat meat substitutes.",
] as const;

test("finds the facts that a comparison of all with all finds, and no others", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...SENTENCES)), (contents) => {
      const { memory, clock } = remember(contents);
      const facts = memory.list().filter((one) => one.validity === "valid");
      const text = new Map(facts.map(({ id, content }) => [id, content]));
      const all = contradictionsAmong(facts, { now: clock.now() });
      // Possible changes are listed too; they are found when they are written.
      const found = all.filter(({ kind }) => kind !== "linked");
      for (const { a, b } of found)
        expect(contradiction(text.get(a) as string, text.get(b) as string)).toBeDefined();
      const naive = facts.filter((one) =>
        facts.some((other) => contradiction(one.content, other.content) !== undefined),
      );
      const named = new Set(found.flatMap(({ a, b }) => [a, b]));
      expect(facts.filter(({ id }) => named.has(id))).toEqual(naive);
    }),
    { numRuns: 60 },
  );
});
