// Are names unique, and in order?
import { expect, test } from "vitest";
import { IdSource, newId } from "../../src/model/id.ts";
import { seededChance } from "../../src/testing/chance.ts";

test("ids of one source are in the order in which they were given, at any time and when the clock is set back", () => {
  const ids = new IdSource((count) => Uint8Array.from({ length: count }, (_, i) => (i * 37) & 255));
  const times = [...Array.from({ length: 40_000 }, () => 1_000), 2_000, 1_500, 1_500, 900, 3_000];
  const given = times.map((time) => ids.next(time, "owner"));
  expect(given).toEqual([...given].sort());
  expect(new Set(given).size).toBe(given.length);
  expect(given[0]?.slice(0, 10)).toBe(newId(1_000, new Uint8Array(16)).slice(0, 10));
});

test("two sources at one time give no id twice", () => {
  const bytes = (seed: number) => {
    const chance = seededChance(seed);
    return (count: number) => Uint8Array.from({ length: count }, () => Math.floor(chance() * 256));
  };
  const [a, b] = [new IdSource(bytes(1)), new IdSource(bytes(2))];
  const given = Array.from({ length: 5_000 }, () => [a.next(7, "owner"), b.next(7, "owner")]).flat();
  expect(new Set(given).size).toBe(given.length);
});

test("an id tells nothing of how many things others named at the same time", () => {
  const source = () => new IdSource((count) => Uint8Array.from({ length: count }, (_, i) => (i * 37) & 255));
  const [busy, calm] = [source(), source()];
  for (let i = 0; i < 20; i++) busy.next(7, "somebody else");
  const counted = (id: string) => id.slice(0, 13);
  expect(counted(busy.next(7, "me"))).toBe(counted(calm.next(7, "me")));
  expect(counted(busy.next(7, "me"))).toBe(counted(calm.next(7, "me")));
});
