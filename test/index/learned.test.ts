/** Are learned vectors found, kept apart, kept and forgotten as they should be? Against a naive list. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LearnedVectors } from "../../src/index/learned.ts";
import { EVENT_VERSION, type EventOf, type Fact, type MemoryEvent } from "../../src/index.ts";
import type { RecordedEvent } from "../../src/ports/storage.ts";
import { nodeHash } from "../../src/stores/node-ports.ts";
import { factWith } from "../support/facts.ts";

const SPACE = { model: "m", dimensions: 300 };
const newVectors = (space = SPACE) => new LearnedVectors(space, nodeHash);

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
