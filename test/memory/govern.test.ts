/** Can memory be looked at, put right, erased, and taken elsewhere? */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ListOptions, MemoryStore, Tideline } from "../../src/index.ts";
import { FakeEmbedder } from "../support/embedder.ts";
import { DAY, endorse, fact, newMemory, PEER } from "../support/memory.ts";

describe("purge", () => {
  test("erases the text from every file of the workspace, for good", () => {
    const folder = mkdtempSync(join(tmpdir(), "tideline-purge-"));
    try {
      const memory = Tideline.open(join(folder, "w"));
      const { fact: secret } = memory.add(
        fact("The vault code is xyzzy-4711.", { tags: ["xyzzy"], actor: "xyzzy", episode: "xyzzy" }),
      );
      memory.add(fact("The vault code is xyzzy-4711", { episode: "xyzzy again" }));
      memory.archive(secret.id, "because of xyzzy");
      for (let i = 0; i < 600; i++) memory.add(fact(`filler ${i}`));
      memory.close();
      const again = Tideline.open(join(folder, "w"));
      again.purge(secret.id);
      again.close();
      const text = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
        .join("");
      expect(text).toContain("filler 599");
      expect(text).not.toContain("xyzzy");
      const after = Tideline.open(join(folder, "w"));
      expect(after.verify().ok).toBe(true);
      expect(after.get(secret.id)).toBeUndefined();
      expect(after.inspect(secret.id).text).toMatch(/purged on .* rule "purge"/);
      after.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("takes along what was derived from it or quotes it, and cleans links; a preview changes nothing", () => {
    const { memory } = newMemory();
    const { fact: source } = memory.add(fact("Anna's number is 555-0199 and it is private."));
    const { fact: derived } = memory.add(
      fact("Anna can be called.", { source: "dream", evidence: [source.id] }),
    );
    const { fact: second } = memory.add(
      fact("People can be called.", { source: "dream", evidence: [derived.id] }),
    );
    const { fact: quote } = memory.add(
      fact("Note: Anna's number is 555-0199 and it is private. Keep it.", { source: "agent" }),
    );
    const { fact: other } = memory.add(
      fact("Ben likes tea.", { links: [{ kind: "relates", to: source.id }] }),
    );
    const preview = memory.purge(source.id, { preview: true });
    expect(preview.facts.map(({ id, why }) => [id, why])).toEqual([
      [source.id, "asked"],
      [derived.id, "derived"],
      [quote.id, "quotes"],
      [second.id, "derived"],
    ]);
    expect(memory.list()).toHaveLength(5);
    memory.purge(source.id);
    expect(memory.list().map((one) => one.id)).toEqual([other.id]);
    expect(memory.get(other.id)?.links).toEqual([]);
  });

  test("of a low fact never takes a higher one along", () => {
    const { memory } = newMemory();
    const { fact: low } = memory.add(
      fact("The meeting room is on the third floor.", { source: "tool_output" }),
    );
    const { fact: high } = memory.add(
      fact("I was told: the meeting room is on the third floor.", { source: "agent", evidence: [low.id] }),
    );
    endorse(memory, high.id);
    memory.purge(low.id);
    expect(memory.list().map((one) => one.id)).toEqual([high.id]);
  });
});

describe("inspect", () => {
  test("tells in one paragraph where a fact comes from, what happened to it, and how to bring it back", () => {
    const { memory, clock } = newMemory();
    const { fact: home } = memory.add(
      fact("I live in Berlin.", { subject: "me", attribute: "home", actor: "Zoë" }),
    );
    clock.pass(DAY);
    memory.add(fact("I live in Berlin.", { subject: "me", attribute: "home" }));
    memory.get(home.id);
    memory.pin(home.id);
    memory.archive(home.id, "moved");
    const { text, history, waitingMarks } = memory.inspect(home.id);
    expect(text).not.toContain("\n");
    expect(text).toMatch(
      /"I live in Berlin\." was learned on 2026-01-01 12:00 from owner_message, by Zoë \(class 3, trusted\)/,
    );
    expect(text).toMatch(/said again \(rule same\/restated\)/);
    expect(text).toMatch(/pinned.*archived.*said 2 times and used once.*restore\("/);
    expect(history.map((one) => one.event.type)).toEqual(["added", "observed", "pinned", "archived"]);
    expect(waitingMarks).toBe(1);
  });

  test("answers why a fact is no longer current", () => {
    const { memory } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme."));
    const { fact: denial } = memory.add(fact("I no longer work at Acme."));
    expect(memory.inspect(job.id).text).toContain(`superseded by ${denial.id} (rule denied/by-words)`);
  });
});

describe("export", () => {
  test("can be taken in by a fresh workspace: same facts, same ids, same history, and nothing that was purged", () => {
    const { memory, clock } = newMemory();
    const { fact: one } = memory.add(fact("I live in Berlin.", { subject: "me", attribute: "home" }));
    clock.pass(DAY);
    memory.add(
      fact("I live in Paris.", {
        subject: "me",
        attribute: "home",
        links: [{ kind: "relates", to: one.id }],
      }),
    );
    const { fact: gone } = memory.add(fact("xyzzy is purged.", { links: [{ kind: "relates", to: one.id }] }));
    memory.purge(gone.id);
    const text = memory.export();
    expect(text).not.toContain("xyzzy");
    for (const line of text.trimEnd().split("\n")) JSON.parse(line);
    const fresh = Tideline.over(new MemoryStore());
    expect(fresh.import(text).facts).toBe(2);
    const texts = (all: readonly object[]) => all.map((each) => ({ ...each, texts: undefined }));
    expect(texts(fresh.list({ lifecycle: "any" }))).toEqual(texts(memory.list({ lifecycle: "any" })));
    expect(fresh.export().split("\n").slice(1)).toEqual(text.split("\n").slice(1));
    expect(fresh.add(fact("I live in Rome.", { subject: "me", attribute: "home" })).outcome).toBe(
      "superseded",
    );
  });

  test("that is damaged, of another origin, or comes late is refused whole", () => {
    const { memory } = newMemory();
    memory.add(fact("one"));
    const text = memory.export();
    const refused = expect.objectContaining({ code: "import-failed" });
    expect(() => memory.import(text)).toThrow(refused);
    const fresh = newMemory().memory;
    for (const bad of [
      "",
      "{}",
      `${text}{"type":"added"}\n`,
      `${text}not json\n`,
      text.replace('"owner"', JSON.stringify(PEER)),
    ]) {
      expect(() => fresh.import(bad)).toThrow(refused);
    }
    expect(fresh.stats().events).toBe(0);
  });
});

describe("long work tells how far it is", () => {
  const many = () => {
    const { memory, store } = newMemory();
    for (let from = 0; from < 2_500; from += 500)
      memory.addMany(Array.from({ length: 500 }, (_, i) => fact(`Number ${from + i} is here.`)));
    return { memory, store };
  };
  type Told = [number, number | undefined, string];
  const listener = () => {
    const told: Told[] = [];
    return { told, onProgress: (...one: Told) => void told.push(one) };
  };

  test("import: lines as they are read, then events as they are indexed; unknown options are refused", () => {
    const text = many().memory.export();
    const { told, onProgress } = listener();
    newMemory().memory.import(text, { onProgress });
    const lines = text.split("\n").length - 1;
    const events = lines - 2;
    expect(told.slice(0, 4)).toEqual([
      [1_000, lines, "lines read"],
      [2_000, lines, "lines read"],
      [lines, lines, "lines read"],
      [0, events, "events to write"],
    ]);
    const indexed = told.slice(4);
    expect(new Set(indexed.map(([, total, what]) => `${total} ${what}`))).toEqual(
      new Set([`${events} events indexed`]),
    );
    const figures = indexed.map(([done]) => done);
    expect(figures).toEqual([...new Set(figures)].sort((a, b) => a - b));
    expect(figures.length).toBeGreaterThan(30);
    expect(figures.at(-1)).toBe(events);
    expect(() => newMemory().memory.import(text, { onProgres: onProgress } as never)).toThrow(/onProgres/);
  });

  test("graph: facts as they are tied and labelled", () => {
    const { told, onProgress } = listener();
    const { memory } = many();
    expect(memory.graph({ onProgress })).toEqual(memory.graph());
    expect(told.filter(([, , what]) => what === "facts tied").at(-1)).toEqual([2_500, 2_500, "facts tied"]);
    expect(told.at(-1)).toEqual([2_500, 2_500, "facts labelled"]);
    memory.graph({ knownAt: 8.64e15, onProgress });
    expect(told).toContainEqual([memory.verify().head.seq, undefined, "events read"]);
    expect(() => memory.graph({ onProgress: 1 as never })).toThrow(/onProgress must be a function/i);
  });

  test("verify: events as they are looked at, in memory and in files", () => {
    const { memory } = many();
    const folder = mkdtempSync(join(tmpdir(), "tideline-verify-"));
    const inFiles = Tideline.open(folder);
    inFiles.import(memory.export());
    for (const one of [memory, inFiles]) {
      const looked: number[] = [];
      expect(one.verify({ onProgress: (count) => void looked.push(count) }).ok).toBe(true);
      expect(looked.slice(0, 2)).toEqual([1_000, 2_000]);
      expect(looked.at(-1)).toBe(one.stats().events);
    }
    inFiles.close();
    rmSync(folder, { recursive: true });
  });
});

test("list gives facts by id, in their order, and leaves out ids that no fact has", () => {
  const { memory } = newMemory();
  const written = memory.addMany(Array.from({ length: 120 }, (_, n) => fact(`Box ${n} holds ${n} cups.`)));
  const ids = written.map((one) => ("fact" in one ? one.fact.id : ""));
  const [first = "", second = ""] = ids;
  memory.archive(second);
  const listed = (options: ListOptions) => memory.list(options).map(({ id }) => id);
  expect(listed({ ids: [second, "nothing", first, first], lifecycle: "any" })).toEqual([first, second]);
  expect(listed({ ids: [first, second], lifecycle: "any", order: "newest" })).toEqual([second, first]);
  expect(listed({ ids: [first, second] })).toEqual([first]);
  expect(listed({ ids, lifecycle: "any" })).toEqual(ids);
  expect(listed({ ids: [] })).toEqual([]);
  expect(memory.inspect(first).fact?.accessCount).toBe(0);
  for (const bad of [{ ids: [first], after: second }, { ids: [7] }, { ids: first }])
    expect(() => memory.list(bad as ListOptions)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
});

test("list goes through facts in order, by segment, lifecycle, tags and cursor", () => {
  const { memory } = newMemory();
  const ids = memory
    .addMany([
      fact("a", { tags: ["x"] }),
      fact("b", { tags: ["x", "y"] }),
      { content: "c", segment: "project" },
    ])
    .map((one) => ("fact" in one ? one.fact.id : ""));
  memory.archive(ids[0] as string);
  expect(memory.list().map((one) => one.content)).toEqual(["b", "c"]);
  expect(memory.list({ lifecycle: "archived" }).map((one) => one.content)).toEqual(["a"]);
  expect(memory.list({ lifecycle: "any", tags: ["x"] }).map((one) => one.content)).toEqual(["a", "b"]);
  expect(memory.list({ segment: "project" }).map((one) => one.content)).toEqual(["c"]);
  const newest = memory.list({ order: "newest", lifecycle: "any", limit: 2 });
  expect(newest.map((one) => one.content)).toEqual(["c", "b"]);
  const rest = memory.list({ order: "newest", lifecycle: "any", after: newest.at(-1)?.id });
  expect(rest.map((one) => one.content)).toEqual(["a"]);
  expect(memory.list({ validity: "superseded", lifecycle: "any" })).toEqual([]);
  expect(memory.list({ lifecycle: "any", limit: 1, after: ids[0] }).map((one) => one.content)).toEqual(["b"]);
  expect(memory.stats()).toMatchObject({
    facts: 3,
    bySegment: { knowledge: 2, project: 1 },
    byLifecycle: { active: 2, archived: 1 },
  });
});

test("direct look-ups count once they are written, and survive closing", () => {
  const { memory, store } = newMemory();
  const { fact: one } = memory.add(fact("one"));
  memory.get(one.id);
  expect(memory.get(one.id)?.accessCount).toBe(0);
  memory.add(fact("two"));
  expect(memory.get(one.id)?.accessCount).toBe(2);
  const second = Tideline.over(store);
  expect(second.get(one.id)?.accessCount).toBe(2);
});

describe("handles", () => {
  test("see their own origin only, and other ids do not exist for them", () => {
    const { memory } = newMemory();
    const peer = memory.as(PEER);
    const { fact: mine } = memory.add(fact("mine"));
    const { fact: theirs } = peer.add(fact("theirs"));
    expect(peer.get(mine.id)).toBeUndefined();
    expect(memory.get(theirs.id)).toBeUndefined();
    expect(peer.list().map((one) => one.content)).toEqual(["theirs"]);
    for (const call of [
      () => peer.inspect(mine.id),
      () => peer.archive(mine.id),
      () => peer.purge(mine.id),
      () => peer.link(theirs.id, "relates", mine.id),
      () => peer.history(mine.id),
      () => endorse(peer, mine.id),
    ]) {
      expect(call).toThrow(expect.objectContaining({ code: "no-such-fact" }));
    }
    expect(peer.add(fact("mine")).outcome).toBe("added");
  });

  test("differ by every field of their origin", () => {
    const { memory } = newMemory();
    memory.as(PEER).add(fact("one"));
    for (const other of [
      { ...PEER, channel: "Chat" },
      { ...PEER, conversationId: "anna " },
      { ...PEER, sessionKey: "2" },
    ]) {
      expect(memory.as(other).list()).toEqual([]);
    }
  });

  test("cannot be widened: only the host's owner handle acts for others", () => {
    const { memory, store } = newMemory();
    const notAllowed = expect.objectContaining({ code: "not-allowed" });
    expect(() => memory.as(PEER).as({ ...PEER, sessionKey: "2" })).toThrow(notAllowed);
    expect(() => Tideline.over(store, { origin: PEER }).as(PEER)).toThrow(notAllowed);
    expect(() => memory.as({ ...PEER, extra: 1 } as never)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  test("default to the source that fits, or to the one the host vouches for", () => {
    const { memory } = newMemory();
    expect(memory.add(fact("a")).fact.source).toBe("owner_message");
    expect(memory.as(PEER).add(fact("a")).fact).toMatchObject({ source: "channel_message", authority: 1 });
    const vouched = memory.as(PEER, { defaultSource: "user_instruction" });
    expect(vouched.add({ content: "I am Anna.", segment: "identity" }).fact.authority).toBe(3);
  });

  test("refuse unknown options, and what answers later", () => {
    const store = new MemoryStore();
    expect(() => Tideline.over(store, { colour: "red" } as never)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(() => Tideline.over(store, { policy: "none" as never })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(() => Tideline.over(store, { embedder: { embed: async () => [] } } as never)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(() => Tideline.over(store, { embedder: new FakeEmbedder() })).not.toThrow();
    expect(() => Tideline.over({ supports: { sync: false } } as never)).toThrow(/connect/);
  });
});
