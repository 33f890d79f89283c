/** Can a person see what was said, what was drawn from it, and decide what becomes of it? */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Workspace } from "../../src/serve/workspace.ts";
import { calm, NARROW, open, serve, useBrowser, WIDE } from "./support/browser.ts";
import { sayAloud, sickFor } from "./support/conversations.ts";

useBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function firstConversation(workspace: Workspace): Promise<string> {
  const { conversations } = await workspace.memory("owner").conversations();
  return conversations[0]?.id ?? "";
}

/** What axe calls serious or critical, and whether the page is wider than the screen. */
async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
  };
  const wider = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return [
    ...serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    ...(wider === 0 ? [] : [`${wider} px too wide`]),
  ];
}

test("turns that wait are previewed, distilled, and shown beside the facts that quote them", async () => {
  const { url, workspace } = await serve();
  await sayAloud(workspace);
  const { page, problems } = await open(`${url}/conversations`);
  await page
    .getByRole("link", { name: /monday/ })
    .getByText("3 waiting")
    .waitFor();
  await page.getByRole("link", { name: /monday/ }).click();
  await page.getByText("Not distilled yet.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Distil now…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("added").first().waitFor();
  expect(await workspace.memory("owner").list()).toEqual([]);
  await dialog.getByRole("button", { name: "Distil now" }).click();
  const turn = page.getByRole("article", { name: /user/ }).first();
  await turn.locator("mark").first().waitFor();
  expect((await turn.locator("mark").first().textContent()) ?? "").toContain(
    "My sister Ella lives in Bergen.",
  );
  await turn.getByRole("link", { name: /Ella lives in Bergen/ }).click();
  await page.getByRole("heading", { level: 2, name: /Ella lives in Bergen/ }).waitFor();
  expect(problems).toEqual([]);
});

test("a purge of a turn shows what it reaches, and the turn says that its words are erased", async () => {
  const { url, workspace } = await serve();
  await sayAloud(workspace);
  const memory = workspace.memory("owner");
  await memory.distil();
  const { page, problems } = await open(`${url}/conversations/${await firstConversation(workspace)}`);
  await page.getByRole("button", { name: /^Purge “My sister Ella/ }).click();
  const dialog = page.getByRole("dialog", { name: "Purge this turn for good" });
  await dialog.getByText("1 fact goes with it:").waitFor();
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await page.getByText("The words of this turn are erased.", { exact: false }).waitFor();
  expect((await memory.list()).some(({ content }) => content.includes("Ella"))).toBe(false);
  expect(problems).toEqual([]);
});

test("turns that were set aside wait in Review: one is distilled again, one is dismissed, a flood is one line", async () => {
  const { url, workspace } = await serve();
  const heal = sickFor(workspace);
  const memory = workspace.memory("owner");
  await memory.observe({ session: "monday", role: "user", content: "My sister Ella lives in Bergen." });
  await memory.observe({ session: "monday", role: "user", content: "My brother Odd lives in Oslo." });
  for (let i = 0; i < 9; i++)
    await memory.confined().observe({ session: "bus", role: "user", content: `Bus ${i} is late.` });
  await memory.distil();
  heal();
  const { page, problems } = await open(`${url}/review`);
  const panel = page.getByRole("region", { name: "Turns that could not be distilled (11)" });
  await panel.getByText("no reply").first().waitFor();
  await panel.getByRole("button", { name: /^Distil again “My sister/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Distil now" }).click();
  await page.getByRole("heading", { name: "Turns that could not be distilled (10)" }).waitFor();
  expect((await memory.list()).map(({ content }) => content)).toEqual(["My sister Ella lives in Bergen."]);
  await page.getByRole("button", { name: /^Dismiss “My brother/ }).click();
  await page.getByRole("heading", { name: "Turns that could not be distilled (9)" }).waitFor();
  await page.getByText("6 more turns").waitFor();
  await page.getByRole("button", { name: "Open" }).click();
  await expect.poll(() => page.getByRole("button", { name: /^Dismiss “Bus/ }).count()).toBe(12);
  await page.getByRole("button", { name: "Dismiss all 9" }).click();
  await page.getByText("Nothing waits for your decision.").waitFor();
  expect(problems).toEqual([]);
});

const HOSTILE = [
  "<script>alert('script')</script> My name is <b>Bob</b> <img src=x onerror=\"alert('img')\">.",
  "My friend owes \u202e000,1\u202c euros \u2066and\u2069 more.\u0007",
  "[a link](javascript:alert('link')) {{constructor.constructor('alert(1)')()}}",
];

test.each([
  ["wide and light", { viewport: WIDE, colorScheme: "light" as const }],
  ["wide and dark", { viewport: WIDE, colorScheme: "dark" as const }],
  ["narrow and light", { viewport: NARROW, colorScheme: "light" as const }],
  ["narrow and dark", { viewport: NARROW, colorScheme: "dark" as const }],
])("hostile and very long turns stay text, fit, and raise no barrier: %s", async (_name, options) => {
  const { url, workspace } = await serve();
  await sayAloud(workspace);
  const memory = workspace.memory("owner");
  for (const content of HOSTILE)
    await memory.observe({
      session: "<img src=x onerror=alert(2)>".repeat(8),
      role: "user",
      content,
      actor: "<b>Mallory</b>",
    });
  const long = `${"wordwithoutanyend".repeat(1_800)} My sister Ada lives in Rome.`;
  await memory.observe({ session: "long", role: "user", content: long });
  await memory.observe({
    ...{ session: "long", role: "tool", content: "x".repeat(500) },
    attachments: [{ name: "</details><script>alert(3)</script>", content: "<svg onload=alert(4)>" }],
  });
  await memory.distil();
  // The policy forbids the script that looks for barriers; everything else here runs under it in the tests above.
  const { page, problems } = await open(`${url}/conversations`, { ...options, bypassCSP: true });
  expect.soft(await barriers(page), "the list").toEqual([]);
  const { conversations } = await memory.conversations();
  for (const { id, session } of conversations) {
    await page.goto(`${url}/conversations/${id}`);
    await calm(page);
    for (const summary of await page.locator("main summary").all()) await summary.click();
    for (const button of await page.getByRole("button", { name: /^Show all/ }).all()) await button.click();
    expect.soft(await barriers(page), session).toEqual([]);
  }
  const inside = "main :is(script, img, iframe, b, svg[onload], a[href^='javascript:'])";
  expect(await page.locator(inside).count()).toBe(0);
  expect(problems).toEqual([]);
});

test("a long conversation comes page by page, and everything can be reached by keys", async () => {
  const { url, workspace } = await serve();
  const turns = Array.from({ length: 70 }, (_, i) => ({
    ...({ session: "long", role: "user" } as const),
    content: `This is line ${i}.`,
  }));
  await workspace.memory("owner").observeMany(turns);
  const { page, problems } = await open(url);
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.getByRole("heading", { level: 1, name: "Conversations" }).waitFor();
  await page.getByRole("link", { name: /long/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("This is line 29.").waitFor();
  expect(await page.getByText("This is line 30.").count()).toBe(0);
  await page.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("This is line 30.").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("This is line 0.").waitFor();
  expect(problems).toEqual([]);
});
