/** Does a person on the page see what they adopt, and what it replaces, before they say yes? */
import { expect, test } from "vitest";
import { fact } from "../support/memory.ts";
import { open, serve, useBrowser } from "./support/browser.ts";

useBrowser();

const CITY = { subject: "me", attribute: "home city" };
const LISBON = "The weather in Lisbon is lovely in October.";

/** An agent's fact that would take the place of what the owner said. */
async function disputed() {
  const served = await serve();
  const memory = served.workspace.memory("owner");
  const own = (await memory.add(fact("I live in Berlin.", CITY))).fact;
  const foreign = (await memory.add(fact(LISBON, { ...CITY, source: "agent", tags: ["travel"] }))).fact;
  return { ...served, memory, own, foreign };
}

test.each([
  ["of a fact", (id: string) => `/memories/${id}`],
  ["of the review", () => "/review"],
])(
  "the dialog %s shows the text, its labels and what it replaces, and changes nothing until yes",
  async (_, path) => {
    const { url, memory, own, foreign } = await disputed();
    const { page, problems } = await open(`${url}${path(foreign.id)}`);
    const dialog = page.getByRole("dialog", { name: "Endorse this fact" });
    await page.getByRole("button", { name: "Endorse…" }).click();
    await dialog.getByText(LISBON).waitFor();
    await dialog.getByText("me / home city").waitFor();
    await dialog.getByText("travel").waitFor();
    const effects = dialog.getByRole("list", { name: "What changes with it" });
    await effects.getByText("Replaces what you said").waitFor();
    await effects.getByText("I live in Berlin.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await memory.inspect(own.id)).fact?.validity).toBe("valid");

    await page.getByRole("button", { name: "Endorse…" }).click();
    await dialog.getByRole("button", { name: "Endorse" }).click();
    await page.getByText("Endorsed. It now counts as your own words.").waitFor();
    await page.goto(`${url}/memories/${foreign.id}`);
    await page.getByRole("article", { name: "Fact" }).getByText("endorsed by you").waitFor();
    expect((await memory.inspect(own.id)).fact).toMatchObject({ validity: "superseded" });
    expect((await memory.inspect(foreign.id)).fact).toMatchObject({ authority: 3, validity: "valid" });
    expect(problems).toEqual([]);
  },
);

test("to keep an agent's side of a contradiction opens the same dialog, and changes nothing until yes", async () => {
  const { url, memory, own, foreign } = await disputed();
  const { page, problems } = await open(`${url}/review`);
  const pair = page.getByRole("article", { name: "Contradiction" });
  const side = (words: string) => pair.locator(".versus-side").filter({ hasText: words });
  await side("I live in Berlin.")
    .getByRole("button", { name: "Keep this “I live in Berlin.”", exact: true })
    .waitFor();
  const adopt = side(LISBON).getByRole("button", { name: "Endorse and keep this…" });
  const dialog = page.getByRole("dialog", { name: "Endorse this fact" });
  await adopt.click();
  await dialog.getByText(LISBON).waitFor();
  const effects = dialog.getByRole("list", { name: "What changes with it" });
  await effects.getByText("Replaces what you said").waitFor();
  await effects.getByText("I live in Berlin.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await memory.inspect(own.id)).fact?.validity).toBe("valid");

  await adopt.click();
  await dialog.getByRole("button", { name: "Endorse" }).click();
  await page.getByText("Endorsed. It now counts as your own words.").waitFor();
  expect((await memory.inspect(own.id)).fact).toMatchObject({ validity: "superseded" });
  expect((await memory.inspect(foreign.id)).fact).toMatchObject({ authority: 3, validity: "valid" });
  expect(problems).toEqual([]);
});

test("a fact that changed after it was shown cannot be endorsed in that dialog", async () => {
  const { url, memory, own, foreign } = await disputed();
  const { page } = await open(`${url}/memories/${foreign.id}`);
  const dialog = page.getByRole("dialog", { name: "Endorse this fact" });
  await page.getByRole("button", { name: "Endorse…" }).click();
  await dialog.getByText("Replaces what you said").waitFor();
  await memory.pin(foreign.id);
  await dialog.getByText(/The fact is not as you saw it/).waitFor();
  expect(await dialog.getByRole("button", { name: "Endorse" }).isDisabled()).toBe(true);
  expect((await memory.inspect(own.id)).fact?.validity).toBe("valid");
});

test("a fact that another has replaced has no endorse button", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const agent = { ...CITY, source: "agent", actor: "Ada" } as const;
  const old = (await memory.add(fact("The traveller lives in Porto.", agent))).fact;
  await memory.add(fact("The traveller lives in Faro.", agent));
  expect((await memory.inspect(old.id)).fact?.validity).toBe("superseded");
  const { page } = await open(`${url}/memories/${old.id}`);
  await page.getByRole("button", { name: "Purge…" }).waitFor();
  expect(await page.getByRole("button", { name: "Endorse…" }).count()).toBe(0);
});
