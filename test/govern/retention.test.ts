/** Are facts erased by the rules that the owner made, and by nothing else? */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { applyRetention } from "../../src/advanced.ts";
import { Tideline } from "../../src/index.ts";
import { DAY, FakeClock, fact, newMemory } from "../support/memory.ts";

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
}

const ids = (memory: { list(options: { lifecycle: "any" }): readonly { readonly content: string }[] }) =>
  memory.list({ lifecycle: "any" }).map(({ content }) => content);

describe("a rule", () => {
  test("erases what is old enough, even what is immune, and nothing else", () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The parcel is in locker 9.", { segment: "context" })).fact;
    memory.pin(id);
    memory.add(fact("Anna plays the cello."));
    memory.setRetention("context", { segments: ["context"], afterDays: 30 });
    clock.pass(30 * DAY - 1);
    expect(memory.applyRetention().facts).toBe(0);
    clock.pass(1);
    memory.add(fact("The bus leaves at 9.", { segment: "context" }));
    const preview = memory.applyRetention({ preview: true });
    expect(preview.rules).toEqual([
      { rule: "context", afterDays: 30, facts: 1, examples: [{ id, content: "The parcel is in locker 9." }] },
    ]);
    expect(memory.get(id)).toBeDefined();
    expect(memory.applyRetention().facts).toBe(1);
    expect(ids(memory).sort()).toEqual(["Anna plays the cello.", "The bus leaves at 9."]);
    expect(memory.verify().ok).toBe(true);
    expect(memory.applyRetention().facts).toBe(0);
  });

  test.each([
    ["tag", { tags: ["invoice"] }],
    ["source", { sources: ["agent"] }],
    ["class", { classes: [1 as const] }],
    ["segment", { segments: ["project" as const] }],
    ["origin", { origin: "owner" as const, tags: ["invoice"] }],
  ])("describes facts by %s", (_what, meant) => {
    const { memory } = newMemory();
    const asked = fact("The bill is 90 francs.", { segment: "project", source: "agent", tags: ["invoice"] });
    memory.add(asked);
    memory.add(fact("Anna plays the cello."));
    const anna = memory.user("anna");
    anna.add(fact("Ben plays the oboe."));
    memory.setRetention("one", { ...meant, afterDays: 0 });
    memory.applyRetention();
    anna.applyRetention();
    expect([ids(memory), ids(anna)]).toEqual([["Anna plays the cello."], ["Ben plays the oboe."]]);
  });

  test("takes what was derived from the fact along, and says so", () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The door code is 4711.", { segment: "context" })).fact;
    clock.pass(DAY);
    memory.add(fact("The porter changed the lock.", { evidence: [id] }));
    memory.setRetention("context", { segments: ["context"], afterDays: 1 });
    expect(memory.applyRetention().text).toContain(
      "Erased 2 facts (1 of them because of what they hold of others).",
    );
    expect(ids(memory)).toEqual([]);
  });

  test("leaves no word in any file, and an event that names the rule and no text", () => {
    const dir = mkdtempSync(join(tmpdir(), "tideline-retention-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const clock = new FakeClock();
    const memory = Tideline.open(dir, { clock });
    memory.add(fact("The xyzzy is in locker 9.", { tags: ["plugh"] }));
    memory.setRetention("all", { afterDays: 1 });
    clock.pass(DAY);
    memory.applyRetention();
    memory.close();
    const text = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join("\n");
    expect(text).not.toMatch(/xyzzy|plugh/);
    expect(text).toContain('"rule":"retention/all"');
  });

  test("among several, the shortest time applies, and the report names the others", () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The bus leaves at 9.", { segment: "context", tags: ["bus"] })).fact;
    memory.setRetention("long", { tags: ["bus"], afterDays: 365 });
    memory.setRetention("short", { segments: ["context"], afterDays: 7 });
    clock.pass(7 * DAY);
    const { conflicts, rules } = memory.applyRetention({ preview: true });
    expect(conflicts).toEqual([{ fact: id, applied: "short", overruled: ["long"] }]);
    expect(rules.map(({ rule }) => rule)).toEqual(["short"]);
    memory.removeRetention("short");
    expect(memory.applyRetention().facts).toBe(0);
  });

  test("is carried out by the keeper, for every origin", async () => {
    const { memory, clock } = newMemory();
    memory.add(fact("The bus leaves at 9."));
    memory.user("anna").add(fact("Ben plays the oboe."));
    const keeper = memory.keeper();
    expect((await keeper.runDue()).map(({ task }) => task)).not.toContain("retention");
    memory.setRetention("all", { afterDays: 1 });
    clock.pass(DAY);
    const planned = (await keeper.preview()).filter(({ task }) => task === "retention");
    expect(planned.map(({ counts }) => counts)).toEqual([{ erased: 1 }, { erased: 1 }]);
    await keeper.runDue();
    expect([ids(memory), ids(memory.user("anna"))]).toEqual([[], []]);
  });

  test("is made by the owner in person", () => {
    const { memory } = newMemory();
    const agent = memory.confined({ manages: true });
    expect(codeOf(() => agent.setRetention("all", { afterDays: 0 }))).toBe("write-gate");
    expect(codeOf(() => agent.hold("all", { reason: "So." }))).toBe("write-gate");
    expect(codeOf(() => memory.user("anna").setRetention("all", { afterDays: 0 }))).toBe("not-allowed");
    expect(codeOf(() => memory.confined().applyRetention())).toBe("not-allowed");
    memory.hold("all", { reason: "So." });
    expect(codeOf(() => agent.release("all", "So."))).toBe("write-gate");
  });

  test("that is not meant so is refused", () => {
    const { memory } = newMemory();
    for (const bad of [
      {},
      { afterDays: -1 },
      { afterDays: 1, tags: [] },
      { afterDays: 1, classes: [4] },
      { afterDays: 1, tag: "x" },
    ])
      expect([bad, codeOf(() => memory.setRetention("one", bad as never))]).toEqual([
        bad,
        "invalid-argument",
      ]);
    expect(codeOf(() => memory.setRetention("My rule", { afterDays: 1 }))).toBe("invalid-argument");
    expect(codeOf(() => memory.removeRetention("none"))).toBe("invalid-argument");
    expect(codeOf(() => memory.applyRetention({ rule: "none" }))).toBe("invalid-argument");
  });

  test("of a store is carried out by a function, too", async () => {
    const { memory, store, clock } = newMemory();
    memory.add(fact("The bus leaves at 9."));
    memory.setRetention("all", { afterDays: 1 });
    expect(applyRetention(store, { now: clock.now() }).facts).toBe(0);
    expect(applyRetention(store, { now: clock.now() + DAY, preview: true }).facts).toBe(1);
    expect(applyRetention(store, { now: clock.now() + DAY }).facts).toBe(1);
    const later = await Tideline.connect(":memory:");
    await later.add(fact("The bus leaves at 9."));
    await later.setRetention("all", { afterDays: 0 });
    expect((await applyRetention(later)).facts).toBe(1);
  });
});

describe("a hold", () => {
  test("wins over every rule, a purge, and what would be erased with it", async () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The door code is 4711.", { segment: "context" })).fact;
    const derived = memory.add(fact("The porter changed the lock.", { evidence: [id], tags: ["case"] })).fact;
    const other = memory.add(fact("The bus leaves at 9.", { segment: "context" })).fact;
    memory.hold("case-7", { tags: ["case"], reason: "A dispute with the landlord." });
    memory.setRetention("context", { segments: ["context"], afterDays: 1 });
    clock.pass(DAY);
    const { held } = memory.applyRetention();
    expect(held).toEqual([{ fact: id, rule: "context", hold: "case-7", because: derived.id }]);
    expect([memory.get(id), memory.get(other.id)].map((one) => one?.id)).toEqual([id, undefined]);
    expect(codeOf(() => memory.purge(derived.id))).toBe("on-hold");
    expect(codeOf(() => memory.purge(id))).toBe("on-hold");
    expect(memory.retention().holds[0]?.reason).toBe("A dispute with the landlord.");
    memory.release("case-7", "It is settled.");
    expect(memory.applyRetention().facts).toBe(2);
  });

  test("keeps what was pruned from being erased after its grace", async () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The bus leaves at 9.", { segment: "context", tier: "short" })).fact;
    memory.hold("all", { reason: "A dispute." });
    clock.pass(60 * DAY);
    await memory.sweep();
    expect(memory.get(id)?.lifecycle).toBe("pruned");
    clock.pass(60 * DAY);
    await memory.sweep();
    expect(memory.get(id)?.id).toBe(id);
    memory.release("all", "It is settled.");
    await memory.sweep();
    expect(memory.get(id)).toBeUndefined();
  });

  test("that describes a fact of somebody keeps their origin from being forgotten, and nobody else's", () => {
    const { memory } = newMemory();
    memory.user("anna").add(fact("Ben plays the oboe.", { tags: ["case"] }));
    memory.user("ben").add(fact("Anna plays the cello."));
    memory.hold("case-7", { tags: ["case"], reason: "A dispute." });
    expect(codeOf(() => memory.forgetOrigin({ user: "anna" }))).toBe("on-hold");
    expect(memory.forgetOrigin({ user: "ben" }).facts).toBe(1);
  });

  test("on a person's origin keeps it from being forgotten; a rule that names it is forgotten with it", () => {
    const { memory } = newMemory();
    memory.user("anna").add(fact("Ben plays the oboe."));
    memory.hold("anna", { origin: { user: "anna" }, reason: "A dispute." });
    memory.setRetention("anna", { origin: { user: "anna" }, afterDays: 3 });
    expect(codeOf(() => memory.forgetOrigin({ user: "anna" }))).toBe("on-hold");
    memory.release("anna", "It is settled.");
    memory.forgetOrigin({ user: "anna" });
    expect(memory.retention()).toEqual({ rules: [], holds: [] });
  });
});
