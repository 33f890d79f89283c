/** Is the local encoder loaded when needed, fed in small pieces, and missed by name? (The real one: npm run eval.) */
import { describe, expect, test } from "vitest";
import { LocalEmbedder } from "../../src/index.ts";

const coded = (code: string, message: RegExp = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

function fake(dimensions = 3) {
  const calls: string[][] = [];
  let loads = 0;
  const load = async () => {
    loads++;
    return {
      embed: async (texts: string[]) => {
        calls.push(texts);
        return texts.map((text) => Array.from({ length: dimensions }, (_, i) => text.length + i));
      },
    };
  };
  return { calls, load, loads: () => loads };
}

describe("the local embedder", () => {
  test("loads its encoder once, at the first use, and feeds it a few texts at a time", async () => {
    const { calls, load, loads } = fake();
    const embedder = new LocalEmbedder({ load, batchSize: 2, dimensions: 3, model: "fake" });
    expect(loads()).toBe(0);
    const vectors = await embedder.embed(["a", "bb", "ccc"]);
    await embedder.embed(["d"]);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 2, 3],
      [2, 3, 4],
      [3, 4, 5],
    ]);
    expect(calls).toEqual([["a", "bb"], ["ccc"], ["d"]]);
    expect(loads()).toBe(1);
  });

  test("lets other work have a turn between pieces", async () => {
    const { calls, load } = fake();
    const embedder = new LocalEmbedder({ load, batchSize: 1, dimensions: 3 });
    await embedder.embed(["warm"]);
    calls.length = 0;
    const work = embedder.embed(["a", "b", "c"]);
    const doneByThen = await new Promise<number>((turn) => setImmediate(() => turn(calls.length)));
    expect(doneByThen).toBe(1);
    await work;
    expect(calls).toHaveLength(3);
  });

  test("names the packages that are missing, and tries again later", async () => {
    const embedder = new LocalEmbedder();
    const missing = coded("package-missing", /npm install .*@energetic-ai\/embeddings/);
    await expect(embedder.embed(["a"])).rejects.toEqual(missing);
    let attempts = 0;
    const { load } = fake();
    const flaky = new LocalEmbedder({
      load: () => (attempts++ === 0 ? Promise.reject(new Error("busy")) : load()),
      dimensions: 3,
    });
    await expect(flaky.embed(["a"])).rejects.toThrow("busy");
    expect(await flaky.embed(["a"])).toHaveLength(1);
  });

  test("refuses what its encoder should not answer, and options that cannot be", async () => {
    const { load } = fake(2);
    await expect(new LocalEmbedder({ load, dimensions: 3 }).embed(["a"])).rejects.toEqual(
      coded("bad-vectors"),
    );
    const odd = async () => ({ embed: async () => "vectors" as never });
    await expect(new LocalEmbedder({ load: odd }).embed(["a"])).rejects.toEqual(coded("bad-vectors"));
    for (const bad of [{ batchSize: 0 }, { dimensions: 0 }, { load: 5 }, { colour: "red" }])
      expect(() => new LocalEmbedder(bad as never)).toThrow(coded("invalid-argument"));
  });
});
