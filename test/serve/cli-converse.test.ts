/** What does a person at a terminal read about conversations? Sentences, and no fields of an answer. */
import { expect, test } from "vitest";
import { cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const turns = (...contents: readonly string[]) =>
  contents
    .map((content, i) => JSON.stringify({ session: "monday", role: "user", content, id: `t${i}` }))
    .join("\n");

test("turns are taken in, wait, and become facts", async () => {
  const dir = newWorkspace("converse");
  const run = async (...args: string[]) => (await cli(dir, args)).out;
  const input = turns("My sister Ella lives in Bergen.", "My PIN is 4821.", " ");
  const preview = await cli(dir, ["observe", "--dry-run"], { input });
  expect(preview.out).toContain("Would take in 2 turns.\n");
  expect((await cli(dir, ["observe"], { input })).out).toBe(
    "Took in 2 turns.\n1 turn was empty, and not stored.\n1 credential was masked.\n",
  );
  const again = await cli(dir, ["observe"], { input: turns("My sister Ella lives in Bergen.") });
  expect(again.out).toBe("Took in 0 turns.\n1 turn was observed before, and not stored again.\n");

  expect(await run("inbox")).toMatch(/^2 turns of 1 session wait to be distilled, the oldest since 20.*\.\n/);
  const told = await run("distil");
  expect(told).toMatch(
    /^Added:\n- "My sister Ella lives in Bergen\." \(\w+\): it was said in a conversation$/m,
  );
  expect(told).toMatch(/tideline undo \w+ takes it back/);
  const after = await run("inbox");
  expect(after).toContain("No turn waits");
  expect(after).toContain("Distilled so far: 2 turns. Asked of a model: nothing; today nothing.");
});

test("a purge says how many turns go with the fact", async () => {
  const dir = newWorkspace("converse");
  await cli(dir, ["observe"], { input: turns("My sister Ella lives in Bergen.") });
  await cli(dir, ["distil"]);
  const id = (await cli(dir, ["list", "--quiet"])).out.trim();
  expect((await cli(dir, ["purge", id, "--dry-run"])).out).toContain("Would erase 1 turn of conversations");
  expect((await cli(dir, ["purge", id, "--yes"])).out).toContain("Erased 1 turn of conversations");
});
