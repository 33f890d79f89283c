/** Which look-ups count as a use of a fact, and how much do those of a lower voice do for it? (Decision 043.) */
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory } from "../support/memory.ts";

type Memory = ReturnType<typeof newMemory>["memory"];
type Clock = ReturnType<typeof newMemory>["clock"];

/** Writes the uses that wait: they go along with the next fact. */
function writeUses(memory: Memory, clock: Clock): void {
  clock.pass(2_000);
  memory.add(fact(`The page is numbered ${memory.stats().events}.`));
}

test("hundreds of look-ups by an agent do no more for a fact of the owner's than one a day", () => {
  const { memory, clock } = newMemory();
  const { id } = memory.add(fact("My dentist is Dr. Okafor.")).fact;
  const agent = memory.confined({ client: "scraper" });
  const lookUp = () => {
    for (let i = 0; i < 300; i++) agent.get(id);
    for (let i = 0; i < 20; i++) agent.recall("Who is my dentist?");
    writeUses(memory, clock);
    return memory.peek(id)?.accessCount;
  };
  expect(lookUp()).toBe(1);
  clock.pass(DAY / 2);
  expect(lookUp()).toBe(1);
  clock.pass(DAY / 2);
  expect(lookUp()).toBe(2);
});

test("an agent's look-ups do not reorder what the owner used on the same day", () => {
  const { memory, clock } = newMemory();
  const first = memory.add(fact("Anna's blue bicycle stands in the cellar.")).fact;
  const second = memory.add(fact("Anna's green bicycle stands in the garage.")).fact;
  clock.pass(40 * DAY);
  const agent = memory.confined({ client: "scraper" });
  memory.recall("Where does Anna's bicycle stand?");
  const order = () =>
    memory.recall("Where does Anna's bicycle stand?", { passive: true }).map((hit) => hit.fact.id);
  writeUses(memory, clock);
  const before = order();
  expect(new Set(before)).toEqual(new Set([first.id, second.id]));
  for (let i = 0; i < 300; i++) agent.get(before[1] as string);
  writeUses(memory, clock);
  expect(order()).toEqual(before);
});

test("what only an agent uses stays in sight: one use a day is enough", async () => {
  const { memory, clock } = newMemory();
  const used = memory.add(fact("The spare key lies under the blue pot.")).fact;
  const unused = memory.add(fact("The old kettle whistled in the key of F.")).fact;
  const agent = memory.confined({ client: "assistant" });
  for (let day = 0; day < 400; day++) {
    clock.pass(DAY);
    agent.recall("Where is the spare key?", { limit: 1 });
    if (day % 7 === 6) await memory.sweep();
  }
  expect(memory.peek(used.id)?.lifecycle).toBe("active");
  expect(memory.peek(unused.id)?.lifecycle).toBe("archived");
});

test("the owner's own uses all count, and an agent's of its own facts", () => {
  const { memory, clock } = newMemory();
  const own = memory.add(fact("My dentist is Dr. Okafor.")).fact;
  const agent = memory.confined({ client: "assistant" });
  const theirs = agent.add({ content: "The ferry leaves at nine." }).fact;
  for (let i = 0; i < 5; i++) {
    memory.get(own.id);
    agent.get(theirs.id);
  }
  writeUses(memory, clock);
  expect(memory.peek(own.id)?.accessCount).toBe(5);
  expect(memory.peek(theirs.id)?.accessCount).toBe(5);
});

describe("a guess", () => {
  const OTHERS = ["Our car is grey.", "Wren plays the cello.", "The bins go out on Wednesdays."];
  const QUESTIONS = ["How do I boil an egg?", "Which cheese melts best?", "Which soup is vegan?"];

  /** A memory in which questions that it cannot answer bring up the tea. */
  function withTea() {
    const made = newMemory();
    const { id } = made.memory.add(fact("I like my tea without milk.")).fact;
    for (const other of OTHERS) made.memory.add(fact(other));
    return { ...made, id };
  }

  test("is no use of the fact: it came up because nothing better is known", async () => {
    const { memory, clock, id } = withTea();
    for (let day = 0; day < 60; day++) {
      const [hit] = memory.recall(QUESTIONS[day % QUESTIONS.length] as string);
      expect(hit).toMatchObject({ fact: { id }, uncertain: true });
      clock.pass(DAY);
    }
    writeUses(memory, clock);
    expect(memory.peek(id)?.accessCount).toBe(0);
    await memory.sweep();
    expect(memory.peek(id)?.lifecycle).toBe("archived");
  });

  test("that answers the question is one", () => {
    const { memory, clock, id } = withTea();
    expect(memory.recall("How do I like my tea?")[0]?.fact.id).toBe(id);
    writeUses(memory, clock);
    expect(memory.peek(id)?.accessCount).toBe(1);
  });

  test.each([
    ["Tell me about Solva", true],
    ["What do you know about Solva?", false],
  ])("is nothing that the question names, however unsure the list is: %s", (asked, isUnsure) => {
    const { memory, clock } = newMemory();
    for (const content of [
      "Solva's designer is Ines.",
      "Solva's deadline is in March 2027.",
      "Our car is grey.",
    ])
      memory.add(fact(content));
    const hits = memory.recall(asked);
    expect(hits.some(({ uncertain }) => uncertain)).toBe(isUnsure);
    writeUses(memory, clock);
    expect(hits.map((hit) => memory.peek(hit.fact.id)?.accessCount)).toEqual([1, 1]);
  });
});
