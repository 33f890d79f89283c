/** Are the nearest facts found, by whatever way the index came to know them? And is what was erased gone? */
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encode } from "../../src/indexes/vectors/encoder.ts";
import { VectorRows } from "../../src/indexes/vectors/vector-rows.ts";
import { openWasmKernel } from "../../src/indexes/vectors/vector-wasm.ts";
import { type Neighbour, VectorIndex } from "../../src/indexes/vectors/vectors.ts";
import { Replica } from "../../src/log/replica.ts";
import { driveNow } from "../../src/log/steps.ts";
import type { MemoryEvent } from "../../src/model/event.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { seededChance, upTo } from "../../src/testing/chance.ts";
import { added, NOON } from "../support/events.ts";

const why = { rule: "test" };
const WORDS =
  "tea coffee garden piano train office dog cat running vegetarian diet school house trip berlin music doctor money paint river winter bread guitar exam phone lamp sister brother café 公園 zürich".split(
    " ",
  );

function world(store = new MemoryStore()) {
  const index = new VectorIndex();
  const replica = new Replica(store, "owner", [index]);
  const commit = (...events: readonly MemoryEvent[]) => driveNow(replica.commit(() => events)).state;
  const erase = (...ids: readonly string[]) => driveNow(replica.erase(ids, NOON, why)).state;
  return { store, index, replica, commit, erase };
}

/** What the index must say, computed the long way. */
function oracle(texts: ReadonlyMap<string, string>, query: string, limit: number): readonly Neighbour[] {
  const dot = (a: Int8Array, b: Int8Array) => a.reduce((sum, figure, i) => sum + figure * b[i]!, 0);
  const vector = encode(query);
  return [...texts]
    .map(([id, text]) => ({ id, vector: encode(text) }))
    .filter((one) => dot(one.vector, one.vector) > 0 && dot(vector, vector) > 0)
    .map((one) => ({
      id: one.id,
      cosine: Math.min(1, dot(vector, one.vector) / dot(vector, vector)),
    }))
    .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

const sentence = fc
  .array(fc.constantFrom(...WORDS, "🙂"), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(" "));
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ add: sentence }) },
  { weight: 1, arbitrary: fc.record({ erase: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ tag: fc.nat(30), as: sentence }) },
);

describe("the vector index", () => {
  test("of many facts, restored from its blob, is the one that was kept, facts without words included", () => {
    const { index, commit } = world();
    const texts = Array.from({ length: 2_500 }, (_, i) =>
      i % 97 === 0 ? "🙂" : `${WORDS[i % WORDS.length]} number ${i} and ${WORDS[(i * 7) % WORDS.length]}`,
    );
    const state = commit(...texts.map((text, i) => added(`f${i}`, text)));
    const restored = new VectorIndex();
    restored.restore(state, index.encode(state));
    expect(restored.size).toBe(index.size);
    expect(restored.encode(state)).toEqual(index.encode(state));
    for (const id of ["f1", "f96", "f97", "f98", "f2047", "f2048", "f2499"])
      expect(restored.vectorOf(id)).toEqual(index.vectorOf(id));
    expect(restored.nearest(encode("tea 777"), 9)).toEqual(index.nearest(encode("tea 777"), 9));
  });

  test("answers as a scan of all texts would, after any adds, revisions and erasures, live or restored", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        sentence,
        fc.integer({ min: 0, max: 8 }),
        (steps, query, limit) => {
          const { store, index, replica, commit, erase } = world();
          const texts = new Map<string, string>();
          const contents = new Map<string, string>();
          let last = commit();
          for (const one of steps) {
            const ids = [...texts.keys()];
            if ("add" in one) {
              const id = `f${contents.size}`;
              contents.set(id, one.add);
              texts.set(id, one.add);
              last = commit(added(id, one.add));
            } else if ("erase" in one) {
              const id = ids[one.erase % Math.max(1, ids.length)];
              if (id === undefined) continue;
              texts.delete(id);
              last = erase(id);
            } else {
              const id = ids[one.tag % Math.max(1, ids.length)];
              if (id === undefined) continue;
              texts.set(id, `${contents.get(id)} ${one.as}`);
              last = commit({
                type: "revised",
                v: 1,
                at: NOON,
                fact: id,
                body: { tags: [one.as] },
              } as MemoryEvent);
            }
          }
          const expected = oracle(texts, query, limit);
          expect(index.nearest(encode(query), limit)).toEqual(expected);
          const [refolded, restored] = [world(store), new VectorIndex()];
          driveNow(refolded.replica.catchUp());
          restored.restore(last, index.encode(last));
          expect(refolded.index.nearest(encode(query), limit)).toEqual(expected);
          expect(restored.nearest(encode(query), limit)).toEqual(expected);
          for (const { id, cosine } of expected) expect(index.similarity(id, encode(query))).toBe(cosine);
          expect(driveNow(replica.catchUp()).facts.size).toBe(texts.size);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("finds the true nearest among thousands, in whatever order they came", () => {
    const chance = seededChance(7);
    const texts = new Map(
      Array.from({ length: 5_000 }, (_, i) => {
        const text = Array.from({ length: 4 + upTo(4, chance) }, () => WORDS[upTo(WORDS.length - 1, chance)]);
        return [`f${i}`, text.join(" ")] as const;
      }),
    );
    const [there, back] = [world(), world()];
    const events = [...texts].map(([id, text]) => added(id, text));
    there.commit(...events);
    back.commit(...events.toReversed());
    for (const query of [
      "tea in the garden",
      "what do I eat",
      "my dogg",
      "playing guitar in berlin",
      "公園",
    ]) {
      const expected = oracle(texts, query, 20);
      expect(there.index.nearest(encode(query), 20)).toEqual(expected);
      expect(back.index.nearest(encode(query), 20)).toEqual(expected);
    }
  });

  test("looks on where most of the promising are not accepted", () => {
    const { index, commit } = world();
    const many = Array.from({ length: 3_000 }, (_, i) =>
      added(`f${i}`, `tea ${WORDS[i % WORDS.length]} ${i}`),
    );
    commit(...many, added("g1", "A winter coat."), added("g2", "Bread from the bakery."));
    const found = index.nearest(encode("tea"), 5, (id) => id.startsWith("g"));
    expect(found.map(({ id }) => id).sort()).toEqual(["g1", "g2"]);
    expect(index.nearest(encode("tea"), 5, () => false)).toEqual([]);
  });

  test("tells how near two facts are", () => {
    const { index, commit } = world();
    commit(
      added("a", "I have a dog."),
      added("b", "I have a dog!"),
      added("c", "Berlin is rainy."),
      added("d", "🙂"),
    );
    expect(index.between("a", "b")).toBe(1);
    expect(index.between("a", "c")).toBeLessThan(0.4);
    expect(index.between("a", "d")).toBeUndefined();
    expect(index.between("a", "unheard-of")).toBeUndefined();
    expect(index.vectorOf("a")).toEqual(encode("I have a dog."));
    expect(index.size).toBe(3);
  });

  test("answers nothing to a query without words", () => {
    const { index, commit } = world();
    commit(added("a", "I have a dog."));
    expect(index.nearest(encode("?!"), 5)).toEqual([]);
  });

  test("restored from its blob encodes nothing anew; from a foreign, old or cut blob everything", () => {
    const { index, commit } = world();
    const state = commit(added("a", "I have a dog."), added("b", "🙂"), added("c", "Tea at five."));
    const bytes = index.encode(state);
    const query = encode("tea");
    const truth = index.nearest(query, 3);
    // A vector that no text has: whoever shows it has read the blob.
    const marked = bytes.slice();
    marked.fill(1, marked.length - 256);
    const restored = new VectorIndex();
    restored.restore(state, marked);
    expect(restored.vectorOf("c")).toEqual(new Int8Array(256).fill(1));
    const broken = [
      bytes.subarray(1),
      bytes.subarray(0, -1),
      new Uint8Array(0),
      Uint8Array.of(10),
      undefined,
    ];
    for (const bad of broken) {
      restored.restore(state, bad);
      expect(restored.nearest(query, 3)).toEqual(truth);
    }
    restored.restore({ ...state, head: { ...state.head, hash: "other" } }, marked);
    expect(restored.nearest(query, 3)).toEqual(truth);
  });

  test("keeps nothing of an erased fact, in memory or in the blob", () => {
    const { index, commit, erase } = world();
    commit(added("a", "I have a dog."), added("b", "Tea at five."), added("c", "My secret is a parrot."));
    const secret = index.vectorOf("c")!;
    const state = erase("c");
    expect(index.vectorOf("c")).toBeUndefined();
    const holds = (bytes: Uint8Array) => Buffer.from(bytes).includes(Buffer.from(secret.buffer, 0, 64));
    expect(holds(Uint8Array.from(secret))).toBe(true);
    expect(holds(index.encode(state))).toBe(false);
    const all = JSON.stringify(index, (_, value) => (value instanceof Int8Array ? [...value] : value));
    expect(all.includes([...index.vectorOf("a")!.subarray(0, 64)].join(","))).toBe(true);
    expect(all.includes([...secret.subarray(0, 64)].join(","))).toBe(false);
  });
});

describe("the kernels", () => {
  test("in WebAssembly have the bytes that their source gives", () => {
    const check = () => execFileSync(process.execPath, ["scripts/vector-kernel/build.mjs", "--check"]);
    expect(check).not.toThrow();
  });

  test("in WebAssembly and in plain JavaScript choose the same rows with the same products", () => {
    const chance = seededChance(11);
    const [fast, plain] = [new VectorRows(), new VectorRows(() => undefined)];
    const vector = () =>
      Int8Array.from({ length: 256 }, () => (chance() < 0.2 ? 0 : upTo(254, chance) - 127));
    for (let i = 0; i < 4_500; i++) {
      const one = vector();
      fast.push(one);
      plain.push(one);
    }
    for (const row of [4_499, 4_000, 17, 2_047, 2_048]) {
      fast.remove(row);
      plain.remove(row);
    }
    expect([fast.kernelName, plain.kernelName]).toEqual(["wasm", "script"]);
    for (const wanted of [1, 7, 300, 4_495, 9_999]) {
      const query = vector();
      const [a, b] = [fast, plain].map((rows) => {
        const { count, rows: found, products } = rows.promising(query, wanted);
        return { count, found: found.slice(0, count), products: products.slice(0, count) };
      });
      expect(a).toEqual(b);
      expect(a!.count).toBeGreaterThanOrEqual(Math.min(wanted, 4_495));
      a!.found.forEach((row, i) => {
        expect(a!.products[i]).toBe(fast.read(row).reduce((sum, figure, at) => sum + figure * query[at]!, 0));
      });
    }
  });

  test("go on in plain JavaScript where WebAssembly has no memory left", () => {
    const limited = () => {
      const kernel = openWasmKernel()!;
      const grow = kernel.grow.bind(kernel);
      kernel.grow = () => kernel.capacity === 0 && grow();
      return kernel;
    };
    const rows = new VectorRows(limited);
    const truth: Int8Array[] = [];
    for (let i = 0; i < 3_000; i++) {
      truth.push(new Int8Array(256).fill((i % 200) - 100));
      rows.push(truth[i]!);
      if (i === 1_000) expect(rows.kernelName).toBe("wasm");
    }
    expect(rows.kernelName).toBe("script");
    expect(truth.every((vector, row) => rows.read(row).every((figure, i) => figure === vector[i]))).toBe(
      true,
    );
    expect(rows.promising(truth[5]!, 3_000).count).toBe(3_000);
  });
});
