// Files that are full are read piece by piece: nobody who reads them notices where a piece ends.
import { expect, test } from "vitest";
import type { TidelineError } from "../../src/errors.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { added, erased } from "../support/events.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { readAll } from "../support/workspace.ts";

const FACTS = 2_400;
const BATCH = 60;
const processes = new FakeProcesses();

function open(disk: MemoryDisk): FactStore {
  return new FactStore("/workspace", { disk, processes: processes.start(), volumeBytes: 1_000_000 });
}

/** Two files, the first of them several pieces long. */
function prepare(): { readonly disk: MemoryDisk; readonly path: string; readonly bytes: Buffer } {
  const disk = new MemoryDisk();
  const store = open(disk);
  for (let seq = 0; seq < FACTS; seq += BATCH)
    store.append(
      "owner",
      seq,
      Array.from({ length: BATCH }, (_, i) =>
        added(`f${seq + i + 1}`, `Grüße ${"🌊".repeat(i % 40)} ${seq + i}`),
      ),
    );
  store.close();
  const [first, second] = [...disk.contents()].filter(([path]) => /\/log\/.*jsonl$/.test(path)).sort();
  if (first === undefined || second === undefined) throw new Error("one file only");
  expect(first[1].length).toBeGreaterThan(900_000);
  return { disk, path: first[0], bytes: first[1] };
}

/** The line at about this place: its number, and where it begins and ends. */
function lineAt(bytes: Buffer, place: number) {
  const start = bytes.lastIndexOf(10, place) + 1;
  const end = bytes.indexOf(10, start);
  return { start, end, seq: JSON.parse(bytes.toString("utf8", start, end)).head.seq as number };
}

function damageSeen(disk: MemoryDisk): TidelineError {
  try {
    readAll(open(disk), "owner");
  } catch (error) {
    return error as TidelineError;
  }
  throw new Error("nothing was reported");
}

const PLACES = [10, 200_000, 262_143, 262_144, 262_500, 524_288, 700_000, 880_000];

test("every event is read, in pages of any length and from any place", () => {
  const store = open(prepare().disk);
  const all = readAll(store, "owner").map(({ seq }) => seq);
  expect(all).toEqual(Array.from({ length: FACTS }, (_, i) => i + 1));
  for (const about of [1, 700]) {
    let seq = 0;
    for (let more = true; more; ) {
      const page = store.read("owner", seq, about);
      if (page.events.length > 0) expect(page.events[0]?.seq).toBe(seq + 1);
      seq = page.events.at(-1)?.seq ?? seq;
      more = page.more;
    }
    expect(seq).toBe(FACTS);
  }
  expect(readAll(store, "owner", 1_001).length).toBe(FACTS - 1_001);
});

test.each(PLACES)("a byte that was changed around %d is reported with its event and place", (place) => {
  const { disk, path, bytes } = prepare();
  const { start, end, seq } = lineAt(bytes, place);
  bytes[end - 5] = 0x21;
  disk.put(path, bytes);
  const error = damageSeen(disk);
  expect(error).toMatchObject({ code: "corrupt", details: { file: path, position: start, seq } });
});

test.each(PLACES)("zeros around %d are reported: no append follows a torn one", (place) => {
  const { disk, path, bytes } = prepare();
  const { start, end, seq } = lineAt(bytes, place);
  bytes.fill(0, start + 30, end - 3);
  disk.put(path, bytes);
  expect(damageSeen(disk)).toMatchObject({ code: "corrupt", details: { file: path, position: start, seq } });
});

test.each(PLACES)("a line that is gone around %d is missed", (place) => {
  const { disk, path, bytes } = prepare();
  const { start, end } = lineAt(bytes, place);
  disk.put(path, Buffer.concat([bytes.subarray(0, start), bytes.subarray(end + 1)]));
  expect(damageSeen(disk)).toMatchObject({ code: "corrupt", details: { file: path, position: start } });
});

test("words that were erased are gone, and nothing else is", () => {
  const { disk, bytes } = prepare();
  const seqs = PLACES.map((place) => lineAt(bytes, place).seq);
  const store = open(disk);
  store.erase("owner", FACTS, erased([...new Set(seqs)]));
  const gone = readAll(open(disk), "owner").filter(({ bodyGone }) => bodyGone);
  expect(gone.map(({ seq }) => seq)).toEqual([...new Set(seqs)]);
});
