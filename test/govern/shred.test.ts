// Is what was shredded unreadable in every copy, is that certified only if it is so, and who may do it?
import { cpSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { type ShredResult, sealWorkspace, Tideline } from "../../src/index.ts";
import { LOCAL_OWNER } from "../../src/serve/caller.ts";
import type { Operation } from "../../src/serve/operations/operation.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { runOperation } from "../../src/serve/run.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { keyFile, memoryKeys, secretKeys } from "../../src/stores/keys/key-file.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

const ANNA = { user: "anna-of-linz" } as const;

function dump(dir: string): string {
  return filesUnder(dir)
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`)
    .join("\n");
}

function sealed() {
  const dir = newWorkspace("shred");
  const keys = memoryKeys();
  const memory = Tideline.open(dir, { keys });
  return { dir, keys, memory };
}

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe("a fact", () => {
  test("and what quotes it is gone from every copy made before, and a certificate says so without a word", () => {
    const { dir, keys, memory } = sealed();
    const { fact } = memory.add({ content: "The safe code is xyzzy-plugh today.", tags: ["grue-tag"] });
    memory.add({ content: "She wrote that the safe code is xyzzy-plugh today.", source: "agent" });
    memory.add("I keep a strict vegetarian diet.");
    memory.recall("safe code");
    const copy = `${dir}-copy`;
    cpSync(dir, copy, { recursive: true });
    const shown = memory.shred(fact.id, { preview: true });
    expect(shown).toMatchObject({ preview: true, destroysKeys: true });
    expect(shown.certificate).toBeUndefined();
    expect(memory.list().length).toBe(3);
    const answer = memory.shred(fact.id);
    const { certificate, facts } = answer;
    expect(JSON.stringify(answer)).not.toMatch(/xyzzy|grue/);
    expect(JSON.stringify(shown)).toContain("xyzzy");
    expect(facts.length).toBe(2);
    expect(certificate).toMatchObject({ what: "fact", asked: fact.id, facts: 2, turns: 0 });
    expect(JSON.stringify(certificate)).not.toMatch(/xyzzy|grue|safe/);
    expect(memory.verify({ certificate })).toMatchObject({
      ok: true,
      certificate: { ok: true, problems: [] },
    });
    expect(memory.list().map(({ content }) => content)).toEqual(["I keep a strict vegetarian diet."]);
    expect(codeOf(() => Tideline.open(copy, { keys }))).toBe("keys-missing");
    memory.close();
    const again = Tideline.open(dir, { keys });
    expect(again.verify({ certificate }).ok).toBe(true);
    expect(again.inspect(fact.id).text).toContain('by the rule "shred"');
    again.close();
    expect(dump(dir)).not.toMatch(/xyzzy|grue/);
  });

  test("that is shredded again gives the same certificate and changes nothing", () => {
    const { memory, keys } = sealed();
    const { fact } = memory.add("The safe code is xyzzy-plugh today.");
    const { certificate } = memory.shred(fact.id);
    const held = keys.list();
    expect(memory.shred(fact.id).certificate).toEqual(certificate);
    expect(keys.list()).toEqual(held);
  });

  test("that was purged before is certified too, once the vault's key is gone", () => {
    const { dir, memory, keys } = sealed();
    const { fact } = memory.add("The safe code is xyzzy-plugh today.");
    memory.purge(fact.id);
    cpSync(dir, `${dir}-copy`, { recursive: true });
    const { certificate } = memory.shred(fact.id);
    expect(certificate?.keys.log).not.toEqual([]);
    expect(memory.verify({ certificate }).ok).toBe(true);
    expect(codeOf(() => Tideline.open(`${dir}-copy`, { keys }))).toBe("keys-missing");
  });

  test("that was erased while the workspace was plain is not certified", () => {
    const dir = newWorkspace("shred");
    const plain = Tideline.open(dir);
    const { fact } = plain.add("The safe code is xyzzy-plugh today.");
    plain.purge(fact.id);
    plain.close();
    const keys = memoryKeys();
    sealWorkspace(dir, keys);
    const memory = Tideline.open(dir, { keys });
    expect(codeOf(() => memory.shred(fact.id))).toBe("not-destroyed");
    const later = memory.add("The other code is plugh-xyzzy.");
    const { certificate, note } = memory.shred(later.fact.id);
    expect(certificate?.plainUntil).toBeGreaterThan(0);
    expect(note).toContain("plain text until");
  });

  test("under a hold stays, and the vault keeps its key", () => {
    const { memory, keys } = sealed();
    const { fact } = memory.add("The safe code is xyzzy-plugh today.");
    memory.hold("case-7", { facts: [fact.id], reason: "A dispute." });
    const held = keys.list();
    expect(codeOf(() => memory.shred(fact.id))).toBe("on-hold");
    expect(codeOf(() => memory.shred(fact.id, { preview: true }))).toBe("on-hold");
    expect(keys.list()).toEqual(held);
    expect(memory.get(fact.id)?.id).toBe(fact.id);
  });
});

test("a turn is shredded with the facts that quote it", () => {
  const { memory, keys, dir } = sealed();
  const [turn] = memory.observeMany([
    { session: "s", role: "user", content: "Remember that I moved to Plughville in May." },
  ]);
  memory.observe({ session: "s", role: "user", content: "The weather is fine." });
  cpSync(dir, `${dir}-copy`, { recursive: true });
  const id = (turn as { turn: string }).turn;
  const { certificate, turns } = memory.shred(id);
  expect(turns).toEqual([id]);
  expect(certificate).toMatchObject({ what: "turn", asked: id, turns: 1, keys: { inbox: [[1, 1]] } });
  expect(memory.verify({ certificate }).ok).toBe(true);
  expect(memory.shred(id).certificate).toEqual(certificate);
  expect(codeOf(() => Tideline.open(`${dir}-copy`, { keys }))).toBe("keys-missing");
});

test("a turn under a hold stays, by its id or with everything of its origin", () => {
  const { memory } = sealed();
  const [turn] = memory.observeMany([{ session: "s", role: "user", content: "I moved to Plughville." }]);
  const { turn: id } = turn as { turn: string };
  for (const about of [{ facts: [id] }, {}]) {
    memory.hold("case-7", { ...about, reason: "A dispute." });
    expect(codeOf(() => memory.shred(id))).toBe("on-hold");
    expect(codeOf(() => memory.purge(id))).toBe("on-hold");
    memory.release("case-7", "It is settled.");
  }
  memory.hold("case-8", { tags: ["invoice"], reason: "A dispute." });
  expect(memory.purge(id).turns).toEqual([id]);
});

describe("an origin", () => {
  test("goes as a whole; the certificate names nobody and is true after it is made anew", () => {
    const { dir, keys, memory } = sealed();
    memory.add("I keep a strict vegetarian diet.");
    const anna = memory.as(ANNA);
    anna.add("I said xyzzy-plugh.");
    anna.observe({ session: "s", role: "user", content: "I said owl-quote." });
    cpSync(dir, `${dir}-copy`, { recursive: true });
    expect(memory.shred({ origin: ANNA, everything: true }, { preview: true })).toMatchObject({
      preview: true,
      whole: 1,
    });
    const { certificate } = memory.shred({ origin: ANNA, everything: true });
    expect(certificate).toMatchObject({
      what: "origin",
      facts: 1,
      turns: 1,
      keys: { log: "all", inbox: "all" },
    });
    expect(JSON.stringify(certificate)).not.toContain("anna");
    expect(memory.verify({ certificate }).ok).toBe(true);
    expect(memory.shred({ origin: ANNA, everything: true }).certificate).toEqual(certificate);
    memory.as(ANNA).add("I am new.");
    expect(memory.verify({ certificate }).ok).toBe(true);
    const second = memory.shred({ origin: ANNA, everything: true });
    expect(second.certificate?.shred).not.toBe(certificate?.shred);
    expect(codeOf(() => Tideline.open(`${dir}-copy`, { keys }))).toBe("keys-missing");
    expect(memory.list().length).toBe(1);
  });

  test("with a fact of its own: only that goes", () => {
    const { memory } = sealed();
    const anna = memory.as(ANNA);
    const { fact } = anna.add("I said xyzzy-plugh.");
    anna.add("I row on Mondays.");
    const { certificate } = memory.shred({ id: fact.id, origin: ANNA });
    expect(anna.list().length).toBe(1);
    expect(memory.verify({ certificate }).ok).toBe(true);
    expect(codeOf(() => memory.shred(fact.id))).toBe("no-such-fact");
    memory.hold("case-7", { origin: ANNA, reason: "A dispute." });
    expect(codeOf(() => memory.shred({ origin: ANNA, everything: true }))).toBe("on-hold");
  });
});

describe("only the workspace's owner in person", () => {
  test("shreds, or sees what would go", () => {
    const { memory, keys } = sealed();
    const { fact } = memory.add("The safe code is xyzzy-plugh today.");
    const anna = memory.as(ANNA);
    const hers = anna.add("I said so.");
    for (const wrong of [
      { origin: ANNA },
      { id: fact.id, everything: true, origin: ANNA },
      { everything: true },
      {},
    ])
      expect(codeOf(() => memory.shred(wrong))).toBe("invalid-argument");
    const held = keys.list();
    for (const preview of [true, false]) {
      for (const handle of [memory.confined(), memory.confined({ voice: 3, manages: true })])
        expect(codeOf(() => handle.shred(fact.id, { preview }))).toBe("not-allowed");
      // Replacing the vault's key would make everybody's backups unreadable.
      expect(codeOf(() => anna.shred(hers.fact.id, { preview }))).toBe("not-allowed");
    }
    expect(codeOf(() => anna.verify({ certificate: {} as never }))).toBe("not-allowed");
    expect(keys.list()).toEqual(held);
    expect(memory.list().length).toBe(1);
  });
});

test("a token of the owner that speaks as an agent neither shreds nor sees what would go", async () => {
  const dir = newWorkspace("shred");
  const folder = `${dir}-keys`;
  vi.stubEnv("TIDELINE_KEYS", folder);
  const first = Tideline.open(dir, { keys: keyFile({ folder }) });
  const { fact } = first.add("The safe code is xyzzy-plugh today.");
  first.close();
  const held = filesUnder(folder);
  const workspace = Workspace.open(dir);
  const agent = { ...LOCAL_OWNER, voice: "agent", surface: "mcp" } as const;
  const anna = { ...LOCAL_OWNER, origin: ANNA } as const;
  const shred = OPERATIONS.find(({ name }) => name === "shred") as Operation;
  for (const [caller, code] of [
    [agent, "write-gate"],
    [anna, "not-allowed"],
    [{ ...LOCAL_OWNER, role: "reader" } as const, "not-allowed"],
  ] as const)
    for (const preview of [true, false])
      await expect(runOperation(workspace, caller, shred, { id: fact.id, preview })).rejects.toMatchObject({
        code,
      });
  expect(filesUnder(folder)).toEqual(held);
  const { certificate } = (await runOperation(workspace, LOCAL_OWNER, shred, { id: fact.id })) as ShredResult;
  const verify = OPERATIONS.find(({ name }) => name === "verify") as Operation;
  expect(await runOperation(workspace, LOCAL_OWNER, verify, { certificate })).toMatchObject({ ok: true });
  await expect(runOperation(workspace, anna, verify, { certificate })).rejects.toMatchObject({
    code: "not-allowed",
  });
  await workspace.close();
  vi.unstubAllEnvs();
});

describe("what cannot be shredded is purged, and says so", () => {
  test("in a plain workspace", () => {
    const dir = newWorkspace("shred");
    const memory = Tideline.open(dir);
    const { fact } = memory.add("The safe code is xyzzy-plugh today.");
    const { note, destroysKeys, certificate } = memory.shred(fact.id);
    expect({ destroysKeys, certificate }).toEqual({ destroysKeys: false, certificate: undefined });
    expect(note).toContain("is not sealed");
    expect(memory.list()).toEqual([]);
    expect(dump(dir)).not.toContain("xyzzy");
  });

  test("with a vault that cannot destroy keys", () => {
    const keys = secretKeys(Buffer.alloc(32, 7).toString("base64"));
    const memory = Tideline.open(newWorkspace("shred"), { keys });
    memory.as(ANNA).add("I said so.");
    const { fact } = memory.add("The safe code is xyzzy-plugh today.");
    expect(memory.shred(fact.id)).toMatchObject({
      destroysKeys: false,
      note: expect.stringContaining("purge"),
    });
    expect(memory.shred({ origin: ANNA, everything: true })).toMatchObject({ destroysKeys: false, whole: 1 });
    expect(memory.origins().origins.map(({ origin }) => origin)).toEqual(["owner"]);
  });
});

describe("a certificate is found out", () => {
  test("that was changed, that is of another workspace, or that is none", () => {
    const { memory } = sealed();
    const { certificate } = memory.shred(memory.add("The safe code is xyzzy-plugh today.").fact.id);
    if (certificate === undefined) throw new Error("no certificate");
    for (const forged of [
      { ...certificate, facts: 2 },
      { ...certificate, keys: { ...certificate.keys, log: [[1, 9]] as const } },
      { ...certificate, at: certificate.at + 1 },
      { ...certificate, event: { ...certificate.event, hash: certificate.event.hash.replace(/^./, "_") } },
    ])
      expect(memory.verify({ certificate: forged })).toMatchObject({ ok: false, certificate: { ok: false } });
    expect(sealed().memory.verify({ certificate }).ok).toBe(false);
    for (const none of [{}, "x", { ...certificate, format: 2 }, { ...certificate, more: 1 }, null])
      expect(codeOf(() => memory.verify({ certificate: none as never }))).toBe("invalid-argument");
  });

  test("when the vault has the key again", () => {
    const kept = memoryKeys();
    const was: string[] = [];
    // A vault that only says that it destroys.
    const keys = { ...kept, destroy: () => undefined, list: () => [...kept.list(), ...was] };
    const dir = newWorkspace("shred");
    const memory = Tideline.open(dir, { keys });
    const { fact } = memory.add("The safe code is xyzzy-plugh today.");
    expect(codeOf(() => memory.shred(fact.id))).toBe("not-destroyed");
    expect(memory.list()).toEqual([]);
    const honest = Tideline.open(dir, { keys: kept });
    for (const key of kept.list())
      if (key !== new FactStore(dir, { keys: kept }).keys?.status().key) kept.destroy(key);
    const { certificate } = honest.shred(fact.id);
    expect(honest.verify({ certificate }).ok).toBe(true);
    was.push(certificate?.vault.destroyed ?? "");
    expect(memory.verify({ certificate })).toMatchObject({
      ok: false,
      certificate: { problems: [expect.stringContaining("The vault has the key")] },
    });
  });
});

test("one shreds while another process has the memory open, and both go on", () => {
  const { dir, keys, memory } = sealed();
  const { fact } = memory.add("The safe code is xyzzy-plugh today.");
  const other = Tideline.open(dir, { keys });
  expect(other.get(fact.id)?.id).toBe(fact.id);
  const { certificate } = memory.shred(fact.id);
  expect(other.get(fact.id)).toBeUndefined();
  other.add("I row on Mondays.");
  other.as(ANNA).add("I am new here.");
  expect(other.verify({ certificate }).ok).toBe(true);
  other.close();
  memory.close();
  const again = Tideline.open(dir, { keys });
  expect(again.list().map(({ content }) => content)).toEqual(["I row on Mondays."]);
  expect(again.verify({ certificate }).ok).toBe(true);
});
