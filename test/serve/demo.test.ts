/** Is the demo a believable year, the same one each time, made by nothing but the verbs? */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { AsyncTideline } from "../../src/memory/async.ts";
import type { Fact } from "../../src/model/fact.ts";
import { FAMILY, TEAM } from "../../src/serve/demo/channels.ts";
import { liveThrough } from "../../src/serve/demo/fill.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const END = Date.UTC(2026, 10, 15, 9);

class OpenStore extends MemoryStore {
  override close(): void {
    // It is looked at afterwards.
  }
}

async function everyFact(memory: AsyncTideline): Promise<readonly Fact[]> {
  const all: Fact[] = [];
  for (let after: string | undefined; ; ) {
    const page = await memory.list({ lifecycle: "any", limit: 1_000, after });
    all.push(...page);
    if (page.length < 1_000) return all;
    after = page.at(-1)?.id;
  }
}

async function lived(): Promise<Workspace> {
  const store = new OpenStore();
  await liveThrough(store, END, () => undefined);
  return await Workspace.over(store, "memory", { clock: { now: () => END } });
}

describe("a year", () => {
  let workspace: Workspace;
  let facts: readonly Fact[];
  beforeAll(async () => {
    workspace = await lived();
    facts = await everyFact(workspace.memory("owner"));
  });

  test("has hundreds of facts of every segment, in every state, from every sort of source", async () => {
    const others = await Promise.all([FAMILY, TEAM].map((origin) => everyFact(workspace.memory(origin))));
    expect(facts.length + others.flat().length).toBeGreaterThan(800);
    for (const some of others) expect(some.length).toBeGreaterThan(20);
    const { states, segments, refused, review, faded, purged } = await workspace.memory("owner").overview();
    for (const state of [
      "current",
      "archived",
      "pruned",
      "superseded",
      "merged",
      "challenged",
      "quarantined",
    ] as const)
      expect([state, states[state] > 0]).toEqual([state, true]);
    for (const { segment, states: counts } of segments)
      expect([segment, counts.current > 0]).toEqual([segment, true]);
    expect(states.current).toBeGreaterThan(150);
    expect(refused.count).toBeGreaterThan(8);
    expect(refused.latest.length).toBeGreaterThan(0);
    expect(faded.count).toBeGreaterThan(5);
    expect(purged).toBeGreaterThan(50);
    expect(Object.keys(review.byReason)).toEqual(expect.arrayContaining(["quarantined", "challenged"]));
    expect(new Set(facts.map(({ authority }) => authority))).toEqual(new Set([0, 1, 3]));
  });

  test("has things confirmed, pinned, endorsed, derived, linked and used", async () => {
    expect(facts.filter((one) => one.confirmedAt !== undefined).length).toBeGreaterThan(4);
    expect(facts.filter((one) => one.pinned).length).toBeGreaterThan(3);
    expect(facts.filter((one) => one.evidence.length > 1).length).toBeGreaterThan(1);
    expect(facts.filter((one) => one.accessCount > 5).length).toBeGreaterThan(20);
    const { stats, clusters } = await workspace.memory("owner").graph();
    for (const kind of ["supersedes", "relates", "supports", "contradicts", "derived_from", "names"])
      expect([kind, (stats.edgesByKind[kind] ?? 0) > 2]).toEqual([kind, true]);
    expect(clusters.length).toBeGreaterThan(10);
    const { events } = await workspace.memory("owner").stats();
    expect(events).toBeGreaterThan(1_500);
  });

  test("has contradictions to decide, some decided, and a night that was taken back", async () => {
    const memory = workspace.memory("owner");
    expect((await memory.contradictions()).length).toBeGreaterThan(4);
    expect(facts.find(({ content }) => content === "The chess club is on Monday.")?.validity).toBe(
      "superseded",
    );
    const passes = await memory.passes();
    for (const [name, least] of [
      ["sweep", 3],
      ["dream", 3],
      ["contradictions", 2],
    ] as const)
      expect([name, passes.filter((one) => one.name === name).length >= least]).toEqual([name, true]);
    expect(passes.filter((one) => one.undoneAt !== undefined)).toHaveLength(1);
    expect(await memory.verify()).toMatchObject({ ok: true });
  });

  test("nothing that was refused or locked away is found, and what she said is", async () => {
    const memory = workspace.memory("owner");
    const said = [
      ["which diet do I keep", "I keep a strict vegetarian diet."],
      ["where do I live", "I live in Copenhagen."],
      ["what is Theo allergic to", "peanuts"],
      ["who is the caretaker", "Flemming"],
    ] as const;
    for (const [query, answer] of said) {
      const hits = await memory.search(query, { limit: 3 });
      expect([query, hits.map(({ fact }) => fact.content).join(" ")]).toEqual([
        query,
        expect.stringContaining(answer),
      ]);
    }
    const log = await memory.export();
    for (const words of ["premium plan", "Administrator", "Seabreeze Ferries."])
      expect(log).not.toContain(words);
    for (const query of ["ignore instructions", "system prompt", "Admin contact"])
      for (const { fact } of await memory.search(query)) expect(fact.quarantined).toBe(false);
    expect(JSON.stringify(await everyFact(workspace.memory(FAMILY)))).not.toContain("Lantern team");
  });

  test("is the same year again", async () => {
    const again = await everyFact((await lived()).memory("owner"));
    const told = (all: readonly Fact[]) =>
      all.map((one) => [one.id, one.content, one.lifecycle, one.validity, one.accessCount, one.links.length]);
    expect(told(again)).toEqual(told(facts));
  });
});

test("the command fills a folder, serves it, and leaves a folder with facts alone", async () => {
  const dir = newWorkspace("demo");
  const filled = await cli(dir, ["demo", "--dir", dir, "--port", "0", "--no-open"]);
  expect([filled.code, filled.err]).toEqual([0, expect.stringMatching(/\d+ facts in 3 memories/)]);
  expect(filled.out).toMatch(/Tideline is at http:\/\/127\.0\.0\.1:\d+/);
  expect(readFileSync(join(dir, "MEMORY.md"), "utf8")).toContain("Mara");
  expect((await cli(dir, ["recall", "vegetarian"])).out).toContain("vegetarian diet");
  const own = newWorkspace("demo-own");
  await cli(own, ["add", "My own fact."]);
  const refused = await cli(own, ["demo", "--dir", own]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("is not an empty folder")]);
  const file = join(newWorkspace("demo-file"), "..", "file");
  writeFileSync(file, "");
  expect((await cli(own, ["demo", "--dir", file])).code).toBe(2);
  expect(existsSync(file)).toBe(true);
});

test("a demo that is stopped while it fills leaves no folder behind", async () => {
  const dir = newWorkspace("demo-temporary");
  mkdirSync(dir, { recursive: true });
  vi.stubEnv("TMPDIR", dir);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const more of [[], ["--keep"], ["--fill-only"]]) {
    const { code } = await cli(dir, ["demo", "--port", "0", "--no-open", ...more], { stopAfterMs: 50 });
    expect([code, readdirSync(dir)]).toEqual([130, []]);
  }
});

test("a demo that is stopped in a folder of one's own says that it is not whole", async () => {
  const dir = newWorkspace("demo-stopped");
  const { code, err } = await cli(dir, ["demo", "--dir", dir, "--port", "0"], { stopAfterMs: 50 });
  expect([code, err]).toEqual([130, expect.stringContaining("is incomplete")]);
});
