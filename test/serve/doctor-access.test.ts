/** What is said of a workspace that this user may not read, or not write, and what helps? */
import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { badIn, DEFAULT, findingsIn, follow, lived } from "../support/advice.ts";
import { cli } from "../support/serve.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

const NOBODY = 65_534;

// Root may read and write everything. Each test file has a process of its own, so nobody else is hurt.
beforeAll(() => {
  if (process.getuid?.() === 0) process.setuid?.(NOBODY);
});

describe.skipIf(process.platform === "win32")("what this user may not read or write", () => {
  const logsIn = (dir: string) => filesUnder(join(dir, "streams")).filter((path) => path.endsWith(".jsonl"));
  const locked: readonly (readonly [string, (dir: string) => void])[] = [
    ["the folder", (dir) => chmodSync(dir, 0)],
    ["the folder above", (dir) => chmodSync(dirname(dir), 0)],
    ["tideline.json", (dir) => chmodSync(join(dir, "tideline.json"), 0)],
    ["the registry", (dir) => chmodSync(join(dir, "registry"), 0)],
    ["the memories", (dir) => chmodSync(join(dir, "streams"), 0)],
    ["a log", (dir) => chmodSync(logsIn(dir)[0] as string, 0)],
    ["anything, for writing", (dir) => void execFileSync("chmod", ["-R", "a-w", dir])],
  ];
  test.each(locked)("%s: is told, with what helps", async (_what, lock) => {
    const dir = await lived();
    lock(dir);
    expect((await cli(DEFAULT, ["doctor", "--dir", dir])).code).toBe(1);
    const bad = await badIn(dir);
    for (const { todo } of bad) expect(todo).toContain("give yourself access: chmod");
    await follow(bad);
    expect(await badIn(dir)).toEqual([]);
    expect((await cli(DEFAULT, ["add", "Tea is hot.", "--dir", dir])).code).toBe(0);
  });

  test.each([
    ["status"],
    ["list"],
    ["add", "Tea is hot."],
    ["serve"],
    ["verify"],
    ["repair", "--yes"],
    ["demo"],
  ])("is no bug to %s", async (...args) => {
    const dir = await lived();
    chmodSync(dir, 0);
    const { code, err } = await cli(DEFAULT, [...args, "--dir", dir]);
    expect([code, err]).toEqual([6, expect.stringContaining("[not-readable]")]);
    chmodSync(dir, 0o700);
  });

  test.runIf(process.platform === "linux")(
    "somebody else's folder is not offered to be opened without their leave",
    async () => {
      const [finding] = await badIn("/root/tideline");
      expect(finding).toMatchObject({ check: "folder", todo: "give a folder of your own with --dir" });
    },
  );

  test("a place where no folder can be made is not offered for a workspace", async () => {
    const dir = newWorkspace("doctor");
    chmodSync(dirname(dir), 0o500);
    await follow(await badIn(dir));
    const [now] = await findingsIn(dir);
    expect(now).toMatchObject({ verdict: "look", seen: `${dir} holds no workspace yet` });
    await follow([now as NonNullable<typeof now>]);
    expect(await badIn(dir)).toEqual([]);
  });

  test("what can only be read answers all the same, and says that uses are not noted", async () => {
    const dir = await lived();
    execFileSync("chmod", ["-R", "a-w", dir]);
    const { code, out, err } = await cli(DEFAULT, ["recall", "cello", "--dir", dir]);
    expect([code, out]).toEqual([0, expect.stringContaining("cello")]);
    expect(err).toMatch(/^tideline: warning: The uses of these facts could not be recorded\. .*EACCES.*\n$/);
    expect((await cli(DEFAULT, ["add", "Tea is hot.", "--dir", dir])).code).toBe(6);
    execFileSync("chmod", ["-R", "u+w", dir]);
  });
});
