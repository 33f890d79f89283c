/** What does relevance depend on, and what is marked as uncertain? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Candidate } from "../../src/recall/candidate.ts";
import { cut } from "../../src/recall/cut.ts";
import { AT, NO_FIGURES, valuesOf } from "../../src/recall/features/feature.ts";
import { topicsOf } from "../../src/recall/features/topics.ts";
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

describe("words of the question", () => {
  const NOTES = Array.from({ length: 60 }, (_, i) => `The ${i}th lamp post of Harbour Lane was painted.`);
  const remember = (...told: readonly string[]) => {
    const { memory } = newMemory();
    for (const content of [...NOTES, ...told]) memory.add(fact(content));
    return memory;
  };

  test("count for more than words that are related to them", () => {
    const memory = remember(
      "Theo's peanut allergy was confirmed by Dr. Lang.",
      "Theo is five and allergic to peanuts.",
    );
    expect(memory.search("What is Theo allergic to?")[0]?.fact.content).toBe(
      "Theo is five and allergic to peanuts.",
    );
  });

  test("find those who are called like a function word, or like a month", () => {
    const memory = remember(
      "Will has a dog called Rex.",
      "May's birthday is on 9 June.",
      "Mia lives in Turin.",
    );
    const first = (query: string) => memory.search(query)[0]?.fact.content;
    expect(first("What is Will's dog called?")).toBe("Will has a dog called Rex.");
    expect(first("When is May's birthday?")).toBe("May's birthday is on 9 June.");
    expect(first("Where does Mia live?")).toBe("Mia lives in Turin.");
  });

  test("of two topics find both", () => {
    const memory = remember(
      "The API uses tokens that expire after an hour.",
      "My holidays are from 3 to 20 August in Crete, the long holidays of this year.",
    );
    const found = memory.search("the API and the holidays").map((hit) => hit.fact.content);
    expect(found).toHaveLength(2);
    expect(found.some((content) => content.includes("API"))).toBe(true);
  });

  test("find a doctor by name, and somebody whose relation stands between commas", () => {
    const memory = remember(
      "Dr. Amato says I grind my teeth.",
      "Dr. Sandhu has me in every three months for a blood test.",
      "Delia, my wife, teaches chemistry at Deering High.",
      "The yoga teacher at Deering High was ill.",
    );
    const first = (query: string) => memory.search(query)[0]?.fact.content;
    expect(first("How often does Dr. Sandhu do a blood test?")).toContain("Sandhu");
    expect(first("What does Delia teach at Deering High?")).toContain("Delia");
  });
});

describe("the list ends", () => {
  const asked = new Map([[3 as const, { isAboutOthers: false, asksEverything: false }]]);
  const options = { limit: 8, minScore: undefined, strict: false };
  /** Candidates of the principal's: their relevance, and the share of the question's words that the best has. */
  const kept = (has: number, ...relevances: readonly number[]) => {
    const { memory } = newMemory();
    const ranked = relevances.map((relevance, i): Candidate => {
      const figures = [...NO_FIGURES];
      figures[AT.cosine] = 1;
      if (i === 0) figures[AT.has] = has;
      const own = { score: relevance, weighed: relevance, standing: relevance, open: 1, via: undefined };
      const said = memory.add(fact(`Note ${i} of the year.`)).fact;
      return { ...own, fact: said, relevance, lanes: ["lexical"], features: valuesOf(figures) };
    });
    return cut(ranked, options, asked, () => undefined, 0).hits.map(({ relevance }) => relevance);
  };

  test("at two fifths of the best one's relevance, where that is likely or its words carry the question", () => {
    expect(kept(0, 0.8, 0.33, 0.31)).toEqual([0.8, 0.33]);
    expect(kept(0.5, 0.2, 0.09, 0.07)).toEqual([0.2, 0.09]);
    expect(kept(0.3, 0.02, 0.009, 0.007)).toEqual([0.02, 0.009]);
  });

  test("at a tenth of it, where nothing says which fact is meant: then the best few are marked", () => {
    expect(kept(0.2, 0.2, 0.09, 0.07, 0.03, 0.019)).toEqual([0.2, 0.09, 0.07, 0.03]);
    expect(kept(0, 0.2, 0.19, 0.18, 0.17, 0.16, 0.15)).toHaveLength(5);
    expect(kept(0, 0.09, 0.08, 0.07, 0.06)).toHaveLength(3);
  });
});

test("a question has as many topics as parts with telling words", () => {
  const count = (question: string, ...words: readonly string[]) =>
    new Set(topicsOf(question, words).values()).size;
  expect(count("the API and the holidays", "api", "holidays")).toBe(2);
  expect(
    count("My thesis: topic, supervisor and hand-in date?", "thesis", "topic", "supervisor", "date"),
  ).toBe(4);
  expect(count("When was the half marathon and how did I do?", "half", "marathon")).toBe(0);
  expect(count("Which cars do Delia and I drive?", "cars", "delia", "drive")).toBe(0);
  expect(count("How much is the rent?", "rent")).toBe(0);
});
