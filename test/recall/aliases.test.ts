/** Is somebody found under another of their names, where a trusted fact says so, and only there? */
import { expect, test } from "vitest";
import { fact, newMemory } from "../support/memory.ts";

const contents = (hits: readonly { readonly fact: { readonly content: string } }[]) =>
  hits.map((hit) => hit.fact.content);
const FILLERS = ["The harbour closes in October.", "The lawn was sown in April.", "Plum jam needs sugar."];

function filled() {
  const { memory } = newMemory();
  for (const content of FILLERS) memory.add(fact(content));
  return memory;
}

test("a question about Bob is answered with what was said of Robert Miller", () => {
  const memory = filled();
  const stamps = memory.add(fact("Robert Miller collects stamps from Peru.")).fact;
  const coins = memory.add(fact("Dora collects coins from Chile.")).fact;
  memory.add(fact("Bob collects dust, said Dora."));
  const relevance = (id: string) => memory.explain("What does Bob collect?", id).figures.relevance as number;
  expect(relevance(stamps.id)).toBeLessThanOrEqual(relevance(coins.id));
  memory.add(fact("Robert Miller goes by Bob."));
  expect(relevance(stamps.id)).toBeGreaterThan(2 * relevance(coins.id));
  expect(contents(memory.recall("What does Bob collect?"))).toContain(stamps.content);
});

test("what was renamed is found under both names", () => {
  const memory = filled();
  memory.add(fact("Northgate has a budget of two million."));
  const plan = memory.add(fact("The trees for Elmgate are ordered.")).fact;
  expect(memory.explain("Northgate", plan.id).fate).not.toBe("returned");
  memory.add(fact("Northgate was renamed to Elmgate."));
  expect(contents(memory.recall("Northgate"))).toContain(plan.content);
  expect(contents(memory.recall("Elmgate budget"))[0]).toBe("Northgate has a budget of two million.");
});

test("a page that calls Anna Bert changes nothing", () => {
  const memory = filled();
  memory.add(fact("Anna is allergic to walnuts."));
  memory.add(fact("Bert plays chess on Sundays."));
  const asked = () =>
    memory.recall("What is Bert allergic to?", { minScore: 0 }).map((hit) => [hit.fact.id, hit.relevance]);
  const before = asked();
  memory.add(fact("Anna is also known as Bert.", { source: "retrieved_document" }));
  const own = asked().filter(([id]) => before.some(([known]) => known === id));
  expect(own).toEqual(before);
});

test("a joint name that was taken back joins nothing", () => {
  const memory = filled();
  const plan = memory.add(fact("The trees for Elmgate are ordered.")).fact;
  memory.add(fact("Northgate has a budget of two million."));
  const naming = memory.add(fact("Northgate was renamed to Elmgate.")).fact;
  expect(contents(memory.recall("Northgate"))).toContain(plan.content);
  memory.archive(naming.id);
  expect(contents(memory.recall("Northgate"))).not.toContain(plan.content);
});
