// What if somebody who has the files of a sealed workspace, and not its key, changes or adds something in them?
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repairWorkspace } from "../../src/index.ts";
import type { Stream } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { added } from "../support/events.ts";
import { filesUnder, newWorkspace, readAll } from "../support/workspace.ts";

function contents(store: FactStore, stream: Stream): readonly unknown[] {
  return readAll(store, stream).map(({ event }) => ("body" in event ? event.body : undefined));
}

describe("what somebody with the files and without the key changes is found", () => {
  function sealedWith(...facts: readonly string[]) {
    const dir = newWorkspace("seal");
    const keys = memoryKeys();
    const store = new FactStore(dir, { keys });
    store.append(
      "owner",
      0,
      facts.map((words, i) => added(`f${i}`, words)),
    );
    store.close();
    const log = filesUnder(dir).find((path) => path.includes("/log/") && path.endsWith(".jsonl")) as string;
    return { dir, keys, log };
  }

  test("a body that was moved to another event", () => {
    const { dir, keys, log } = sealedWith("one", "two");
    const [first = "", second = ""] = readFileSync(log, "utf8").split("\n");
    const bodyOf = (line: string) => line.slice(line.indexOf('"salt"'));
    const commitOf = (line: string) => /"commit":"([^"]*)"/.exec(line)?.[1] as string;
    // The commitment and the sums of the chain can be made to fit by anybody. The words cannot.
    const moved = refit(first.replace(commitOf(first), commitOf(second)), bodyOf(second), "");
    const next = refit(second, bodyOf(second), moved.hash);
    writeFileSync(log, `${moved.line}\n${next.line}\n`);
    expect(() => new FactStore(dir, { keys }).read("owner", 0)).toThrow(
      expect.objectContaining({ code: "corrupt" }),
    );
  });

  test("the class of a fact, with every sum made to fit", () => {
    const { dir, keys, log } = sealedWith("one");
    const [line = ""] = readFileSync(log, "utf8").split("\n");
    const changed = refit(line.replace(/"at":\d+/, '"at":1'), line.slice(line.indexOf('"salt"')), "");
    expect(changed.line).not.toBe(line);
    writeFileSync(log, `${changed.line}\n`);
    expect(() => new FactStore(dir, { keys }).read("owner", 0)).toThrow(
      expect.objectContaining({ code: "corrupt" }),
    );
  });

  test("a plain fact that was added to the log", () => {
    const { dir, keys, log } = sealedWith("one");
    const other = newWorkspace("seal");
    const plain = new FactStore(other);
    plain.append("owner", 0, [added("f9", "forged")]);
    plain.close();
    const forged = filesUnder(other).find(
      (path) => path.includes("/log/") && path.endsWith(".jsonl"),
    ) as string;
    writeFileSync(log, readFileSync(forged));
    const store = new FactStore(dir, { keys });
    expect(() => store.read("owner", 0)).toThrow(expect.objectContaining({ code: "corrupt" }));
  });

  const pinned = (fact: string) => ({ type: "pinned", v: 1, at: 5, fact }) as const;

  /** A line without words, as somebody without the keys can make one to follow `prev`. */
  function forged(
    event: object,
    seq: number,
    prev: string,
  ): { readonly line: string; readonly hash: string } {
    const header = JSON.stringify({ seq, prev, event });
    const hash = createHash("sha256").update(header).digest("base64url");
    return { line: `{"head":${header},"sum":"${hash.slice(0, 11)}"}`, hash };
  }

  /** The log without its padding, and the hash of its last line. */
  function endOf(log: string): { readonly text: string; readonly seq: number; readonly hash: string } {
    const lines = readFileSync(log, "utf8")
      .replace(/\0+$/, "")
      .split("\n")
      .filter((line) => line !== "");
    const last = lines.at(-1) ?? "";
    const header = last.slice('{"head":'.length, last.indexOf(',"sum":"'));
    const hash = createHash("sha256").update(header).digest("base64url");
    return { text: `${lines.join("\n")}\n`, seq: lines.length, hash };
  }

  const corrupt = expect.objectContaining({ code: "corrupt" });

  test.each([
    ["an event without words", pinned("f0")],
    ["an erasure", { type: "erased", v: 1, at: 5, erases: [1, 2], facts: ["f0"] }],
    ["words that a caller has sealed", { type: "archived", v: 1, at: 5, fact: "f0" }],
  ])("%s that was added to the end of the log", (what, event) => {
    const { dir, keys, log } = sealedWith("one");
    const { text, seq, hash } = endOf(log);
    let { line } = forged(event, seq + 1, hash);
    if (what.startsWith("words")) {
      const salt = "A".repeat(22);
      const commit = createHash("sha256").update(`${salt}"x"`).digest("base64url");
      const plain = forged(event, seq + 1, hash).line;
      const header = `${plain.slice('{"head":'.length, plain.indexOf(',"sum":"')).slice(0, -1)},"text":{"codec":"c","key":"k","commit":"${commit}"}}`;
      const sum = createHash("sha256").update(header).digest("base64url").slice(0, 11);
      line = `{"head":${header},"sum":"${sum}","salt":"${salt}","body":"x"}`;
    }
    writeFileSync(log, `${text}${line}\n`);
    const store = new FactStore(dir, { keys });
    expect(() => store.read("owner", 0)).toThrow(corrupt);
    expect(() => store.append("owner", 2, [pinned("f0")])).toThrow(corrupt);
    expect(store.verify("owner").ok).toBe(false);
    store.close();
    // A repair takes it out, and nothing of what stood before.
    repairWorkspace(dir, { keys });
    const again = new FactStore(dir, { keys });
    expect(contents(again, "owner")[0]).toMatchObject({ content: "one" });
    expect(readAll(again, "owner").map((one) => one.event.type)).toEqual(["added", "repaired"]);
    again.append("owner", again.verify("owner").head.seq, [pinned("f0")]);
    expect(again.verify("owner").ok).toBe(true);
  });

  test("an event whose text is said to be erased, at the end of the log", () => {
    const { dir, keys, log } = sealedWith("one", "two");
    const { text } = endOf(log);
    const lines = text.trimEnd().split("\n");
    const last = lines[1] ?? "";
    const header = last.slice('{"head":'.length, last.indexOf(',"sum":"')).replace('"f1"', '"f7"');
    const sum = createHash("sha256").update(header).digest("base64url").slice(0, 11);
    writeFileSync(log, `${lines[0]}\n{"head":${header},"sum":"${sum}","erased":true          }\n`);
    const store = new FactStore(dir, { keys });
    expect(() => store.read("owner", 0)).toThrow(corrupt);
    store.close();
    repairWorkspace(dir, { keys });
    const again = new FactStore(dir, { keys });
    expect(readAll(again, "owner").map((one) => one.event.type)).toEqual(["added", "repaired"]);
  });

  test("the figures of an event without words", () => {
    const { dir, keys, log } = sealedWith("one");
    const store = new FactStore(dir, { keys });
    store.append("owner", 1, [pinned("f0")]);
    store.close();
    const { text } = endOf(log);
    const [first = "", second = ""] = text.split("\n");
    const changed = refit(
      second.replace('"type":"pinned"', '"type":"unpinned"'),
      second.slice(second.indexOf('"salt"')),
      /"prev":"([^"]*)"/.exec(second)?.[1] as string,
    );
    writeFileSync(log, `${first}\n${changed.line}\n`);
    expect(() => new FactStore(dir, { keys }).read("owner", 0)).toThrow(corrupt);
  });

  test("the file of keys", () => {
    const { dir, keys } = sealedWith("one");
    const path = join(dir, "keys/ring.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace('"state":"sealed"', '"state":"sealing"'));
    expect(() => new FactStore(dir, { keys })).toThrow(expect.objectContaining({ code: "corrupt" }));
  });
});

/** The line with its sum, and the link to its predecessor, made to fit. */
function refit(line: string, words: string, prev: string): { readonly line: string; readonly hash: string } {
  const end = line.indexOf(',"sum":"');
  const header = line.slice('{"head":'.length, end).replace(/"prev":"[^"]*"/, `"prev":"${prev}"`);
  const hash = createHash("sha256").update(header).digest("base64url");
  return { line: `{"head":${header},"sum":"${hash.slice(0, 11)}",${words}`, hash };
}
