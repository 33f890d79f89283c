/** Does doctor miss what is gone, tell everything at once, and give advice that helps when it is followed to the letter? */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { badIn, DEFAULT, findingsIn, follow, lived } from "../support/advice.ts";
import { cli, cliJson } from "../support/serve.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

/** The folder of the owner's memory, found by what it says of itself. */
function homeOf(dir: string, stream = '"owner"'): string {
  const label = filesUnder(dir).find(
    (path) => path.endsWith("stream.json") && isOf(stream, readFileSync(path, "utf8")),
  );
  return dirname(label as string);
}

/** A label is the stream alone, or the stream and that it has marks. */
const isOf = (stream: string, label: string) => [stream, `{"stream":${stream},"marks":true}`].includes(label);

const logsIn = (folder: string) => filesUnder(folder).filter((path) => path.endsWith(".jsonl"));
const remove = (path: string) => rmSync(path, { recursive: true });
const change = (path: string, from: string, to: string) =>
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));

const damages: readonly (readonly [string, (dir: string) => void])[] = [
  ["a log without files", (dir) => logsIn(join(homeOf(dir), "log")).forEach(remove)],
  [
    "a log that was emptied",
    (dir) => logsIn(join(homeOf(dir), "log")).forEach((path) => void truncateSync(path)),
  ],
  ["a log's folder", (dir) => remove(join(homeOf(dir), "log"))],
  ["a whole memory", (dir) => remove(homeOf(dir))],
  ["the folder of the marks", (dir) => remove(join(homeOf(dir), "marks"))],
  ["the marks' files", (dir) => logsIn(join(homeOf(dir), "marks")).forEach(remove)],
  ["the registry's files", (dir) => logsIn(join(dir, "registry")).forEach(remove)],
  ["the registry", (dir) => remove(join(dir, "registry"))],
  ["all memories", (dir) => remove(join(dir, "streams"))],
  ["a lock", (dir) => remove(join(homeOf(dir), "log", "lock"))],
  ["a word", (dir) => logsIn(homeOf(dir)).forEach((path) => void change(path, "cello", "viola"))],
  [
    "a setting",
    (dir) =>
      logsIn(homeOf(dir, '"workspace"')).forEach((path) => void change(path, "freshness", "layeredxy")),
  ],
  ["tideline.json", (dir) => remove(join(dir, "tideline.json"))],
  ["what stood in tideline.json", (dir) => truncateSync(join(dir, "tideline.json"))],
  ["the sense of tideline.json", (dir) => writeFileSync(join(dir, "tideline.json"), "{{{")],
];

describe("what is lost or damaged is found, and what doctor advises helps", () => {
  test.each(damages)("%s", async (_what, harm) => {
    const dir = await lived();
    harm(dir);
    expect((await cli(dir, ["doctor"])).code).toBe(1);
    await follow(await badIn(dir));
    expect(await badIn(dir)).toEqual([]);
    expect((await cli(dir, ["add", "Tea is hot."])).code).toBe(0);
    expect((await cli(dir, ["recall", "tea"])).code).toBe(0);
    expect((await cli(dir, ["list"])).out).toContain("Tea is hot.");
  });
});

describe("a log that is gone", () => {
  test("is missed by verify and origins too, and repair says what it cannot bring back", async () => {
    const dir = await lived();
    logsIn(join(homeOf(dir), "log")).forEach(remove);
    expect(await cli(dir, ["verify"])).toMatchObject({ code: 1 });
    expect((await cli(dir, ["origins"])).out).toContain("owner");
    expect(await cli(dir, ["status"])).toMatchObject({ code: 6 });
    const { out } = await cli(dir, ["repair", "--yes"]);
    expect(out).toContain(`${join(homeOf(dir), "log")}: everything in its log is lost`);
    expect((await cli(dir, ["verify"])).code).toBe(0);
  });
});

test("one damaged memory hides nothing of the others", async () => {
  const dir = await lived();
  for (const path of logsIn(homeOf(dir))) change(path, '"type":"added"', '"type":"addad"');
  const checks = (await findingsIn(dir)).map(({ check, verdict }) => `${verdict} ${check}`);
  expect(checks).toEqual(
    expect.arrayContaining([
      "bad log of owner",
      "good log of chat/anna/1",
      "good junk of chat/anna/1",
      "good tokens",
    ]),
  );
});

test("an advice names the program as it was called, and the folder, for any shell", async () => {
  const dir = await lived();
  remove(join(homeOf(dir), "log"));
  const { out } = await cli(dir, ["doctor"], { program: ["node", "/opt/my clone/tideline.js"] });
  expect(out).toContain(`: node '/opt/my clone/tideline.js' repair --yes --dir ${dir}\n`);
});

test("what lies aside is named where it lies", async () => {
  const dir = await lived();
  for (const path of logsIn(join(dir, "registry")))
    change(path, '"type":"registered"', '"type":"registerad"');
  await cli(dir, ["repair", "--yes"]);
  const aside = (await findingsIn(dir)).find(({ check }) => check === "set aside");
  expect(aside?.todo).toBe(
    `look at them, and delete what you do not need: ${join(dir, "registry", "aside")}`,
  );
  remove(join(dir, "registry", "aside"));
  expect((await findingsIn(dir)).map(({ check }) => check)).not.toContain("set aside");
});

describe("a path that leads to no folder", () => {
  const file = () => {
    const path = newWorkspace("doctor");
    writeFileSync(path, "a thesis");
    return path;
  };
  test.each([
    ["because it is a file", file],
    ["because it is below one", () => join(file(), "below")],
  ])("%s, is said to be wrong, by every command", async (_why, pathOf) => {
    const dir = pathOf();
    expect(await badIn(dir)).toMatchObject([{ check: "folder", todo: "check the path" }]);
    for (const args of [["list"], ["status"], ["add", "Tea is hot."], ["verify"], ["repair", "--yes"]]) {
      const { code, err } = await cli(DEFAULT, [...args, "--dir", dir]);
      expect([code, err]).toEqual([6, expect.stringContaining("[not-a-workspace]")]);
    }
  });
});

test("--dir that is empty is refused: it would be the folder in which the command is typed", async () => {
  for (const args of [["list"], ["doctor"], ["demo", "--fill-only"]]) {
    const { code, err } = await cli(DEFAULT, [...args, "--dir", ""]);
    expect([code, err]).toEqual([2, expect.stringContaining("--dir is empty")]);
  }
});

test("a folder of hidden files is somebody's; what a file manager leaves is nobody's", async () => {
  const dir = newWorkspace("doctor");
  mkdirSync(join(dir, ".ssh"), { recursive: true });
  expect((await cli(DEFAULT, ["add", "Tea is hot.", "--dir", dir])).err).toContain("holds other files");
  expect(existsSync(join(dir, "streams"))).toBe(false);
  remove(join(dir, ".ssh"));
  writeFileSync(join(dir, ".DS_Store"), "");
  expect((await cliJson<{ outcome: string }>(DEFAULT, ["add", "Tea is hot.", "--dir", dir])).outcome).toBe(
    "added",
  );
});

test("repair tells how far it is", async () => {
  const dir = newWorkspace("doctor");
  const facts = Array.from({ length: 1_000 }, (_, i) =>
    JSON.stringify({ content: `Locker ${i} holds tool ${i}.` }),
  );
  await cli(dir, ["add-many"], { input: facts.join("\n") });
  const told: unknown[] = [];
  const { repairWorkspace } = await import("../../src/stores/file/check/repair.ts");
  repairWorkspace(dir, { onProgress: (done, total, what) => void told.push([done, total, what]) });
  expect(told).toEqual([[1_000, undefined, "lines looked at"]]);
});

test("doctor tells of a secret of an earlier version, until it is replaced", async () => {
  const dir = newWorkspace("secret");
  cpSync(new URL("../fixtures/format-1-requests/workspace", import.meta.url), dir, { recursive: true });
  const secretIn = async () => (await findingsIn(dir)).filter(({ check }) => check === "secret");
  expect(await secretIn()).toMatchObject([{ verdict: "look", todo: expect.stringContaining("replaces it") }]);
  await cli(dir, ["add", "Ann plays the cello."]);
  expect(await secretIn()).toEqual([]);
});
