/** Where does a command make a workspace, and what is said of a folder that is none, or no whole one? */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/serve/cli/show/help.ts";
import { cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const DEFAULT = "/nonexistent/default";
const BEGINS = ["add", "add-many", "import", "policy-set", "token-create"];

const addIn = (dir: string, content: string, ...more: string[]) =>
  cli(DEFAULT, ["add", content, "--dir", dir, ...more]);

function folderOfFiles(): string {
  const dir = newWorkspace("place");
  mkdirSync(dir);
  writeFileSync(join(dir, "thesis.tex"), "a thesis");
  return dir;
}

describe("a command that only looks, or changes what is there, makes no workspace", () => {
  const operations = COMMANDS.flatMap(({ words, args, operation }) =>
    operation === undefined || BEGINS.includes(operation.name)
      ? []
      : [[words.join(" "), words, args] as const],
  );
  test.each(operations)("%s", async (_name, words, args) => {
    const dir = newWorkspace("place");
    const values = args.map((name) => ({ kind: "supports", signal: "up" })[name] ?? "x");
    const receipt = words[0] === "replay" ? "{}" : "";
    const { code, err } = await cli(dir, [...words, ...values, "--dir", dir], { input: receipt });
    expect([2, 6]).toContain(code);
    if (code === 6) expect(err).toContain(`There is no workspace in ${dir}`);
    expect(existsSync(dir)).toBe(false);
  });

  test("they say that there is none, and how to make one", async () => {
    const dir = newWorkspace("place");
    const { code, err } = await cli(DEFAULT, ["list", "--dir", dir]);
    expect(code).toBe(6);
    expect(err).toContain("There is no workspace in");
    expect(err).toMatch(/tideline --dir \S+ add creates/);
    expect(await cli(dir, ["list"])).toMatchObject({
      code: 6,
      err: expect.stringContaining("To use another folder, give --dir."),
    });
  });

  test("status says how to begin; eval and doctor leave nothing behind", async () => {
    const dir = newWorkspace("place");
    expect((await cli(dir, ["status"])).out).toContain("Add a first fact: tideline add");
    expect((await cli(dir, ["eval", "--scaffold"])).code).toBe(6);
    expect((await cli(dir, ["doctor"])).code).toBe(0);
    expect(existsSync(dir)).toBe(false);
  });
});

describe("a command that writes makes one", () => {
  test("where nothing is, and where only notes are", async () => {
    const dir = newWorkspace("place");
    expect((await addIn(dir, "Anna plays the cello.")).code).toBe(0);
    const noted = newWorkspace("place");
    mkdirSync(noted);
    writeFileSync(join(noted, "MEMORY.md"), "# Notes\n");
    expect((await addIn(noted, "Anna plays the cello.")).code).toBe(0);
  });

  test("but not among other files, unless it is the user's own folder", async () => {
    const dir = folderOfFiles();
    for (const args of [["add", "x y"], ["serve", "--port", "0"], ["list"]]) {
      const { code, err } = await cli(DEFAULT, [...args, "--dir", dir]);
      expect([code, err]).toEqual([6, expect.stringContaining("other files")]);
    }
    expect(readdirSync(dir)).toEqual(["thesis.tex"]);
    expect((await cli(dir, ["add", "Anna plays the cello."])).code).toBe(0);
  });

  test.each([
    ["add", ["add", "  "]],
    ["import", ["import", "-"]],
    ["serve", ["serve", "--host", "0.0.0.0"]],
    ["policy set", ["policy", "set", "freshness", "--params", '{"nonsense":1}']],
  ])("but %s leaves nothing behind where it is refused", async (_name, args) => {
    const dir = newWorkspace("place");
    const { code } = await cli(DEFAULT, [...args, "--dir", dir], { input: '{"content":"\u200b"}' });
    expect([2, 3]).toContain(code);
    expect(existsSync(dir)).toBe(false);
  });

  test("and a dry run of it leaves nothing behind", async () => {
    const dir = newWorkspace("place");
    const { code, out } = await addIn(dir, "Anna plays the cello.", "--dry-run");
    expect([code, out]).toEqual([0, expect.stringContaining("would be written: 1 added")]);
    expect(existsSync(dir)).toBe(false);
  });
});

describe("what doctor advises, works", () => {
  interface Findings {
    readonly findings: readonly { readonly check: string; readonly seen: string; readonly todo?: string }[];
  }
  const todoOf = async (dir: string, check: string): Promise<string> => {
    const { out } = await cli(DEFAULT, ["doctor", "--dir", dir, "--json"]);
    const { findings } = JSON.parse(out) as Findings;
    return findings.find((one) => one.check === check)?.todo ?? "";
  };

  test("a missing tideline.json is named, and can be written anew", async () => {
    const dir = newWorkspace("place with a space");
    await addIn(dir, "Anna plays the cello.");
    rmSync(join(dir, "tideline.json"));
    const { code, out } = await cli(DEFAULT, ["doctor", "--dir", dir]);
    expect([code, out]).toEqual([1, expect.stringContaining("its tideline.json is missing")]);
    for (const args of [["list"], ["add", "x y"]]) {
      const refused = await cli(DEFAULT, [...args, "--dir", dir]);
      expect([refused.code, refused.err]).toEqual([6, expect.stringContaining("tideline.json is missing")]);
    }
    const command = (await todoOf(dir, "folder")).split("write it again: ")[1] as string;
    execFileSync("bash", ["-c", command]);
    expect((await cli(DEFAULT, ["list", "--dir", dir])).out).toContain("cello");
    expect((await cli(DEFAULT, ["doctor", "--dir", dir])).code).toBe(0);
  });

  test("hints name the folder and the origin that they are about", async () => {
    const dir = newWorkspace("place");
    await addIn(dir, "x", "--origin", "chat/anna/1");
    await addIn(dir, "Anna plays the cello.", "--origin", "chat/anna/1");
    await addIn(dir, "The cello plays Anna.", "--origin", "chat/anna/1");
    for (const check of ["junk of chat/anna/1", "duplicates of chat/anna/1"]) {
      const command = /tideline (inspect .*)$/.exec(await todoOf(dir, check))?.[1] as string;
      expect(command).toMatch(/--origin chat\/anna\/1 --dir /);
      expect((await cli(DEFAULT, command.split(" "))).code).toBe(0);
    }
    expect(await todoOf(dir, "duplicates of chat/anna/1")).not.toContain("dream");
    const log = join(dir, "streams");
    for (const name of readdirSync(log, { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".jsonl") && readFileSync(join(log, name), "utf8").includes("cello"))
        writeFileSync(join(log, name), readFileSync(join(log, name), "utf8").replace("cello", "viola"));
    expect(await todoOf(dir, "log of chat/anna/1")).toContain(`tideline repair --yes --dir ${dir}`);
    expect((await cli(DEFAULT, ["repair", "--yes", "--dir", dir])).code).toBe(0);
  });
});
