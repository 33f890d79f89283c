/** Does a map that shares one store behave as if every version were its own? */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VersionedMap } from "../../src/log/versioned-map.ts";
import { finish } from "../../src/ports/slices.ts";

const key = fc.constantFrom("a", "b", "c", "d", "e");
const command = fc.oneof(
  fc.record({ do: fc.constant("set" as const), key, value: fc.integer() }),
  fc.record({
    do: fc.constant("setAll" as const),
    entries: fc.array(fc.tuple(key, fc.integer()), { maxLength: 4 }),
  }),
  fc.record({ do: fc.constant("delete" as const), key }),
  fc.record({ do: fc.constant("look" as const), version: fc.nat(50) }),
  fc.record({ do: fc.constant("branch" as const), version: fc.nat(50) }),
);

type Change =
  | { readonly do: "set"; readonly key: string; readonly value: number }
  | { readonly do: "setAll"; readonly entries: readonly (readonly [string, number])[] }
  | { readonly do: "delete"; readonly key: string };

function changed(map: VersionedMap<number>, change: Change): VersionedMap<number> {
  if (change.do === "set") return map.set(change.key, change.value);
  return change.do === "setAll" ? map.setAll(change.entries) : map.delete(change.key);
}

/** A plain map that keeps the order of arrival: a key that comes back comes last. */
function applied(map: ReadonlyMap<string, number>, change: Change): ReadonlyMap<string, number> {
  const copy = new Map(map);
  if (change.do === "set") copy.set(change.key, change.value);
  else if (change.do === "setAll") for (const [key, value] of change.entries) copy.set(key, value);
  else copy.delete(change.key);
  return copy;
}

/** Two places at a time. */
function keysInTurns(map: VersionedMap<unknown>): readonly string[] {
  const all: string[] = [];
  for (let place: number | undefined = 0; place !== undefined; ) {
    const { keys, next }: ReturnType<typeof map.keysAt> = map.keysAt(place, 2);
    all.push(...keys);
    place = next;
  }
  return all;
}

describe("a versioned map", () => {
  test("every version, old or new, on any branch, reads as a copy of its own would", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        let at = 0;
        const versions = [VersionedMap.empty<number>()];
        const copies: ReadonlyMap<string, number>[] = [new Map()];
        for (const one of commands) {
          if (one.do === "branch") at = one.version % versions.length;
          else if (one.do === "look") {
            const which = one.version % versions.length;
            expect([...(versions[which] as VersionedMap<number>).entries()]).toEqual([
              ...(copies[which] ?? []),
            ]);
          } else {
            const map = versions[at] as VersionedMap<number>;
            versions.push(changed(map, one));
            copies.push(applied(copies[at] ?? new Map(), one));
            at = versions.length - 1;
          }
        }
        versions.forEach((map, i) => {
          expect([...map.entries()]).toEqual([...(copies[i] ?? [])]);
          expect(map.size).toBe(copies[i]?.size);
          expect(keysInTurns(map)).toEqual([...map.keys()]);
        });
      }),
      { numRuns: 2000 },
    );
  });

  test("lazy values are decoded once, and only when asked for", () => {
    const decoded: number[] = [];
    const valueAt = (index: number) => {
      decoded.push(index);
      return `value ${index}`;
    };
    const bytesAt = (index: number) => Uint8Array.of(index);
    const map = finish(VersionedMap.lazy({ keys: ["a", "b", "c"], valueAt, bytesAt }));
    expect(map.size).toBe(3);
    expect(decoded).toEqual([]);
    expect(map.get("b")).toBe("value 1");
    expect(map.rowsAt(0, 2)).toEqual({
      rows: [
        ["a", undefined, Uint8Array.of(0)],
        ["b", "value 1", undefined],
      ],
      next: 2,
    });
    expect(map.rowsAt(2, 2)).toEqual({ rows: [["c", undefined, Uint8Array.of(2)]], next: undefined });
    const changed = map.set("c", "other").delete("a");
    expect([...changed.entries()]).toEqual([
      ["b", "value 1"],
      ["c", "other"],
    ]);
    expect([...map.values()]).toEqual(["value 0", "value 1", "value 2"]);
    expect(decoded.sort()).toEqual([0, 1, 2]);
  });
});
