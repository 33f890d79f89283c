// Is a person forgotten with all that came of what they said, are others' words left for decision, and can they be given
// what is known of them?
import { cpSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type SubjectExport, Tideline } from "../../src/index.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { cli } from "../support/serve.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

const ANNA = { user: "anna" } as const;

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

function dump(dir: string): string {
  return filesUnder(dir)
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

function withBob(keys?: ReturnType<typeof memoryKeys>) {
  const dir = newWorkspace("forget");
  const memory = Tideline.open(dir, keys === undefined ? {} : { keys });
  const said = memory.add({
    content: "The xyzzy harbour is closed on Sundays.",
    source: "channel_message",
    actor: "Bob Quist",
    tags: ["grue-tag"],
  });
  const derived = memory.add({
    content: "So we sail on Mondays only.",
    source: "agent",
    evidence: [said.fact.id],
  });
  const mention = memory.add({ content: "Bob Quist lent me his owl-ladder.", tags: ["tools"] });
  const tagged = memory.add({ content: "The dinner is on Friday.", tags: ["bob quist"] });
  const other = memory.add("Bobsleigh is a sport in winter.");
  memory.observe({ session: "s", role: "user", actor: "bob quist", content: "I have moved to Plughville." });
  memory.observe({ session: "s", role: "user", actor: "Eve", content: "I live in Bern." });
  return { dir, memory, ids: { said, derived, mention, tagged, other } };
}

describe("who is named as the speaker", () => {
  test("goes with what came of it; what others said of them is listed, and goes if a person says so", () => {
    const keys = memoryKeys();
    const { dir, memory, ids } = withBob(keys);
    cpSync(dir, `${dir}-copy`, { recursive: true });
    const before = memory.list().length;
    const shown = memory.forget({ actor: "bob quist" }, { preview: true });
    expect(shown.facts.map(({ id }) => id).sort()).toEqual([ids.said.fact.id, ids.derived.fact.id].sort());
    expect(shown.turns.length).toBe(1);
    expect(shown.mentions).toMatchObject([
      { id: ids.mention.fact.id, why: "names", authority: 3 },
      { id: ids.tagged.fact.id, why: "names" },
    ]);
    expect([memory.list().length, shown.certificates]).toEqual([before, []]);
    const { certificates, mentions } = memory.forget({ actor: "Bob Quist" });
    expect(certificates).toMatchObject([{ what: "facts", facts: 2, turns: 1 }]);
    expect(JSON.stringify(certificates)).not.toMatch(/bob|quist|xyzzy/i);
    expect(mentions.length).toBe(2);
    expect(memory.verify({ certificate: certificates[0] }).ok).toBe(true);
    expect(codeOf(() => Tideline.open(`${dir}-copy`, { keys }))).toBe("keys-missing");
    // Nothing is left of theirs: no further key is replaced for nothing.
    const held = keys.list();
    expect(memory.forget({ actor: "Bob Quist" }).certificates).toEqual(certificates);
    expect(keys.list()).toEqual(held);
    const rest = memory.forget({ actor: "Bob Quist" }, { mentions: [ids.mention.fact.id] });
    expect(rest.facts.map(({ id }) => id)).toEqual([ids.mention.fact.id]);
    expect(rest.mentions.map(({ id }) => id)).toEqual([ids.tagged.fact.id]);
    expect(memory.list().map(({ id }) => id)).toEqual([ids.tagged.fact.id, ids.other.fact.id]);
    expect(codeOf(() => memory.forget({ actor: "Bob Quist" }, { mentions: [ids.other.fact.id] }))).toBe(
      "invalid-argument",
    );
  });

  test("what others said too is theirs as well, and is left for decision", () => {
    const { memory } = withBob();
    const shared = memory.add({
      content: "The ferry leaves at five.",
      source: "channel_message",
      actor: "Bob Quist",
    });
    memory.add({ content: "The ferry leaves at five.", source: "channel_message", actor: "Eve" });
    const eves = memory.add({ content: "The pier is made of oak.", source: "channel_message", actor: "Eve" });
    memory.add({ content: "The pier is made of oak.", source: "channel_message", actor: "Bob Quist" });
    const { facts, mentions } = memory.forget({ actor: "Bob Quist" }, { preview: true });
    const why = new Map(mentions.map((one) => [one.id, one.why]));
    expect(why.get(shared.fact.id)).toBe("said-by-others-too");
    expect(why.get(eves.fact.id)).toBe("said-again");
    expect(facts.map(({ id }) => id)).not.toContain(eves.fact.id);
  });
});

test("a plain workspace: no word is left in any file, and there is no certificate", () => {
  const { dir, memory } = withBob();
  const { certificates, note, facts } = memory.forget({ actor: "Bob Quist" }, { mentions: "all" });
  expect([certificates, facts.length]).toEqual([[], 4]);
  expect(note).toContain("not sealed");
  memory.close();
  expect(dump(dir)).not.toMatch(/xyzzy|grue|owl-ladder|Plughville|quist/i);
  expect(dump(dir)).toContain("Bern");
});

test("a source, and a name that nobody spoke under", () => {
  const { memory, ids } = withBob();
  memory.add({ content: "The crate weighs nine kilos.", source: "crm-import" as "import" });
  expect(memory.forget({ source: "crm-import" }).facts.length).toBe(1);
  expect(memory.forget({ source: "crm-import" }).facts).toEqual([]);
  const shown = memory.forget({ entity: "Bob Quist" }, { preview: true });
  expect(shown.facts).toEqual([]);
  expect(shown.mentions.map(({ id }) => id)).toContain(ids.mention.fact.id);
});

describe("an origin", () => {
  test("goes as a whole, and where the owner's memory names it is listed", () => {
    const keys = memoryKeys();
    const { memory } = withBob(keys);
    const mention = memory.add("Anna keeps bees.");
    memory.as(ANNA).add("I row on Mondays.");
    memory.hold("case-7", { origin: ANNA, reason: "A dispute." });
    expect(codeOf(() => memory.forget({ origin: ANNA }, { mentions: "all" }))).toBe("on-hold");
    expect(memory.peek(mention.fact.id)).toBeDefined();
    memory.release("case-7", "It is settled.");
    const { whole, mentions, certificates } = memory.forget({ origin: ANNA });
    expect([whole, mentions.map(({ id }) => id)]).toEqual([1, [mention.fact.id]]);
    expect(certificates.map(({ what }) => what)).toEqual(["origin"]);
    const rest = memory.forget({ origin: ANNA }, { mentions: "all" });
    expect(rest.certificates.map(({ what }) => what)).toEqual(["facts", "origin"]);
    for (const certificate of rest.certificates) expect(memory.verify({ certificate }).ok).toBe(true);
  });

  test("only the host's owner in person forgets, and one subject at a time", () => {
    const { memory } = withBob();
    const anna = memory.as(ANNA);
    anna.add({ content: "Bob Quist rows.", actor: "Bob Quist", source: "channel_message" });
    for (const handle of [anna, memory.confined({ voice: 3, manages: true })])
      for (const preview of [true, false]) {
        expect(codeOf(() => handle.forget({ actor: "Bob Quist" }, { preview }))).toBe("not-allowed");
        expect(codeOf(() => handle.exportSubject({ actor: "Bob Quist" }))).toBe("not-allowed");
      }
    for (const wrong of [
      {},
      { actor: "a", entity: "b" },
      { origin: "owner" },
      { origin: ANNA, whose: ANNA },
      { who: 1 },
    ])
      expect(codeOf(() => memory.forget(wrong as never, { preview: true }))).toBe("invalid-argument");
    // Bob's words in Anna's memory are looked for there, and nowhere else.
    expect(memory.forget({ actor: "Bob Quist", whose: ANNA }).facts.length).toBe(1);
    expect(memory.list().length).toBe(5);
  });
});

describe("what is known of somebody", () => {
  test("is a document: what they said, what came of it, their turns, and who mentions them", () => {
    const { memory, ids } = withBob();
    const before = memory.verify().head;
    const told = JSON.parse(memory.exportSubject({ actor: "Bob Quist" })) as SubjectExport;
    expect(told).toMatchObject({
      tideline: "subject",
      format: 1,
      subject: { actor: "Bob Quist", whose: "owner" },
    });
    expect(told.facts.map(({ id, why }) => [id, why])).toEqual([
      [ids.said.fact.id, "said"],
      [ids.derived.fact.id, "derived"],
    ]);
    expect(told.turns).toMatchObject([{ content: "I have moved to Plughville.", actor: "bob quist" }]);
    expect(told.mentions.length).toBe(2);
    expect(JSON.stringify(told)).not.toContain("Bern");
    expect(memory.verify().head).toEqual(before);
    memory.as(ANNA).add("I row on Mondays.");
    memory.as(ANNA).observe({ session: "s", role: "user", content: "I row." });
    const hers = JSON.parse(memory.exportSubject({ origin: ANNA })) as SubjectExport;
    expect([hers.facts.length, hers.turns.length]).toEqual([1, 1]);
  });

  test("is a page in which no word is more than a word", () => {
    const { memory } = withBob();
    memory.add({
      content: "<script>alert('x')</script> & so on",
      source: "channel_message",
      actor: '"><img src=x>',
    });
    const page = memory.exportSubject({ actor: '"><img src=x>' }, { page: true });
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; so on");
  });
});

test("on the command line", async () => {
  const dir = newWorkspace("forget");
  await cli(dir, ["add", "The harbour is closed.", "--actor", "Bob", "--source", "channel_message"]);
  await cli(dir, ["add", "Bob rows."]);
  expect((await cli(dir, ["export", "--subject", "actor:Bob", "--page"])).out).toContain(
    "The harbour is closed.",
  );
  expect((await cli(dir, ["export", "--page"])).err).toContain("page goes with subject");
  const shown = await cli(dir, ["forget", "actor:Bob", "--dry-run"]);
  expect(shown.out).toContain("Would be erased (1)");
  expect(shown.out).toContain("--mentions");
  const done = await cli(dir, ["forget", "actor:Bob", "--mentions", "all", "--yes"]);
  expect(done.out).toContain("Erased for good (2)");
  expect((await cli(dir, ["forget", "user/anna", "--yes"])).code).toBe(0);
  expect((await cli(dir, ["forget", "nobody", "--yes"])).err).toContain("origin must be");
});
