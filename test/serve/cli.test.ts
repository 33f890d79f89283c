/** Does the command line do what the table says, with codes that a script can rely on? */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import { COMMANDS } from "../../src/serve/cli/show/help.ts";
import { cli, cliJson } from "../support/serve.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

const add = async (dir: string, content: string, ...more: string[]): Promise<Fact> =>
  (await cliJson<{ fact: Fact }>(dir, ["add", content, ...more])).fact;

test("what is added is listed, told about, archived, restored and erased", async () => {
  const dir = newWorkspace("cli");
  const { id } = await add(dir, "I keep a strict vegetarian diet.", "--segment", "preference");
  expect((await cli(dir, ["list"])).out).toContain("I keep a strict vegetarian diet.");
  expect((await cli(dir, ["why", id])).out).toContain("owner_message (class 3, trusted)");
  expect((await cliJson(dir, ["archive", id, "--why", "a trial"])).lifecycle).toBe("archived");
  expect((await cli(dir, ["list"])).out).toBe("No facts.\n");
  expect((await cliJson(dir, ["restore", id])).lifecycle).toBe("active");
  expect((await cli(dir, ["purge", id, "--yes"])).code).toBe(0);
  expect((await cli(dir, ["get", id])).code).toBe(4);
  const everything = filesUnder(dir)
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
  expect(everything).not.toContain("vegetarian");
});

test("a dry run answers like the real one and leaves every file as it was", async () => {
  const dir = newWorkspace("cli");
  const { id } = await add(dir, "The rent is 1,450 euros.", "--subject", "flat", "--attribute", "rent");
  const kept = () =>
    filesUnder(dir)
      .filter((path) => !path.includes("/lock/"))
      .map((path) => [path, readFileSync(path, "latin1")]);
  const before = kept();
  const next = ["add", "The rent is 1,500 euros.", "--subject", "flat", "--attribute", "rent"];
  const dry = await cliJson<{ dryRun: boolean; result: { outcome: string }; events: { type: string }[] }>(
    dir,
    [...next, "--dry-run"],
  );
  expect(dry.events.map((event) => event.type)).toEqual(["added", "superseded", "linked"]);
  await cliJson(dir, ["purge", id, "--dry-run"]);
  await cliJson(dir, ["archive", id, "--dry-run"]);
  expect(kept()).toEqual(before);
  expect((await cliJson(dir, next)).outcome).toBe(dry.result.outcome);
});

test("a list of hits says through which of them another was found", async () => {
  const dir = newWorkspace("cli");
  const tea = await add(dir, "Green tea steeps at 80 degrees.");
  const pot = await add(dir, "The iron pot is on the upper shelf.");
  await cli(dir, ["link", tea.id, "relates", pot.id]);
  const lines = (await cli(dir, ["recall", "green tea degrees"])).out.split("\n");
  expect(lines.find((line) => line.includes("iron pot"))).toContain("through #1 (relates)");
  expect(lines.find((line) => line.includes("Green tea"))).not.toContain("through");
});

test("standard input and output compose: texts, JSON lines, ids", async () => {
  const dir = newWorkspace("cli");
  await cli(dir, ["add", "-", "--tags", "tea"], { input: "Green tea steeps at 80 degrees.\n" });
  const lines = ["Anna plays the cello.", "Ben plays the oboe."].map((content) =>
    JSON.stringify({ content, tags: ["music"] }),
  );
  expect((await cli(dir, ["add-many"], { input: lines.join("\n") })).out).toBe("2 added\n");
  const ids = (await cli(dir, ["list", "--tags", "music", "--quiet"])).out;
  expect(ids.trim().split("\n")).toHaveLength(2);
  expect((await cli(dir, ["archive", "-"], { input: ids })).code).toBe(0);
  expect((await cliJson<{ facts: Fact[] }>(dir, ["list"])).facts.map((fact) => fact.tags)).toEqual([["tea"]]);
});

test("an export of one workspace is an import of another", async () => {
  const dir = newWorkspace("cli");
  await add(dir, "I was born in Lisbon.", "--segment", "identity");
  const file = `${dir}.jsonl`;
  writeFileSync(file, (await cli(dir, ["export"])).out);
  const other = newWorkspace("cli-other");
  expect((await cli(other, ["import", file])).out).toContain("Imported 1 fact (");
  expect((await cliJson<{ facts: Fact[] }>(other, ["list"])).facts.map((fact) => fact.content)).toEqual([
    "I was born in Lisbon.",
  ]);
});

describe("exit codes", () => {
  const cases: readonly (readonly [string, readonly string[], number, string])[] = [
    ["an unknown command", ["lst"], 2, "Did you mean"],
    ["an unknown option", ["list", "--bogus"], 2, "bogus"],
    ["a value out of range", ["list", "--limit", "0"], 2, "limit"],
    ["a missing argument", ["get"], 2, "needs id"],
    ["one argument too many", ["get", "a", "b"], 2, "Unexpected argument"],
    [
      "a source that may not write there",
      ["add", "x y", "--segment", "identity", "--source", "tool_output"],
      3,
      "only class 3",
    ],
    ["a fact that is not there", ["get", "nope"], 4, "no-such-fact"],
    ["something destroyed without a yes", ["purge", "$ID"], 2, "--yes"],
    ["an origin that is none", ["list", "--origin", "anna"], 2, "origin"],
  ];
  test.each(cases)("%s", async (_what, args, code, says) => {
    const dir = newWorkspace("cli");
    const { id } = await add(dir, "Anna plays the cello.");
    const result = await cli(
      dir,
      args.map((one) => one.replace("$ID", id)),
    );
    expect(result).toMatchObject({ code, out: "" });
    expect(result.err.toLowerCase()).toContain(says.toLowerCase());
  });

  test("an error is JSON where JSON was asked for", async () => {
    const dir = newWorkspace("cli");
    await add(dir, "Anna plays the cello.");
    const { code, err } = await cli(dir, ["get", "nope", "--json"]);
    expect([code, JSON.parse(err).error.code]).toEqual([4, "no-such-fact"]);
  });

  test("a folder that is something else is left alone", async () => {
    const dir = newWorkspace("cli");
    writeFileSync(dir, "a file");
    expect((await cli(dir, ["list"])).code).toBe(6);
    expect(readFileSync(dir, "utf8")).toBe("a file");
  });
});

test("a person is shown what would go, and asked", async () => {
  const dir = newWorkspace("cli");
  const { id } = await add(dir, "My locker code is 4711.");
  const no = await cli(dir, ["purge", id], { isTerminal: true, answer: "n" });
  expect(no.code).toBe(3);
  expect(no.err).toContain("My locker code is 4711.");
  expect((await cli(dir, ["get", id])).code).toBe(0);
  expect((await cli(dir, ["purge", id], { isTerminal: true, answer: "y" })).code).toBe(0);
  expect((await cli(dir, ["get", id])).code).toBe(4);
});

test("of a token that is taken back, a person is shown whose it is, and not asked about one that is not there", async () => {
  const dir = newWorkspace("cli");
  const made = ["token", "create", "kitchen tablet", "--role", "agent", "--origin", "chat/anna/1"];
  const { token } = await cliJson<{ token: { id: string } }>(dir, made);
  const asked = { isTerminal: true, answer: "n" };
  const no = await cli(dir, ["token", "revoke", token.id], asked);
  expect(no.code).toBe(3);
  for (const part of [token.id, "agent", "kitchen tablet", "chat/anna/1", "Nothing was done, because"])
    expect(no.err).toContain(part);
  expect((await cli(dir, ["token", "list"])).out).toContain("kitchen tablet");
  expect((await cli(dir, ["token", "revoke", "nope"], asked)).code).toBe(4);
});

test("text from memory cannot talk to the terminal", async () => {
  const dir = newWorkspace("cli");
  const { id } = await add(dir, "Red \u001b[31malert\u001b[0m \u009b2J \u202Eevil\u202C and \r gone");
  for (const args of [
    ["list"],
    ["get", id],
    ["inspect", id],
    ["history", id],
    ["list", "--json"],
    ["export"],
  ]) {
    const { out } = await cli(dir, args, { isTerminal: true, env: { NO_COLOR: "1" } });
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  }
});

test("colour is for terminals only, and can be refused", async () => {
  const dir = newWorkspace("cli");
  await add(dir, "Anna plays the cello.");
  expect((await cli(dir, ["list"])).out).not.toContain("\u001b");
  expect((await cli(dir, ["list"], { isTerminal: true })).out).toContain("\u001b[2m");
  expect((await cli(dir, ["list"], { isTerminal: true, env: { NO_COLOR: "1" } })).out).not.toContain(
    "\u001b",
  );
});

test("another origin's memory is another memory", async () => {
  const dir = newWorkspace("cli");
  await add(dir, "I am allergic to peanuts.", "--origin", "chat/anna/1");
  expect((await cli(dir, ["list"])).out).toBe("No facts.\n");
  expect((await cli(dir, ["list", "--origin", "chat/anna/1"])).out).toContain("peanuts");
  expect((await cli(dir, ["origins", "--quiet"])).out).toBe("chat/anna/1\n");
});

describe("help", () => {
  test.each(COMMANDS.map((command) => [command.words.join(" "), command] as const))(
    "%s",
    async (name, command) => {
      const { code, out } = await cli(newWorkspace("cli"), [...command.words, "--help"]);
      expect(code).toBe(0);
      expect(out.replace(/\s+/g, " ")).toContain(command.doc);
      expect(out).toContain(`Example: tideline ${name}`);
      for (const field of Object.keys(command.input))
        expect(out.toLowerCase().replaceAll("-", "")).toContain(field.toLowerCase());
    },
  );

  test("the overview names every command and makes no folder", async () => {
    const dir = newWorkspace("cli");
    const { out } = await cli(dir, ["--help"]);
    for (const { words } of COMMANDS) expect(out).toContain(`\n  ${words.join(" ")} `);
    expect(existsSync(dir)).toBe(false);
  });

  test.each(["bash", "zsh", "fish"])(
    "completion for %s knows every command and its options",
    async (shell) => {
      const { out } = await cli(newWorkspace("cli"), ["completion", shell]);
      for (const { words } of COMMANDS) expect(out).toContain(words.at(-1));
      expect(out).toContain("dry-run");
    },
  );
});

describe("doctor", () => {
  test("finds nothing wrong with a good workspace, and says where it is", async () => {
    const dir = newWorkspace("cli");
    await add(dir, "Anna plays the cello.");
    const { code, out } = await cli(dir, ["doctor"]);
    expect(code).toBe(0);
    expect(out).toContain(dir);
    expect(out).toContain("good  log of owner: 1 event, the hash chain is intact");
  });

  test("finds a damaged line, says what to do, and repair saves the rest", async () => {
    const dir = newWorkspace("cli");
    await add(dir, "Anna plays the cello.");
    await add(dir, "Ben plays the oboe.");
    const log = filesUnder(dir).find(
      (path) => path.endsWith(".jsonl") && readFileSync(path, "utf8").includes("cello"),
    ) as string;
    writeFileSync(log, readFileSync(log, "utf8").replace("cello", "viola"));
    const sick = await cli(dir, ["doctor"]);
    expect(sick).toMatchObject({ code: 1, err: "" });
    expect(sick.out).toContain("tideline repair --yes");
    expect((await cli(dir, ["verify"])).code).toBe(1);
    expect((await cli(dir, ["repair"])).code).toBe(2);
    expect((await cli(dir, ["repair", "--yes"])).code).toBe(0);
    expect((await cli(dir, ["doctor"])).code).toBe(0);
    expect((await cli(dir, ["list"])).out).toContain("oboe");
  });

  test("counts junk and duplicates", async () => {
    const dir = newWorkspace("cli");
    const facts = ["x", '{"a":[1,2,3],"b":{}}', "Anna plays the cello.", "The cello plays Anna."];
    await cli(dir, ["add-many"], { input: facts.map((content) => JSON.stringify({ content })).join("\n") });
    const { findings } = await cliJson<{ findings: { check: string; seen: string }[] }>(dir, ["doctor"]);
    const seen = Object.fromEntries(findings.map((one) => [one.check, one.seen]));
    expect(seen["junk of owner"]).toBe("2 of 4 (50.0 %)");
    expect(seen["duplicates of owner"]).toBe("1 of 4 (25.0 %)");
  });

  test("says so of a folder that holds nothing, and makes none", async () => {
    const dir = join(newWorkspace("cli"), "none");
    expect((await cli(dir, ["doctor"])).out).toContain("holds no workspace yet");
    expect(existsSync(dir)).toBe(false);
  });
});

test("eval measures one's own facts with a gold file that a person has approved, and with no other", async () => {
  const dir = newWorkspace("cli");
  await add(dir, "My sister Anna plays the cello.");
  await add(dir, "The rent of the flat is 1,450 euros.");
  const spec = JSON.parse((await cli(dir, ["eval", "--scaffold"])).out);
  const file = `${dir}-gold.json`;
  writeFileSync(file, JSON.stringify(spec));
  expect((await cli(dir, ["eval", file])).code).toBe(3);
  const cases = spec.cases.map((one: { content: string }) => ({
    ...one,
    query: one.content.includes("cello") ? "which instrument does Anna play" : "how much is the rent",
  }));
  writeFileSync(file, JSON.stringify({ ...spec, approved: true, cases }));
  expect(await cliJson(dir, ["eval", file, "--k", "3"])).toMatchObject({ cases: 2, k: 3, recallAtK: 1 });
  expect((await cli(dir, ["eval"])).code).toBe(2);
});

test("status says where the workspace is, and how to begin", async () => {
  const dir = newWorkspace("cli");
  expect((await cli(dir, ["status"])).out).toMatch(
    /folder {2}.*workspace\n(.|\n)*Add a first fact: tideline add/,
  );
  await add(dir, "Anna plays the cello.");
  expect((await cliJson<{ origins: unknown[] }>(dir, ["status"])).origins).toMatchObject([
    { origin: "owner", facts: 1 },
  ]);
});
