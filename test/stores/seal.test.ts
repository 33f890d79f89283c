// Does a sealed workspace keep its words from whoever has its files but not its key?
import { cpSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sealWorkspace, Tideline } from "../../src/index.ts";
import { inboxOf, type Stream } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { keyFile, memoryKeys, passphraseKeys, secretKeys } from "../../src/stores/keys/key-file.ts";
import { added, erased } from "../support/events.ts";
import { filesUnder, newWorkspace, readAll } from "../support/workspace.ts";

const ANNA: Stream = { channel: "chat", conversationId: "anna-of-linz", sessionKey: "1" };
const WORDS = ["xyzzy-plugh", "anna-of-linz", "teatime-tag", "grue-alias", "owl-quote"];

/** Every file and its bytes, as one text. */
function dump(dir: string): string {
  return filesUnder(dir)
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`)
    .join("\n");
}

function expectNone(dir: string, words: readonly string[] = WORDS): void {
  const text = dump(dir);
  for (const word of words) {
    const forms = ["utf8", "base64", "base64url", "hex"] as const;
    for (const form of forms)
      expect(text.includes(Buffer.from(word).toString(form)), `${word} as ${form}`).toBe(false);
  }
}

function contents(store: FactStore, stream: Stream): readonly unknown[] {
  return readAll(store, stream).map(({ event }) => ("body" in event ? event.body : undefined));
}

test("a sealed workspace holds no plain word, name, tag, alias or turn in any file, and reads them all back", () => {
  const dir = newWorkspace("seal");
  const keys = memoryKeys();
  const memory = Tideline.open(dir, { keys, durability: "os" });
  memory.add({ content: "My password hint is xyzzy-plugh.", tags: ["teatime-tag"], aliases: ["grue-alias"] });
  const anna = memory.as({ channel: "chat", conversationId: "anna-of-linz", sessionKey: "1" });
  anna.add("Anna of anna-of-linz likes owl-quote.");
  anna.observe({ session: "s", role: "user", content: "I said owl-quote." });
  for (let i = 0; i < 520; i++) memory.add(`Shelf ${i} holds xyzzy-plugh number ${i}.`);
  memory.close();
  expectNone(dir);
  const again = Tideline.open(dir, { keys });
  expect(again.stats().facts).toBe(521);
  expect(again.recall("password hint")[0]?.fact.content).toContain("xyzzy-plugh");
  expect(again.verify().ok).toBe(true);
  expect(again.origins().origins.map(({ origin }) => origin)).toContainEqual(ANNA);
  again.close();
  expectNone(dir);
});

test("without the key, or with another one, opening is refused and no file changes", () => {
  const dir = newWorkspace("seal");
  const memory = Tideline.open(dir, { keys: memoryKeys() });
  memory.add("xyzzy-plugh");
  memory.close();
  const before = dump(dir);
  const refused = expect.objectContaining({ code: "keys-missing" });
  expect(() => Tideline.open(dir)).toThrow(refused);
  expect(() => Tideline.open(dir, { keys: memoryKeys() })).toThrow(refused);
  expect(() => Tideline.open(dir, { keys: secretKeys(Buffer.alloc(32, 7).toString("base64")) })).toThrow(
    refused,
  );
  expect(dump(dir)).toBe(before);
});

test("a plain workspace is not opened with keys, and no file changes", () => {
  const dir = newWorkspace("seal");
  const memory = Tideline.open(dir);
  memory.add("plain");
  memory.close();
  const before = dump(dir);
  expect(() => Tideline.open(dir, { keys: memoryKeys() })).toThrow(
    expect.objectContaining({ code: "not-sealed" }),
  );
  expect(dump(dir)).toBe(before);
});

describe("what was erased", () => {
  function withErased() {
    const dir = newWorkspace("seal");
    const keys = memoryKeys();
    const store = new FactStore(dir, { keys });
    store.append("owner", 0, [added("f1", "xyzzy-plugh"), added("f2", "stays")]);
    store.append(inboxOf("owner"), 0, [added("t1", "owl-quote")]);
    store.putBlob("owner", "state", 2, Buffer.from("xyzzy-plugh"));
    store.close();
    const copy = `${dir}-copy`;
    cpSync(dir, copy, { recursive: true });
    const after = new FactStore(dir, { keys });
    after.erase("owner", 2, erased([1], ["f1"]));
    return { dir, copy, keys, store: after };
  }

  test("cannot be read in an old log file that was put back, and everything else can", () => {
    const { dir, copy, keys, store } = withErased();
    store.close();
    for (const path of filesUnder(copy))
      if (path.includes("/log/") && path.endsWith(".jsonl") && !path.includes("/registry/"))
        cpSync(path, path.replace(copy, dir));
    const again = new FactStore(dir, { keys });
    const [first, second] = readAll(again, "owner");
    expect(first).toMatchObject({ bodyGone: true, event: { fact: "f1" } });
    expect(first?.event).not.toHaveProperty("body");
    expect(second?.event).toMatchObject({ body: { content: "stays" } });
  });

  test("cannot be read in an old blob that was put back", () => {
    const { dir, copy, keys, store } = withErased();
    store.close();
    for (const path of filesUnder(copy)) if (path.includes("/blobs/")) cpSync(path, path.replace(copy, dir));
    expect(new FactStore(dir, { keys }).getBlob("owner", "state")).toBeUndefined();
  });

  test("cannot be read in a copy of every file, once the key was replaced", () => {
    const { copy, keys, store, dir } = withErased();
    const opened = new FactStore(copy, { keys });
    expect(contents(opened, "owner")[0]).toMatchObject({ content: "xyzzy-plugh" });
    opened.close();
    store.keys?.replace();
    expect(() => new FactStore(copy, { keys })).toThrow(expect.objectContaining({ code: "keys-missing" }));
    store.close();
    expect(contents(new FactStore(dir, { keys }), "owner")[1]).toMatchObject({ content: "stays" });
  });
});

test("a workspace that an earlier version has sealed is sealed again, with its events without words", () => {
  const dir = newWorkspace("seal");
  cpSync(new URL("../fixtures/format-2-sealed", import.meta.url), dir, { recursive: true });
  const root = join(dir, "workspace");
  const keys = keyFile({ folder: join(dir, "vault") });
  const events = (store: FactStore) =>
    store.list().map((stream) => readAll(store, stream).map(({ event, bodyGone }) => ({ event, bodyGone })));
  const bare = () => dump(root).match(/"sum":"[\w-]{11}"}/g)?.length ?? 0;
  const before = new FactStore(root, { keys });
  const told = events(before);
  before.close();
  // Marks are not sealed.
  const marks = bareMarks(root);
  expect(bare()).toBeGreaterThan(marks);
  const { sealed } = sealWorkspace(root, keys);
  expect(sealed.map(({ texts }) => texts)).toEqual(sealed.map(() => 0));
  expect(bare()).toBe(marks);
  const after = new FactStore(root, { keys });
  expect(events(after)).toEqual(told);
  for (const stream of after.list()) expect(after.verify(stream).problems).toEqual([]);
  expect(after.keys?.status().plainUntil).toBeUndefined();
  after.close();
  expect(sealWorkspace(root, keys).sealed).toEqual([]);
});

function bareMarks(root: string): number {
  const marks = filesUnder(root).filter((path) => path.includes("/marks/"));
  return marks.reduce(
    (sum, path) => sum + (readFileSync(path, "latin1").match(/"sum":"[\w-]{11}"}/g)?.length ?? 0),
    0,
  );
}

test("replacing the key rewrites the keys and no other file", () => {
  const dir = newWorkspace("seal");
  const keys = memoryKeys();
  const store = new FactStore(dir, { keys });
  store.append("owner", 0, [added("f1", "one")]);
  store.append(ANNA, 0, [added("f2", "two")]);
  const files = () =>
    new Map(filesUnder(dir).map((path) => [path.replace(dir, ""), readFileSync(path, "latin1")]));
  const before = files();
  store.keys?.replace();
  const changed = [...files()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(changed.filter((path) => !path.includes("/lock/"))).toEqual(["/keys/ring.jsonl"]);
  expect(keys.list()).toEqual([store.keys?.status().key]);
  store.close();
  expect(contents(new FactStore(dir, { keys }), ANNA)).toEqual(contents(store2(dir, keys), ANNA));
});

function store2(dir: string, keys: ReturnType<typeof memoryKeys>): FactStore {
  return new FactStore(dir, { keys });
}

test("a process goes on while another one makes origins, erases and replaces the key", () => {
  const dir = newWorkspace("seal");
  const keys = memoryKeys();
  const [a, b] = [new FactStore(dir, { keys }), new FactStore(dir, { keys })];
  a.append("owner", 0, [added("f1", "one")]);
  expect(contents(b, "owner")).toMatchObject([{ content: "one" }]);
  b.append(ANNA, 0, [added("f2", "two")]);
  expect(contents(a, ANNA)).toMatchObject([{ content: "two" }]);
  a.erase("owner", 1, erased([1], ["f1"]));
  a.keys?.replace();
  b.append("owner", 2, [added("f3", "three")]);
  b.append({ user: "carl" }, 0, [added("f4", "four")]);
  expect(contents(a, "owner")).toMatchObject([undefined, undefined, { content: "three" }]);
  expect(contents(a, { user: "carl" })).toMatchObject([{ content: "four" }]);
  b.putBlob("owner", "state", 3, Buffer.from("derived"));
  expect(a.getBlob("owner", "state")?.seq).toBe(3);
});

describe("a plain workspace is sealed", () => {
  function plainWorkspace(): string {
    const dir = newWorkspace("seal");
    const memory = Tideline.open(dir);
    memory.add({
      content: "My password hint is xyzzy-plugh.",
      tags: ["teatime-tag"],
      aliases: ["grue-alias"],
    });
    const { fact } = memory.add("Gone soon: grue-alias two.");
    memory.purge(fact.id);
    const anna = memory.as({ channel: "chat", conversationId: "anna-of-linz", sessionKey: "1" });
    anna.observe({ session: "s", role: "user", content: "I said owl-quote." });
    memory.close();
    return dir;
  }

  test("with every event, and without a word left in any file", () => {
    const dir = plainWorkspace();
    const plain = new FactStore(dir);
    const streams: readonly Stream[] = ["owner", "workspace", inboxOf(ANNA as never)];
    const events = (store: FactStore) =>
      streams.map((stream) =>
        readAll(store, stream).map(({ seq, event, bodyGone }) => ({ seq, event, bodyGone })),
      );
    const before = events(plain);
    plain.close();
    const keys = memoryKeys();
    const { sealed } = sealWorkspace(dir, keys);
    expect(sealed.length).toBeGreaterThan(2);
    expectNone(dir);
    const store = new FactStore(dir, { keys });
    expect(events(store)).toEqual(before);
    expect(streams.map((stream) => store.verify(stream).problems)).toEqual([[], [], []]);
    const owner = sealed.find(({ after }) => after.hash === store.verify("owner").head.hash);
    expect(owner?.before.seq).toBe(owner?.after.seq);
    expect(sealWorkspace(dir, keys).sealed).toEqual([]);
  });

  test("and a process that has it open without keys can neither read nor write on", () => {
    const dir = plainWorkspace();
    const open = new FactStore(dir);
    open.read("owner", 0);
    const { seq } = open.verify("owner").head;
    sealWorkspace(dir, memoryKeys());
    const refused = expect.objectContaining({ code: "keys-missing" });
    expect(() => open.append("owner", seq, [added("f9", "xyzzy-plugh late")])).toThrow(refused);
    expect(() => open.append({ user: "dora" }, 0, [added("f9", "xyzzy-plugh late")])).toThrow(refused);
    expect(() => open.putBlob("owner", "state", seq, Buffer.from("xyzzy-plugh"))).toThrow(refused);
    expectNone(dir);
  });
});

describe("vaults", () => {
  const open = (dir: string, keys: ReturnType<typeof keyFile>) => {
    const memory = Tideline.open(dir, { keys });
    memory.add("xyzzy-plugh");
    const found = memory.list().length;
    memory.close();
    return found;
  };

  test("a key file is private to the user, outside the workspace, and opens it again", () => {
    const dir = newWorkspace("seal");
    const folder = join(dir, "../keys");
    expect(open(dir, keyFile({ folder }))).toBe(1);
    const [file = ""] = filesUnder(folder);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(Tideline.open(dir, { keys: keyFile({ folder }) }).list().length).toBe(1);
    rmSync(file);
    expect(() => open(dir, keyFile({ folder }))).toThrow(expect.objectContaining({ code: "keys-missing" }));
  });

  test("a key in the workspace itself is refused before anything is made", () => {
    const dir = newWorkspace("seal");
    expect(() => open(dir, keyFile({ folder: join(dir, "mine") }))).toThrow("must not be in the workspace");
    expect(filesUnder(dir)).toEqual([]);
  });

  test("a passphrase opens it, and another one does not", () => {
    const dir = newWorkspace("seal");
    const folder = join(dir, "../keys");
    expect(open(dir, passphraseKeys("correct horse battery", { folder }))).toBe(1);
    expect(readFileSync(filesUnder(folder)[0] as string, "utf8")).toContain('"scrypt"');
    expect(() => open(dir, passphraseKeys("incorrect horse battery", { folder }))).toThrow(
      expect.objectContaining({ code: "keys-missing" }),
    );
    expect(() => passphraseKeys("short")).toThrow("at least 12 characters");
  });

  test("a secret from the environment opens it and says that it cannot destroy keys", () => {
    const dir = newWorkspace("seal");
    const secret = Buffer.alloc(32, 7).toString("base64");
    expect(secretKeys(secret).destroys).toBe(false);
    expect(open(dir, secretKeys(secret))).toBe(1);
    expect(() => open(dir, secretKeys(Buffer.alloc(32, 8).toString("base64")))).toThrow(
      expect.objectContaining({ code: "keys-missing" }),
    );
    expect(() => secretKeys("short")).toThrow("32 bytes");
  });
});
