/** Can a person read and use what the page shows? Nothing covers a message or a label. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fact } from "../support/memory.ts";
import { calm, NARROW, open, serve, useBrowser, WIDE } from "./support/browser.ts";

useBrowser();

const DAY_MS = 86_400_000;

test("a message about what failed in a dialog is above the dialog, and can be closed", async () => {
  const { url } = await serve();
  const { page } = await open(`${url}/memories`);
  await page.getByRole("button", { name: "Remember" }).click();
  const dialog = page.getByRole("dialog", { name: "Remember something" });
  await dialog
    .getByLabel("The fact, in plain words")
    .fill("sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL is my key.");
  await dialog.getByRole("button", { name: "Remember" }).click();
  const message = page.locator(".toast").filter({ hasText: "The text was not stored" });
  await message.waitFor();
  // A click needs a target that nothing covers.
  await message.getByRole("button", { name: "Close message" }).click();
  await message.waitFor({ state: "detached" });
  await dialog.getByLabel("The fact, in plain words").fill("My key hangs by the door.");
  await dialog.getByRole("button", { name: "Remember" }).click();
  await page.getByText("Remembered.").waitFor();
  expect(await page.locator(".toasts").count()).toBe(1);
});

test("a message about a refused fact goes when another attempt succeeds", async () => {
  const { url } = await serve();
  const { page } = await open(url);
  const words = page.getByLabel("The fact, in plain words");
  await words.fill("sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL is my key.");
  await page.getByRole("button", { name: "Remember" }).click();
  await page.locator(".toast.bad").waitFor();
  await words.fill("My key hangs by the door.");
  await page.getByRole("button", { name: "Remember" }).click();
  await page.getByText("Remembered.").waitFor();
  expect(await page.locator(".toast.bad").count()).toBe(0);
});

/** Pairs of labels of the chart of which one covers the other. */
async function coveredIn(page: Page): Promise<readonly string[]> {
  return await page.evaluate(`(() => {
    const labels = [...document.querySelectorAll(".curves svg text")];
    const boxes = labels.map((one) => ({ text: one.textContent, ...one.getBoundingClientRect().toJSON() }));
    return boxes.flatMap((a, i) => boxes.slice(i + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => a.text + " | " + b.text));
  })()`);
}

test.each([
  ["wide", WIDE],
  ["narrow", NARROW],
])("no label of the ageing chart covers another on a %s page", async (_, viewport) => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const { id } = (
    await memory.add(
      fact("Paid 42 euros for skates.", { segment: "context", occurredAt: Date.now() - 5 * DAY_MS }),
    )
  ).fact;
  const { page } = await open(`${url}/ageing/${id}`, { viewport });
  await calm(page);
  expect(await page.locator(".fate line").count()).toBeGreaterThan(2);
  expect(await coveredIn(page)).toEqual([]);
  for (const policy of await page.locator(".outlook").all()) {
    await policy.click();
    expect(await coveredIn(page)).toEqual([]);
  }
});
