/** Does the command line say what is wrong with a call, and what to do instead? */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { NO_TURNS } from "../../src/govern/turns-desk.ts";
import { render } from "../../src/serve/cli/show/render.ts";
import { styleOf } from "../../src/serve/cli/show/terminal.ts";
import { cli, cliJson } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

async function filled(): Promise<string> {
  const dir = newWorkspace("remedies");
  await cli(dir, ["add", "Anna plays the cello."]);
  return dir;
}

describe("a head to verify against", () => {
  test("is refused as an argument if its hash is none, and not called a log that was rewritten", async () => {
    const { code, out, err } = await cli(await filled(), ["verify", "--seq", "1", "--hash", "abc"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("--hash must be the hash of a head");
  });
});

describe("a writer that nobody has heard of", () => {
  test.each([
    ["review", ["review", "--from", "scrapper"]],
    ["review of a bare source", ["review", "--from", "tool_output"]],
    ["contradictions", ["contradictions", "--from", "mcp/nonsense"]],
    ["dismiss", ["dismiss", "scrapper"]],
    ["a dry run of dismiss", ["dismiss", "scrapper", "--dry-run"]],
  ])("is an error of %s that names those there are", async (_what, args) => {
    const dir = await filled();
    await cli(dir, ["token", "create", "scraper", "--role", "agent"]);
    const { code, out, err } = await cli(dir, args);
    expect([code, out]).toEqual([2, ""]);
    for (const part of ["names no writer", "a token (scraper)", "mcp/agent", "tool_output"])
      expect(err).toContain(part);
  });

  test("is not one that has nothing on the desk now", async () => {
    const dir = await filled();
    await cli(dir, ["token", "create", "scraper", "--role", "agent"]);
    for (const from of ["scraper", "scraper/agent", "mcp/agent", "cli", "own"])
      expect(await cli(dir, ["review", "--from", from])).toMatchObject({ code: 0 });
  });

  test("is not a name that two tokens have: their ids are named", async () => {
    const dir = await filled();
    const make = () =>
      cliJson<{ token: { id: string } }>(dir, ["token", "create", "scraper", "--role", "agent"]);
    const ids = [(await make()).token.id, (await make()).token.id];
    const { code, err } = await cli(dir, ["review", "--from", "scraper"]);
    expect(code).toBe(2);
    for (const id of ids) expect(err).toContain(id);
  });
});

describe("a token is revoked", () => {
  const make = (dir: string, name: string) =>
    cliJson<{ token: { id: string } }>(dir, ["token", "create", name, "--role", "agent"]);

  test("by its name", async () => {
    const dir = await filled();
    const { token } = await make(dir, "kitchen tablet");
    await make(dir, "phone");
    const { code, out } = await cli(dir, ["token", "revoke", "kitchen tablet", "--yes"]);
    expect([code, out]).toEqual([0, `Revoked ${token.id} (kitchen tablet).\n`]);
  });

  test("by its id, if others have the same name, which the error says", async () => {
    const dir = await filled();
    const ids = [(await make(dir, "phone")).token.id, (await make(dir, "phone")).token.id];
    const { code, err } = await cli(dir, ["token", "revoke", "phone", "--yes"]);
    expect(code).toBe(2);
    for (const id of ids) expect(err).toContain(id);
    expect((await cli(dir, ["token", "revoke", ids[0] ?? "", "--yes"])).code).toBe(0);
    expect((await cli(dir, ["token", "revoke", "phone", "--yes"])).out).toContain(ids[1]);
  });
});

describe("help", () => {
  test.each([[["token", "--help"]], [["token", "-h"]], [["help", "token"]], [["--json", "token", "--help"]]])(
    "of %j lists the commands of the group",
    async (args) => {
      const { code, out } = await cli(newWorkspace("remedies"), args);
      expect(code).toBe(0);
      for (const words of ["token create", "token list", "token revoke"]) expect(out).toContain(words);
      expect(out).not.toContain("recall");
    },
  );

  test.each(["config", "policy"])("of %s is its own", async (name) => {
    const { code, out } = await cli(newWorkspace("remedies"), [name, "--help"]);
    expect([code, out]).toEqual([0, expect.stringContaining(`tideline ${name}`)]);
  });

  test("is not asked for by a group alone, or with a word it does not have", async () => {
    const dir = newWorkspace("remedies");
    expect(await cli(dir, ["token"])).toMatchObject({ code: 2, err: expect.stringContaining("token list") });
    const { code, err } = await cli(dir, ["token", "lst"]);
    expect([code, err]).toEqual([2, expect.stringContaining('There is no command "token lst"')]);
  });
});

describe("a mistyped option", () => {
  test.each([
    [["recall", "tea", "--limt", "3"], "did you mean --limit?"],
    [["add", "Tea.", "--segmnt=knowledge"], "did you mean --segment?"],
    [["list", "--jsn"], "did you mean --json?"],
  ])("%j: the one that was probably meant", async (args, says) => {
    const { code, err } = await cli(await filled(), args);
    expect([code, err]).toEqual([2, expect.stringContaining(says)]);
  });

  test("that resembles none gets no such advice", async () => {
    const { err } = await cli(await filled(), ["list", "--zebra"]);
    expect(err).not.toContain("did you mean");
  });
});

test.each([
  [["add", "Tea.", "--importance", "5"], "tideline: --importance must be a number from 0 to 1."],
  [["list", "--limit", "0"], "tideline: --limit must be a whole number"],
  [["add", "Tea.", "--valid-from", "soon"], "tideline: --valid-from must be a time"],
  [["stats", "--origin", "a/b/c/d"], "tideline: --origin must be owner"],
  [["token", "create", "phone"], "tideline: token create needs --role: "],
])("%j: the option is named with its dashes", async (args, says) => {
  expect((await cli(await filled(), args)).err).toContain(says);
});

test("what explain advises is an option too", async () => {
  const dir = await filled();
  const id = (await cli(dir, ["list", "--quiet"])).out.trim();
  const { out } = await cli(dir, ["explain", id, "zebra"]);
  expect(out).toMatch(/ask with (?:--min-score|a word)/);
  expect(out).not.toContain("minScore");
});

describe("a command that a message names has the folder that was given", () => {
  test("in an error", async () => {
    const dir = await filled();
    const { err } = await cli("/nonexistent", ["get", "nope", "--dir", dir]);
    expect(err).toContain(`tideline --dir ${dir} list`);
    expect((await cli("/nonexistent", ["--dir", dir, "list"])).code).toBe(0);
  });

  test("where a script is refused", async () => {
    const dir = await filled();
    const script = { isAttended: false };
    const { err } = await cli("/nonexistent", ["dream", `--dir=${dir}`], script);
    expect(err).toContain("without a terminal");
    expect(err).toContain(`tideline --dir ${dir} config voice owner`);
  });

  test("in the note of what a script wrote", async () => {
    const dir = await filled();
    const { out } = await cli("/nonexistent", ["add", "Tea.", "--dir", dir], { isAttended: false });
    expect(out).toContain(`tideline --dir ${dir} config voice owner`);
  });

  test("and none where none was given", async () => {
    expect((await cli(await filled(), ["get", "nope"])).err).toContain("tideline list");
  });
});

test.each([["import"], ["replay"]])("%s says that its input is empty", async (command) => {
  const { code, err } = await cli(newWorkspace("remedies"), [command, "-"], { input: "\n" });
  expect([code, err]).toEqual([2, expect.stringContaining("Standard input is empty")]);
});

describe("resolve", () => {
  test.each([
    ["x", "both"],
    ["x", "y"],
  ])("%s %s: says how to find contradictions, and what to keep", async (id, keep) => {
    const { code, err } = await cli(await filled(), ["resolve", id, keep]);
    expect(code).toBe(4);
    expect(err).toContain("There is no contradiction x. tideline contradictions lists them");
  });

  test("names the choices", async () => {
    const dir = await filled();
    const add = (content: string) => cliJson<{ fact: { id: string } }>(dir, ["add", content]);
    const [a, b] = [(await add("The shop opens at nine.")).fact.id, (await add("The shop is shut.")).fact.id];
    const { code, err } = await cli(dir, ["resolve", `${a}~${b}`, "neither"]);
    expect([code, err]).toEqual([2, expect.stringContaining(`keep must be ${a}, ${b} or both`)]);
  });
});

describe("a question that is answered with no", () => {
  test("says why nothing was done, and how to go ahead", async () => {
    const dir = await filled();
    const id = (await cli(dir, ["list", "--quiet"])).out.trim();
    const { code, err } = await cli(dir, ["purge", id], { answer: "" });
    expect(code).toBe(3);
    expect(err).toContain("Nothing was done, because you did not confirm. To go ahead, repeat the command");
  });

  test("said what would be erased", async () => {
    const dir = await filled();
    const id = (await cli(dir, ["list", "--quiet"])).out.trim();
    const asked: string[] = [];
    await cli(dir, ["purge", id], { answer: "n", onAsk: (question) => asked.push(question) });
    expect(asked).toEqual(["Erase the text of this fact for good? This cannot be undone. [y/N] "]);
  });
});

test("a run that is undone again was already undone, and the answer says so", async () => {
  const dir = newWorkspace("remedies");
  await cliJson(dir, ["add", "The hotel has a pool.", "--source", "tool_output"], { isAttended: false });
  const add = ["add", "The hotel has 12 rooms.", "--source", "tool_output", "--segment", "identity"];
  await cli(dir, add, { isAttended: false });
  const { pass } = await cliJson<{ pass: string }>(dir, ["dismiss", "cli"]);
  expect((await cli(dir, ["undo", pass])).out).not.toContain("already");
  expect((await cli(dir, ["undo", pass])).out).toMatch(/was already undone on \d{4}-\d{2}-\d{2}: 0 facts/);
});

test("config without a setting shows every setting", async () => {
  const dir = newWorkspace("remedies");
  await cli(dir, ["config", "voice", "owner"]);
  const { code, out } = await cli(dir, ["config"]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^voice: owner .*\nsecrets: refuse /)]);
  expect(await cliJson(dir, ["config"])).toEqual({ voice: "owner", secrets: "refuse", llm: "off" });
});

test("token create says which roles there are, and the first token how to make the owner's", async () => {
  const dir = newWorkspace("remedies");
  const { err } = await cli(dir, ["token", "create", "editor"]);
  expect(err).toContain("--role: What the token may do, one of owner, agent, reader");
  const { out } = await cli(dir, ["token", "create", "editor", "--role", "agent"]);
  const command = /tideline (token create \w+ --role owner)/.exec(out)?.[1] ?? "";
  expect((await cli(dir, command.split(" "))).code).toBe(0);
});

test("what is said about a merged fact names the option of the command line", () => {
  const remedy = 'the fact that it was merged into answers; search with include: ["merged"] shows it';
  const style = styleOf({ write: () => undefined, isTerminal: false, columns: 80 }, {});
  const told = render(
    "explain",
    { fate: "merged", stages: [{ stage: "state", says: "merged" }], remedy },
    style,
  );
  expect(told).toContain("recall with --include merged shows it");
});

test("a folder with other files is not recommended for a new workspace", async () => {
  const dir = newWorkspace("remedies");
  mkdirSync(dir);
  writeFileSync(join(dir, "taxes.txt"), "");
  const { err } = await cli("/nonexistent", ["recall", "tea", "--dir", dir]);
  expect(err).toContain("it holds other files. Check the path. [not-a-workspace]");
});

test.each([["dream"], ["purge", "$ID", "--yes"], ["token", "revoke", "x", "--yes"]])(
  "%s without a terminal says in plain words who may do it",
  async (...words) => {
    const dir = await filled();
    const id = (await cli(dir, ["list", "--quiet"])).out.trim();
    const given = words.map((one) => one.replace("$ID", id));
    const { err } = await cli(dir, [...given, "--dir", dir], { isAttended: false });
    expect(err).toMatch(/Only the owner may do this.* tideline --dir \S+ config voice owner/);
    expect(err).not.toMatch(/class 1|handle/);
  },
);

test("whoami says what an open workspace means", async () => {
  const dir = await filled();
  expect((await cli(dir, ["whoami"])).out).toMatch(/access +open: there are no tokens/);
  await cli(dir, ["token", "create", "me", "--role", "owner"]);
  expect((await cli(dir, ["whoami"])).out).toMatch(/access +closed: /);
});

test("completion --install prints the line to add, and where", async () => {
  const { out } = await cli(newWorkspace("remedies"), ["completion", "bash", "--install"]);
  expect(out).toBe('Add this line to ~/.bashrc:\neval "$(tideline completion bash)"\n');
});

test("review explains the reasons that it names, and how the owner's own items are settled", async () => {
  const dir = newWorkspace("remedies");
  await cli(dir, ["config", "secrets", "mark"]);
  await cli(dir, ["add", "The wifi password is gr33nC4noe."]);
  const { out } = await cli(dir, ["review"]);
  expect(out).toContain("\nsecret: It seems to hold a password");
  expect(out).toContain("Keep one of your own as it is, and settle it: tideline endorse <id>.");
  const id = (await cli(dir, ["review", "--quiet"])).out.trim();
  expect((await cli(dir, ["endorse", id], { answer: "y" })).code).toBe(0);
  expect((await cli(dir, ["review"])).out).toBe("Nothing to review.\n");
});

test("review counts one further contradiction in the singular", () => {
  const style = styleOf({ write: () => undefined, isTerminal: false, columns: 80 }, {});
  const told = (more: number) =>
    render(
      "review",
      {
        ...{ items: [], contradictions: [], groups: [], further: { groups: 0, items: 0 } },
        contradictionGroups: [{ from: "mcp/agent", surface: "mcp", source: "agent", more }],
        counts: { items: 0, contradictions: more },
        setAside: NO_TURNS,
      },
      style,
    );
  expect(told(1)).toContain("1 more contradiction from");
  expect(told(2)).toContain("2 more contradictions from");
});

describe("an error of an argument", () => {
  test.each([
    ["an origin without a name", ["add", "x", "--origin", "user/"], "--origin must be owner, user/id"],
    ["a time", ["add", "x", "--valid-to", "never"], '"2026-03-01T09:00:00Z" or epoch milliseconds'],
    ["an option of a command of two words", ["retention", "add", "old"], "retention add needs --after-days"],
    [
      "a gold file",
      ["eval", new URL("../../package.json", import.meta.url).pathname],
      "tideline eval --scaffold",
    ],
  ])("speaks the language of the command line: %s", async (_what, args, told) => {
    const { code, err } = await cli(await filled(), args);
    expect(code).toBe(2);
    expect(err).toContain(told);
  });
});

test("what was distilled from the owner's own words is not called hearsay", async () => {
  const dir = newWorkspace("remedies");
  const turn = { session: "monday", role: "user", content: "My brother Jonas is a nurse." };
  await cli(dir, ["observe"], { input: JSON.stringify(turn) });
  await cli(dir, ["distil"]);
  const { out } = await cli(dir, ["recall", "what does Jonas do?"]);
  expect(out).toContain("distilled");
  expect(out).not.toContain("hearsay");
});

test("the help of a command that reads a file shows what stands on a line", async () => {
  const { out } = await cli(newWorkspace("remedies"), ["observe", "--help"]);
  expect(out.replace(/\s+/g, " ")).toContain('{"session": "monday", "role": "user"');
});
