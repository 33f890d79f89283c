/** Can the owner correct the labels of a fact on its page, and see first what will be written? */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { fact as given } from "../support/memory.ts";
import { open, serve, useBrowser } from "./support/browser.ts";
import { enter } from "./support/door.ts";

useBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("segment, tags, importance and the end are corrected; the history says so at once, and it can be taken back", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const { id } = (await memory.add(given("The garden plot is number 14.", { segment: "context" }))).fact;
  const now = async () => (await memory.inspect(id)).fact;
  const { page, problems } = await open(`${url}/memories/${id}`);
  const dialog = page.getByRole("dialog", { name: "Revise this fact" });
  const preview = dialog.getByRole("region", { name: "What will be saved" });
  const save = dialog.getByRole("button", { name: "Save" });

  await page.getByRole("button", { name: "Revise…" }).click();
  await preview.getByText("Nothing is changed yet.").waitFor();
  expect(await save.isDisabled()).toBe(true);

  await dialog.getByLabel("Segment").selectOption("project");
  await dialog.getByText("What somebody is working on. It fades while it is not used.").waitFor();
  await preview.getByText("context → project").waitFor();
  await preview.getByText("tier (follows)").waitFor();
  await preview.getByText("short → long").waitFor();
  await dialog.getByLabel("Tags, one per line").fill("garden\nplots, numbered");
  await dialog.getByLabel("Importance, from 0 to 1").fill("0.9");
  await dialog.getByLabel("Valid until the end of").fill("2090-06-30");
  await preview.getByText("none → garden, plots, numbered").waitFor();
  await preview.getByText("0.40 → 0.90").waitFor();
  await preview.getByText(/none → 30 Jun 2090/).waitFor();
  expect(await now()).toMatchObject({ segment: "context", tags: [], validTo: undefined });

  await dialog.getByLabel("Valid until the end of").press("Enter");
  await dialog.waitFor({ state: "detached" });
  const history = page.getByRole("region", { name: "History" });
  await history.getByText(/segment: project · tags: garden, plots, numbered · importance: 0.90/).waitFor();
  expect(await now()).toMatchObject({
    segment: "project",
    tags: ["garden", "plots, numbered"],
    importance: 0.9,
    tier: "long",
    validTo: new Date(2090, 5, 30, 23, 59, 59, 999).getTime(),
  });

  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(await now()).toMatchObject({
    segment: "context",
    tags: [],
    importance: 0.4,
    tier: "short",
    validTo: undefined,
  });
  expect(problems).toEqual([]);
});

test("an end that is already there is shown, kept while other labels change, and can be taken away", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const validTo = new Date(2090, 5, 30, 12).getTime();
  const { fact } = await memory.add(given("The pass is valid.", { validTo, tags: ["travel"] }));
  const { page } = await open(`${url}/memories/${fact.id}`);
  const dialog = page.getByRole("dialog", { name: "Revise this fact" });
  const end = dialog.getByLabel("Valid until the end of");
  const save = dialog.getByRole("button", { name: "Save" });
  const now = async () => (await memory.inspect(fact.id)).fact;

  await page.getByRole("button", { name: "Revise…" }).click();
  expect(await end.inputValue()).toBe("2090-06-30");
  await dialog.getByLabel("Tags, one per line").fill("");
  await save.click();
  await dialog.waitFor({ state: "detached" });
  expect(await now()).toMatchObject({ tags: [], validTo });

  await page.getByRole("button", { name: "Revise…" }).click();
  await end.fill("");
  await save.click();
  await dialog.waitFor({ state: "detached" });
  expect((await now())?.validTo).toBeUndefined();
});

test("what the server refuses is said with its remedy before anything is sent, and nothing is written", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const { fact } = await memory.add(given("The user likes tea.", { source: "agent" }));
  const { page } = await open(`${url}/memories/${fact.id}`);
  await page.getByRole("button", { name: "Revise…" }).click();
  const dialog = page.getByRole("dialog", { name: "Revise this fact" });
  await dialog.getByLabel("Segment").selectOption("preference");
  await dialog.getByRole("alert").getByText("Endorse it first.").waitFor();
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Segment").selectOption("project");
  await dialog.getByText("knowledge → project").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await memory.inspect(fact.id)).fact?.segment).toBe("knowledge");
});

test("the dialog has no barrier that axe finds serious", async () => {
  const { url, client } = await serve();
  const { fact } = await client.add({ content: "The garden plot is number 14." });
  const { page } = await open(`${url}/memories/${fact?.id}`, { bypassCSP: true });
  await page.getByRole("button", { name: "Revise…" }).click();
  await page.getByRole("dialog").getByLabel("Segment").selectOption("context");
  await page.getByText("knowledge → context").waitFor();
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: readonly { readonly id: string; readonly impact: string }[];
  };
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
});

test("a reader is not offered it, and a fact that was superseded neither", async () => {
  const { url, client, workspace } = await serve();
  const slot = { subject: "me", attribute: "city" };
  const { fact: old } = await client.add({ content: "I live in Rome.", ...slot });
  const { fact: fresh } = await client.add({ content: "I live in Oslo.", ...slot });
  const owner = await open(`${url}/memories/${old?.id}`);
  await owner.page.getByRole("toolbar").waitFor();
  expect(await owner.page.getByRole("button", { name: "Revise…" }).count()).toBe(0);
  const { secret } = await workspace.tokens.create({
    name: "reader",
    role: "reader",
    origin: "owner",
    voice: "agent",
    expiresAt: undefined,
  });
  const reader = await open(`${url}/memories/${fresh?.id}`);
  await enter(reader, secret);
  await reader.page.getByRole("region", { name: "History" }).waitFor();
  expect(await reader.page.getByRole("button", { name: "Revise…" }).count()).toBe(0);
  expect(reader.problems).toEqual([]);
});
