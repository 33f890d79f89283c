/** Are learned vectors found, kept apart, kept and forgotten as they should be? Against a naive list. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENT_VERSION, type EventOf, type Fact, type MemoryEvent } from "../../src/index.ts";
import { LearnedVectors } from "../../src/indexes/learned/learned.ts";
import type { RecordedEvent } from "../../src/ports/storage.ts";
import { nodeHash } from "../../src/stores/node-ports.ts";
import { factWith } from "../support/facts.ts";

const SPACE = { model: "m", dimensions: 300 };
const newVectors = (space = SPACE) => new LearnedVectors(space, nodeHash);
/** Under a policy that says how much of a fact is left. */
const newGraded = () => new LearnedVectors(SPACE, nodeHash, true);

const viewOf = (...facts: readonly Fact[]) => ({ facts: new Map(facts.map((fact) => [fact.id, fact])) });
const recorded = (event: unknown): RecordedEvent => ({
  seq: 1,
  hash: "",
  event: event as MemoryEvent,
  bodyGone: false,
});
const erased = (...facts: readonly string[]) =>
  recorded({ type: "erased", v: EVENT_VERSION, at: 1, erases: [], facts } satisfies EventOf<"erased">);

function vectorOf(seed: number, dimensions = SPACE.dimensions): Float32Array {
  const vector = new Float32Array(dimensions);
  let state = seed * 2_654_435_761 + 1;
  for (let i = 0; i < dimensions; i++) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    vector[i] = state / 2 ** 31 - 1;
  }
  return vector;
}

function cosine(a: Float32Array, b: Float32Array): number {
  const product = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, one, i) => sum + one * (y[i] as number), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

describe("learned vectors", () => {
  test("give the nearest, with cosines that are right to two thousandths", () => {
    const vectors = newVectors();
    for (let i = 0; i < 50; i++) vectors.put(`f${i}`, vectorOf(i), SPACE);
    const query = vectorOf(7).map((one, i) => one + 0.5 * (vectorOf(99)[i] as number));
    const found = vectors.nearest(query, SPACE, 50);
    expect(found[0]?.id).toBe("f7");
    for (const { id, cosine: found_ } of found)
      expect(Math.abs(found_ - cosine(query, vectorOf(Number(id.slice(1)))))).toBeLessThan(0.002);
    expect(vectors.nearest(query, SPACE, 2, (id) => id !== "f7").map(({ id }) => id)).not.toContain("f7");
    expect(vectors.nearest(query, SPACE, 0)).toEqual([]);
  });

  test("are never mixed with those of another model or length", () => {
    const vectors = newVectors();
    vectors.put("a", vectorOf(1), SPACE);
    const refused = expect.objectContaining({ code: "bad-vectors" });
    expect(() => vectors.put("b", vectorOf(2), { ...SPACE, model: "other" })).toThrow(refused);
    expect(() => vectors.nearest(vectorOf(2), { ...SPACE, model: "other" }, 1)).toThrow(refused);
    expect(() => vectors.put("b", vectorOf(2, 256), { ...SPACE, dimensions: 256 })).toThrow(refused);
    expect(() => vectors.put("b", vectorOf(2, 256), SPACE)).toThrow(refused);
    expect(vectors.size).toBe(1);
    const other = newVectors({ ...SPACE, model: "other" });
    other.restore(viewOf(), vectors.encode(viewOf(factWith("a", { id: "a" }))));
    expect(other.size).toBe(0);
    expect(other.name).not.toBe(vectors.name);
    expect(vectors.name).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/);
  });

  test("are wanted for what may be recalled, in order, and not for what was refused", () => {
    const vectors = newVectors();
    const fact = (id: string, more: Partial<Fact> = {}) => factWith(id, { ...more, id });
    vectors.restore(
      viewOf(fact("a"), fact("b", { quarantined: true }), fact("c", { lifecycle: "pruned" })),
      undefined,
    );
    expect(vectors.next(9)).toEqual(["a"]);
    vectors.follow(recorded({ type: "added", fact: "d" }), viewOf(fact("a"), fact("d")));
    vectors.follow(recorded({ type: "released", fact: "b" }), viewOf(fact("b")));
    expect(vectors.next(2)).toEqual(["a", "d"]);
    expect(vectors.waitingCount).toBe(3);
    vectors.put("a", vectorOf(1), SPACE);
    vectors.giveUp("d");
    vectors.follow(recorded({ type: "quarantined", fact: "b" }), viewOf(fact("b", { quarantined: true })));
    vectors.follow(recorded({ type: "restored", fact: "d" }), viewOf(fact("d")));
    expect(vectors.next(9)).toEqual([]);
  });

  test("of erased facts are gone, also from the bytes that are kept", () => {
    const vectors = newVectors();
    const facts = ["a", "b", "c"].map((id, i) => {
      vectors.put(id, vectorOf(i), SPACE);
      return factWith(id, { id });
    });
    vectors.encode(viewOf(...facts));
    vectors.follow(erased("b"), viewOf(...facts));
    const [a, , c] = facts as [Fact, Fact, Fact];
    const bytes = vectors.encode(viewOf(a, c)) as Uint8Array;
    expect(vectors.nearest(vectorOf(1), SPACE, 9).map(({ id }) => id)).toEqual(
      expect.not.arrayContaining(["b"]),
    );
    const again = newVectors();
    again.restore(viewOf(a, c), bytes);
    expect([again.has("a"), again.has("b"), again.has("c")]).toEqual([true, false, true]);
    expect(bytes.length).toBeLessThan(3 * SPACE.dimensions);
  });

  test("are not written twice, and are after a failed write", () => {
    const vectors = newVectors();
    const view = viewOf(factWith("a", { id: "a" }));
    expect(vectors.encode(view)).toBeUndefined();
    vectors.put("a", vectorOf(1), SPACE);
    expect(vectors.encode(view)).toBeDefined();
    expect(vectors.encode(view)).toBeUndefined();
    vectors.isNotKept();
    expect(vectors.encode(view)).toBeDefined();
  });

  test("that are damaged are no vectors (property)", () => {
    const vectors = newVectors({ model: "m", dimensions: 5 });
    const facts = ["a", "b"].map((id) => factWith(id, { id }));
    for (const [i, { id }] of facts.entries()) vectors.put(id, vectorOf(i, 5), vectors.space);
    const bytes = vectors.encode(viewOf(...facts)) as Uint8Array;
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(255), fc.boolean(), (at, value, cuts) => {
        const damaged = cuts
          ? bytes.slice(0, at)
          : Uint8Array.from(bytes, (one, i) => (i === at ? value : one));
        const again = newVectors({ model: "m", dimensions: 5 });
        again.restore(viewOf(...facts), damaged);
        expect(again.size + again.waitingCount).toBeGreaterThanOrEqual(2);
        expect([0, 1, 2]).toContain(again.size);
      }),
      { numRuns: 300 },
    );
  });
});

test("any life of vectors ends like a plain list, through the bytes too (property)", () => {
  const id = fc.constantFrom("a", "b", "c", "d", "e");
  const step = fc.oneof(
    fc.record({ put: id, seed: fc.nat(50) }),
    fc.record({ erase: id }),
    fc.record({ reopen: fc.constant(true) }),
  );
  const dimensions = fc.constantFrom(1, 3, 256, 257, 600);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), dimensions, fc.nat(50), (steps, size, asked) => {
      const space = { model: "m", dimensions: size };
      let vectors = newVectors(space);
      const oracle = new Map<string, Float32Array>();
      const view = () => viewOf(...[...oracle.keys()].map((one) => factWith(one, { id: one })));
      let bytes: Uint8Array | undefined;
      for (const one of steps) {
        if ("put" in one) {
          vectors.put(one.put, vectorOf(one.seed + 1, size), space);
          oracle.set(one.put, vectorOf(one.seed + 1, size));
        } else if ("erase" in one) {
          oracle.delete(one.erase);
          vectors.follow(erased(one.erase), view());
          bytes = undefined;
        } else {
          bytes = vectors.encode(view()) ?? bytes;
          vectors = newVectors(space);
          vectors.restore(view(), bytes);
        }
      }
      const query = vectorOf(asked + 100, size);
      const found = new Map(vectors.nearest(query, space, 99).map(({ id: one, cosine: c }) => [one, c]));
      expect([...found.keys()].sort()).toEqual([...oracle.keys()].sort());
      for (const [one, vector] of oracle)
        expect(Math.abs((found.get(one) as number) - cosine(query, vector))).toBeLessThan(0.02);
    }),
    { numRuns: 200 },
  );
});

describe("vectors in fewer bits", () => {
  const BITS = [32, 8, 4, 2] as const;
  const anyBits = fc.constantFrom(...BITS);
  /** What mixed-precision distance makes of a cosine with an exact query. */
  const lowered = (found: number, bits: number) => found / (1 + 0.01 * ((32 / bits) ** 1.5 - 1));

  test("take less memory and less of the blob, and cosines stay near", () => {
    const sizes = BITS.map((bits) => {
      const vectors = newGraded();
      const facts = Array.from({ length: 40 }, (_, i) => factWith(`f${i}`, { id: `f${i}` }));
      for (const [i, { id }] of facts.entries()) {
        vectors.put(id, vectorOf(i), SPACE);
        vectors.compress(id, bits);
      }
      expect(vectors.bitsOf("f7")).toBe(bits);
      const query = vectorOf(7);
      const best = vectors.nearest(query, SPACE, 1)[0];
      expect(best?.id).toBe("f7");
      // Rounding alone keeps at least this much, as the documents say.
      const floor = { 32: 0.999999, 8: 0.998, 4: 0.97, 2: 0.59 }[bits];
      expect(best?.cosine).toBeGreaterThan(lowered(floor, bits));
      expect(best?.cosine).toBeLessThanOrEqual(lowered(1, bits) + 0.002);
      return [vectors.memory.bytes, vectors.encode(viewOf(...facts))?.length ?? 0] as const;
    });
    const [full, eight, four, two] = sizes;
    for (const i of [0, 1] as const) {
      expect((full?.[i] ?? 0) / (eight?.[i] ?? 1)).toBeGreaterThan(3.8);
      expect((full?.[i] ?? 0) / (four?.[i] ?? 1)).toBeGreaterThan(6.8);
      expect((full?.[i] ?? 0) / (two?.[i] ?? 1)).toBeGreaterThan(11);
    }
  });

  test("whatever is put, compressed and erased, it is what a naive list says, also after a restart", () => {
    const act = fc.record({
      id: fc.nat(5),
      do: fc.constantFrom("put", "compress", "erase" as const),
      bits: anyBits,
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const vectors = newGraded();
        const naive = new Map<string, { readonly seed: number; readonly bits: number }>();
        for (const [step, { id: number, do: verb, bits }] of acts.entries()) {
          const id = `f${number}`;
          const known = naive.get(id);
          if (verb === "put") {
            vectors.put(id, vectorOf(step), SPACE);
            naive.set(id, { seed: step, bits: 32 });
          } else if (verb === "erase") {
            vectors.follow(erased(id), viewOf());
            naive.delete(id);
          } else {
            vectors.compress(id, bits);
            // What was dropped is not there any more.
            const left = known === undefined || bits > known.bits ? known : { ...known, bits };
            if (left !== undefined) naive.set(id, left);
          }
        }
        const facts = [...naive.keys()].map((id) => factWith(id, { id }));
        const again = newGraded();
        again.restore(viewOf(...facts), vectors.encode(viewOf(...facts)));
        for (const one of naive.size === 0 ? [vectors] : [vectors, again]) {
          expect(one.size).toBe(naive.size);
          const query = vectorOf(999);
          const found = new Map(one.nearest(query, SPACE, 99).map(({ id, cosine: c }) => [id, c]));
          for (const [id, { seed, bits }] of naive) {
            expect(one.bitsOf(id)).toBe(bits);
            const exact = lowered(cosine(query, vectorOf(seed)), bits);
            expect(Math.abs((found.get(id) ?? 9) - exact)).toBeLessThan(bits === 2 ? 0.2 : 0.03);
          }
          expect(one.edition === SPACE.model).toBe([...naive.values()].every(({ bits }) => bits === 32));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a fact that is worth more again waits for the model, and keeps what it has until then", () => {
    const vectors = newGraded();
    vectors.put("a", vectorOf(1), SPACE);
    vectors.compress("a", 2);
    vectors.compress("a", 32);
    expect([vectors.bitsOf("a"), vectors.staleCount, vectors.waitingCount]).toEqual([2, 1, 0]);
    expect(vectors.next(5)).toEqual(["a"]);
    vectors.put("a", vectorOf(1), SPACE);
    expect([vectors.bitsOf("a"), vectors.staleCount]).toEqual([32, 0]);
    vectors.compress("nobody", 2);
    expect(vectors.size).toBe(1);
  });

  test("bytes are fine enough for a fact that is fresh again: it does not wait for the model", () => {
    const vectors = newGraded();
    vectors.put("a", vectorOf(1), SPACE);
    vectors.compress("a", 8);
    vectors.compress("a", 32);
    expect([vectors.bitsOf("a"), vectors.staleCount]).toEqual([8, 0]);
  });

  test("where nothing is graded any more floats become bytes, and a blob of bytes is read where it is", () => {
    const [graded, plain] = [newGraded(), newVectors()];
    graded.put("a", vectorOf(1), SPACE);
    plain.put("a", vectorOf(1), SPACE);
    const state = viewOf(factWith("a", { id: "a" }));
    const [floats, bytes] = [graded.encode(state), plain.encode(state)];
    const [asBytes, asKept] = [newVectors(), newGraded()];
    asBytes.restore(state, floats);
    asKept.restore(state, bytes);
    for (const one of [asBytes, asKept]) expect(one.bitsOf("a")).toBe(8);
    const query = vectorOf(2);
    const cosineIn = (one: LearnedVectors) => one.nearest(query, SPACE, 1)[0]?.cosine ?? 9;
    expect(cosineIn(asBytes)).toBe(cosineIn(plain));
    expect(cosineIn(asKept)).toBeCloseTo(lowered(cosineIn(plain), 8), 12);
    // As blobs were when 32 bits lay in bytes.
    const older = newVectors();
    older.restore(
      state,
      replaced(replaced(bytes as Uint8Array, '"learned":1', '"learned":2'), "\na\n", "\na 32\n"),
    );
    expect([older.size, cosineIn(older)]).toEqual([1, cosineIn(plain)]);
  });

  test("a blob that was cut or tampered with is none", () => {
    const vectors = newGraded();
    vectors.put("a", vectorOf(1), SPACE);
    vectors.put("b", vectorOf(2), SPACE);
    vectors.compress("a", 4);
    const state = viewOf(factWith("a", { id: "a" }), factWith("b", { id: "b" }));
    const bytes = vectors.encode(state) as Uint8Array;
    for (const bad of [bytes.subarray(0, -1), bytes.subarray(0, 40), replaced(bytes, " 4\n", " 5\n")]) {
      const again = newGraded();
      again.restore(state, bad);
      expect(again.size).toBe(0);
    }
  });
});

function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1").replace(from, to);
  return new Uint8Array(Buffer.from(text, "latin1"));
}
