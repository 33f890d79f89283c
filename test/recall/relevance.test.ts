/** What does relevance depend on, and what is marked as uncertain? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fact, newMemory } from "../support/memory.ts";

const LIFE = [
  "Ella, our daughter, breaks out in hives if she eats cashews.",
  "My brother Clifford is in a care home in Paignton.",
  "I'm a nurse on the cardiology ward.",
  "The rent is 1,150 pounds a month.",
  "Penicillin gave me a terrible rash.",
  "Peregrine Voss broke his wrist at the fair.",
  "Ludmila Farthing eats only cold soup.",
  "Ella has swimming on Tuesdays.",
];

function lived() {
  const { memory } = newMemory();
  for (const content of LIFE) memory.add(fact(content));
  return memory;
}

describe("relevance", () => {
  test("of a fact is the same whatever the limit, the floor and the filters are", () => {
    const memory = lived();
    const question = fc.constantFrom("What can't my daughter eat?", "Who eats soup?", "my rash", "Ella");
    fc.assert(
      fc.property(question, fc.integer({ min: 1, max: 30 }), fc.boolean(), (query, limit, isCut) => {
        const all = new Map(
          memory.search(query, { limit: 50, minScore: 0 }).map((hit) => [hit.fact.id, hit.relevance]),
        );
        const options = { limit, segments: ["knowledge"] as const, ...(isCut ? {} : { minScore: 0 }) };
        for (const hit of memory.search(query, options)) expect(hit.relevance).toBe(all.get(hit.fact.id));
      }),
    );
  });

  test("is explained feature by feature", () => {
    const memory = lived();
    const [hit] = memory.search("How much is the rent?");
    const { stages, figures } = memory.explain("How much is the rent?", hit?.fact.id ?? "");
    const evidence = stages.find(({ stage }) => stage === "evidence")?.says;
    expect(evidence).toMatch(/^from -\d/);
    expect(evidence).toContain("asks for a number, and it has one");
    expect(figures.number).toBeGreaterThan(0);
  });
});

test("somebody is found by what they are to you, if a fact says who they are", () => {
  const memory = lived();
  const contents = memory.search("When does my daughter swim?").map((hit) => hit.fact.content);
  expect(contents[0]).toBe("Ella has swimming on Tuesdays.");
});

describe("an uncertain hit", () => {
  test("is marked, and strict leaves it out", () => {
    const memory = lived();
    const query = "Which antibiotics should I avoid?";
    const hits = memory.search(query);
    expect(hits.length).toBeLessThanOrEqual(5);
    for (const hit of hits) expect(hit.uncertain).toBe(hit.relevance < 0.3);
    expect(memory.search(query, { strict: true }).every((hit) => !hit.uncertain)).toBe(true);
  });
});
