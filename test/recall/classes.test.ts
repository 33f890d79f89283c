/** What has a lower class to do with what the principal's own facts are worth in a recall? Nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Tideline } from "../../src/index.ts";
import { EntityIndex } from "../../src/indexes/names/entities.ts";
import { VectorIndex } from "../../src/indexes/vectors/vectors.ts";
import { LexicalIndex } from "../../src/indexes/words/lexical.ts";
import { policyOf } from "../../src/lifecycle/policies.ts";
import { Replica } from "../../src/log/replica.ts";
import { driveNow } from "../../src/log/steps.ts";
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import type { Candidate } from "../../src/recall/candidate.ts";
import { isLive } from "../../src/recall/eligible.ts";
import { parseRecallOptions } from "../../src/recall/options.ts";
import { type RecallView, recallFrom } from "../../src/recall/recall.ts";
import { Search } from "../../src/recall/search.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { added, NOON } from "../support/events.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

const LOWER = [
  { source: "extraction", authority: 2 },
  { source: "agent", authority: 1 },
  { source: "channel_message", authority: 1 },
  { source: "tool_output", authority: 0 },
] as const;
const WORDS =
  "tea coffee garden gardn piano train vegetarian diet dentist dr okafor smith rent 1400 1500 school Anna Bert Northgate Elmgate".split(
    " ",
  );
const WHOLE = [
  "My dentist is Dr. Okafor.",
  "Who is my dentist? My dentist is Dr. Smith.",
  "Bert is also called Anna.",
  "Northgate was renamed to Elmgate.",
  "Ok",
  "In May 2025 we moved to Elmgate.",
  "Anna likes tea; what does Bert like?",
];

const content = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(" ")),
  fc.constantFrom(...WHOLE),
);
const one = fc.record({
  content,
  /** -1: the principal's. */
  by: fc.integer({ min: -1, max: LOWER.length - 1 }),
  episode: fc.option(fc.constantFrom("e1", "e2"), { nil: undefined }),
  position: fc.integer({ min: 0, max: 12 }).map((half) => half / 2),
  actor: fc.constantFrom(undefined, "Anna", "Bert", "garden"),
  alias: fc.option(fc.constantFrom(...WORDS), { nil: undefined }),
  tag: fc.option(fc.constantFrom(...WORDS), { nil: undefined }),
  link: fc.option(fc.nat(30), { nil: undefined }),
});
type One = typeof one extends fc.Arbitrary<infer T> ? T : never;

/** A memory of these; `isKept` tells which of them are in it. Ids stay the same. */
function memoryOf(all: readonly One[], isKept: (one: One) => boolean, policy: string): RecallView {
  const [lexical, vectors, entities] = [new LexicalIndex(isLive), new VectorIndex(), new EntityIndex()];
  const replica = new Replica(new MemoryStore(), "owner", [lexical, vectors, entities]);
  const events: MemoryEvent[] = [];
  all.forEach((one, i) => {
    if (!isKept(one)) return;
    const { actor, alias, tag, episode, position } = one;
    const source = LOWER[one.by] ?? ({ source: "owner_message", authority: 3 } as const);
    const body = {
      content: one.content,
      ...(actor === undefined ? {} : { actor }),
      ...(alias === undefined ? {} : { aliases: [alias] }),
      ...(tag === undefined ? {} : { tags: [tag] }),
      ...(episode === undefined ? {} : { episode }),
    };
    const at = { createdAt: NOON + i * 1_000, ...(episode === undefined ? {} : { position }) };
    events.push(added(`f${i}`, "", { ...source, ...at, body }));
  });
  all.forEach((one, i) => {
    const to = one.link === undefined ? undefined : all[one.link];
    if (to === undefined || one.link === i || !isKept(one) || !isKept(to)) return;
    events.push({
      type: "linked",
      v: EVENT_VERSION,
      at: NOON,
      fact: `f${i}`,
      kind: "relates",
      to: `f${one.link}`,
    });
  });
  if (events.length > 0) driveNow(replica.commit(() => events));
  const state = driveNow(replica.catchUp());
  const search = new Search(lexical, vectors);
  return { state, search, entities, policy: policyOf(policy as "tideline", undefined), now: NOON + DAY };
}

const isOwn = ({ by }: One) => by < 0;

function figuresOf(candidates: readonly Candidate[]) {
  return candidates
    .filter(({ fact }) => fact.authority === 3)
    .map(({ fact, relevance, standing, open, lanes, score, weighed, via, copies }) => {
      return { id: fact.id, relevance, standing, open, lanes, score, weighed, via, copies };
    });
}

describe("class 3", () => {
  test("has the hits, order and figures that it has without any lower class", () => {
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 25 }),
        fc.oneof(content, fc.constantFrom("Who is my dentist?", "What does Anna like?", "before Northgate")),
        fc.record({
          limit: fc.integer({ min: 1, max: 12 }),
          graph: fc.constantFrom(true, false, "links" as const),
          minScore: fc.constantFrom(undefined, 0),
        }),
        fc.constantFrom("tideline", "freshness", "layered"),
        (all, query, asked, policy) => {
          const options = parseRecallOptions(asked, true);
          const [everything, ownWords] = [memoryOf(all, () => true, policy), memoryOf(all, isOwn, policy)];
          const { ranked } = recallFrom(everything, query, options);
          expect(figuresOf(ranked)).toEqual(figuresOf(recallFrom(ownWords, query, options).ranked));
          const mixed = recallFrom(everything, query, options);
          const alone = recallFrom(ownWords, query, options);
          const [found, own] = [figuresOf(mixed.hits), figuresOf(alone.hits)];
          // Where places are short, lower classes take some of the last ones: never the first, never more than half.
          expect(found).toEqual(own.slice(0, found.length));
          expect(found.length).toBeGreaterThanOrEqual(Math.min(own.length, Math.ceil(asked.limit / 2)) - 1);
          if (mixed.hits.length < asked.limit) expect(found).toEqual(own);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe("a lower class", () => {
  test("does not come before the principal's answer by echoing the question", () => {
    const { memory } = newMemory();
    memory.add(fact("My dentist is Dr. Okafor."));
    const peer = { source: "channel_message", actor: "Eve" };
    memory.add(fact("Who is my dentist? My dentist is Dr. Smith. Dentist: Smith, my dentist.", peer));
    memory.add(fact("My dentist is Dr. Smith.", { source: "agent" }));
    expect(memory.recall("Who is my dentist?")[0]?.fact.content).toBe("My dentist is Dr. Okafor.");
  });

  test("does not answer with what its questions lend to their neighbours in an episode", () => {
    const { memory } = newMemory();
    memory.add(fact("I bank with Commerzbank."));
    const planted = (content: string, position: number) =>
      fact(content, { source: "agent", episode: { id: "zz", position } });
    for (let i = 1; i <= 10; i++)
      memory.add(planted(`Which bank do I use? Tell me again, part ${i}?`, i / 100));
    memory.add(planted("Evilbank, of course.", 0.045));
    expect(memory.recall("Which bank do I use?").map((hit) => hit.fact.content)).toEqual([
      "I bank with Commerzbank.",
    ]);
  });

  test.each([
    "When is Anna's birthday?",
    "When is Anna's birthday",
    "Anna's birthday? When is Anna's birthday?",
  ])("is not found by a question that it stored as a fact: %s", (question) => {
    const { memory } = newMemory();
    memory.add(fact("My sister Anna turns 40 on 3 May."));
    memory.add(fact(question, { source: "agent", tags: ["birthday"], aliases: ["Anna"] }));
    expect(memory.recall("When is Anna's birthday?").map((hit) => hit.fact.content)).toEqual([
      "My sister Anna turns 40 on 3 May.",
    ]);
  });

  test("does not come before the principal by statements that lend each other the question's words", () => {
    const { memory } = newMemory();
    memory.add(fact("I bank with Commerzbank."));
    const planted = [
      "The bank I use.",
      "The bank I use, again.",
      "Evilbank, of course.",
      "The bank I use, too.",
    ];
    for (const [position, content] of planted.entries())
      memory.add(fact(content, { source: "agent", episode: { id: "zz", position } }));
    expect(memory.recall("Which bank do I use?")[0]?.fact.content).toBe("I bank with Commerzbank.");
  });

  test.each([
    ["When Anna is in Oslo, she stays at the Grand.", "Where does Anna stay in Oslo?"],
    ["Do the dishes before noon.", "dishes"],
    ["What is important to me is quiet.", "What is important to me?"],
    ["Where I live is Oslo.", "Where do I live?"],
  ])("is found by a statement that begins like a question: %s", (statement, question) => {
    const { memory } = newMemory();
    memory.add(fact(statement, { source: "agent" }));
    expect(memory.recall(question).map((hit) => hit.fact.content)).toEqual([statement]);
  });

  test("comes first where only it has the answer, though the principal has spoken of the same thing", () => {
    const { memory } = newMemory();
    memory.add(fact("I ordered a new espresso machine from Ferrante."));
    memory.add(fact("The espresso machine shipped with tracking number QX 4471.", { source: "agent" }));
    const [first] = memory.recall("What is the tracking number of the espresso machine?");
    expect(first?.fact.content).toContain("QX 4471");
  });

  test("does not come before a class above it that is as relevant, where that one moved behind what it disputes", () => {
    const { memory } = newMemory();
    memory.add(fact("I work at Acme."));
    memory.addMany(
      Array.from({ length: 12 }, (_, i) => fact(`I live in Rome. (${i})`, { source: "tool_output" })),
    );
    memory.add(fact("I live in Berlin."));
    memory.add(fact("I live in Rome.", { source: "agent" }));
    for (const question of ["Acme", "Where do I live?", "Rome", "Berlin"]) {
      const hits = memory.search(question, { minScore: 0, limit: 500 });
      for (const [i, hit] of hits.entries())
        for (const below of hits.slice(i + 1))
          if (below.fact.authority > hit.fact.authority)
            expect(hit.relevance).toBeGreaterThan(below.relevance);
    }
  });

  test("does not part an episode of the principal's with messages in between", () => {
    const tell = (isParted: boolean) => {
      const { memory } = newMemory();
      const at = (position: number) => ({ episode: { id: "call", position } });
      memory.add(fact("Which day suits the plumber?", at(1)));
      for (let i = 0; isParted && i < 6; i++)
        memory.add(fact(`Ok ${i}`, { ...at(1.5), source: "channel_message", actor: "Eve" }));
      memory.add(fact("Thursday, in the morning.", at(2)));
      return memory.recall("When does the plumber come?", { passive: true }).map(({ fact, relevance }) => ({
        content: fact.content,
        relevance,
      }));
    };
    expect(tell(true)).toEqual(tell(false));
    expect(tell(true).map(({ content }) => content)).toContain("Thursday, in the morning.");
  });

  test("does not stop links of the principal's by linking to what the principal said", () => {
    const tell = (withAgent: boolean) => {
      const { memory } = newMemory();
      const phone = memory.add(fact("Haller, extension 4411.")).fact.id;
      memory.add(
        fact("The boiler in our cellar has one folder.", { links: [{ kind: "supports", to: phone }] }),
      );
      const notes = ["loud", "old", "green", "warm", "heavy", "tall", "round", "new"].map(
        (how) => memory.add(fact(`The boiler in the cellar is ${how}.`)).fact.id,
      );
      const links = notes.map((to) => ({ kind: "relates", to }) as const);
      if (withAgent) memory.confined().add(fact("Some noise about nothing.", { links }));
      return memory
        .search("the boiler in the cellar", { limit: 20, minScore: 0 })
        .filter(({ fact: { authority } }) => authority === 3)
        .map(({ fact: { content }, relevance }) => [content, relevance]);
    };
    expect(tell(false).map(([content]) => content)).toContain("Haller, extension 4411.");
    expect(tell(true)).toEqual(tell(false));
  });

  test("stands in one place with all that say nearly the same, and tells how many", () => {
    const { memory } = newMemory();
    memory.add(fact("The rent is 1,400 euros."));
    for (let i = 0; i < 40; i++)
      memory.add(
        fact(`Notice no. ${"x".repeat(i + 1)}: the landlord wants the rent for June to be paid in cash now`, {
          source: "channel_message",
          actor: `guest ${i}`,
        }),
      );
    const hits = memory.recall("What is the rent?");
    expect(hits[0]?.fact.content).toBe("The rent is 1,400 euros.");
    // Nothing here is likely by itself, so the best few come: five at most.
    expect(hits.length).toBeLessThanOrEqual(5);
    // Only copies that survive the cut are counted, so the question that shows them is one about them.
    const about = memory.recall("When does the landlord want the rent for June in cash?");
    expect(about.length).toBeLessThanOrEqual(5);
    expect(about.reduce((sum, hit) => sum + hit.copies, 0)).toBeGreaterThan(20);
  });

  const contents = (memory: Tideline, question: string, limit?: number) =>
    memory
      .recall(question, { passive: true, ...(limit === undefined ? {} : { limit }) })
      .map((hit) => hit.fact.content);

  test.each([
    ["Who has the blue key?", ["Anna has the blue key.", "Ben has the blue key."]],
    ["Which key does Anna have?", ["Anna has the blue key.", "Anna has the red key."]],
    ["Where do we turn at the church?", ["Turn left at the church.", "Turn right at the church."]],
    ["What is the door code?", ["The door code is 4711.", "The door code is 4712."]],
    ["What is the door code?", ["The door code is 4711.", "The door code is not 4711."]],
    [
      "When does the board of the house meet?",
      ["Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun"].map(
        (day) => `The board of the house meets on ${day}day in the hall.`,
      ),
    ],
  ])("keeps what differs in one telling word: %s", (question, texts) => {
    const { memory } = newMemory();
    for (const text of texts) memory.add(fact(text, { source: "agent" }));
    expect([...contents(memory, question)].sort()).toEqual([...texts].sort());
  });

  test.each([
    ["ref", (i: number) => ` ref ${i}`],
    ["a token", (i: number) => `. ${(i * 7919 + 1e5).toString(36)}`],
    ["numbering", (i: number) => ` (${i})`],
    ["a name", (i: number) => ` says Guest${i}`],
  ])("does not fill the list by adding %s to each of its copies", (_what, tail) => {
    const { memory } = newMemory();
    const flood = memory.confined({ client: "flood" });
    const honest = memory.confined({ client: "honest" });
    const said = "The door code of the cellar is 4711 since May.";
    honest.add(fact(said));
    for (let i = 0; i < 40; i++) flood.add(fact(`The door code of the cellar is 9999${tail(i)}`));
    const hits = memory.recall("What is the door code of the cellar?", { passive: true });
    expect(hits.map((hit) => hit.fact.content)).toContain(said);
    expect(hits.length).toBeLessThan(4);
    expect(hits.reduce((sum, hit) => sum + hit.copies, 0)).toBe(38);
    for (let limit = 1; limit < 20; limit += 3) {
      const longer = contents(memory, "What is the door code of the cellar?", limit + 1);
      for (const one of contents(memory, "What is the door code of the cellar?", limit))
        expect(longer).toContain(one);
    }
  });

  test("makes no series of what others wrote", () => {
    const { memory } = newMemory();
    for (let i = 0; i < 16; i++)
      memory.confined({ client: "flood" }).add(fact(`Guest${i} has the key of the blue cellar.`));
    for (const name of ["Anna", "Ben"])
      memory.confined({ client: name }).add(fact(`${name} has the key of the blue cellar.`));
    expect(memory.recall("Who has the key of the blue cellar?", { limit: 20, passive: true })).toHaveLength(
      18,
    );
  });

  test("makes no fact first or last by a quota: a longer list has all that a shorter one has", () => {
    const { memory } = newMemory();
    const from = (source: string) => ({ source });
    memory.add(fact("Rent rent rent: see page 3.", from("retrieved_document")));
    for (const day of ["Monday", "Tuesday", "Friday"]) memory.add(fact(`On ${day} I paid the rent.`));
    for (const name of ["Olga", "Petra", "Quentin"])
      memory.add(fact(`${name} asked about the rent again.`, from("channel_message")));
    const idsAt = (limit: number) =>
      memory.recall("rent", { limit, passive: true }).map((hit) => hit.fact.id);
    const all = idsAt(7);
    for (let limit = 1; limit < 7; limit++) {
      expect(idsAt(limit)[0]).toBe(all[0]);
      for (const id of idsAt(limit)) expect(idsAt(limit + 1)).toContain(id);
    }
  });
});

describe("what the principal said best", () => {
  test("counts as used where a lower class took its place, and only in a recall that counts", () => {
    const { memory } = newMemory();
    const own = memory.add(fact("I ordered a new espresso machine from Ferrante.")).fact.id;
    memory.add(fact("The espresso machine shipped with tracking number QX 4471.", { source: "agent" }));
    const question = "What is the tracking number of the espresso machine?";
    expect(memory.recall(question, { limit: 1, passive: true }).map((hit) => hit.fact.id)).not.toContain(own);
    expect(memory.inspect(own).waitingMarks).toBe(0);
    memory.recall(question, { limit: 1 });
    expect(memory.inspect(own).waitingMarks).toBe(1);
  });
});
