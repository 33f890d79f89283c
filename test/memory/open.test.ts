/** Where does opening a memory create a workspace, and where does it refuse to? */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { defaultDir } from "../../src/serve/workspace.ts";
import { cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

function folderWith(...names: readonly string[]): string {
  const dir = newWorkspace("open");
  mkdirSync(dir);
  for (const name of names) writeFileSync(join(dir, name), "not ours");
  return dir;
}

const REFUSED = expect.objectContaining({
  code: "not-a-workspace",
  message: expect.stringMatching(/holds other files and is not a workspace\. Give an empty folder/),
});

describe("a folder with other files is refused, and nothing is written to it", () => {
  test.each(["package.json", ".env"])("by open, with %s", (name) => {
    const dir = folderWith(name);
    expect(() => Tideline.open(dir)).toThrow(REFUSED);
    expect(readdirSync(dir)).toEqual([name]);
  });

  test("by connect", async () => {
    const dir = folderWith("package.json");
    await expect(Tideline.connect(dir)).rejects.toThrow(REFUSED);
    expect(readdirSync(dir)).toEqual(["package.json"]);
  });
});

describe("a call that cannot be meant is refused, and says what to call", () => {
  const refused = (message: RegExp) =>
    expect.objectContaining({ code: "invalid-argument", message: expect.stringMatching(message) });

  test.each([[undefined], [""]])("open(%j) has no folder", (dir) => {
    expect(() => Tideline.open(dir as string)).toThrow(refused(/path of a folder, such as "\.\/memory"/));
  });

  test.each(["~", "~/memory", "~\\memory"])("%s is no home folder outside a shell", async (dir) => {
    expect(() => Tideline.open(dir)).toThrow(refused(/only a shell turns into your home folder/));
    await expect(Tideline.connect(dir)).rejects.toThrow(refused(/only a shell/));
    expect(await cli("/nonexistent", ["add", "x", "--dir", dir])).toMatchObject({
      code: 2,
      err: expect.stringContaining("only a shell"),
    });
    expect(() => defaultDir({ TIDELINE_DIR: dir })).toThrow(refused(/only a shell/));
    expect(existsSync("~")).toBe(false);
  });

  test("new Tideline() says how a memory is opened", () => {
    const Constructor = Tideline as unknown as new (dir: string) => Tideline;
    expect(() => new Constructor("./memory")).toThrow(refused(/Tideline\.open\("\.\/memory"\)/));
  });

  test("add without a text says that it takes one", () => {
    const memory = Tideline.open(":memory:");
    expect(() => memory.add(undefined as never)).toThrow(refused(/^add needs a text, or an object such as/));
    memory.close();
  });
});

describe("a workspace is created", () => {
  test.each([
    ["in a folder that does not exist", () => newWorkspace("open")],
    ["in an empty folder", () => folderWith()],
    ["beside notes and what a file manager left", () => folderWith("MEMORY.md", ".DS_Store")],
    ["on a new volume", () => folderWith("lost+found")],
  ])("%s", (_where, make) => {
    const dir = make();
    Tideline.open(dir).close();
    expect(readdirSync(dir)).toContain("tideline.json");
  });

  test("and is opened again, whatever somebody put into it since", () => {
    const dir = newWorkspace("open");
    Tideline.open(dir).close();
    writeFileSync(join(dir, "todo.txt"), "not ours");
    Tideline.open(dir).close();
  });
});
