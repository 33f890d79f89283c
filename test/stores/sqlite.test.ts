/** Does a workspace in one SQLite file keep what every store must, and what only a file can break? */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/stores/memory.ts";
import { openSqlite } from "../../src/stores/sqlite/driver.ts";
import { added, erased } from "../../src/testing/storage/events.ts";
import { storageSuite } from "../../src/testing/storage-suite.ts";
import { Tideline } from "../../src/tideline.ts";
import { coded } from "../support/errors.ts";
import { hasSqlite, type OpenFile, openFile } from "../support/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "tideline-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `memory-${++files}.db`);

/** The file and its write-ahead log. */
function dumpOf(path: string): string {
  return ["", "-wal"]
    .map((ending) => path + ending)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

describe.skipIf(!hasSqlite)("SqliteStore", () => {
  const cases = storageSuite({
    open: () => openFile(newFile(), { durability: "os" }),
    reopen: (store) => openFile((store as OpenFile).path),
    dump: (store) => dumpOf((store as OpenFile).path),
  });
  for (const { name, run } of cases) test(name, run);

  test("a memory in a file is found again, and nothing else is written beside it", () => {
    const path = newFile();
    const memory = Tideline.over(openFile(path));
    memory.add("I keep a strict vegetarian diet.");
    memory.close();
    const again = Tideline.over(openFile(path));
    expect(again.recall("what do I eat")[0]?.fact.content).toBe("I keep a strict vegetarian diet.");
    expect(again.verify().ok).toBe(true);
    again.close();
    expect(readdirSync(folder).filter((name) => name.startsWith(`memory-${files}`))).toEqual([
      `memory-${files}.db`,
    ]);
  });

  test("a file of something else is refused and not changed", () => {
    const text = newFile();
    writeFileSync(text, "no database at all, but some text that is long enough to be read as one".repeat(20));
    expect(() => openFile(text)).toThrow(coded("not-a-workspace"));
    const other = newFile();
    const database = openSqlite(other);
    database.exec("create table recipes (name text)");
    database.close();
    expect(() => openFile(other)).toThrow(coded("not-a-workspace"));
    expect(() => openFile(join(folder, "missing", "memory.db"))).toThrow(coded("not-writable"));
  });

  test("a schema of a later version is refused", () => {
    const path = newFile();
    openFile(path).close();
    const database = openSqlite(path);
    database.exec("pragma user_version = 99");
    database.close();
    expect(() => openFile(path)).toThrow(coded("format-newer"));
  });

  test("a writer that finds the file locked for too long says so, and can go on afterwards", () => {
    const path = newFile();
    const store = openFile(path, { lockWaitMs: 20 });
    const holder = openSqlite(path);
    holder.exec("begin immediate");
    expect(() => store.append("owner", 0, [added("f1", "one")])).toThrow(coded("lock-timeout"));
    holder.exec("rollback");
    expect(store.append("owner", 0, [added("f1", "one")]).seq).toBe(1);
    holder.close();
    store.close();
  });

  test("a changed row is found by verify, and is no fact", () => {
    const path = newFile();
    const store = openFile(path);
    store.append("owner", 0, [added("f1", "the rent is 900"), added("f2", "two")]);
    const database = openSqlite(path);
    database.exec("update lines set words = replace(words, '900', '100') where seq = 1");
    database.close();
    expect(() => store.read("owner", 0)).toThrow(coded("corrupt"));
    expect(store.verify("owner").problems.map(({ seq }) => seq)).toEqual([1]);
    store.close();
  });

  test("lines taken out of the middle, from the end or from the beginning are missed", () => {
    const path = newFile();
    const store = openFile(path);
    store.append("owner", 0, [added("f1", "one"), added("f2", "two"), added("f3", "three")]);
    const database = openSqlite(path);
    for (const seq of [2, 3, 1]) {
      database.exec(`delete from lines where seq = ${seq}`);
      expect(store.verify("owner").ok).toBe(false);
      expect(() => store.read("owner", 0)).toThrow(coded("corrupt"));
    }
    database.close();
    store.close();
  });

  test("two stores on one file: an append decided on a history that was replaced is refused", () => {
    const path = newFile();
    const [one, two] = [openFile(path), openFile(path)];
    one.append("owner", 0, [added("f1", "one")]);
    two.drop("owner", "all");
    two.append("owner", 0, [added("f9", "another life")]);
    expect(() => one.append("owner", 1, [added("f2", "two")])).toThrow(coded("stream-moved"));
    one.close();
    two.close();
  });

  test("the same commands give the same recall as in any other store", () => {
    const answers = [
      Tideline.over(openFile(":memory:"), clocked()),
      Tideline.over(new MemoryStore(), clocked()),
    ].map((memory) => {
      for (const text of FACTS) memory.add(text);
      const hits = memory.recall("who is allergic to peanuts?");
      memory.close();
      return hits.map(({ fact, relevance }) => [fact.content, relevance]);
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.length).toBeGreaterThan(0);
  });

  test("erased words are in no page of the file", () => {
    const path = newFile();
    const store = openFile(path);
    for (let i = 0; i < 50; i++)
      store.append("owner", i, [added(`f${i}`, `word${i}x ${"filler ".repeat(40)}`)]);
    store.erase("owner", 50, erased([7]));
    expect(dumpOf(path).includes("word6x")).toBe(false);
    expect(dumpOf(path).includes("word5x")).toBe(true);
    store.close();
  });
});

const FACTS = ["Theo is allergic to peanuts.", "I live in Oslo.", "My sister Mia plays the cello."];

function clocked() {
  return { clock: { now: () => 1_700_000_000_000 } };
}
