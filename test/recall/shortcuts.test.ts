/** Recall looks at no more than it must. Does it find the same as when it looks at everything? */
import { describe, expect, test } from "vitest";
import { EntityIndex } from "../../src/indexes/names/entities.ts";
import type { ClassVectors } from "../../src/indexes/vectors/class-vectors.ts";
import { encode } from "../../src/indexes/vectors/encoder.ts";
import { NearDocuments } from "../../src/indexes/vectors/near-documents.ts";
import { VectorIndex } from "../../src/indexes/vectors/vectors.ts";
import { LexicalIndex } from "../../src/indexes/words/lexical.ts";
import { tidelinePolicy } from "../../src/lifecycle/tideline.ts";
import { Replica } from "../../src/log/replica.ts";
import { driveNow } from "../../src/log/steps.ts";
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import { isLive } from "../../src/recall/eligible.ts";
import { parseRecallOptions } from "../../src/recall/options.ts";
import { type Outcome, recallFrom } from "../../src/recall/recall.ts";
import { type ClassSearch, Search } from "../../src/recall/search.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { seededChance, upTo } from "../../src/testing/chance.ts";
import { added, NOON } from "../support/events.ts";

const WORDS =
  "tea coffee garden piano train office dog cat running vegetarian diet school house trip berlin music doctor money Anna Berlin".split(
    " ",
  );
const CLASSES = [
  { source: "owner_message", authority: 3 },
  { source: "extraction", authority: 2 },
  { source: "agent", authority: 1 },
  { source: "tool_output", authority: 0 },
] as const;

function world() {
  const [lexical, vectors] = [new LexicalIndex(isLive), new VectorIndex()];
  const replica = new Replica(new MemoryStore(), "owner", [lexical, vectors]);
  const search = new Search(lexical, vectors);
  const view = () => {
    const state = driveNow(replica.catchUp());
    lexical.ready(state);
    const entities = new EntityIndex();
    return { state, search, vectors, entities, policy: tidelinePolicy, now: NOON + 86_400_000 };
  };
  const own = () => {
    const [found] = search.classes(driveNow(replica.catchUp()));
    return found as ClassSearch & { readonly vectors: ClassVectors };
  };
  return {
    view,
    /** The owner's class. */
    own,
    commit: (...events: readonly MemoryEvent[]) => driveNow(replica.commit(() => events)),
    erase: (...ids: readonly string[]) => driveNow(replica.erase(ids, NOON, { rule: "test" })),
  };
}

/** Facts of every class, some in episodes, some linked, some archived. */
function fill(count: number, seed: number) {
  const chance = seededChance(seed);
  const pick = <T>(list: readonly T[]) => list[upTo(list.length - 1, chance)] as T;
  const { commit, erase, view, own } = world();
  const events: MemoryEvent[] = [];
  for (let i = 0; i < count; i++) {
    const content = Array.from({ length: 1 + upTo(5, chance) }, () => pick(WORDS)).join(" ");
    const episode = chance() < 0.3 ? { episode: `e${upTo(4, chance)}` } : {};
    const segment = pick(["knowledge", "project"] as const);
    events.push(
      added(`f${i}`, "", {
        ...pick(CLASSES),
        segment,
        body: { content, ...episode },
        createdAt: NOON - i * 1_000,
      }),
    );
    const on = { v: EVENT_VERSION, at: NOON, fact: `f${i}` } as const;
    if (chance() < 0.1) events.push({ type: "archived", ...on });
    if (chance() < 0.2 && i > 0)
      events.push({ type: "linked", ...on, kind: "relates", to: `f${upTo(i - 1, chance)}` });
  }
  commit(...events);
  return { commit, erase, view, own, chance, pick };
}

describe("near documents", () => {
  test.each([40, 400, 6_000])("are those of a search of the vectors, among %i facts", (count) => {
    const { own, commit, erase, pick, chance } = fill(count, count);
    const near = new NearDocuments(own().vectors);
    for (let round = 0; round < 12; round++) {
      const query = encode(Array.from({ length: 1 + upTo(4, chance) }, () => pick(WORDS)).join(" "));
      const limit = pick([1, 7, 64]);
      const { lexicon, vectors } = own();
      const { documents } = lexicon;
      const ordinal = (id: string) => documents.ordinalOf(id) as number;
      near.begin(documents);
      near.search(query, documents, limit, false);
      const found = near.near;
      const cosines = new Map(
        [...found.documents.subarray(0, found.count)].map((document) => [document, found.cosines[document]]),
      );
      const nearest = vectors.nearest(query, limit, (id) => documents.isLive(ordinal(id)));
      expect(cosines).toEqual(new Map(nearest.map(({ id, cosine }) => [ordinal(id), cosine])));
      expect(cosines.size).toBe(found.count);
      // Facts come and go between searches, and change their class.
      commit(added(`more${round}`, pick(WORDS)));
      if (round % 3 === 0) erase(`f${round}`);
      if (round % 4 === 0)
        commit({ type: "endorsed", v: EVENT_VERSION, at: NOON, fact: `f${30 - round}`, authority: 3 });
    }
  });
});

/** All that a caller may see of an outcome. */
function answerOf({ hits, kept, displaced, floors, lanes }: Outcome) {
  const plain = (list: Outcome["hits"]) =>
    list.map(({ fact, ...figures }) => ({ fact: fact.id, ...figures, features: figures.features?.figures }));
  return { hits: plain(hits), kept: plain(kept), displaced: plain(displaced), floors, lanes };
}

describe("what the cut is certain to remove", () => {
  const OPTIONS = [
    { limit: 3 },
    { limit: 50 },
    { graph: true },
    { graph: false, include: ["archived"] },
    { strict: true },
  ] as const;

  test.each([30, 300, 2_000])("is not ranked, and changes no answer, among %i facts", (count) => {
    const { view, commit, pick, chance } = fill(count, count + 1);
    const on = { v: EVENT_VERSION, at: NOON } as const;
    const changes: MemoryEvent[] = [];
    for (let i = 0; i < count / 5; i++) {
      const [from, to] = [upTo(count - 1, chance), upTo(count - 1, chance)];
      if (from !== to)
        changes.push({ type: "linked", ...on, fact: `f${from}`, kind: "contradicts", to: `f${to}` });
      if (chance() < 0.3) changes.push({ type: "challenged", ...on, fact: `f${from}` });
    }
    commit(...changes);
    const everything = view();
    let leftOut = 0;
    for (let round = 0; round < 40; round++) {
      const words = Array.from({ length: 1 + upTo(4, chance) }, () => pick(WORDS)).join(" ");
      const query = pick([words, `What do you know about ${words}?`, `When did Anna ${words}?`]);
      const options = parseRecallOptions(pick(OPTIONS), true);
      const [short, all] = [false, true].map((ranksAll) => recallFrom(everything, query, options, ranksAll));
      expect(answerOf(short as Outcome), query).toEqual(answerOf(all as Outcome));
      leftOut += (all as Outcome).ranked.length - (short as Outcome).ranked.length;
    }
    expect(leftOut).toBeGreaterThan(0);
  });
});
