/** Does what questions keep finding stay, and for whom? */
import { describe, expect, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const TOLD = "The wood-fired sauna is behind the boathouse.";
const ASKED = "Where is the wood-fired sauna?";

/** A fact that is faint after 60 days, and was asked for on some of the last ones. */
function faint(daysAsked: number, more: object = {}) {
  const made = newMemory();
  const { id } = made.memory.add(fact(TOLD, more)).fact;
  made.clock.pass((60 - daysAsked) * DAY);
  for (let day = 0; day < daysAsked; day++) {
    made.memory.beforeTurn(ASKED);
    made.clock.pass(DAY);
  }
  return { ...made, id };
}

describe("in use", () => {
  test("what questions found on three of the last 30 days is not swept, and the report says so", async () => {
    const { memory, id } = faint(12);
    const report = await memory.sweep();
    expect(memory.peek(id)?.lifecycle).toBe("active");
    expect(report.spared).toMatchObject([{ fact: id, rule: "immunity/in-use" }]);
    expect(report.text).toContain("kept: it was shown on 12 of the last 30 days (immunity/in-use)");
    expect(memory.inspect(id).immunity?.reason).toBe("in-use");
  });

  test("it raises no score and no count", () => {
    const [used, unused] = [faint(12), faint(0)].map(({ memory, id }) => memory.inspect(id));
    expect(used?.score).toEqual(unused?.score);
    expect(used?.fact?.accessCount).toBe(0);
  });

  test("two days are not enough, nor three that are long ago", async () => {
    const few = faint(2);
    await few.memory.sweep();
    expect(few.memory.peek(few.id)?.lifecycle).toBe("archived");
    const before = faint(5);
    before.clock.pass(28 * DAY);
    await before.memory.sweep();
    expect(before.memory.peek(before.id)?.lifecycle).toBe("archived");
  });

  test("nor is searching by hand, however often", async () => {
    const { memory, clock, id } = faint(0);
    for (let day = 0; day < 5; day++) {
      memory.search(ASKED);
      clock.pass(DAY);
    }
    await memory.sweep();
    expect(memory.peek(id)?.lifecycle).toBe("archived");
  });

  test.each(["agent", "tool_output"])("being shown never keeps the words of %s", async (source) => {
    const { memory, id } = faint(12, { source });
    await memory.sweep();
    expect(memory.peek(id)?.lifecycle).toBe("archived");
  });

  test("nor is a guess that shares little with the question", async () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("I like my tea without milk.")).fact;
    for (const other of ["Our car is grey.", "Wren plays the cello.", "The bins go out on Wednesdays."])
      memory.add(fact(other));
    clock.pass(50 * DAY);
    for (const asked of [
      "How do I boil an egg?",
      "How do I remove a coffee stain?",
      "Can dogs eat grapes?",
    ]) {
      expect(memory.beforeTurn(asked)).toContain("[perhaps unrelated] I like my tea");
      clock.pass(DAY);
    }
    await memory.sweep();
    expect(memory.peek(id)?.lifecycle).toBe("archived");
  });

  test("what lower classes write takes no day of use from the principal's facts", () => {
    const PLACES = ["boathouse", "woodshed", "kitchen", "attic", "cellar", "hallway"];
    const daysOf = (crowd: number) => {
      const { memory } = newMemory();
      const ids = PLACES.map((place) => memory.add(fact(`A sauna towel hangs in the ${place}.`)).fact.id);
      for (let n = 0; n < crowd; n++) {
        const content = `The sauna towel of guest ${n} hangs by the door, near hook ${n}.`;
        memory.add(fact(content, { source: "agent", actor: `agent-${n}` }));
        const copy = `A sauna towel hangs in the ${PLACES[n % PLACES.length]}, I hear.`;
        memory.add(fact(copy, { source: "agent", actor: `agent-${n}` }));
      }
      memory.beforeTurn("Where does a sauna towel hang?", { maxChars: 420 });
      return ids.map((id) => memory.inspect(id).shown?.days?.length ?? 0);
    };
    expect(daysOf(30)).toEqual(daysOf(0));
    expect(daysOf(30)).toContain(1);
  });

  test("whoever sweeps in another process knows of it by the next day", async () => {
    const { memory, store, clock, id } = faint(0);
    for (let day = 0; day < 4; day++) {
      memory.beforeTurn(ASKED);
      clock.pass(DAY);
    }
    const elsewhere = Tideline.over(store, { clock });
    expect((await elsewhere.sweep()).spared).toMatchObject([{ fact: id, rule: "immunity/in-use" }]);
  });

  test("inspect and the forecast know of days that are not written yet", () => {
    const { memory, id } = faint(3);
    const { text, immunity } = memory.inspect(id);
    expect(immunity?.reason).toBe("in-use");
    expect(text).toContain("A sweep would archive it, but it was shown on 3 of the last 30 days");
    // The first of the three days is 30 days back then.
    expect(memory.forecast().leaving).toMatchObject([{ fact: id, at: START + 87 * DAY }]);
  });

  test("the days survive a restart", async () => {
    const { memory, store, clock, id } = faint(4);
    await memory.sweep();
    expect(Tideline.over(store, { clock }).inspect(id).shown?.days).toHaveLength(4);
  });
});

describe("pruning", () => {
  test("announces when the text is erased, and keeps it for 30 days", async () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The lift is stuck.", { segment: "context" })).fact;
    clock.pass(60 * DAY);
    expect((await memory.sweep()).text).toContain("its text is erased after 2026-04-01, unless");
    clock.pass(29 * DAY);
    await memory.sweep();
    expect(memory.peek(id)?.content).toBe("The lift is stuck.");
    clock.pass(DAY);
    const { text } = await memory.sweep({ dryRun: true });
    expect(text).toContain("it was pruned on 2026-03-02, and its grace of 30 days is over");
    await memory.sweep();
    expect(memory.peek(id)).toBeUndefined();
  });

  test("that was undone is not repeated by the next sweep, but a month later", async () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The lift is stuck.", { segment: "context" })).fact;
    clock.pass(30 * DAY);
    await memory.sweep();
    clock.pass(30 * DAY);
    const { pass } = await memory.sweep();
    expect(memory.peek(id)?.lifecycle).toBe("pruned");
    await memory.undo(pass as string);
    expect((await memory.sweep()).spared).toMatchObject([{ fact: id, rule: "immunity/brought-back" }]);
    expect(memory.peek(id)?.lifecycle).toBe("archived");
    clock.pass(30 * DAY);
    await memory.sweep();
    expect(memory.peek(id)?.lifecycle).toBe("pruned");
  });

  test("no report says that an undo brings back what was erased", async () => {
    const { memory, clock } = newMemory();
    memory.add(fact("The lift is stuck.", { segment: "context" }));
    clock.pass(60 * DAY);
    const pruning = await memory.sweep();
    expect(pruning.text).toContain(`undo("${pruning.pass}") takes it back.`);
    clock.pass(30 * DAY);
    const erasing = await memory.sweep();
    expect(erasing.text).toContain("What was erased cannot be brought back.");
    expect(erasing.text).not.toContain("undo");
    const mixed = newMemory();
    mixed.memory.add(fact("The lift is stuck.", { segment: "context" }));
    mixed.clock.pass(60 * DAY);
    await mixed.memory.sweep();
    mixed.memory.add(fact("The tap drips.", { segment: "context" }));
    mixed.clock.pass(30 * DAY);
    const both = await mixed.memory.sweep();
    expect(both.counts).toEqual({ erased: 1, archived: 1 });
    expect(both.text).toContain(`undo("${both.pass}") takes back everything but what was erased for good.`);
  });

  test('prune: "never" archives instead, and erases nothing that was pruned before', async () => {
    const { memory, store, clock } = newMemory();
    const gone = memory.add(fact("The lift is stuck.", { segment: "context" })).fact.id;
    clock.pass(60 * DAY);
    await memory.sweep();
    const careful = Tideline.over(store, { clock, policyParams: { prune: "never" } });
    const kept = careful.add(fact("The tap drips.", { segment: "context" })).fact.id;
    clock.pass(100 * DAY);
    await careful.sweep();
    expect([gone, kept].map((id) => careful.peek(id)?.lifecycle)).toEqual(["pruned", "archived"]);
    expect(careful.inspect(gone).text).toContain("It is pruned, and this policy erases nothing: restore(");
    expect(careful.forecast({ days: 365 }).leaving).toEqual([]);
  });
});
