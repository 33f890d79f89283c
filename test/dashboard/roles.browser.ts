/** What does the page show to whom? A reader is offered nothing that the server would refuse. */
import { expect, test } from "vitest";
import type { Role } from "../../src/serve/caller.ts";
import type { Workspace } from "../../src/serve/workspace.ts";
import { calm, type Opened, open, serve, useBrowser } from "./support/browser.ts";
import { enter } from "./support/door.ts";

useBrowser();

async function openAs(role: Role, url: string, workspace: Workspace): Promise<Opened> {
  const { secret } = await workspace.tokens.create({
    name: role,
    role,
    origin: "owner",
    voice: "agent",
    expiresAt: undefined,
  });
  const opened = await open(url);
  await enter(opened, secret);
  return opened;
}

test("a reader can follow every link and choose every filter without being refused", async () => {
  const { url, workspace } = await serve("demo");
  const { page, problems } = await openAs("reader", url, workspace);
  await page.getByText("Only the owner can see what faded.").waitFor();
  const hrefs = await page.evaluate(
    "[...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))",
  );
  const places = [...new Set(hrefs as readonly string[])];
  expect(places).toContain("/memories?segment=project");
  expect(places.filter((path) => /conversations|review|audit|access|state=/.test(path))).toEqual([]);
  for (const path of places) {
    await page.goto(`${url}${path}`);
    await calm(page);
  }
  await page.goto(`${url}/memories`);
  const states = page.getByLabel("State");
  const offered = ["current", "challenged", "superseded"];
  await expect.poll(() => states.locator("option").allTextContents()).toEqual(offered);
  for (const state of offered) {
    await states.selectOption(state);
    await calm(page);
  }
  expect(problems).toEqual([]);
});

test("an address that is not for a reader says so, and asks the server for nothing", async () => {
  const { url, workspace } = await serve("demo");
  const { page, problems } = await openAs("reader", url, workspace);
  for (const path of ["conversations", "conversations/x", "review", "audit", "access"]) {
    await page.goto(`${url}/${path}`);
    await page.getByText("This token may not do that").waitFor();
  }
  await page.goto(`${url}/memories?state=archived`);
  await calm(page);
  expect(await page.getByLabel("State").inputValue()).toBe("current");
  expect(problems).toEqual([]);
});

test("an agent is told that the page is for people", async () => {
  const { url, workspace } = await serve();
  const { page, problems } = await openAs("agent", url, workspace);
  await page.getByText("The page is for people").waitFor();
  expect(problems).toEqual([]);
});

test("an owner finds what is quarantined beyond the first page, and how to bring back what went", async () => {
  const { url, workspace, client } = await serve("demo");
  const { facts } = await client.list({ lifecycle: "any", limit: 1_000 });
  const quarantined = facts.filter((fact) => fact.quarantined && fact.lifecycle !== "pruned");
  expect(quarantined.length).toBeGreaterThan(5);
  const archived = facts.find((fact) => fact.lifecycle === "archived")?.id;
  const { page, problems } = await openAs("owner", url, workspace);
  await page.goto(`${url}/memories?state=quarantined`);
  await page.getByText(/facts? in all\.$/).waitFor();
  expect(await page.locator("a.fact-line").count()).toBe(quarantined.length);
  await page.goto(`${url}/memories/${archived}`);
  await page.getByText("Restore, above, brings it back").waitFor();
  expect(problems).toEqual([]);
});
