/** Does a fact stay text, whatever it contains? And does the page show to nobody what is not theirs? */
import { expect, test } from "vitest";
import { calm, open, serve, useBrowser } from "./support/browser.ts";

useBrowser();

const HOSTILE = {
  script: "Oscar says <script>alert('script')</script> at noon.",
  markup: `Oscar drew <img src=x onerror="alert('img')"><svg onload="alert('svg')"><b>bold</b><iframe srcdoc="<p>in</p>">.`,
  link: "Oscar sent [a link](javascript:alert('link')) and javascript:alert('plain').",
  bidi: "Oscar owes \u202e000,1\u202c euros \u2066and\u2069 \u200fmore\u200e.",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what is tried here
  template: "Oscar wrote {{constructor.constructor('alert(1)')()}} and ${alert(2)}.",
  controls: "Oscar rang\u0007 and\u001b[31m painted\u0000 it red.",
};

test("script, markup, links, directions and controls in a fact are shown, and nothing happens", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  for (const content of Object.values(HOSTILE))
    await memory.add({
      content,
      segment: "knowledge",
      tags: ['<img src=x onerror="alert(3)">'],
      actor: "<b onmouseover=alert(4)>Mallory</b>",
      metadata: { note: "</pre><script>alert(5)</script>" },
    });
  const facts = await memory.list();
  expect(facts.length).toBe(Object.keys(HOSTILE).length);
  const { page, problems } = await open(`${url}/memories`);
  for (const fact of facts) {
    await page.goto(`${url}/memories/${fact.id}?q=Oscar`);
    await calm(page);
    expect(await page.locator(".fact-head h2").textContent()).toBe(fact.content);
    await page.getByText("Metadata").click();
  }
  for (const view of ["", "graph", "ageing", "review", "upkeep", "audit"]) {
    await page.goto(`${url}/${view}`);
    await calm(page);
    await page.mouse.move(700, 450);
  }
  await page.goto(`${url}/audit`);
  await calm(page);
  for (const summary of await page.getByText("Show the whole event").all()) await summary.click();
  const inside = "main :is(script, img, iframe, b, svg[onload], a[href^='javascript:'])";
  expect(await page.locator(inside).count()).toBe(0);
  expect(problems).toEqual([]);
});

test("a direction inside a fact ends with the fact", async () => {
  const { url, client } = await serve();
  await client.add({ content: HOSTILE.bidi });
  const { page } = await open(`${url}/memories`);
  const words = page.locator(".fact-line bdi").first();
  expect(await words.getAttribute("dir")).toBe("auto");
  const style = 'getComputedStyle(document.querySelector(".fact-line bdi")).unicodeBidi';
  expect(await page.evaluate(style)).toBe("isolate");
});

test("the longest fact is cut in lists and can be seen whole; one of 100 kB is refused and said so", async () => {
  const { url, client } = await serve();
  const content = `Oscar's list: ${"a very long word ".repeat(930)}end.`;
  const { fact } = await client.add({ content });
  const { page, problems } = await open(`${url}/memories`);
  expect((await page.locator(".fact-line bdi").first().innerText()).length).toBeLessThan(1_000);
  await page.locator(".fact-line").first().click();
  await page.getByText("characters", { exact: false }).click();
  expect((await page.locator("pre.whole bdi").first().textContent())?.length).toBe(content.length);
  for (const path of [`ageing/${fact?.id}`, "graph", "audit", `memories/${fact?.id}?q=list`]) {
    await page.goto(`${url}/${path}`);
    await calm(page);
  }
  expect(problems).toEqual([]);
  await page.getByRole("button", { name: "Remember" }).click();
  await page.getByLabel("The fact, in plain words").fill("<b>x</b> ".repeat(12_000));
  await page.getByRole("dialog").getByRole("button", { name: "Remember" }).click();
  await page.getByText("the limit is", { exact: false }).waitFor();
  expect((await client.stats()).facts).toBe(1);
});

test("with tokens the page asks for one, refuses a wrong one, and keeps the right one for the tab only", async () => {
  const { url, workspace, client } = await serve();
  await client.add({ content: "Anna plays the cello." });
  const common = { origin: "owner" as const, expiresAt: undefined };
  const owner = await workspace.tokens.create({ ...common, name: "me", role: "owner", voice: "owner" });
  const { page } = await open(url);
  await page.getByText("This memory needs a token.", { exact: false }).waitFor();
  expect(await page.getByText("cello").count()).toBe(0);
  await page
    .getByLabel("Token")
    .fill(`${owner.secret.slice(0, -1)}${owner.secret.endsWith("A") ? "B" : "A"}`);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("This token is unknown here", { exact: false }).waitFor();
  await page.getByLabel("Token").fill(owner.secret);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const kept = await page.evaluate("[JSON.stringify(localStorage), document.cookie, location.href].join()");
  expect(kept).not.toContain(owner.secret);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Token").waitFor();
});

test("a reader sees the memory and no button that changes it", async () => {
  const { url, workspace, client } = await serve();
  const { fact } = await client.add({ content: "Anna plays the cello." });
  const { secret } = await workspace.tokens.create({
    name: "looker",
    role: "reader",
    origin: "owner",
    voice: "agent",
    expiresAt: undefined,
  });
  const { page } = await open(url);
  await page.getByLabel("Token").fill(secret);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("link", { name: "Memories" }).click();
  await page.getByRole("link", { name: /cello/ }).click();
  await page.getByRole("region", { name: "Its story" }).waitFor();
  expect(await page.getByRole("toolbar").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Access" }).count()).toBe(0);
  expect((await client.inspect(fact?.id ?? "").catch(() => undefined))?.waitingMarks ?? 0).toBe(0);
});

test("the first token closes the door, and the page goes on with it", async () => {
  const { url } = await serve();
  const { page } = await open(`${url}/access`);
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("What it is for").fill("me");
  await page.getByRole("button", { name: "Create" }).click();
  const secret = await page.getByRole("dialog").locator("code").innerText();
  expect(secret).toMatch(/^tl_/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("rowheader", { name: "me", exact: true }).waitFor();
  expect((await fetch(`${url}/v1/stats`)).status).toBe(401);
  await page.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("dialog").getByText("Last used:", { exact: false }).waitFor();
  await page.getByRole("dialog").getByText("It wrote 0 facts", { exact: false }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect.poll(async () => (await fetch(`${url}/v1/stats`)).status).toBe(200);
});

test("another origin is another memory: nothing of one stays in sight of the other", async () => {
  const { url, workspace, client } = await serve();
  await client.add({ content: "The owner's secret garden." });
  const anna = { channel: "chat", conversationId: "anna", sessionKey: "1" };
  await workspace.memory(anna).add({ content: "Anna's own allergy.", segment: "knowledge" });
  const { page, problems } = await open(`${url}/memories`);
  await page.getByText("The owner's secret garden.").waitFor();
  await page.getByLabel("Whose memory").selectOption({ label: "chat · anna · 1" });
  await page.getByText("Anna's own allergy.").waitFor();
  expect(await page.getByText("secret garden").count()).toBe(0);
  expect(problems).toEqual([]);
});
