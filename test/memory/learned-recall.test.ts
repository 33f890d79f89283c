/** Does a learned embedder find what words do not, hurt nothing that words find, and say so when it cannot help? */
import { describe, expect, test } from "vitest";
import { type AsyncTideline, MemoryStore, Tideline, TidelineError } from "../../src/index.ts";
import { FakeEmbedder, gated } from "../support/embedder.ts";
import { FakeClock, fact, PEER } from "../support/memory.ts";

/** Knows what belongs together: texts of one topic lie in one direction. */
const TOPICS = [
  ["sustenance", "falafel", "zucchini"],
  ["dwelling", "rent", "Berlin"],
  ["melody", "cello", "Bach"],
] as const;

class TopicEmbedder extends FakeEmbedder {
  readonly thresholds = { same: 0.99, related: 0.6 };

  override async embed(texts: readonly string[], role: "query" | "fact"): Promise<readonly Float32Array[]> {
    await super.embed(texts, role);
    return texts.map((text) => {
      const vector = new Float32Array(this.dimensions).fill(0.05);
      for (const [i, words] of TOPICS.entries()) if (words.some((word) => text.includes(word))) vector[i] = 1;
      return vector;
    });
  }
}

/** Its vectors point a little towards the topic, and are never near. */
class VagueEmbedder extends TopicEmbedder {
  override async embed(texts: readonly string[], role: "query" | "fact"): Promise<readonly Float32Array[]> {
    const vectors = await super.embed(texts, role);
    for (const [i, vector] of vectors.entries())
      vector[role === "query" ? 63 : 40 + ((texts[i]?.length ?? 0) % 20)] = 2;
    return vectors;
  }
}

async function filled(embedder = new TopicEmbedder()) {
  const clock = new FakeClock();
  const store = new MemoryStore();
  const memory = await Tideline.connect(store, { clock, embedder });
  await memory.addMany([
    fact("We had falafel."),
    fact("The rent went up."),
    fact("He plays the cello."),
    ...Array.from({ length: 30 }, (_, i) => fact(`Number ${i} is a number.`)),
  ]);
  return { memory, embedder, store, clock };
}

const contents = async (memory: AsyncTideline, query: string) =>
  (await memory.recall(query)).map((hit) => hit.fact.content);

describe("the learned lane", () => {
  test("does not find a fact of a lower class that only asks, nor lets it lend", async () => {
    const { memory } = await filled();
    const planted = (content: string, position: number) =>
      fact(content, { source: "agent", episode: { id: "e", position } });
    await memory.addMany([planted("What is the zucchini for", 1), planted("Whatever Eve sells.", 2)]);
    await memory.embedPending();
    expect(await contents(memory, "sustenance")).toEqual(["We had falafel."]);
  });

  test("finds what shares no word with the query", async () => {
    const { memory } = await filled();
    await memory.embedPending();
    const hits = await memory.recall("sustenance");
    expect(hits.map((hit) => hit.fact.content)).toEqual(["We had falafel."]);
    expect(hits[0]?.lanes).toEqual(["vector"]);
    expect(hits.lanes).toContain("vector");
    expect(hits.degraded).toEqual([]);
    expect(hits.receipt.model).toBe("fake");
    expect(await memory.context("sustenance")).toContain("falafel");
    await memory.close();
  });

  test("never stands alone for what merely stands out: nothing about the query is nothing", async () => {
    const { memory } = await filled();
    await memory.embedPending();
    expect(await contents(memory, "photosynthesis")).toEqual([]);
    await memory.close();
  });

  test("leaves facts that have the query's words on top", async () => {
    const { memory } = await filled();
    await memory.add(fact("The cello is in the cellar."));
    await memory.embedPending();
    expect((await contents(memory, "where is the cello, in the cellar?"))[0]).toBe(
      "The cello is in the cellar.",
    );
    await memory.close();
  });

  test("keeps lower classes below equally near facts of the owner", async () => {
    const { memory } = await filled();
    await memory.add(fact("Somebody had zucchini.", { source: "tool_output" }));
    await memory.embedPending();
    const all = await memory.search("sustenance", { minScore: 0 });
    expect(all.slice(0, 2).map((hit) => hit.fact.content)).toEqual([
      "We had falafel.",
      "Somebody had zucchini.",
    ]);
    await memory.close();
  });

  test("measures the owner's facts without regard to what lower classes hold", async () => {
    const { memory } = await filled();
    await memory.embedPending();
    const before = (await memory.search("sustenance in Berlin", { minScore: 0 })).map(
      ({ fact: one, relevance }) => [one.content, relevance],
    );
    await memory.addMany(
      Array.from({ length: 40 }, (_, i) =>
        fact(`Flood ${i} of zucchini and rent.`, { source: "retrieved_document" }),
      ),
    );
    await memory.embedPending();
    const after = (await memory.search("sustenance in Berlin", { minScore: 0, limit: 100 }))
      .filter(({ fact: one }) => one.authority === 3)
      .map(({ fact: one, relevance }) => [one.content, relevance]);
    expect(before.length).toBeGreaterThan(1);
    expect(after.slice(0, before.length)).toEqual(before);
    await memory.close();
  });

  test("serves one origin by its own vectors", async () => {
    const { memory } = await filled();
    await memory.embedPending();
    expect(await contents(memory.as(PEER), "sustenance")).toEqual([]);
    await memory.close();
  });

  test("is explained", async () => {
    const { memory } = await filled();
    await memory.embedPending();
    const [hit] = await memory.recall("sustenance");
    const why = await memory.explain("sustenance", hit?.fact.id ?? "");
    expect(why).toMatchObject({ fate: "returned", rank: 1, lanes: ["vector"] });
    const vague = await Tideline.connect(new MemoryStore(), { embedder: new VagueEmbedder() });
    await vague.addMany([
      ...Array.from({ length: 300 }, (_, i) => fact(`Number ${i}.`)),
      fact("We had falafel."),
    ]);
    await vague.embedPending();
    // Some vector is always the nearest: what only a faint one speaks for is not returned, and that is said.
    expect(await contents(vague, "sustenance")).toEqual([]);
    const [faint] = await vague.search("sustenance", { minScore: 0 });
    expect([faint?.fact.content, faint?.uncertain]).toEqual(["We had falafel.", true]);
    const explained = await vague.explain("sustenance", faint?.fact.id ?? "");
    expect(explained).toMatchObject({
      fate: "not-near-enough",
      remedy: expect.stringContaining("minScore 0,"),
    });
    await vague.close();
    await memory.close();
  });

  test("asks for the vector of a query once, and of an empty one never", async () => {
    const { memory, embedder } = await filled();
    await memory.embedPending();
    await memory.recall("sustenance");
    await memory.search("sustenance");
    await memory.context("sustenance");
    await memory.recall("");
    expect(embedder.calls.filter(({ role }) => role === "query")).toHaveLength(1);
    await expect(memory.recall(5 as never)).rejects.toEqual(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    await memory.close();
  });
});

describe("an answer without it", () => {
  test("says how many facts wait for a vector", async () => {
    const embedder = new TopicEmbedder();
    const { memory } = await filled(embedder);
    await memory.embedPending();
    await memory.recall("rent");
    const open = gated(embedder);
    await memory.add(fact("They dine on zucchini."));
    const hits = await memory.recall("rent");
    expect(hits.map((hit) => hit.fact.content)).toEqual(["The rent went up."]);
    expect(hits.degraded).toEqual([
      { lane: "vector", code: "vectors-pending", reason: "1 of 34 facts have no vector of fake yet" },
    ]);
    expect(hits.receipt.isPartial).toBe(true);
    open();
    await memory.embedPending();
    expect((await memory.recall("rent")).degraded).toEqual([]);
    await memory.close();
  });

  test("comes from the other lanes, and says why", async () => {
    const embedder = new TopicEmbedder();
    const { memory } = await filled(embedder);
    await memory.embedPending();
    embedder.failing = new TidelineError("service-unavailable", "the service is down");
    const hits = await memory.recall("rent");
    expect(hits.map((hit) => hit.fact.content)).toEqual(["The rent went up."]);
    expect(hits.degraded).toEqual([
      { lane: "vector", code: "service-unavailable", reason: "the service is down" },
    ]);
    expect(hits.receipt.model).toBeUndefined();
    const calls = embedder.calls.length;
    await memory.recall("rent in Berlin");
    expect(embedder.calls).toHaveLength(calls);
    await memory.close();
  });

  test("is all there is where nobody gave an embedder, and nothing is degraded", async () => {
    const memory = await Tideline.connect(new MemoryStore());
    await memory.add(fact("The rent went up."));
    expect((await memory.recall("rent")).degraded).toEqual([]);
    await memory.close();
  });
});

describe("a receipt", () => {
  test("is replayed with the same embedder, and with no other", async () => {
    const { memory, store, clock } = await filled();
    await memory.embedPending();
    const hits = await memory.recall("sustenance");
    const again = await memory.replay(JSON.parse(JSON.stringify(hits.receipt)));
    expect(again.map(({ fact: one, score }) => [one.id, score])).toEqual(
      hits.map(({ fact: one, score }) => [one.id, score]),
    );
    const cannot = expect.objectContaining({ code: "cannot-replay" });
    const other = await Tideline.connect(store, { clock, embedder: new TopicEmbedder("other") });
    await expect(other.replay(hits.receipt)).rejects.toEqual(cannot);
    const none = await Tideline.connect(store, { clock });
    await expect(none.replay(hits.receipt)).rejects.toEqual(cannot);
  });
});
