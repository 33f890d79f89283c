/** Does the graph's picture hold? Where islands and nodes stand, what is under a pointer, what a camera sees. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitting, panned, screenAt, worldAt, zoomed } from "../../dashboard/src/views/graph/camera.ts";
import { Layout, placeIslands } from "../../dashboard/src/views/graph/layout.ts";
import { Places } from "../../dashboard/src/views/graph/places.ts";

const coordinate = fc.double({ min: -5_000, max: 5_000, noNaN: true });

/** A ring of nodes in a few clusters, some of them on their own. */
function ring(count: number) {
  const edges = Uint32Array.from({ length: count }, (_, i) => (i % 2 === 0 ? i / 2 : ((i + 1) / 2) % count));
  const clusterOf = Int32Array.from({ length: count }, (_, i) => (i % 7 === 6 ? -1 : i % 5));
  return { count, edges, clusterOf, size: new Float32Array(count).fill(6) };
}

describe("the layout", () => {
  test("islands do not overlap, and each keeps its place in the list", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 5, max: 300, noNaN: true }), { maxLength: 40 }), (radii) => {
        const islands = placeIslands(radii);
        expect(islands.map(({ radius }) => radius)).toEqual(radii);
        islands.forEach((a, i) => {
          for (const b of islands.slice(i + 1))
            expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(a.radius + b.radius);
        });
      }),
      { numRuns: 40 },
    );
  });

  test("the same graph gives the same picture, and no two nodes stand on each other", () => {
    const [one, two] = [new Layout(ring(300)), new Layout(ring(300))];
    for (let round = 0; round < 120; round++) {
      one.step(120);
      two.step(120);
    }
    expect([...one.x, ...one.y]).toEqual([...two.x, ...two.y]);
    expect([...one.x, ...one.y].every(Number.isFinite)).toBe(true);
    const places = Array.from(one.x, (x, i) => ({ x, y: one.y[i] as number }));
    const near = places.filter((a, i) =>
      places.some((b, j) => j > i && Math.hypot(a.x - b.x, a.y - b.y) < 2),
    );
    expect(near).toEqual([]);
  });
});

test("what is under the pointer is the nearest of those that count", () => {
  const nodes = fc.array(fc.tuple(coordinate, coordinate), { maxLength: 120 });
  fc.assert(
    fc.property(nodes, coordinate, coordinate, fc.integer({ min: 1, max: 900 }), (all, x, y, within) => {
      const [xs, ys] = [Float32Array.from(all, ([one]) => one), Float32Array.from(all, ([, one]) => one)];
      const counts = (node: number) => node % 3 !== 0;
      const far = (i: number) => Math.hypot((xs[i] as number) - x, (ys[i] as number) - y);
      const expected = [...xs.keys()]
        .filter((i) => counts(i) && far(i) < within)
        .sort((a, b) => far(a) - far(b));
      const found = new Places(xs, ys).nearest(x, y, within, counts);
      expect(found === undefined ? undefined : far(found)).toBe(
        expected[0] === undefined ? undefined : far(expected[0]),
      );
    }),
  );
});

describe("the camera", () => {
  const area = { width: 1_000, height: 600 };
  const camera = fc.record({
    x: coordinate,
    y: coordinate,
    scale: fc.double({ min: 0.05, max: 5, noNaN: true }),
  });
  const pixel = fc.double({ min: 0, max: 600, noNaN: true });

  test("what is under the pointer stays there while it zooms, and follows it while it is dragged", () => {
    fc.assert(
      fc.property(
        camera,
        pixel,
        pixel,
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (from, px, py, factor) => {
          const before = worldAt(from, area, px, py);
          const after = worldAt(zoomed(from, area, px, py, factor), area, px, py);
          expect(after.x).toBeCloseTo(before.x, 4);
          expect(after.y).toBeCloseTo(before.y, 4);
          const moved = screenAt(panned(from, 30, -20), area, before.x, before.y);
          expect(moved.x).toBeCloseTo(px + 30, 3);
          expect(moved.y).toBeCloseTo(py - 20, 3);
        },
      ),
    );
  });

  test("all of it is in sight when it fits", () => {
    const nodes = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(nodes, (all) => {
        const [xs, ys] = [Float32Array.from(all, ([x]) => x), Float32Array.from(all, ([, y]) => y)];
        const seen = fitting(xs, ys, area);
        for (let i = 0; i < all.length; i++) {
          const { x, y } = screenAt(seen, area, xs[i] as number, ys[i] as number);
          expect(x >= 0 && x <= area.width && y >= 0 && y <= area.height).toBe(true);
        }
      }),
    );
  });
});
