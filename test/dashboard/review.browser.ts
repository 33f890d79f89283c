/** Does the owner find their own matters on the page when somebody has piled up thousands? */
import { expect, test } from "vitest";
import { fact } from "../support/memory.ts";
import { calm, open, serve, useBrowser } from "./support/browser.ts";
import { enter } from "./support/door.ts";
import { flooded, PILED_UP } from "./support/flood.ts";

useBrowser();

test("the owner's matters stand first, a flood is one line, and it opens, goes and comes back as a whole", async () => {
  const { url, workspace } = await serve();
  const opened = await open(`${url}/review`);
  await enter(opened, await flooded(workspace));
  const { page, problems } = opened;
  await page.goto(`${url}/review`);
  const yours = page.getByRole("region", { name: "Yours (3)" });
  await yours.getByText("I no longer rent the garage.").waitFor();
  const titles = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(titles).toEqual(["Yours (3)", "From others (4)", "Contradictions", "More from these writers"]);
  await page
    .getByText("3 facts of your own and 3,501 facts from others to review", { exact: false })
    .waitFor();
  const others = page.getByRole("region", { name: "From others (4)" }).getByRole("listitem");
  expect(await others.first().textContent()).toContain("The dentist is on Friday.");

  const piled = page.getByRole("region", { name: "More from these writers" });
  expect(await piled.locator(".review-group").count()).toBe(1);
  await piled.getByText("3,497 more").waitFor();
  await piled.getByText("the token scraper").waitFor();
  await piled.getByRole("button", { name: "Open" }).click();
  await piled.getByText("page 1 of 140").waitFor();
  await piled.getByRole("button", { name: "Next" }).click();
  await piled.getByText("page 2 of 140").waitFor();
  await piled.getByRole("button", { name: "Close" }).click();

  await piled.getByRole("button", { name: "Archive all 3,500 (3 shown above)…" }).click();
  const dialog = page.getByRole("dialog", {
    name: "Archive the 3,500 facts from the token scraper (source: an agent) that wait for review",
  });
  await dialog.getByText("3,500 facts will no longer be recalled", { exact: false }).waitFor();
  const memory = workspace.memory("owner");
  expect((await memory.stats()).forReview).toBe(PILED_UP + 4);
  await dialog.getByRole("button", { name: "Archive all" }).click();
  await page.getByText("Archived 3,500 facts.", { exact: false }).waitFor();
  expect((await memory.stats()).forReview).toBe(4);
  await piled.waitFor({ state: "detached" });
  await memory.undo((await memory.passes())[0]?.id ?? "");
  await page.goto(`${url}/review`);
  await calm(page);
  await page.getByText("3,497 more").waitFor();
  await yours.getByRole("button", { name: "Keep" }).first().click();
  await page.getByRole("region", { name: "Yours (2)" }).waitFor();
  expect(problems).toEqual([]);
});

test("what the owner said twice, and differently, is shown once: as a pair", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  await memory.add(fact("My sister is called Ada."));
  await memory.add(fact("My sister is called Ida.", { review: "contradiction" }));
  await memory.add(fact("I no longer play chess."));
  expect(await memory.contradictions()).toHaveLength(1);
  const { page } = await open(`${url}/review`);
  await page.getByRole("region", { name: "You said both" }).getByText("My sister is called Ida.").waitFor();
  const yours = page.getByRole("region", { name: "Yours (1)" });
  await yours.getByText("I no longer play chess.").waitFor();
  expect(await page.getByText("My sister is called Ida.").count()).toBe(1);
  await page.getByText("1 fact of your own and 0 facts from others to review", { exact: false }).waitFor();
});

test("what claims to speak for the owner says so, and nothing about consent", async () => {
  const { url, workspace } = await serve();
  const words = "The user asks for recipes without nuts.";
  await workspace.memory("owner").add(fact(words, { source: "agent", review: "consent" }));
  const { page } = await open(`${url}/review`);
  await page.getByText("It speaks for you. You did not say it here yourself.", { exact: false }).waitFor();
});
