/** Does a memory that answers at once work with an embedder, which cannot? */
import { describe, expect, test, vi } from "vitest";
import { type EmbedderAdapter, MemoryStore, Tideline, TidelineError } from "../../src/index.ts";
import { FakeEmbedder, gated } from "../support/embedder.ts";
import { FakeClock, fact, PEER } from "../support/memory.ts";

describe("an embedder of a synchronous memory", () => {
  const synchronous = (embedder: EmbedderAdapter, store = new MemoryStore()) =>
    Tideline.over(store, { clock: new FakeClock(), embedder });

  test("gives facts their vectors in the background, for whoever asks later", async () => {
    const embedder = new FakeEmbedder();
    const store = new MemoryStore();
    const memory = synchronous(embedder, store);
    memory.add(fact("We had falafel."));
    memory.as(PEER).add(fact("Theirs."));
    expect(embedder.calls).toEqual([]);
    await vi.waitFor(() => expect([...embedder.facts].sort()).toEqual(["Theirs.", "We had falafel."]));
    expect(await memory.embedPending()).toMatchObject({ embedded: 1, waiting: 0 });
    const later = await Tideline.connect(store, { clock: new FakeClock(), embedder });
    expect(await later.stats()).toMatchObject({ embedding: { embedded: 1, waiting: 0 } });
    expect((await later.recall("falafel")).degraded).toEqual([]);
    expect(embedder.facts).toHaveLength(2);
    await later.close();
  });

  test("is not asked about a query: the answer comes at once, and says what it lacks", async () => {
    const embedder = new FakeEmbedder();
    const memory = synchronous(embedder);
    memory.add(fact("We had falafel."));
    await memory.embedPending();
    const hits = memory.recall("falafel");
    expect(hits.map((hit) => hit.fact.content)).toEqual(["We had falafel."]);
    expect(hits.degraded).toEqual([
      { lane: "vector", code: "not-embedded", reason: expect.stringMatching(/Tideline\.connect/) },
    ]);
    expect(memory.context("falafel")).toContain("falafel");
    expect(embedder.calls.every(({ role }) => role === "fact")).toBe(true);
    expect(memory.replay(hits.receipt).map(({ fact: one }) => one.id)).toEqual(
      hits.map(({ fact: one }) => one.id),
    );
    memory.close();
  });

  test("fails nothing, and is told of by embedPending", async () => {
    const embedder = new FakeEmbedder();
    embedder.failing = new TidelineError("service-unavailable", "busy");
    const memory = synchronous(embedder);
    memory.add(fact("one"));
    await vi.waitFor(() => expect(memory.stats().embedding?.failure?.reason).toBe("busy"));
    await expect(memory.embedPending()).rejects.toThrow("busy");
    memory.close();
  });

  test("writes nothing any more once the memory is closed", async () => {
    const embedder = new FakeEmbedder();
    const open = gated(embedder);
    const store = new MemoryStore();
    const memory = synchronous(embedder, store);
    memory.add(fact("one"));
    await vi.waitFor(() => expect(embedder.calls).toHaveLength(1));
    memory.close();
    open();
    // Long enough for what must not happen to happen.
    await new Promise((done) => setTimeout(done, 20));
    expect(embedder.calls).toHaveLength(1);
  });
});
