/** Is a change of mind noticed without slots, and is what did not change left alone? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const HEARSAY = { source: "tool_output" };
const LATER = 30 * DAY;

function told(before: string, after: string, given: object = {}) {
  const { memory, clock } = newMemory();
  const first = memory.add(fact(before)).fact.id;
  clock.pass(LATER);
  const second = memory.add(fact(after, given));
  return { memory, clock, first, second };
}

describe("the same sentence with another value", () => {
  test.each([
    ["I take 50 mg of sertraline.", "I take 100 mg of sertraline now."],
    ["My manager is Priya.", "My new manager is Kevin."],
    ["I live in Berlin.", "I now live in Oslo."],
  ])("ends what it replaces, with its history: %s / %s", (before, after) => {
    const { memory, first, second } = told(before, after);
    expect(second.outcome).toBe("superseded");
    const old = memory.inspect(first);
    expect(old.fact).toMatchObject({ validity: "superseded", supersededBy: second.fact.id });
    expect(old.fact?.validTo).toBe(START + LATER);
    expect(old.text).toContain("rule change/another-value");
  });

  test("without a word like 'now' it is a possible change", () => {
    const { memory, first, second } = told("I live in Berlin.", "I live in Oslo.");
    expect(second.fact.review).toBe("possible-change");
    expect(memory.inspect(first).fact?.validity).toBe("valid");
  });

  test("about an earlier time supersedes nothing, and is no possible change", () => {
    for (const when of [{ validFrom: START - DAY }, { validFrom: START - 9 * DAY, validTo: START - DAY }]) {
      const { memory, first, second } = told("I live in Berlin.", "I now live in Oslo.", when);
      expect(memory.inspect(first).fact?.validity).toBe("valid");
      expect(second.fact.links).toEqual([]);
    }
  });
});

describe("a possible change", () => {
  test.each([
    ["I live in Berlin.", "I moved to Oslo last week.", "Where do I live?"],
    ["My manager is Priya.", "Kevin is my new manager.", "Who is my manager?"],
    [
      "I always take the window seat on planes.",
      "From now on I want the aisle seat.",
      "Which seat do I want?",
    ],
    ["The party is on the 12th.", "The party is on the 19th.", "When is the party?"],
    ["I drink coffee every morning.", "I switched from coffee to tea.", "What do I drink in the morning?"],
    ["Ich wohne in Berlin.", "Ich bin nach Oslo gezogen.", "Wo wohne ich?"],
    ["Vivo en Madrid.", "Me mudé a Sevilla.", "¿Dónde vivo?"],
    ["J'habite à Lyon.", "J'ai déménagé à Nantes.", "Où est-ce que j'habite ?"],
    ["Abito a Roma.", "Mi sono trasferito a Torino.", "Dove abito?"],
    ["I dislike golf.", "I like golf.", "Do I like golf?"],
  ])("is linked, waits for a person, and comes first: %s / %s", (before, after, question) => {
    const { memory, first, second } = told(before, after);
    expect(second.outcome).toBe("added");
    expect(second.fact).toMatchObject({ review: "possible-change" });
    expect(second.fact.links).toContainEqual({ kind: "contradicts", to: first });
    expect(memory.review().map(({ id }) => id)).toContain(second.fact.id);
    expect(memory.inspect(first).fact?.validity).toBe("valid");
    const [hit, next] = memory.recall(question);
    expect(hit?.fact.id).toBe(second.fact.id);
    expect(hit?.replaces).toEqual([first]);
    expect(next?.mayBeReplacedBy).toEqual([second.fact.id]);
  });

  test("is decided by a person: both hold, or one replaces the other", () => {
    const one = told("I live in Berlin.", "I moved to Oslo last week.");
    const [contradiction] = one.memory.contradictions();
    expect(contradiction).toMatchObject({ a: one.first, b: one.second.fact.id });
    one.memory.resolve(contradiction?.id as string, { keep: "both" });
    expect(one.memory.contradictions()).toEqual([]);
    expect(one.memory.recall("Where do I live?").every(({ mayBeReplacedBy }) => !mayBeReplacedBy)).toBe(true);
    const other = told("I live in Berlin.", "I moved to Oslo last week.");
    other.memory.resolve(other.memory.contradictions()[0]?.id as string, { keep: other.second.fact.id });
    expect(other.memory.inspect(other.first).fact?.validity).toBe("superseded");
  });

  test("is the same whether facts come one by one or together", () => {
    const { memory, clock } = newMemory();
    const [first, second] = memory.addMany([fact("I live in Berlin."), fact("I moved to Oslo last week.")]);
    clock.pass(DAY);
    expect(second).toMatchObject({ outcome: "added", fact: { review: "possible-change" } });
    expect(second?.outcome === "added" && second.fact.links[0]?.to).toBe(
      first?.outcome === "added" && first.fact.id,
    );
  });
});

describe("no change", () => {
  test.each([
    ["My work phone is a Pixel.", "My private phone is an iPhone."],
    ["I speak Italian.", "I also speak Polish."],
    ["My brother lives in Toronto.", "My parents moved to Halifax."],
    ["I have coffee in the morning.", "In the evening I now have tea."],
    ["I lived in Rome as a student.", "I moved to Berlin."],
    ["The rent of flat 1 is 900 euros.", "The rent of flat 2 is 900 euros."],
    ["A hospital in Turin uses therapy donkeys.", "On Hydra all luggage is moved by donkeys."],
    ["My brother Sal rides a bike.", "Sal moved to Tucson after the divorce."],
    [
      "No coffee for me after a night shift, it wrecks my sleep.",
      "Two factories merged their shift plans and now both have Sunday off.",
    ],
    ["Our landlord is Mr. Verhoeven.", "Clementine's landlord raised the rent by eleven percent."],
    ["I won't quit the choir.", "I won't quit the choir on Mondays."],
    ["I sing in the choir on Mondays.", "I didn't quit the choir."],
    ["Hey Joanna, I moved my desk to the window.", "Hey Joanna, I stopped reading at night."],
    ["My partner is called Jonas.", "My name is Mara, and I have lived here since 2019."],
    ["I drive a 2017 Ford Transit.", "Car insurance classes were changed for nine million drivers."],
    [
      "We're renting a three-bedroom terrace on Calder Street.",
      "My snoring got so bad that I now sleep with a machine.",
    ],
    [
      "I'm prepping for my dance studio more than ever!",
      "Wow, that is great news! I found a new studio too, and I moved my classes there last week, so come by one day and tell me what you think of it.",
    ],
  ])("is where two things hold: %s / %s", (before, after) => {
    const { memory, first, second } = told(before, after);
    expect(second.fact.links).toEqual([]);
    expect(memory.inspect(first).fact?.validity).toBe("valid");
  });
});

test("what the speaker says of himself changes what he said of himself, whatever else has the word", () => {
  const { memory, clock } = newMemory();
  const first = memory.add(fact("I drink coffee in the morning.")).fact.id;
  for (const world of [
    "The coffee roaster sells yesterday's beans at a third off from a bucket.",
    "The prototype coffee machine confused two brothers from logistics.",
    "The tea room in the castle park accepts dogs only on the terrace.",
  ])
    memory.add(fact(world));
  clock.pass(LATER);
  const second = memory.add(fact("I switched from coffee to tea.")).fact;
  expect(second.links).toEqual([{ kind: "contradicts", to: first }]);
});

test("of several people who speak in one memory, nobody changes what another said", () => {
  const { memory, clock } = newMemory();
  memory.add(fact("I live in Berlin.", { actor: "Anna" }));
  clock.pass(LATER);
  const moved = memory.add(fact("I moved to Oslo last week.", { actor: "Bert" }));
  expect(moved.fact).toMatchObject({ links: [], review: undefined });
});

test("a possible change comes first only where the question is about it", () => {
  const { memory, first, second } = told(
    "The kids see the dentist at Smile Lodge; Ella's next check-up is in March.",
    "I've got two kids, Ella and Oscar.",
  );
  expect(second.fact.links).toContainEqual({ kind: "contradicts", to: first });
  expect(
    memory.search("Which dentist at Smile Lodge has the check-up in March?", { minScore: 0 })[0]?.fact.id,
  ).toBe(first);
});

describe("a lower class", () => {
  const PAIRS = [
    ["I live in Berlin.", "I now live in Oslo."],
    ["I live in Berlin.", "I moved to Oslo last week."],
    ["My manager is Priya.", "I report to Kevin now, no longer to Priya."],
    ["I dislike golf.", "I like golf."],
  ] as const;

  test("never supersedes, and never comes before, a higher one", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAIRS),
        fc.constantFrom("tool_output", "agent", "import"),
        fc.integer({ min: -90, max: 90 }),
        ([before, after], source, days) => {
          const { memory, first, second } = told(before, after, { source, validFrom: START + days * DAY });
          expect(memory.inspect(first).fact?.validity).toBe("valid");
          for (const question of ["Where do I live?", "Who is my manager?", "Do I like golf?", after]) {
            const ids = memory.recall(question, { minScore: 0 }).map((hit) => hit.fact.id);
            if (ids.includes(second.fact.id) && ids.includes(first))
              expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second.fact.id));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("leaves a link and a review item", () => {
    const { first, second } = told("I live in Berlin.", "I moved to Oslo last week.", HEARSAY);
    expect(second.fact).toMatchObject({ validity: "valid", review: "possible-change" });
    expect(second.fact.links).toContainEqual({ kind: "contradicts", to: first });
  });

  test("supersedes its author's own word alone", () => {
    const { memory, clock } = newMemory();
    const agent = (actor: string) => ({ source: "agent", actor });
    const first = memory.add(fact("My manager is Priya.", agent("a"))).fact.id;
    clock.pass(DAY);
    const other = memory.add(fact("My new manager is Kevin.", agent("b")));
    expect(other.fact).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(memory.inspect(first).fact?.validity).toBe("valid");
    clock.pass(DAY);
    expect(memory.add(fact("My new manager is Ines.", agent("a"))).outcome).toBe("superseded");
    expect(memory.inspect(first).fact?.validity).toBe("superseded");
  });
});

test("what replaces a fact comes with it, though it has none of the question's words", () => {
  const { memory, second } = told(
    "My phone is an iPhone 11.",
    "Finally got myself a Fairphone, the old one was dying.",
  );
  for (let i = 0; i < 40; i++) memory.add(fact(`The ${i}th lamp post of Harbour Lane was painted.`));
  expect(memory.search("What phone do I have?")[0]?.fact.id).toBe(second.fact.id);
});

test("a possible change leads to nothing that the question is not about", () => {
  const { memory, first } = told(
    "The kids see the dentist at Smile Lodge; Ella's next check-up is in March.",
    "I've got two kids, Ella and Oscar.",
  );
  for (let i = 0; i < 40; i++) memory.add(fact(`The ${i}th lamp post of Harbour Lane was painted.`));
  const hits = memory.search("Which dentist at Smile Lodge has the check-up in March?");
  expect(hits.map((hit) => hit.fact.id)).toEqual([first]);
});
