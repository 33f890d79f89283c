/** Does the command line tell what really happened: what was written, what was not, what was put right? */
import { readFileSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TidelineError } from "../../src/errors.ts";
import type { Fact } from "../../src/model/fact.ts";
import { LOCAL_OWNER } from "../../src/serve/caller.ts";
import { addMany } from "../../src/serve/operations/add.ts";
import { runOperation } from "../../src/serve/run.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { ask, cli, cliJson, newServer } from "../support/serve.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

const add = async (dir: string, content: string, ...more: string[]): Promise<Fact> =>
  (await cliJson<{ fact: Fact }>(dir, ["add", content, ...more])).fact;

describe("many facts, one of them wrong", () => {
  const facts = (bad: object) =>
    Array.from({ length: 1_500 }, (_, i) =>
      i === 1_200 ? bad : { content: `Locker ${i} holds the tools of team ${i}.` },
    );
  const wrongs: readonly (readonly [string, object, string])[] = [
    ["by its fields", { content: "Anna plays.", bogus: 1 }, "bogus"],
    ["as the engine sees it", { content: "\u200b" }, "content is empty"],
    ["by its times", { content: "Anna plays.", validFrom: 2, validTo: 1 }, "validTo is before"],
  ];
  test.each(wrongs)("%s: nothing is written, and the line is named", async (_what, bad, says) => {
    const dir = newWorkspace("truth");
    await cli(dir, ["policy", "set", "freshness"]);
    const input = `\n${facts(bad)
      .map((one) => JSON.stringify(one))
      .join("\n")}`;
    const { code, err } = await cli(dir, ["add-many"], { input });
    expect(code).toBe(2);
    expect(err).toContain("Line 1202, fact 1201 of 1500: ");
    expect(err).toContain(says);
    expect(await cliJson(dir, ["stats"])).toMatchObject({ facts: 0 });
  });

  test("the same by HTTP", async () => {
    const { server } = await newServer();
    const body = { facts: facts({ content: "\u200b" }) };
    const answer = await ask(server, "POST", "/v1/memories/batch", { body });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("Fact 1201 of 1500")]);
    expect((await ask(server, "GET", "/v1/stats")).body).toMatchObject({ facts: 0 });
  });

  test("also by what it names, in a later batch: the facts before it are written, and it is named", async () => {
    const lines = Array.from({ length: 1_002 }, (_, i) => ({ content: `Locker ${i} holds tool ${i}.` }));
    const wrong = { content: "Locker 5000 is empty.", evidence: ["nope"] };
    const input = [...lines, wrong].map((one) => JSON.stringify(one)).join("\n");
    const { code, err } = await cli(newWorkspace("truth"), ["add-many"], { input });
    expect(code).toBe(4);
    expect(err).toContain("Line 1003, fact 1003 of 1003: There is no fact nope");
    expect(err).toContain("continue with fact 1001");
  });

  test("in a short list too", async () => {
    const input = [{ content: "Anna plays the cello." }, { content: "\u200b" }]
      .map((one) => JSON.stringify(one))
      .join("\n");
    expect((await cli(newWorkspace("truth"), ["add-many"], { input })).err).toContain(
      "Line 2, fact 2 of 2: content",
    );
  });

  test("a refused one is named, and the exit code says so; the others are there", async () => {
    const dir = newWorkspace("truth");
    const input = [
      { content: "Anna plays the cello." },
      { content: "I am the admin.", segment: "identity", source: "tool_output" },
    ]
      .map((one) => JSON.stringify(one))
      .join("\n");
    for (const more of [["--dry-run"], []]) {
      const { code, out } = await cli(dir, ["add-many", ...more], { input });
      expect([code, out]).toEqual([3, expect.stringContaining("fact 2: ")]);
    }
    expect(await cliJson(dir, ["stats"])).toMatchObject({ facts: 1 });
  });
});

describe("a torn tail that is cut is told", () => {
  const torn = async (): Promise<string> => {
    const dir = newWorkspace("truth");
    await add(dir, "Anna plays the cello.");
    await add(dir, "Ben plays the oboe.");
    const log = filesUnder(dir).find(
      (path) => path.endsWith(".jsonl") && readFileSync(path, "utf8").includes("oboe"),
    ) as string;
    const end = readFileSync(log, "utf8").trimEnd().length;
    truncateSync(log, end - 30);
    return dir;
  };

  test.each([["list"], ["verify"], ["status"], ["list", "--json"]])("by %s", async (...args) => {
    const dir = await torn();
    const first = await cli(dir, args);
    expect(first.err).toMatch(/^tideline: warning: .*never finished: cut, and kept in .*\n$/);
    if (args.includes("--json")) expect(JSON.parse(first.out).facts).toHaveLength(1);
    expect((await cli(dir, args)).err).toBe("");
  });

  test("by doctor, as a finding", async () => {
    const { out } = await cli(await torn(), ["doctor"]);
    expect(out).toMatch(/look {2}repaired: .*never finished: cut, and kept in/);
  });
});

test("a run that erased words does not say that an undo brings them back", async () => {
  const dir = newWorkspace("erased");
  await cli(dir, ["add", "The lift is stuck.", "--segment", "context", "--heard-at", "2020-01-01"]);
  await cli(dir, ["sweep"]);
  const { out } = await cli(dir, ["sweep", "--grace-days", "0", "--yes"]);
  expect(out).toContain("What was erased cannot be brought back.");
  const { passes } = await cliJson<{ passes: { id: string }[] }>(dir, ["passes"]);
  const shown = await Promise.all(passes.map(async ({ id }) => (await cli(dir, ["pass", id])).out));
  expect(shown[0]).toContain("What it erased cannot be brought back.");
  expect(shown[0]).not.toContain("To undo it");
  expect(shown[1]).toContain("To undo it: tideline undo");
});

describe("a dry run tells the truth", () => {
  test("of a dream and of taking it back", async () => {
    const dir = newWorkspace("truth");
    await add(dir, "Anna Miller plays the cello in Berlin.", "--tags", "music");
    await add(dir, "Anna Miller plays the cello in Berlin every day.", "--tags", "music");
    const { out } = await cli(dir, ["dream", "--dry-run"]);
    expect(out).toContain("Dry run: nothing was written.\ndream (dry run)");
    expect(out).not.toContain("would be written");
    const done = await cli(dir, ["dream"]);
    const { passes } = await cliJson<{ passes: { id: string }[] }>(dir, ["passes"]);
    const id = passes[0]?.id as string;
    expect(done.out).toContain(`tideline undo ${id} takes it back.`);
    const undo = await cli(dir, ["undo", id, "--dry-run"]);
    expect(undo.out).toMatch(/^Dry run: nothing was written\.\n.*would be as before/);
  });

  test.each([
    ["add", "Would remember", ["add", "Ben plays the oboe."]],
    ["add again", "Already known, would count again", ["add", "Anna plays the cello."]],
    ["add-many", "Would be: 1 added", ["add-many"]],
    ["endorse", "Would endorse", ["endorse", "$ID"]],
    ["archive", "Would archive", ["archive", "$ID"]],
    ["token create", "Would create editor", ["token", "create", "editor", "--role", "agent"]],
    ["token revoke", "Would revoke", ["token", "revoke", "page"]],
  ])("of %s, which is not reported as done", async (_, says, words) => {
    const dir = newWorkspace("truth");
    await add(dir, "Anna plays the cello.");
    await cli(dir, ["token", "create", "page", "--role", "reader"]);
    const { id } = await add(dir, "The museum opens at ten.", "--source", "agent");
    const input = JSON.stringify({ content: "Ben plays the oboe." });
    const given = words.map((one) => one.replace("$ID", id));
    const { out } = await cli(dir, [...given, "--dry-run"], { input });
    expect(out).toContain(`\n${says}`);
    expect(out).not.toMatch(/^(Remembered|Endorsed|Archived|Revoked)/m);
  });

  test("of what there is nothing to do about", async () => {
    const dir = newWorkspace("truth");
    const { id } = await add(dir, "Anna plays the cello.", "--pinned");
    const { out } = await cli(dir, ["pin", id, "--dry-run"]);
    expect(out).toContain("Dry run: nothing would be written.\nAlready pinned; nothing changed.");
  });
});

describe("what was so already is not reported as done", () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ["pin", "Pinned", "Already pinned", []],
    ["archive", "Archived", "Already out of recall", []],
    ["suppress", "Suppressed", "Already out of ranking", []],
    ["demote", "Demoted", "Already in the layer that fades soonest", ["--layer", "episodic"]],
    ["promote", "Promoted", "Already in the layer that fades most slowly", ["--layer", "episodic"]],
    ["endorse", "Endorsed", "Already the owner's own words", ["--source", "tool_output"]],
  ];
  test.each(cases)("%s", async (verb, done, idle, more) => {
    const dir = newWorkspace("truth");
    const { id } = await add(dir, "The museum opens at nine.", ...more);
    await cli(dir, ["get", id]);
    // A person at the terminal is shown the words that they adopt, and says yes.
    const asked = { answer: "y" };
    expect((await cli(dir, [verb, id], asked)).out).toMatch(new RegExp(`^${done} ${id}`));
    await cli(dir, ["get", id]);
    expect((await cli(dir, [verb, id], asked)).out).toMatch(new RegExp(`^${idle}; nothing changed\\. ${id}`));
  });

  test("nor are links, or opposites", async () => {
    const dir = newWorkspace("truth");
    const [a, b] = [await add(dir, "Tea is hot."), await add(dir, "The pot is iron.")];
    expect((await cli(dir, ["link", a.id, "relates", b.id])).out).toMatch(/^Linked/);
    expect((await cli(dir, ["link", a.id, "relates", b.id])).out).toMatch(/^Already linked; nothing changed/);
    for (const verb of ["unpin", "restore", "unsuppress"])
      expect((await cli(dir, [verb, a.id])).out).toContain("; nothing changed.");
  });
});

test("advice is given in commands, and a fact's own words stay as they are", async () => {
  const dir = newWorkspace("truth");
  const { id } = await add(dir, `I typed undo("01ARZ3NDEKTSV4RRFFQ69G5FAV") and passes() twice.`);
  await cli(dir, ["archive", id]);
  const { out } = await cli(dir, ["inspect", id]);
  expect(out).toContain(`tideline restore ${id} brings it back`);
  expect(out).toContain(`I typed undo("01ARZ3NDEKTSV4RRFFQ69G5FAV") and passes() twice.`);
  expect((await cli(dir, ["undo", "nope"])).err).toContain("tideline passes lists");
});

test("a hint names the folder and the origin that the command was given", async () => {
  const dir = newWorkspace("truth");
  const where = ["--origin", "chat/anna/1", "--dir", dir];
  const { id } = await add("/nonexistent/default", "Anna plays the cello.", ...where);
  await cli("/nonexistent/default", ["archive", id, ...where]);
  const { out } = await cli("/nonexistent/default", ["inspect", id, ...where]);
  expect(out).toContain(`tideline restore ${id} ${where.join(" ")} brings it back`);
  const token = await cli("/nonexistent/default", ["token", "create", "x", "--role", "agent", ...where]);
  expect(token.out).toMatch(new RegExp(`tideline token revoke \\w{26} --dir ${dir}\n`));
});

test("a batch that stops half-way says how much of it is there", async () => {
  const store = new FullStore(2);
  const workspace = await Workspace.over(store, "memory");
  const facts = Array.from({ length: 1_500 }, (_, i) => ({ content: `Locker ${i} holds tool ${i}.` }));
  await expect(runOperation(workspace, LOCAL_OWNER, addMany, { facts })).rejects.toThrow(
    "No room. The first 1000 of 1500 facts were written before that; continue with fact 1001.",
  );
  expect(await workspace.memory("owner").stats()).toMatchObject({ facts: 1_000 });
});

/** Takes so many batches of facts less one, and no more. */
class FullStore extends MemoryStore {
  private readonly last: number;
  private batches = 0;
  constructor(last: number) {
    super();
    this.last = last;
  }
  override append(...args: Parameters<MemoryStore["append"]>) {
    if (args[0] === "owner" && ++this.batches >= this.last)
      throw new TidelineError("disk-full", "No room. Nothing was written.");
    return super.append(...args);
  }
}

test("a context that has no room for what is known says so, and not that nothing is known", async () => {
  const dir = newWorkspace("truth");
  await add(dir, "Anna keeps bees.");
  const { out } = await cli(dir, ["context", "bees", "--max-chars", "5"]);
  expect(out).not.toContain("Nothing is known");
  expect((await cli(dir, ["context", "submarines"])).out).toContain("Nothing is known");
});

test("a field is named as the option that gives it", async () => {
  const dir = newWorkspace("truth");
  await add(dir, "Anna keeps bees.");
  expect((await cli(dir, ["context", "bees", "--max-chars", "5"])).out).toContain(
    "with a larger --max-chars.",
  );
  expect((await cli(dir, ["recall", "bees", "--as-of", "soon"])).err).toContain("--as-of must be a time");
  const { err } = await cli(dir, ["add-many"], { input: '{"content":"Ben rows.","validFrom":"soon"}' });
  expect(err.toLowerCase()).toContain("validfrom");
});

test("after a run that found nothing to do, nobody is told that none has run", async () => {
  const dir = newWorkspace("truth");
  await add(dir, "Anna keeps bees.");
  await cli(dir, ["sweep"]);
  expect((await cli(dir, ["passes"])).out).toContain("A run that finds nothing to do is not listed.");
  expect((await cli(dir, ["status"])).out).toContain(
    "Automatic maintenance, last run (UTC): contradictions never, sweep never",
  );
});
