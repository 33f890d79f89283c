/** Does a question that names a time prefer what is of that time, and leave everything else as it is? */
import { describe, expect, test } from "vitest";
import { fact, newMemory } from "../support/memory.ts";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
type Memory = ReturnType<typeof newMemory>["memory"];

function tell(memory: Memory, day: string, content: string, more: object = {}): string {
  return memory.add(fact(content, { heardAt: at(day), ...more })).fact.id;
}
const ids = (memory: Memory, query: string, more: object = {}) =>
  memory.recall(query, { passive: true, ...more }).map((hit) => hit.fact.id);

function atNoon(day: string) {
  const { memory, clock } = newMemory();
  clock.pass(at(day) - clock.now());
  return memory;
}

describe("a time in a question", () => {
  test("brings what was said then to the front, whichever of two it is", () => {
    const memory = atNoon("2025-09-17");
    const may = tell(memory, "2025-05-18", "We hiked along the coast at Rerik.");
    const last = tell(memory, "2025-09-10", "We hiked through the heath at Wilsede.");
    expect(ids(memory, "Where did we hike last week?")[0]).toBe(last);
    expect(ids(memory, "Where did we hike in May 2025?")[0]).toBe(may);
    expect(ids(memory, "Where did we hike in May?")[0]).toBe(may);
    expect(ids(memory, "Where did we hike in May 2025?", { minScore: 0 })).toContain(last);
  });

  test("is also the day that a fact names, whenever it was said", () => {
    const memory = atNoon("2025-09-17");
    const gloves = tell(memory, "2025-08-01", "The market on 11 May 2025 sold gloves.");
    const soap = tell(memory, "2025-08-02", "The market on 8 June 2025 sold soap.");
    expect(ids(memory, "What did the market sell this spring?")[0]).toBe(gloves);
    expect(ids(memory, "What did the market sell this summer?")[0]).toBe(soap);
  });

  test("before and after something is found by the fact that tells of it", () => {
    const memory = atNoon("2025-09-17");
    const shoulder = tell(memory, "2024-02-11", "The doctor looked at my shoulder.");
    const move = tell(memory, "2024-11-23", "We moved into the house by the canal.");
    const ears = tell(memory, "2025-09-10", "The doctor looked at my ears.");
    const before = "What did the doctor look at before we moved into the house by the canal?";
    const after = "What did the doctor look at after we moved into the house by the canal?";
    const place = (query: string, id: string) => ids(memory, query, { minScore: 0 }).indexOf(id);
    expect(place(before, shoulder)).toBeLessThan(place(before, ears));
    expect(place(after, ears)).toBeLessThan(place(after, shoulder));
    const says = (id: string) =>
      memory.explain(before, id).stages.find(({ stage }) => stage === "when")?.says;
    expect(says(shoulder)).toContain(`as ${move} tells): the fact is of that time`);
    expect(says(ears)).toContain("of another time");
  });

  test("that hangs on what happened is told by trusted facts alone", () => {
    const memory = atNoon("2025-09-17");
    tell(memory, "2024-02-11", "The doctor looked at my shoulder.");
    tell(memory, "2024-11-23", "We moved into the house by the canal.");
    tell(memory, "2025-09-10", "The doctor looked at my ears.");
    const query = "What did the doctor look at before we moved into the house by the canal?";
    const figures = () =>
      memory
        .recall(query, { passive: true, minScore: 0, limit: 20 })
        .filter((hit) => hit.fact.authority === 3)
        .map((hit) => [hit.fact.id, hit.relevance, hit.score]);
    const alone = figures();
    for (let i = 0; i < 5; i++)
      tell(memory, "2023-01-01", `Page ${i}: we moved into the house by the canal, before we moved.`, {
        source: "retrieved_document",
      });
    expect(figures()).toEqual(alone);
  });

  test("changes nothing where no time is asked about", () => {
    const memory = atNoon("2025-09-17");
    const id = tell(memory, "2025-09-16", "The boiler is in the cellar.");
    expect(memory.explain("where is the boiler", id).stages.map(({ stage }) => stage)).not.toContain("when");
  });
});
