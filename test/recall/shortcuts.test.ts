/** Recall looks at no more than it must. Does it find the same as when it looks at everything? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encode } from "../../src/index/encoder.ts";
import { EntityIndex } from "../../src/index/entities.ts";
import { LexicalIndex } from "../../src/index/lexical.ts";
import { NearDocuments } from "../../src/index/near-documents.ts";
import { VectorIndex } from "../../src/index/vectors.ts";
import { tidelinePolicy } from "../../src/lifecycle/tideline.ts";
import { Replica } from "../../src/log/replica.ts";
import { driveNow } from "../../src/log/steps.ts";
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import { isLive } from "../../src/recall/eligible.ts";
import { parseRecallOptions } from "../../src/recall/options.ts";
import { recallFrom } from "../../src/recall/recall.ts";
import { Relevance } from "../../src/recall/relevance.ts";
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
  const view = () => {
    const state = driveNow(replica.catchUp());
    lexical.ready(state);
    const entities = new EntityIndex();
    return { state, lexical, vectors, entities, relevance, policy: tidelinePolicy, now: NOON + 86_400_000 };
  };
  const relevance = new Relevance(lexical);
  return {
    view,
    commit: (...events: readonly MemoryEvent[]) => driveNow(replica.commit(() => events)),
    erase: (...ids: readonly string[]) => driveNow(replica.erase(ids, NOON, { rule: "test" })),
  };
}

/** Facts of every class, some in episodes, some linked, some archived. */
function fill(count: number, seed: number, isMostlyForeign = false) {
  const chance = seededChance(seed);
  const pick = <T>(list: readonly T[]) => list[upTo(list.length - 1, chance)] as T;
  const { commit, erase, view } = world();
  const events: MemoryEvent[] = [];
  for (let i = 0; i < count; i++) {
    const content = Array.from({ length: 1 + upTo(5, chance) }, () => pick(WORDS)).join(" ");
    const episode = chance() < 0.3 ? { episode: `e${upTo(4, chance)}` } : {};
    const segment = pick(["knowledge", "project"] as const);
    const from = isMostlyForeign && chance() < 0.99 ? CLASSES[3] : pick(CLASSES);
    events.push(
      added(`f${i}`, "", { ...from, segment, body: { content, ...episode }, createdAt: NOON - i * 1_000 }),
    );
    const on = { v: EVENT_VERSION, at: NOON, fact: `f${i}` } as const;
    if (chance() < 0.1) events.push({ type: "archived", ...on });
    if (chance() < 0.2 && i > 0)
      events.push({ type: "linked", ...on, kind: "relates", to: `f${upTo(i - 1, chance)}` });
  }
  commit(...events);
  return { commit, erase, view, chance, pick };
}

const QUERY = fc
  .array(fc.constantFrom(...WORDS, "teh", "gardn"), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(" "));

describe("what recall leaves out", () => {
  test("changes no hit, no relevance, no score and no lane", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }),
        fc.nat(),
        QUERY,
        fc.record({ limit: fc.integer({ min: 1, max: 20 }), graph: fc.constantFrom(true, false, "links") }),
        fc.boolean(),
        (count, seed, query, asked, isFiltered) => {
          const options = parseRecallOptions(isFiltered ? { ...asked, segments: ["project"] } : asked, true);
          const view = fill(count, seed).view();
          const whole = recallFrom(view, query, options, true);
          const { hits, floors } = recallFrom(view, query, options);
          expect(hits).toEqual(whole.hits);
          expect(floors).toEqual(whole.floors);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("near documents", () => {
  const oracle = (view: ReturnType<ReturnType<typeof world>["view"]>, query: string, limit: number) => {
    const { documents } = view.lexical;
    const ordinal = (id: string) => documents.ordinalOf(id) as number;
    const near = (accepts: (document: number) => boolean) =>
      view.vectors.nearest(
        encode(query),
        limit,
        (id) => documents.isLive(ordinal(id)) && accepts(ordinal(id)),
      );
    const all = near(() => true);
    const hasOthers = all.some(({ id }) => !documents.isTrusted(ordinal(id)));
    const trusted = hasOthers ? near((document) => documents.isTrusted(document)) : [];
    return new Map([...all, ...trusted].map(({ id, cosine }) => [ordinal(id), cosine]));
  };

  test.each([
    [40, false],
    [400, false],
    [800, true],
    [6_000, false],
    [6_000, true],
  ])("are those of a search of all and one of the trusted, among %i facts", (count, isMostlyForeign) => {
    const { view, commit, erase, pick, chance } = fill(count, count, isMostlyForeign);
    const near = new NearDocuments(view().vectors);
    for (let round = 0; round < 12; round++) {
      const query = Array.from({ length: 1 + upTo(4, chance) }, () => pick(WORDS)).join(" ");
      const limit = pick([1, 7, 64]);
      const now = view();
      near.begin(now.lexical.documents);
      const least = pick([0, 0.2, 0.35, 0.5]);
      near.search(encode(query), now.lexical.documents, limit, false, least);
      const found = near.near;
      const documents = [...found.documents.subarray(0, found.count)];
      const cosines = new Map(documents.map((document) => [document, found.cosines[document]]));
      const wanted = (all: ReadonlyMap<number, number | undefined>) =>
        new Map([...all].filter(([, cosine]) => (cosine ?? 0) >= least || least === 0));
      expect(wanted(cosines)).toEqual(wanted(oracle(now, query, limit)));
      expect(cosines.size).toBe(found.count);
      expect(found.cosines.filter((cosine) => cosine !== 0).length).toBeLessThanOrEqual(found.count);
      // Facts come and go between searches.
      commit(added(`more${round}`, query));
      if (round % 3 === 0) erase(`f${round}`);
      if (round % 4 === 0)
        commit({ type: "endorsed", v: EVENT_VERSION, at: NOON, fact: `f${30 - round}`, authority: 3 });
    }
  });

  test("a crowd of foreign facts that are not near enough hides no trusted one that is", () => {
    const query = encode("vegetarian diet");
    const chance = seededChance(7);
    const noise = () => Array.from({ length: 7 }, () => "abcdefghijklmnop"[upTo(15, chance)]).join("");
    const pool = Array.from({ length: 6_000 }, () => `vegetarian diet ${noise()} ${noise()} ${noise()}`);
    const measured = world();
    measured.commit(...pool.map((content, i) => added(`f${i}`, content)));
    const ranked = measured.view().vectors.nearest(query, pool.length);
    // Thirty of the owner's, and thousands that are hardly farther: a first look has no room for all of them.
    const [own, foreign] = [ranked.slice(1_470, 1_500), ranked.slice(1_500, 5_500)];
    const { commit, view } = world();
    const contentOf = (id: string) => pool[Number(id.slice(1))] as string;
    commit(
      ...own.map(({ id }) => added(id, contentOf(id))),
      ...foreign.map(({ id }) => added(id, "", { ...CLASSES[3], body: { content: contentOf(id) } })),
    );
    const { vectors, lexical } = view();
    const near = new NearDocuments(vectors);
    near.begin(lexical.documents);
    near.search(query, lexical.documents, 64, false, own.at(-1)?.cosine as number);
    const found = new Set(near.near.documents.subarray(0, near.near.count));
    expect(own.filter(({ id }) => !found.has(lexical.documents.ordinalOf(id) as number))).toEqual([]);
  });
});
