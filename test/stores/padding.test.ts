// Padding behind the end of a log file: it makes appends faster, and nobody else notices it.
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import { repairWorkspace } from "../../src/stores/file/check/repair.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import type { Notice } from "../../src/stores/file/log/log-writer.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { added } from "../support/events.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { filesUnder, newWorkspace, readAll } from "../support/workspace.ts";

const BLOCK_BYTES = 4_096;
const processes = new FakeProcesses();

function open(disk: MemoryDisk, notices: Notice[] = [], volumeBytes = 1_000_000): FactStore {
  const onNotice = (notice: Notice) => void notices.push(notice);
  return new FactStore("/workspace", { disk, processes: processes.start(), onNotice, volumeBytes });
}

function append(store: FactStore, from: number, count: number): void {
  for (let i = from; i < from + count; i++) store.append("owner", i, [added(`f${i + 1}`, `fact ${i + 1}`)]);
}

function logOf(disk: MemoryDisk): { readonly path: string; readonly bytes: Buffer } {
  const [log] = [...disk.contents()].filter(
    ([path, bytes]) => /\/log\/.*jsonl$/.test(path) && bytes.length > 0,
  );
  if (log === undefined) throw new Error("no log");
  return { path: log[0], bytes: log[1] };
}

function ids(store: FactStore): readonly string[] {
  return readAll(store, "owner").map(({ event }) => (event.type === "added" ? event.fact : event.type));
}

test("a log that is written again and again has padding while it is open, and none when it was closed", () => {
  const disk = new MemoryDisk();
  const store = open(disk);
  append(store, 0, 1);
  expect(logOf(disk).bytes.at(-1)).toBe(10);
  append(store, 1, 2);
  expect(logOf(disk).bytes.at(-1)).toBe(0);
  expect(logOf(disk).bytes.length % BLOCK_BYTES).toBe(0);
  store.close();
  expect(logOf(disk).bytes.at(-1)).toBe(10);
  expect(logOf(disk).bytes.includes(0)).toBe(false);
});

test.each([1, 100])(
  "whoever comes after a writer that was killed reads its log, writes %d times, and says nothing",
  (times) => {
    const disk = new MemoryDisk();
    append(open(disk), 0, 3);
    const notices: Notice[] = [];
    const next = open(disk, notices);
    append(next, 3, times);
    expect(ids(next)).toEqual(Array.from({ length: 3 + times }, (_, i) => `f${i + 1}`));
    expect(next.verify("owner").problems).toEqual([]);
    next.close();
    expect(logOf(disk).bytes.includes(0)).toBe(false);
    expect(notices).toEqual([]);
  },
);

test("two writers that alternate use one another's padding", () => {
  const disk = new MemoryDisk();
  const stores = [open(disk), open(disk)] as const;
  for (let i = 0; i < 40; i++) append(stores[(i >> 2) % 2] as FactStore, i, 1);
  for (const store of stores) expect(ids(store).length).toBe(40);
  for (const store of stores) store.close();
  expect(open(disk).verify("owner")).toMatchObject({ ok: true, events: 40 });
});

test("zeros behind a log that had no padding are cut and told", () => {
  const disk = new MemoryDisk();
  const store = open(disk);
  append(store, 0, 3);
  store.close();
  const { path, bytes } = logOf(disk);
  disk.put(path, Buffer.concat([bytes, Buffer.alloc(100)]));
  const notices: Notice[] = [];
  expect(ids(open(disk, notices))).toEqual(["f1", "f2", "f3"]);
  expect(notices).toMatchObject([{ kind: "torn-tail-cut", position: bytes.length }]);
});

test("zeros between two lines are damage, and cost no good line", () => {
  const disk = new MemoryDisk();
  append(open(disk), 0, 3);
  const { path, bytes } = logOf(disk);
  const at = bytes.indexOf('{"head":{"seq":3,');
  disk.put(path, Buffer.concat([bytes.subarray(0, at), Buffer.alloc(700), bytes.subarray(at)]));
  expect(() => ids(open(disk))).toThrow(
    expect.toSatisfy((error: unknown) => isTidelineError(error, "corrupt")),
  );
  expect(() => open(disk).verify("owner")).toThrow(
    expect.toSatisfy((error: unknown) => isTidelineError(error, "corrupt")),
  );
  repairWorkspace("/workspace", { disk, processes: processes.start() });
  expect(ids(open(disk))).toEqual(["f1", "f2", "f3", "repaired"]);
});

/** Reads so few bytes at a time that there is something between two of them. */
class SlowDisk extends MemoryDisk {
  reads = 0;
  interruptAt = 0;
  interrupt: () => void = () => undefined;

  override read(file: number, into: Uint8Array, position: number): number {
    if (++this.reads === this.interruptAt) this.interrupt();
    return super.read(file, into.subarray(0, 200), position);
  }
}

test("a reader that two appends overtake in the middle of a file takes nothing for damage", () => {
  for (let n = 1; ; n++) {
    const disk = new SlowDisk();
    const writer = open(disk, [], 3_000);
    append(writer, 0, 3);
    const reader = open(disk, [], 3_000);
    disk.interruptAt = disk.reads + n;
    disk.interrupt = () => append(writer, 3, 2);
    const from = disk.reads;
    expect(ids(reader).slice(0, 3), `overtaken at read ${n}`).toEqual(["f1", "f2", "f3"]);
    expect(reader.verify("owner").problems).toEqual([]);
    if (disk.reads - from < n) return;
  }
});

test("an append goes into the file that has the log's name, also if that was replaced", () => {
  const store = new FactStore(newWorkspace("padding"));
  append(store, 0, 3);
  const path = logUnder(store);
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
  append(store, 3, 1);
  expect(ids(new FactStore(store.path))).toEqual(["f1", "f2", "f3", "f4"]);
});

// Elsewhere an open file does not tell its name.
test.runIf(process.platform === "linux")("a log file that has another name by now is not written to", () => {
  const store = new FactStore(newWorkspace("padding"));
  append(store, 0, 3);
  const path = logUnder(store);
  const before = readFileSync(path);
  renameSync(path, `${path}.away`);
  expect(() => append(store, 3, 1)).toThrow(expect.toSatisfy((error: unknown) => isTidelineError(error)));
  expect(readFileSync(`${path}.away`).equals(before)).toBe(true);
});

describe("long after its folder has changed last", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  /** With a log that was found in its place when the folder's time was old already. */
  function oldStore(): FactStore {
    const store = new FactStore(newWorkspace("padding"));
    append(store, 0, 3);
    vi.setSystemTime(Date.now() + 60_000);
    append(store, 3, 2);
    return store;
  }

  test("a log file that was replaced is written to all the same", () => {
    const store = oldStore();
    const path = logUnder(store);
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    append(store, 5, 1);
    expect(ids(new FactStore(store.path))).toEqual(["f1", "f2", "f3", "f4", "f5", "f6"]);
  });

  test.runIf(process.platform === "linux").each(["renamed", "removed"])("one that was %s is not", (how) => {
    const store = oldStore();
    const path = logUnder(store);
    const before = readFileSync(path);
    if (how === "renamed") renameSync(path, `${path}.away`);
    else rmSync(path);
    expect(() => append(store, 5, 1)).toThrow(expect.toSatisfy((error: unknown) => isTidelineError(error)));
    if (how === "renamed") expect(readFileSync(`${path}.away`).equals(before)).toBe(true);
  });
});

function logUnder(store: FactStore): string {
  return filesUnder(store.path).find((one) => /[/\\]log[/\\].*jsonl$/.test(one)) as string;
}

test("nothing but log files and locks stands in a new stream's folder", () => {
  const store = new FactStore(newWorkspace("padding"));
  append(store, 0, 1);
  const [home = ""] = readdirSync(`${store.path}/streams`);
  expect(
    readdirSync(`${store.path}/streams/${home}/log`).map((name) => name.replace(/^0.*\./, "*.")),
  ).toEqual(["*.jsonl", "lock"]);
  store.close();
});
