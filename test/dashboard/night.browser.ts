/** Does a person see in the morning what the night did, what stopped, and who somebody is? */
import { expect, test } from "vitest";
import type { Change } from "../../src/index.ts";
import { fact } from "../support/memory.ts";
import { calm, open, serve, useBrowser } from "./support/browser.ts";

useBrowser();

const NORA = ["works as a nurse", "lives in Bergen", "plays the cello", "likes hiking", "drives a van"];

const THINGS =
  "lamp chair table mirror carpet kettle basket ladder hammer bucket candle pillow blanket curtain".split(
    " ",
  );

test("the morning's report tells what the night did, and a name has its card", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  for (const does of NORA) await memory.add(fact(`My sister Nora ${does}.`));
  await memory.night();
  const { page, problems } = await open(`${url}/upkeep`);
  const panel = page.getByRole("region", { name: "This morning" });
  await panel.getByText("Cards").waitFor();
  await panel.getByText("My sister Nora drives a van.", { exact: false }).first().waitFor();
  const nora = (await memory.graph()).nodes.find(({ type, label }) => type === "entity" && label === "Nora");
  await page.goto(`${url}/graph/${encodeURIComponent(nora?.id ?? "")}`);
  await calm(page);
  const card = page.getByRole("complementary", { name: "The chosen node" });
  await card.getByText("in the words of memory").waitFor();
  await card.getByRole("link", { name: "My sister Nora lives in Bergen." }).waitFor();
  expect(problems).toEqual([]);
});

test("a pass that stopped waits in the review until it is undone", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  for (const thing of THINGS) await memory.add(fact(`The attic holds a ${thing}.`));
  const all = (await memory.list()).map(({ id }) => id);
  await memory.run({
    name: "dream",
    guarded: true,
    *pieces() {
      for (const id of all) yield id;
    },
    decide: (id): readonly Change[] => [{ event: { type: "archived", fact: id }, rule: "test" }],
  });
  const { page, problems } = await open(`${url}/review`);
  const stopped = page.getByRole("region", { name: "Stopped" });
  await stopped.getByText("6 facts of “trusted” kept back").waitFor();
  await page.getByText("1 pass stopped.", { exact: false }).waitFor();
  await stopped.getByRole("button", { name: "Let it go on…" }).click();
  await page.getByRole("dialog", { name: "Dream: what it would do" }).getByText("Cancel").click();
  await stopped.getByRole("button", { name: "Undo…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo for 8 facts" }).click();
  await page.getByText("Nothing to review").waitFor();
  expect((await memory.review({ grouped: true })).halted).toEqual([]);
  expect(problems).toEqual([]);
});
