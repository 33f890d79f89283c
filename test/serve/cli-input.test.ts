/** Is what comes in from a file or a pipe taken as it was meant, or refused? */
import { truncateSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import { cli, cliJson } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const LATIN1 = Buffer.from("Caf\xe9", "latin1");
const contents = async (dir: string) =>
  (await cliJson<{ facts: Fact[] }>(dir, ["list"])).facts.map((fact) => fact.content);

describe("bytes that are no UTF-8 are refused, and nothing is remembered", () => {
  test("from standard input", async () => {
    const dir = newWorkspace("input");
    await cli(dir, ["add", "Anna plays the cello."]);
    const { code, err } = await cli(dir, ["add"], { input: LATIN1 });
    expect([code, err]).toEqual([2, expect.stringContaining("Standard input is not UTF-8")]);
    expect(await contents(dir)).toEqual(["Anna plays the cello."]);
  });

  test.each([["add-many"], ["eval"]])("from the file of %s", async (command) => {
    const dir = newWorkspace("input");
    await cli(dir, ["add", "Anna plays the cello."]);
    const file = `${dir}-latin1`;
    writeFileSync(file, LATIN1);
    const { code, err } = await cli(dir, [command, file]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${file} is not UTF-8`)]);
  });
});

test("a byte order mark is no part of the text", async () => {
  const dir = newWorkspace("input");
  const input = '\ufeff{"content":"Anna plays the cello."}\n';
  expect((await cli(dir, ["add-many"], { input })).out).toBe("1 added\n");
  expect(await contents(dir)).toEqual(["Anna plays the cello."]);
});

test("a file that no text can hold is too large, not a bug", async () => {
  const dir = newWorkspace("input");
  const file = `${dir}-large`;
  writeFileSync(file, "");
  truncateSync(file, 2 ** 30);
  const { code, err } = await cli(dir, ["import", file]);
  expect([code, err]).toEqual([2, expect.stringContaining("[request-too-large]")]);
});

test("what recall answers in JSON is what replay takes", async () => {
  const dir = newWorkspace("input");
  await cli(dir, ["add", "Anna plays the cello."]);
  const recalled = (await cli(dir, ["recall", "cello", "--json"])).out;
  for (const input of [recalled, JSON.stringify(JSON.parse(recalled).receipt)])
    expect((await cli(dir, ["replay", "-"], { input })).out).toContain("Anna plays the cello.");
  expect((await cli(dir, ["replay", "-"], { input: "{}" })).code).toBe(2);
});

test.each([
  ["add-many", { input: '{"content":"x y","\\u001b]0;pwned\\u0007":1}' }],
  ["get \u001b]0;pwned\u0007", {}],
  ["eval \u001b]0;pwned\u0007", {}],
])("what was given is shown in an error, never sent: %j", async (line, options) => {
  const dir = newWorkspace("input");
  await cli(dir, ["add", "Anna plays the cello."]);
  const { code, err } = await cli(dir, line.split(" "), options);
  expect(code).not.toBe(0);
  expect(err).not.toMatch(/(?!\n)\p{Cc}/u);
});
