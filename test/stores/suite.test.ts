/** Do all three stores pass the published suite? */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { DelayedStore } from "../../src/testing/delayed-store.ts";
import { storageSuite } from "../../src/testing/storage-suite.ts";
import { sliced } from "../support/sliced.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tideline-suite-"));
  folders.push(folder);
  return join(folder, "workspace");
}

/** Every file's name and content, as one text. */
function dumpOf(store: FactStore): string {
  return readdirSync(store.path, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        `${entry.name}\n${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), "utf8") : ""}`,
    )
    .join("\n");
}

describe("FactStore", () => {
  const cases = storageSuite({
    open: () => new FactStore(newFolder(), { durability: "os", volumeBytes: 4096 }),
    reopen: (store) => new FactStore((store as FactStore).path),
    dump: (store) => dumpOf(store as FactStore),
  });
  for (const { name, run } of cases) test(name, run);
});

describe("FactStore, in slices", () => {
  const cases = storageSuite({
    open: () => sliced(new FactStore(newFolder(), { durability: "os", volumeBytes: 4096 })),
    reopen: (store) => sliced(new FactStore((store as FactStore).path)),
    dump: (store) => dumpOf(store as FactStore),
  });
  for (const { name, run } of cases) test(name, run);
});

describe("FactStore, sealed", () => {
  const keys = memoryKeys();
  const cases = storageSuite({
    open: () => new FactStore(newFolder(), { durability: "os", volumeBytes: 4096, keys }),
    reopen: (store) => new FactStore((store as FactStore).path, { keys }),
    dump: (store) => dumpOf(store as FactStore),
  });
  for (const { name, run } of cases) test(name, run);
});

describe("MemoryStore", () => {
  for (const { name, run } of storageSuite({ open: () => new MemoryStore() })) test(name, run);
});

describe("DelayedStore, over a MemoryStore", () => {
  const delay = () => new Promise<void>((resolve) => setImmediate(resolve));
  for (const { name, run } of storageSuite({ open: () => new DelayedStore(new MemoryStore(), delay) }))
    test(name, run);
});
