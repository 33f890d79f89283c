/** Do words that mean nearly the same lead to a fact, and does the list end where its own words end? */
import { describe, expect, test } from "vitest";
import { relatedTo } from "../../src/indexes/word-table/related.ts";
import { fact, newMemory } from "../support/memory.ts";

const contents = (hits: readonly { readonly fact: { readonly content: string } }[]) =>
  hits.map((hit) => hit.fact.content);

describe("words that mean nearly the same", () => {
  test("are the nearest first, without the word's own forms, and none for a word that nobody knows", () => {
    const related = relatedTo("whisky");
    expect(related.map(({ term }) => term)).toContain("bourbon");
    expect(related.map(({ cosine }) => cosine)).toEqual(
      related.map(({ cosine }) => cosine).sort((a, b) => b - a),
    );
    expect(relatedTo("sleep").map(({ term }) => term)).not.toContain("sleep");
    expect(relatedTo("xyzzyq")).toEqual([]);
    expect(relatedTo("recommend")).toEqual([]);
  });

  test("find what shares no word with the question", () => {
    const { memory } = newMemory();
    for (const content of [
      "I still owe my uncle for the van.",
      "The kitchen has a green floor.",
      "My sister plays chess on Sundays.",
      "The train leaves at seven.",
    ])
      memory.add(fact(content));
    expect(contents(memory.recall("Which debts are left?"))).toEqual(["I still owe my uncle for the van."]);
  });

  test("are not looked for where a fact has the words themselves", () => {
    const { memory } = newMemory();
    memory.add(fact("The ferry to Skye leaves at noon."));
    const boats = memory.add(fact("Boats are painted in the harbour.")).fact;
    expect(contents(memory.recall("ferry to Skye"))).toEqual(["The ferry to Skye leaves at noon."]);
    expect(memory.explain("ferry to Skye", boats.id).fate).not.toBe("returned");
  });
});

describe("the cut", () => {
  test("neighbours raise what is meant, and are worth less than half of it themselves", () => {
    const { memory } = newMemory();
    const said = (content: string, position: number) =>
      memory.add(fact(content, { episode: { id: "evening", position } })).fact;
    said("The boiler was serviced by Petrov in March.", 1);
    const jam = said("Plum jam needs a kilo of sugar.", 2);
    for (let i = 0; i < 300; i++) memory.add(fact(`Note ${i} about hedges and lawns.`));
    const [first, ...others] = memory.recall("who serviced the boiler");
    expect(first?.fact.content).toBe("The boiler was serviced by Petrov in March.");
    for (const { relevance } of others) expect(relevance).toBeLessThan(0.5 * (first?.relevance as number));
    const why = memory.explain("who serviced the boiler", jam.id);
    expect(why.figures.standing).toBeLessThan(why.figures.relevance as number);
    expect(contents(memory.recall("who serviced the boiler", { minScore: 0 }))).toContain(jam.content);
  });

  test("what follows a question gets more of its words than what follows a statement", () => {
    const { memory } = newMemory();
    const said = (id: string, ...contents: readonly string[]) =>
      contents.map((content, position) => memory.add(fact(content, { episode: { id, position } })).fact.id);
    const [, answer] = said("asked", "Which colour will the boat shed get?", "Mostly grey, with a red door.");
    const [, remark] = said("stated", "The boat shed gets a new colour.", "Mostly clouds, with some sun.");
    for (let i = 0; i < 12; i++) memory.add(fact(`Note ${i} about hedges and lawns.`));
    const relevance = (id: string | undefined) =>
      memory.explain("colour of the boat shed", id as string).figures.relevance as number;
    expect(relevance(answer)).toBeGreaterThan(1.5 * relevance(remark));
  });

  test("a question for everything about somebody lists what is known of them", () => {
    const { memory } = newMemory();
    memory.add(fact("I swim in the lake before breakfast.", { actor: "Jonas" }));
    memory.add(fact("Jonas is my neighbour's brother, they share the boat."));
    memory.add(fact("The harbour closes in October."));
    expect(contents(memory.recall("What do I know about Jonas?")).sort()).toEqual([
      "I swim in the lake before breakfast.",
      "Jonas is my neighbour's brother, they share the boat.",
    ]);
  });

  test("a question about oneself is answered with one's own words before those of others", () => {
    const { memory } = newMemory();
    memory.add(fact("I had to have my old cat put to sleep.", { actor: "Anna" }));
    memory.add(fact("I grow dahlias.", { actor: "Bert" }));
    const own = memory.add(fact("I sleep with the window open.")).fact;
    expect(memory.recall("How do I sleep?")[0]?.fact.id).toBe(own.id);
    expect(memory.recall("Did Anna and I keep a cat?").map((hit) => hit.fact.actor)).toContain("Anna");
  });
});

test("explain shows where a score gave way to a higher class", () => {
  const { memory } = newMemory({ policy: "freshness" });
  memory.add(fact("The harbour pilot is called Henrik."));
  const page = memory.add(fact("The harbour pilot is called Gustav.", { source: "retrieved_document" })).fact;
  for (let i = 0; i < 20; i++) memory.get(page.id);
  memory.add(fact("Unrelated: the lawn was sown."));
  const { stages, figures } = memory.explain("harbour pilot called", page.id, { minScore: 0 });
  expect(stages.map(({ stage }) => stage)).toContain("precedence");
  expect(figures.rankScore).toBeLessThan(figures.weighedScore as number);
});
