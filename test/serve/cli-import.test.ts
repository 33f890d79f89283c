/** Does `tideline import --from` say what it did, and does a person vouch only for what they were shown? */
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import { cli, cliJson } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const classes = async (dir: string) =>
  (await cliJson<{ facts: Fact[] }>(dir, ["list"])).facts.map(({ content, authority }) => [
    content,
    authority,
  ]);

function withFile(text: string): { readonly dir: string; readonly file: string } {
  const dir = newWorkspace("cli-import");
  const file = `${dir}.txt`;
  writeFileSync(file, text);
  return { dir, file };
}

test("a dry run lists the records and writes nothing; the import says what became of them", async () => {
  const { dir, file } = withFile('[{"memory":"I keep bees."},{"id":7}]');
  const dry = await cli(dir, ["import", "--from", "mem0", file, "--dry-run"]);
  expect(dry.out).toContain("record 1, added: I keep bees.");
  expect(dry.out).toContain("record 2: it has no text");
  expect((await cli(dir, ["list"])).out).not.toContain("bees");
  expect((await cli(dir, ["import", "--from", "mem0", file])).out).toContain("1 new");
  expect((await cli(dir, ["import", "--from", "mem0", file])).out).toContain("1 known already");
  expect(await classes(dir)).toEqual([["I keep bees.", 1]]);
});

test("a person vouches by saying yes", async () => {
  const { dir, file } = withFile("I keep bees.");
  const words = ["import", "--from", "chatgpt", file, "--vouch"];
  const no = await cli(dir, words, { answer: "n" });
  expect(no.code).toBe(3);
  const yes = await cli(dir, words, { answer: "y" });
  expect(yes.err).toContain("line 1, added: I keep bees.");
  expect(await classes(dir)).toEqual([["I keep bees.", 3]]);
});

test("without a terminal nobody vouches by a flag", async () => {
  const { dir, file } = withFile("I keep bees.");
  const words = ["import", "--from", "chatgpt", file, "--vouch"];
  expect((await cli(dir, words, { isAttended: false })).code).toBe(2);
  const dry = await cliJson<{ result: { digest: string } }>(dir, [...words, "--dry-run"]);
  const script = await cli(dir, [...words, "--seen", dry.result.digest], { isAttended: false });
  expect(script.code).toBe(3);
  expect((await cli(dir, ["list"])).out).not.toContain("bees");
});

test("options of another file are refused for an export", async () => {
  const { dir, file } = withFile("I keep bees.");
  expect((await cli(dir, ["import", file, "--user", "anna"])).err).toContain("user goes with from");
});

describe("a file of another memory of which nothing comes in", () => {
  test.each([
    ["a file that was cut off", '[{"memory":"I keep b', "line 1: this line is not JSON"],
    ["a file of credentials", '[{"memory":"My password is hunter2isMine!"}]', "record 1, refused"],
  ])("ends the command with 3: %s", async (_what, text, told) => {
    const { dir, file } = withFile(text);
    const { code, out } = await cli(dir, ["import", "--from", "mem0", file]);
    expect(code).toBe(3);
    expect(out).toContain(told);
  });

  test("one that is empty, or was read before, ends it with 0", async () => {
    const { dir, file } = withFile('[{"memory":"I keep bees."},{"id":7}]');
    for (let times = 0; times < 2; times++)
      expect((await cli(dir, ["import", "--from", "mem0", file])).code).toBe(0);
    const empty = withFile("[]");
    const { code, out } = await cli(empty.dir, ["import", "--from", "mem0", empty.file]);
    expect([code, out]).toEqual([0, "Imported nothing.\n"]);
  });
});

test("a refused credential is answered with what helps at a terminal", async () => {
  const { dir, file } = withFile('[{"memory":"My password is hunter2isMine!"}]');
  for (const more of [["--dry-run"], []]) {
    const { out } = await cli(dir, ["import", "--dir", dir, "--from", "mem0", file, ...more]);
    expect(out).toContain(`tideline --dir ${dir} config secrets mark`);
    expect(out).not.toContain("open the workspace with");
  }
});

test("a file of several users is refused with the option that chooses one", async () => {
  const { dir, file } = withFile('[{"memory":"A.","user_id":"a"},{"memory":"B.","user_id":"b"}]');
  expect((await cli(dir, ["import", "--from", "mem0", file])).err).toContain("--user");
});

test("a file of another memory without its format is refused with the option that names it", async () => {
  const { dir, file } = withFile('[{"memory":"I keep bees."}]');
  expect((await cli(dir, ["import", file])).err).toContain("import --from <format>");
});
