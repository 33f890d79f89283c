/** Does every option of the command line do what it says, or say that it does nothing here? */
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import { COMMON, COMMON_NAMES, dashed, parseCommand } from "../../src/serve/cli/arguments.ts";
import { type Io, takes } from "../../src/serve/cli/command.ts";
import { calledAgain } from "../../src/serve/cli/show/again.ts";
import { COMMANDS } from "../../src/serve/cli/show/help.ts";
import { asCommands } from "../../src/serve/cli/show/render-change.ts";
import { aboutId } from "../../src/serve/cli/show/where.ts";
import { cli, cliJson } from "../support/serve.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

const ANNA = { channel: "chat", conversationId: "anna", sessionKey: "1" };
const VALUES: Readonly<Record<string, readonly string[]>> = { dir: ["./nowhere"], origin: ["chat/anna/1"] };

describe("a common option that means nothing for a command is refused, and nothing happens", () => {
  const spare = COMMANDS.flatMap((command) =>
    COMMON_NAMES.filter((name) => !takes(command, name)).map(
      (name) => [command.words.join(" "), name, command] as const,
    ),
  );
  test.each(spare)("%s --%s", async (name, option, { words, args }) => {
    const dir = newWorkspace("options");
    const given = [
      ...words,
      ...args.map((arg) => (arg === "whose" ? "owner" : "x")),
      `--${option}`,
      ...(VALUES[option] ?? []),
    ];
    const { code, out, err } = await cli(dir, given, { input: "x" });
    // Of an editor's hook, also of an event that we do not know, 2 would stop the editor.
    expect([code, out]).toEqual([name === "hook" ? 0 : 2, ""]);
    expect(err).toMatch(new RegExp(`${name} does not take --${option}`, "i"));
    expect(filesUnder(dir)).toEqual([]);
  });

  test("those that change the machine or the whole workspace are among them", () => {
    const refused = spare.map(([name, option]) => `${name} --${option}`);
    for (const one of ["repair --dry-run", "demo --dry-run", "policy set --origin", "recall --dry-run"])
      expect(refused).toContain(one);
    expect(refused).not.toContain("token create --origin");
    expect(refused).not.toContain("repair --yes");
  });

  test("help and completion offer what is taken, and no more", async () => {
    const dir = newWorkspace("options");
    for (const command of COMMANDS) {
      const { out } = await cli(dir, [...command.words, "--help"]);
      for (const name of COMMON_NAMES)
        expect([command.words, name, out.includes(`--${name}`)]).toEqual([
          command.words,
          name,
          takes(command, name) || command.example.includes(`--${name}`),
        ]);
    }
  });
});

describe("a token is bound to the origin that was named", () => {
  interface Made {
    readonly token: { readonly origin: unknown };
  }
  test.each([
    ["--origin", "chat/anna/1"],
    ["--for", "chat/anna/1"],
    ["--for", JSON.stringify(ANNA)],
  ])("by %s %s", async (option, value) => {
    const dir = newWorkspace("options");
    const made = await cliJson<Made>(dir, ["token", "create", "anna", "--role", "owner", option, value]);
    expect(made.token.origin).toEqual(ANNA);
  });

  test("to the owner's where none was named, or the owner was", async () => {
    const dir = newWorkspace("options");
    for (const more of [[], ["--for", "owner"], ["--origin", "owner"]]) {
      const made = await cliJson<Made>(dir, ["token", "create", "me", "--role", "owner", ...more]);
      expect(made.token.origin).toBe("owner");
    }
  });

  test.each([
    [["--origin", "chat/anna/1", "--for", "owner"], "give only one of them"],
    [["--for", "anna"], "origin must be"],
    [["--expires", "2020-01-01"], "in the past"],
  ])("%j is refused", async (more, says) => {
    const dir = newWorkspace("options");
    await cli(dir, ["add", "Anna plays the cello."]);
    const { code, err } = await cli(dir, ["token", "create", "anna", "--role", "owner", ...more]);
    expect(code).toBe(2);
    expect(err.toLowerCase()).toContain(says);
    expect(await cliJson(dir, ["token", "list"])).toEqual({ tokens: [] });
  });

  test("and with --quiet its secret is printed, alone", async () => {
    const { out } = await cli(newWorkspace("options"), [
      "token",
      "create",
      "x",
      "--role",
      "agent",
      "--quiet",
    ]);
    expect(out).toMatch(/^tl_[0-9A-Z]{26}_[\w-]{43}\n$/);
  });
});

test("origins are printed as --origin takes them, also with a slash in a name, also quietly", async () => {
  const dir = newWorkspace("options");
  const odd = JSON.stringify({ channel: "web", conversationId: "a/b", sessionKey: "{1}" });
  await cli(dir, ["add", "I am Anna.", "--origin", "chat/anna/1"]);
  await cli(dir, ["add", "I am odd.", "--origin", odd]);
  const { out } = await cli(dir, ["origins", "--quiet"]);
  for (const line of out.trim().split("\n")) expect((await cli(dir, ["origins"])).out).toContain(line);
  const contents = [];
  for (const origin of out.trim().split("\n"))
    contents.push((await cli(dir, ["list", "--origin", origin])).out.match(/I am \w+\./)?.[0]);
  expect(contents.sort()).toEqual(["I am Anna.", "I am odd."]);
});

test("options may come before the command", async () => {
  const dir = newWorkspace("options");
  await cli("/nonexistent", ["--dir", dir, "add", "Anna plays the cello."]);
  await cli("/nonexistent", [`--dir=${dir}`, "--origin", "chat/anna/1", "add", "I am Anna."]);
  const { out } = await cli("/nonexistent", ["--json", "--dir", dir, "list"]);
  expect(JSON.parse(out).facts.map((fact: Fact) => fact.content)).toEqual(["Anna plays the cello."]);
  expect((await cli(dir, ["-q", "list"])).out).toMatch(/^\w{26}\n$/);
  expect((await cli(dir, ["--json", "--help"])).out).toContain("tideline <command>");
  const none = await cli(dir, ["--dir", dir]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("command is missing")]);
  expect((await cli(dir, ["--bogus", "list"])).code).toBe(2);
});

describe("an option that takes a value takes the next word, whatever it begins with", () => {
  const valued = COMMANDS.flatMap(({ words, args, input, operation }) =>
    Object.entries({ ...COMMON, ...input })
      .filter(([name, { shown }]) => shown !== "" && !args.includes(name))
      .map(([name]) => [words.join(" "), dashed(name), { args, input, file: operation?.cli?.file }] as const),
  );
  test.each(valued)("%s --%s -x", (_command, option, { args, input, file }) => {
    const parsed = (...argv: string[]) => {
      try {
        return parseCommand(input, args, argv, file);
      } catch (error) {
        return String(error);
      }
    };
    // What the field makes of it is the same as when the value is glued on.
    for (const value of ["-x", "-Ab3_x-", "--x", "-- x", "-0.5", "-"])
      expect(parsed(`--${option}`, value)).toEqual(parsed(`--${option}=${value}`));
    expect(parsed(`--${option}`)).toContain(`--${option} needs a value`);
    expect(parsed(`--${option}`, "--", "x")).toContain(`--${option} needs a value`);
    for (const other of ["--json", "--json=1", `--${option}`, "-q"])
      expect(parsed(`--${option}`, other)).toContain(`${other} is an option`);
  });

  test("a hash, a reason, an id, a number", async () => {
    const dir = newWorkspace("options");
    const { fact } = await cliJson<{ fact: Fact }>(dir, ["add", "The dentist hurt.", "--valence", "-0.5"]);
    expect(fact.valence).toBe(-0.5);
    const wrongHash = await cli(dir, ["verify", "--seq", "1", "--hash", `-${"A".repeat(42)}`]);
    expect([wrongHash.code, wrongHash.err]).toEqual([1, ""]);
    const noSuchFact = await cli(dir, ["list", "--after", "-Ab3"]);
    expect([noSuchFact.code, noSuchFact.err]).toEqual([4, expect.stringContaining("-Ab3")]);
    expect((await cli(dir, ["archive", fact.id, "--why", "-- old"])).code).toBe(0);
    expect((await cli(dir, ["archive", fact.id, "--why", "--json"])).err).toContain("--why=--json");
    expect((await cli(dir, ["archive", fact.id, "--why=--json"])).code).toBe(0);
  });
});

test("an id or a text that begins with a dash comes after --, and the error says so", async () => {
  const dir = newWorkspace("options");
  expect((await cli(dir, ["add", "-5 degrees outside"])).err).toContain("after --");
  expect((await cli(dir, ["add", "--", "-5 degrees outside"])).code).toBe(0);
  expect((await cli(dir, ["get", "-Ab3"])).err).toContain("after --");
  const none = await cli(dir, ["get", "--", "-Ab3"]);
  expect([none.code, none.err]).toEqual([4, expect.stringContaining("-Ab3")]);
});

test("the id of a conversation is a digest, and needs no -- if it begins with a dash", async () => {
  const dir = newWorkspace("options");
  await cli(dir, ["add", "Anna plays the cello."]);
  for (const id of [`-${"aB3_-x9".repeat(6)}`, `--${"aB3_-x9".repeat(6).slice(1)}`]) {
    for (const args of [
      ["conversation", id],
      ["conversation", id, "--json"],
      ["conversation", "--", id],
    ]) {
      const { code, err } = await cli(dir, args);
      expect([code, err]).toEqual([4, expect.stringContaining(`There is no conversation ${id}`)]);
    }
  }
  const longer = await cli(dir, ["conversation", `--${"long-".repeat(8)}er`]);
  expect([longer.code, longer.err]).toEqual([2, expect.stringContaining("Unknown option")]);
});

test("advice about an id that begins with a dash can be copied", () => {
  expect(asCommands('undo("-p1")', " --dir x")).toBe("tideline undo --dir x -- -p1");
  expect(asCommands('undo("p1")', " --dir x")).toBe("tideline undo p1 --dir x");
  const io = { program: ["tideline"], env: {} } as unknown as Io;
  expect(calledAgain(io, "/d", aboutId("inspect", "-f", ""))).toBe("tideline inspect --dir /d -- -f");
});

test("help lists the values that an argument may have", async () => {
  const dir = newWorkspace("options");
  expect((await cli(dir, ["feedback", "--help"])).out).toContain("up, down");
  expect((await cli(dir, ["link", "--help"])).out).toContain("supports,");
  expect((await cli(dir, ["policy", "set", "--help"])).out).toContain("tideline, freshness, layered");
});

test("a flag that means something when it is off can be switched off, and not both ways at once", async () => {
  const dir = newWorkspace("options");
  await cli(dir, ["add", "Anna plays the cello."]);
  expect((await cli(dir, ["recall", "cello", "--no-graph"])).out).toContain("Anna");
  expect((await cli(dir, ["recall", "--help"])).out).toContain("--graph, --no-graph");
  const both = await cli(dir, ["recall", "cello", "--graph", "--no-graph"]);
  expect([both.code, both.err]).toEqual([2, expect.stringContaining("opposites")]);
  expect((await cli(dir, ["recall", "cello", "--no-passive"])).code).toBe(2);
});

test("--quiet after a maintenance run is the id that takes it back", async () => {
  const dir = newWorkspace("options");
  for (let n = 0; n < 3; n++)
    await cli(dir, ["add", "Anna plays the cello.", "--episode", `day ${n}`, "--source", "user_instruction"]);
  const { out } = await cli(dir, ["dream", "--confirm-after", "1", "--quiet"]);
  expect(out).toMatch(/^[\w-]{20,}\n$/);
  expect((await cli(dir, ["undo", out.trim()])).code).toBe(0);
});

test("--quiet after contradictions is what resolve takes", async () => {
  const dir = newWorkspace("options");
  await cli(dir, ["add", "The rent is 1,450 euros."]);
  await cli(dir, ["add", "The rent is 1,500 euros."]);
  const [id = ""] = (await cli(dir, ["contradictions", "--quiet"])).out.split("\n");
  expect(id).not.toBe("");
  const { contradictions } = await cliJson<{ contradictions: { id: string; keep: string }[] }>(dir, [
    "contradictions",
  ]);
  expect(contradictions[0]?.id).toBe(id);
  expect((await cli(dir, ["resolve", id, "--keep", contradictions[0]?.keep ?? ""])).code).toBe(0);
});

test("a noted head is a number and a hash: one of them alone is refused", async () => {
  const dir = newWorkspace("options");
  await cli(dir, ["add", "Anna plays the cello."]);
  const { head } = await cliJson<{ head: { seq: number; hash: string } }>(dir, ["verify"]);
  const [seq, hash] = [
    ["--seq", String(head.seq)],
    ["--hash", head.hash],
  ];
  expect((await cli(dir, ["verify", ...seq, ...hash])).code).toBe(0);
  for (const half of [seq, hash])
    expect(await cli(dir, ["verify", ...half])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("give both"),
    });
});
