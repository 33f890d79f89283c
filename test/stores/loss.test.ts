// Files that somebody removed, or emptied: `list` and `verify` miss them, and repair says what is gone.
import { expect, test } from "vitest";
import type { MemoryEvent } from "../../src/model/event.ts";
import { marksOf, type Stream } from "../../src/model/stream.ts";
import { repairWorkspace } from "../../src/stores/file/check/repair.ts";
import { removeTree } from "../../src/stores/file/disk/files.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { accessed, added } from "../support/events.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { readAll } from "../support/workspace.ts";

const ROOT = "/workspace";
const ANNA = { channel: "chat", conversationId: "anna", sessionKey: "1" } as const;
const processes = new FakeProcesses();
const open = (disk: MemoryDisk) => new FactStore(ROOT, { disk, processes: processes.start() });
const repair = (disk: MemoryDisk) => repairWorkspace(ROOT, { disk, processes: processes.start() });

/** Two facts of the owner, used once, and one of Anna's. */
function lived(): MemoryDisk {
  const disk = new MemoryDisk();
  const store = open(disk);
  store.append("owner", 0, [added("f1", "Anna plays the cello."), added("f2", "Ben plays the oboe.")]);
  store.append(marksOf("owner"), 0, [accessed("f1", 1, 2)]);
  store.append(ANNA, 0, [added("f3", "I am allergic to peanuts.")]);
  store.close();
  return disk;
}

/** The folder of the owner's, found by what it says of itself. */
function homeOf(disk: MemoryDisk): string {
  const found = [...disk.contents()].find(
    ([path, bytes]) => path.endsWith("/stream.json") && bytes.includes('"owner"'),
  );
  return (found?.[0] ?? "").replace("/stream.json", "");
}

const logsIn = (disk: MemoryDisk, folder: string) =>
  [...disk.contents().keys()].filter((path) => path.startsWith(folder) && path.endsWith(".jsonl"));

const losses: readonly (readonly [string, (disk: MemoryDisk) => void])[] = [
  [
    "has lost its files",
    (disk) => logsIn(disk, `${homeOf(disk)}/log`).forEach((path) => void disk.remove(path)),
  ],
  [
    "was emptied",
    (disk) => logsIn(disk, `${homeOf(disk)}/log`).forEach((path) => void disk.put(path, Buffer.alloc(0))),
  ],
  ["has lost its folder", (disk) => removeTree(disk, `${homeOf(disk)}/log`)],
  ["is gone with everything beside it", (disk) => removeTree(disk, homeOf(disk))],
];

test.each(losses)("a log that %s is listed, and missed", (_how, lose) => {
  const disk = lived();
  lose(disk);
  expect(open(disk).list()).toEqual(["owner", ANNA]);
  expect(() => expect(open(disk).verify("owner").ok).toBe(true)).toThrow();
  expect(open(disk).verify(ANNA).ok).toBe(true);
});

test.each(losses)("a log that %s is begun anew by repair, which says so, once", (_how, lose) => {
  const disk = lived();
  lose(disk);
  const { repaired } = repair(disk);
  expect(repaired.filter((one) => one.lostLog).map((one) => one.folder)).toContain(`${homeOf(disk)}/log`);
  const store = open(disk);
  expect(readAll(store, "owner").map(({ event }) => event.type)).toEqual(["repaired"]);
  expect(store.verify("owner").problems).toEqual([]);
  expect(store.verify(marksOf("owner")).problems).toEqual([]);
  expect(readAll(store, ANNA)).toHaveLength(1);
  expect(repair(disk).repaired).toEqual([]);
});

test("what is written after a loss does not take the numbers of what was lost", () => {
  const disk = lived();
  for (const path of logsIn(disk, `${homeOf(disk)}/log`)) disk.remove(path);
  repair(disk);
  const store = open(disk);
  expect(store.append("owner", 3, [added("f4", "Tea is hot.")]).seq).toBe(4);
});

test("a memory has marks once its first use is written, and is missed by name if they vanish", () => {
  const disk = lived();
  const foldersOf = (stream: Stream) =>
    [...disk.contents()]
      .filter(([path, bytes]) => path.endsWith("/stream.json") && bytes.includes(JSON.stringify(stream)))
      .flatMap(([path]) => disk.list(path.replace("/stream.json", "")));
  expect(foldersOf("owner")).toEqual(expect.arrayContaining(["log", "marks"]));
  expect([...foldersOf(ANNA)].sort()).toEqual(["log", "stream.json"]);
  expect(readAll(open(disk), marksOf(ANNA))).toEqual([]);
  expect(repair(disk).repaired).toEqual([]);
  removeTree(disk, `${homeOf(disk)}/marks`);
  expect(() => readAll(open(disk), marksOf("owner"))).toThrow(/marks.*removed/);
});

test("marks that are gone with their folder are begun anew, and no fact is lost", () => {
  const disk = lived();
  removeTree(disk, `${homeOf(disk)}/marks`);
  expect(repair(disk).repaired).toMatchObject([{ folder: `${homeOf(disk)}/marks`, lostLog: true }]);
  const store = open(disk);
  expect(readAll(store, "owner")).toHaveLength(2);
  expect(store.append(marksOf("owner"), 1, [accessed("f2", 2, 2)]).seq).toBe(2);
});

test.each([
  [
    "its files",
    (disk: MemoryDisk) => logsIn(disk, `${ROOT}/registry`).forEach((path) => void disk.remove(path)),
  ],
  ["its folder", (disk: MemoryDisk) => removeTree(disk, `${ROOT}/registry`)],
])("a registry that has lost %s is made anew from what the folders say", (_what, lose) => {
  const disk = lived();
  lose(disk);
  expect(repair(disk)).toMatchObject({
    adoptedStreams: 2,
    repaired: [{ folder: `${ROOT}/registry`, lostLog: true }],
  });
  const store = open(disk);
  const texts = (stream: Stream) => readAll(store, stream).map(({ event }) => wordsOf(event));
  expect(texts("owner")).toEqual(["Anna plays the cello.", "Ben plays the oboe."]);
  expect(texts(ANNA)).toEqual(["I am allergic to peanuts."]);
});

test("one damaged stream does not keep the others from being listed", () => {
  const disk = lived();
  for (const [path, bytes] of disk.contents())
    if (bytes.includes("cello"))
      disk.put(path, Buffer.from(bytes.toString().replace('"fact":"f1"', '"fact":"f9"')));
  expect(open(disk).list()).toEqual(["owner", ANNA]);
});

test("repair leaves a home alone that was never finished, and one that is going away", () => {
  const disk = lived();
  for (const name of ["half", "old.going"]) disk.makeFolder(`${ROOT}/streams/${name}`);
  disk.makeFolder(`${ROOT}/streams/half/log`);
  expect(repair(disk)).toMatchObject({ repaired: [], adoptedStreams: 0, setAside: [] });
  expect(open(disk).list()).toEqual(["owner", ANNA]);
});

function wordsOf(event: MemoryEvent): string {
  return event.type === "added" && event.body !== undefined && "content" in event.body
    ? String(event.body.content)
    : event.type;
}
