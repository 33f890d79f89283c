/** Where does an interest in a fact lead? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph, type GraphFact, neighbors, spread } from "../../src/indexes/links.ts";
import { LINK_KINDS, type LinkKind } from "../../src/model/link.ts";
import type { Authority } from "../../src/model/source.ts";

type Triple = readonly [from: string, kind: LinkKind, to: string];

/** Facts by id and class ("a3" is a of class 3), connected as said. */
function graph(
  ids: readonly string[],
  links: readonly Triple[],
  more: Record<string, Partial<GraphFact>> = {},
) {
  return buildGraph(
    ids.map(
      (id): GraphFact => ({
        id,
        authority: Number(id.at(-1)) as Authority,
        quarantined: false,
        erased: false,
        supersededBy: undefined,
        links: links.filter(([from]) => from === id).map(([, kind, to]) => ({ kind, to })),
        backlinks: links.filter(([, , to]) => to === id).map(([from, kind]) => ({ kind, from })),
        evidence: [],
        ...more[id],
      }),
    ),
  );
}

const from = (...ids: string[]) => new Map(ids.map((id) => [id, 1]));
const ids = (found: ReadonlyMap<string, unknown>) => [...found.keys()];

describe("neighbours", () => {
  test("are read in both directions, with evidence and with what took the fact's place", () => {
    const some = graph(
      ["a3", "b3", "c3", "d3", "e3"],
      [
        ["a3", "supports", "b3"],
        ["c3", "corrects", "a3"],
      ],
      { a3: { evidence: ["d3"], supersededBy: "e3" } },
    );
    expect(neighbors(some, "a3").map(({ id, kind, direction }) => [id, kind, direction])).toEqual([
      ["b3", "supports", "out"],
      ["d3", "derived_from", "out"],
      ["c3", "corrects", "in"],
      ["e3", "supersedes", "in"],
    ]);
    expect(neighbors(some, "b3")).toMatchObject([{ id: "a3", direction: "in" }]);
    expect(neighbors(some, "nobody")).toEqual([]);
  });

  test("that are not there any more are left out", () => {
    expect(neighbors(graph(["a3"], [["a3", "relates", "gone3"]]), "a3")).toEqual([]);
  });
});

describe("spreading", () => {
  test("goes along links both ways, weaker with every hop, and says which way", () => {
    const chain = graph(
      ["a3", "b3", "c3", "d3"],
      [
        ["a3", "supports", "b3"],
        ["c3", "supports", "b3"],
        ["c3", "supports", "d3"],
      ],
    );
    const found = spread(chain, from("a3"), { hops: 3 });
    expect(ids(found)).toEqual(["b3", "c3", "d3"]);
    expect(found.get("b3")?.via).toEqual({ from: "a3", kind: "supports" });
    expect(found.get("c3")?.via).toEqual({ from: "b3", kind: "supports" });
    expect(ids(spread(chain, from("a3"), { hops: 1 }))).toEqual(["b3"]);
    expect(ids(spread(chain, from("a3"), { hops: 0 }))).toEqual([]);
  });

  test("a fact that is out of date leads to the one that took its place, without another hop", () => {
    const some = graph(["a3", "old3", "new3"], [["a3", "relates", "old3"]], {
      old3: { supersededBy: "new3" },
    });
    const found = spread(some, from("a3"), { hops: 1, accepts: (id) => id !== "old3" });
    expect([...found]).toEqual([
      ["new3", expect.objectContaining({ via: { from: "old3", kind: "supersedes" } })],
    ]);
  });

  test("several ways to one fact count for more than one of them, and a hub gives little to each", () => {
    const two = graph(
      ["a3", "b3", "both3", "one3"],
      [
        ["a3", "relates", "both3"],
        ["b3", "relates", "both3"],
        ["b3", "relates", "one3"],
      ],
    );
    const found = spread(two, from("a3", "b3"), { hops: 1 });
    expect(found.get("both3")?.score).toBeGreaterThan(found.get("one3")?.score ?? 1);
    const many = Array.from({ length: 20 }, (_, i) => `n${i}x3`);
    const hub = graph(
      ["h3", ...many],
      many.map((id): Triple => ["h3", "relates", id]),
    );
    expect(spread(hub, from("h3")).get("n0x3")?.score).toBeLessThan(found.get("one3")?.score ?? 0);
  });

  test("never enters quarantine, and a fact is reached only from its own class or above", () => {
    const some = graph(
      ["owner3", "tool0", "secret3", "bad0"],
      [
        ["tool0", "relates", "owner3"],
        ["tool0", "relates", "secret3"],
        ["bad0", "relates", "owner3"],
      ],
      { bad0: { quarantined: true } },
    );
    expect(ids(spread(some, from("owner3")))).toEqual(["tool0"]);
    expect(ids(spread(some, from("tool0")))).toEqual([]);
  });

  test("goes nowhere along a guess: that a fact may have changed another", () => {
    const links: readonly Triple[] = [["a3", "contradicts", "b3"]];
    const guessed = graph(["a3", "b3"], links, { a3: { review: "possible-change" } });
    expect(ids(spread(guessed, from("a3")))).toEqual([]);
    expect(ids(spread(guessed, from("b3")))).toEqual([]);
    expect(ids(spread(graph(["a3", "b3"], links), from("a3")))).toEqual(["b3"]);
  });

  test("is bounded: a hub with thousands of neighbours gives no more than the limit", () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `n${i}x3`);
    const hub = graph(
      ["h3", ...many],
      many.map((id): Triple => ["h3", "relates", id]),
    );
    expect(spread(hub, from("h3"), { limit: 10 }).size).toBe(10);
  });
});

const node = fc.integer({ min: 0, max: 11 });
const link = fc.tuple(node, fc.constantFrom(...LINK_KINDS), node);
const classes = fc.array(fc.constantFrom(0, 1, 2, 3), { minLength: 12, maxLength: 12 });

test("what lower classes link changes nothing about how higher classes are reached", () => {
  fc.assert(
    fc.property(
      classes,
      fc.array(link, { maxLength: 40 }),
      fc.array(node, { maxLength: 5 }),
      (of, links, seeds) => {
        const name = (n: number) => `f${n}x${of[n]}`;
        const all = of.map((_, n) => name(n));
        const triples = links
          .filter(([a, , b]) => a !== b)
          .map(([a, kind, b]): Triple => [name(a), kind, name(b)]);
        const trusted = (id: string) => id.endsWith("3");
        const asked = new Map(seeds.map((n) => [name(n), 1 / (1 + n)]));
        const whole = spread(graph(all, triples), asked, { hops: 3 });
        const pure = spread(
          graph(
            all.filter(trusted),
            triples.filter(([a, , b]) => trusted(a) && trusted(b)),
          ),
          new Map([...asked].filter(([id]) => trusted(id))),
          { hops: 3 },
        );
        expect([...whole].filter(([id]) => trusted(id))).toEqual([...pure]);
        for (const { score } of whole.values()) expect(score).toBeLessThanOrEqual(1);
      },
    ),
  );
});
