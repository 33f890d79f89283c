/** Can a person decide one item of the review after another with the keyboard alone? */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fact } from "../support/memory.ts";
import { open, serve, useBrowser } from "./support/browser.ts";

useBrowser();

/** The name of what has the focus. */
const focused = (page: Page) =>
  page
    .locator(":focus")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent).join());

/** Three facts of the owner's that wait, in the order of the page. */
async function waiting() {
  const served = await serve();
  const memory = served.workspace.memory("owner");
  for (const text of ["I no longer work at Acme.", "I no longer rent the garage.", "I no longer play chess."])
    await memory.add(fact(text));
  const opened = await open(`${served.url}/review`);
  const archiving = opened.page.getByRole("button", { name: "Archive “" });
  return { ...opened, archiving };
}

test("archiving with the keyboard leads to the next item, and after the last one to the heading", async () => {
  const { page, archiving, problems } = await waiting();
  const names = await archiving.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  expect(new Set(names).size).toBe(3);
  const keepNames = names.map((name) => name.replace("Archive", "Keep"));
  for (const expected of [keepNames[1], keepNames[2], "Review"]) {
    await archiving.first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe(expected);
  }
  expect(problems).toEqual([]);
});

test("after an undo the focus is back in the list", async () => {
  const { page, archiving } = await waiting();
  await archiving.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => archiving.count()).toBe(2);
  const here = await focused(page);
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => archiving.count()).toBe(3);
  expect(await focused(page)).toBe(here);
});

test("a decided contradiction leads to the next one", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  for (const slot of ["dentist", "barber"]) {
    const about = { subject: slot, attribute: "day" };
    await memory.add(fact(`The ${slot} is on Monday.`, about));
    await memory.add(fact(`The ${slot} is on Friday.`, { ...about, source: "agent" }));
  }
  const { page } = await open(`${url}/review`);
  const pairs = page.getByRole("article", { name: "Contradiction" });
  expect(await pairs.count()).toBe(2);
  const second = await pairs.nth(1).getByRole("button").first().getAttribute("aria-label");
  await pairs.first().getByRole("button", { name: "Keep this “" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => pairs.count()).toBe(1);
  await expect.poll(() => focused(page)).toBe(second);
});
