import { describe, expect, test } from "vitest";
import type { Distiller } from "../../src/converse/distiller.ts";
import { DAY, endorse, fact, newMemory } from "../support/memory.ts";
import { everySentence } from "../support/scripted-distiller.ts";

function conversing(options: object = {}) {
  const made = newMemory({ distiller: everySentence(), ...options });
  const say = (content: string, more: object = {}) =>
    made.memory.observe({ session: "monday", role: "user", content, ...more }).turn as string;
  const stored = () =>
    JSON.stringify([made.store.read({ inboxOf: "owner" }, 0), made.store.read("owner", 0)]);
  return { ...made, say, stored };
}

describe("inspecting", () => {
  test("a fact tells the turn that it comes from, and in which turns it was said again", async () => {
    const { memory, say, clock } = conversing();
    const first = say("Guess what. I keep bees on the roof.");
    await memory.distil();
    clock.pass(DAY);
    const second = say("I keep bees on the roof.");
    await memory.distil();
    const found = memory.list().find(({ content }) => content.includes("bees"));
    const { turns, text } = memory.inspect(found?.id ?? "");
    expect(turns).toMatchObject([
      {
        turn: first,
        quote: "I keep bees on the roof.",
        said: { role: "user", session: "monday", content: "Guess what. I keep bees on the roof." },
      },
      { turn: second, quote: undefined, said: { content: "I keep bees on the roof." } },
    ]);
    expect(text).toContain('in "monday": "I keep bees on the roof."');
  });

  test("a turn of an agent on which the distiller fails keeps nobody's words longer", async () => {
    const rules = everySentence();
    const distiller: Distiller = {
      name: "failing",
      distil: async (batch) => {
        if (batch.turns.some(({ content }) => content.includes("poison"))) throw new Error("refused");
        return await rules.distil(batch);
      },
    };
    const { memory, say, clock, stored } = conversing({ distiller, distilling: { keepDays: 10 } });
    memory.confined().observe({ session: "s", role: "user", content: "Here is poison." });
    say("Nobody knows plugh?");
    await expect(memory.distil()).rejects.toThrow("distiller failed");
    clock.pass(11 * DAY);
    await expect(memory.distil()).rejects.toThrow("distiller failed");
    expect(stored()).not.toContain("plugh");
    expect(memory.inbox().waiting).toBe(1);
  });

  test("once the turn is no longer kept, the fact keeps its quote and says so", async () => {
    const { memory, say, clock, stored } = conversing({ distilling: { keepDays: 10 } });
    say("Nobody knows plugh. I keep bees on the roof.");
    await memory.distil();
    clock.pass(11 * DAY);
    say("I have two cats.");
    await memory.distil();
    expect(stored()).not.toContain("Nobody knows plugh. I keep");
    const found = memory.list().find(({ content }) => content.includes("bees"));
    const { turns, text } = memory.inspect(found?.id ?? "");
    expect(turns).toMatchObject([{ quote: "I keep bees on the roof.", said: undefined }]);
    expect(text).toContain("no longer kept");
    expect(memory.verify().ok).toBe(true);
  });

  test("what is not distilled yet is kept, however old it is", async () => {
    const { memory, say, clock } = conversing({ distilling: { keepDays: 1 } });
    say("I keep bees on the roof.");
    clock.pass(90 * DAY);
    await memory.distil();
    expect(memory.list()).toHaveLength(1);
  });
});

describe("purging", () => {
  test("with a fact go the turns that it quotes, and every turn that holds its words", async () => {
    const { memory, say, stored } = conversing();
    const quoted = say("I keep bees on the roof, for the honey.");
    await memory.distil();
    const again = say("As I said, I keep bees on the roof, for the honey.", { role: "assistant" });
    const other = say("I have two cats.");
    const [found] = memory.list();
    const preview = memory.purge(found?.id ?? "", { preview: true });
    expect(preview.turns).toEqual([quoted, again]);
    expect(stored()).toContain("bees");
    memory.purge(found?.id ?? "");
    expect(stored()).not.toContain("bees");
    expect(stored()).toContain("two cats");
    expect(memory.inspect(found?.id ?? "").fact).toBeUndefined();
    expect(other).toBeDefined();
    expect(memory.verify().ok).toBe(true);
  });

  test("with a turn go the facts that quote it, those that somebody adopted too", async () => {
    const { memory, say, stored } = conversing();
    const turn = say("I keep bees on the roof. I have two cats.");
    await memory.distil();
    const [bees] = memory.list();
    endorse(memory, bees?.id ?? "");
    memory.add(fact("I like tea."));
    const { facts, turns } = memory.purge(turn);
    expect(facts.map(({ content }) => content).sort()).toEqual([
      "I have two cats.",
      "I keep bees on the roof.",
    ]);
    expect(turns).toContain(turn);
    expect(stored()).not.toMatch(/bees|cats/);
    expect(memory.list().map(({ content }) => content)).toEqual(["I like tea."]);
  });

  test("a purged turn does not come back when the host observes its transcript again", async () => {
    const { memory } = conversing();
    const input = { session: "monday", role: "user", content: "I keep bees on the roof.", id: "t1" } as const;
    const { turn } = memory.observe(input);
    memory.purge(turn as string);
    expect(memory.observe(input)).toMatchObject({ outcome: "known", turn });
    await memory.distil();
    expect(memory.list()).toEqual([]);
  });

  test("the reason for which a turn was set aside goes with it", async () => {
    const distiller = everySentence();
    const { memory, say, stored } = conversing({ distiller });
    distiller.setAside = [{ turn: 1, reason: "could not read plugh" }];
    const turn = say("plugh");
    await memory.distil();
    expect(stored()).toContain("plugh");
    memory.purge(turn);
    expect(stored()).not.toContain("plugh");
    expect(memory.inbox().setAside).toMatchObject([{ turn, reason: undefined }]);
  });

  test("an id of neither a fact nor a turn is refused", () => {
    const { memory } = conversing();
    expect(() => memory.purge("01J0000000000000000000000A")).toThrow(
      expect.objectContaining({ code: "no-such-fact" }),
    );
  });
});
