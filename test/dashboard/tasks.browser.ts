/** Can a person do what the page is for? Each task from beginning to end, on the demo's memory. */
import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import { fact } from "../support/memory.ts";
import { calm, open, serve, useBrowser } from "./support/browser.ts";

useBrowser();

test("find a fact, see why, correct it, see the old one in its history, and the event arrives in the audit", async () => {
  const { url, client } = await serve("demo");
  await client.add({ content: "The spare key hangs in the boiler cupboard.", segment: "knowledge" });
  const { page, problems } = await open(`${url}/memories`);
  const audit = await open(`${url}/audit`);

  await page.getByLabel("Search memories by meaning").fill("where is the spare key");
  await page.getByRole("link", { name: /spare key hangs in the boiler cupboard/ }).click();
  const why = page.getByRole("region", { name: "Why" });
  await why.getByText("rank 1").waitFor();
  await why.getByText("relevance", { exact: true }).first().waitFor();
  await why.getByText(/above the cut/).waitFor();

  await page.getByRole("button", { name: "Correct…" }).click();
  const dialog = page.getByRole("dialog", { name: "Correct this fact" });
  await dialog.getByLabel("The correct text").fill("The spare key hangs behind the garden door.");
  await dialog.getByRole("button", { name: "Correct" }).click();
  await page
    .getByRole("heading", { level: 2, name: "The spare key hangs behind the garden door." })
    .waitFor();

  const values = page.getByRole("region", { name: "Values over time" });
  await values.getByText("The spare key hangs in the boiler cupboard.").waitFor();
  await values.getByText("superseded").waitFor();
  await page.getByRole("region", { name: "History" }).getByText("Linked: supersedes").waitFor();

  const log = audit.page.getByRole("list", { name: "Events" });
  await log.getByText("The spare key hangs behind the garden door.").first().waitFor();
  await log.getByText("Superseded").first().waitFor();

  const { hits } = await client.recall("where is the spare key", { passive: true });
  const found = hits.map(({ fact }) => fact.content);
  expect(found).toContain("The spare key hangs behind the garden door.");
  expect(found).not.toContain("The spare key hangs in the boiler cupboard.");
  expect([...problems, ...audit.problems]).toEqual([]);
});

test("searching on the page is no use of what it finds", async () => {
  const { url, client } = await serve("demo");
  const { fact } = await client.add({ content: "The spare key hangs in the boiler cupboard." });
  const { page } = await open(`${url}/memories?q=spare+key`);
  await page.getByRole("link", { name: /boiler cupboard/ }).click();
  await page.getByRole("region", { name: "Its story" }).waitFor();
  const { fact: seen, waitingMarks } = await client.inspect(fact?.id ?? "");
  expect([seen?.accessCount, waitingMarks]).toEqual([0, 0]);
});

test("pin, feedback, promote, archive with a reason, restore, endorse: each does what it says, and can be taken back", async () => {
  const { url, client, workspace } = await serve("demo");
  const memory = workspace.memory("owner");
  const { fact } = await memory.add({
    content: "The plumber comes on Thursday.",
    segment: "knowledge",
    source: "agent",
  });
  const now = async (): Promise<Fact | undefined> => (await client.inspect(fact.id)).fact;
  const { page, problems } = await open(`${url}/memories/${fact.id}`);
  const bar = page.getByRole("toolbar");

  await bar.getByRole("button", { name: "Pin" }).click();
  await bar.getByRole("button", { name: "Unpin" }).waitFor();
  expect((await now())?.pinned).toBe(true);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await bar.getByRole("button", { name: "Pin", exact: true }).waitFor();
  expect((await now())?.pinned).toBe(false);

  const before = (await now())?.importance ?? 0;
  await bar.getByRole("button", { name: "It helped" }).click();
  await page.getByText("Noted. It counts for more now.").waitFor();
  expect((await now())?.importance).toBeGreaterThan(before);

  const layer = (await now())?.layer;
  await bar.getByRole("button", { name: "Demote" }).click();
  await expect.poll(async () => (await now())?.layer).not.toBe(layer);

  await bar.getByRole("button", { name: "Archive…" }).click();
  await page.getByLabel("Reason (optional)").fill("He has been here");
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await bar.getByRole("button", { name: "Restore" }).waitFor();
  expect((await now())?.lifecycle).toBe("archived");
  await bar.getByRole("button", { name: "Restore" }).click();
  await bar.getByRole("button", { name: "Endorse…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Endorse" }).click();
  await page.getByText("Endorsed. It now counts as your own words.").waitFor();
  expect(await now()).toMatchObject({ lifecycle: "active", authority: 3 });
  expect(problems).toEqual([]);
});

test("undo a dream: what it would take back is shown first", async () => {
  const { url, workspace } = await serve("demo");
  const memory = workspace.memory("owner");
  const content = "The bakery on the corner closes at six.";
  for (const actor of ["Ada", "Ben", "Cleo"])
    await memory.add({ content, segment: "knowledge", actor, episode: { id: actor, position: undefined } });
  const dreamt = await memory.dream();
  expect(dreamt.pass).toBeDefined();
  const { page, problems } = await open(`${url}/upkeep`);
  const ran = page.getByRole("region", { name: "Passes that ran" });
  const row = ran.getByRole("listitem").filter({ hasText: "Dream" }).first();
  await row.getByRole("button", { name: "Changes" }).click();
  await row.getByText(/facts? changed/).waitFor();
  await row.getByRole("button", { name: "Undo…" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this dream" });
  await dialog.getByText(/will be as before/).waitFor();
  await dialog.getByRole("button", { name: /Undo for/ }).click();
  await page.getByText("The dream is undone.").waitFor();
  await row.getByText("undone").first().waitFor();
  expect((await memory.passes()).find(({ id }) => id === dreamt.pass)?.undoneAt).toBeDefined();
  expect(problems).toEqual([]);
});

test("a pass is looked at before it runs", async () => {
  const { url, workspace } = await serve("demo");
  const memory = workspace.memory("owner");
  await memory.add({
    content: "The parking ticket of that day was blue.",
    segment: "context",
    heardAt: Date.now() - 300 * 86_400_000,
  });
  const before = (await memory.stats()).events;
  const { page, problems } = await open(`${url}/upkeep`);
  const next = page.getByRole("region", { name: "Next" });
  await next
    .getByRole("listitem")
    .filter({ hasText: "Sweep" })
    .getByRole("button", { name: "Preview…" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Sweep: what it would do" });
  await dialog.getByText("The parking ticket of that day was blue.").waitFor();
  expect((await memory.stats()).events).toBe(before);
  await dialog.getByRole("button", { name: "Run the sweep" }).click();
  await page.getByText("The sweep is done.", { exact: false }).waitFor();
  expect((await memory.stats()).events).toBeGreaterThan(before);
  expect(problems).toEqual([]);
});

test("what is final is said before, and no undo is offered for it", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const heardAt = Date.now() - 300 * 86_400_000;
  await memory.add({ content: "The lift is stuck.", segment: "context", heardAt });
  const pruning = await memory.sweep();
  const { page, problems } = await open(`${url}/upkeep`);
  await page.getByText("a sweep erases the text of pruned facts for good").waitFor();
  const leaving = page.getByRole("region", { name: "What leaves next" });
  await leaving.getByRole("link", { name: "The lift is stuck." }).waitFor();
  await leaving.getByText("erased for good").waitFor();
  await memory.sweep({ graceDays: 0 });
  await page.reload();
  const rows = page.getByRole("region", { name: "Passes that ran" }).getByRole("listitem");
  await rows.filter({ hasText: "1 erased" }).waitFor();
  expect(await rows.filter({ hasText: "1 erased" }).getByRole("button", { name: "Undo…" }).count()).toBe(0);
  await rows.filter({ hasText: "1 pruned" }).getByRole("button", { name: "Undo…" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this sweep" });
  await dialog.getByText("1 fact changed since then and will stay").waitFor();
  expect(pruning.counts).toEqual({ pruned: 1 });
  expect(problems).toEqual([]);
});

test("a search that finds only a guess says that something archived matches", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const heardAt = Date.now() - 100 * 86_400_000;
  await memory.add({ content: "Our dentist is Dr Okafor on Mill Street.", segment: "knowledge", heardAt });
  await memory.sweep();
  await memory.add({ content: "We pay 1,310 pounds of rent a month.", segment: "knowledge" });
  const { page, problems } = await open(`${url}/memories?q=Who+is+our+dentist%3F`);
  await page.getByText("We pay 1,310 pounds of rent a month.").waitFor();
  await page.getByText("1 archived fact matches, and can be restored.").waitFor();
  expect(problems).toEqual([]);
});

test("resolve a contradiction: the one that is kept stays, the other becomes history", async () => {
  const { url, client } = await serve();
  const old = await client.add({ content: "The team meeting is on Monday.", segment: "project" });
  const fresh = await client.add({ content: "The team meeting is on Tuesday.", segment: "project" });
  const { page, problems } = await open(`${url}/review`);
  const pair = page.getByRole("article", { name: "Contradiction" });
  await pair.getByText("The team meeting is on Monday.").waitFor();
  const newer = pair.locator(".versus-side").filter({ hasText: "Tuesday" });
  await newer.getByRole("button", { name: "Keep this" }).click();
  await page.getByText("There are no contradictions, no disputed facts and nothing in quarantine.").waitFor();
  expect((await client.inspect(old.fact?.id ?? "")).fact).toMatchObject({
    validity: "superseded",
    supersededBy: fresh.fact?.id,
  });
  expect(problems).toEqual([]);
});

test("purge shows all that goes with it, asks, and leaves no words behind", async () => {
  const { url, workspace, client } = await serve("demo");
  const memory = workspace.memory("owner");
  const { fact } = await memory.add({
    content: "My sister's surgery was on the ninth of May.",
    segment: "knowledge",
  });
  await memory.add({
    content: "Her recovery takes six weeks.",
    segment: "knowledge",
    source: "extraction",
    evidence: [fact.id],
  });
  const { page, problems } = await open(`${url}/memories/${fact.id}`);
  await page.getByRole("button", { name: "Purge…" }).click();
  const dialog = page.getByRole("dialog", { name: "Purge for good" });
  await dialog.getByText("Her recovery takes six weeks.").waitFor();
  await dialog.getByText("derived from it").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await client.inspect(fact.id)).fact).toBeDefined();
  await page.getByRole("button", { name: "Purge…" }).click();
  await dialog.getByRole("button", { name: "Erase 2 facts for good" }).click();
  await page.getByText("2 facts erased.", { exact: false }).waitFor();
  await page.getByText("The text of this fact was erased").waitFor();
  expect((await client.inspect(fact.id)).fact).toBeUndefined();
  await page.goto(`${url}/audit`);
  await calm(page);
  await page.getByText("The log is intact.").waitFor();
  expect(problems).toEqual([]);
});

test("what another process writes appears by itself", async () => {
  const { url, client } = await serve();
  await client.add({ content: "Anna plays the cello." });
  const { page, problems } = await open(`${url}/memories`);
  await page.getByText("Anna plays the cello.").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await client.add({ content: "Ben plays the oboe." });
  await page.getByText("Ben plays the oboe.").waitFor();
  expect(problems).toEqual([]);
});

test("the graph can be chosen from, searched, played and read as a list", async () => {
  const { url, client } = await serve("demo");
  const { nodes } = await client.call<{ nodes: readonly { id: string; type: string; label: string }[] }>(
    "graph",
  );
  const named = nodes.find(({ type }) => type === "entity");
  const { page, problems } = await open(`${url}/graph/${encodeURIComponent(named?.id ?? "")}`);
  const card = page.getByRole("complementary", { name: "The chosen node" });
  await card.getByRole("heading", { name: named?.label ?? "" }).waitFor();
  await card.getByRole("button", { name: "Close" }).click();
  await card.waitFor({ state: "detached" });
  await page.getByLabel("Find in the graph").fill("school");
  await page.getByLabel("As memory stood on").fill("30");
  await page.getByRole("button", { name: "Play from the beginning" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "As a list" }).click();
  await page.locator(".clusters summary").first().click();
  await page.locator(".clusters details[open] .row").first().waitFor();
  expect(problems).toEqual([]);
});

test("the graph stays a picture when memory changes under it", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  await memory.add({ content: "Anna Berg plays the cello.", segment: "knowledge" });
  const { fact } = await memory.add({ content: "Anna Berg lives in Oslo.", segment: "knowledge" });
  const { page, problems } = await open(`${url}/graph`);
  const isLost = () =>
    page.evaluate('document.querySelector(".graph-canvas canvas").getContext("webgl2").isContextLost()');
  expect(await isLost()).toBe(false);
  await memory.pin(fact.id);
  await page.waitForTimeout(800);
  expect(await isLost()).toBe(false);
  await memory.add({ content: "Anna Berg works at the harbour.", segment: "knowledge" });
  await page.getByText("3 facts", { exact: false }).waitFor();
  await calm(page);
  expect(await isLost()).toBe(false);
  expect(problems).toEqual([]);
});

describe("what is picked out on the page, where much is to be looked through", () => {
  const many = async () => {
    const served = await serve();
    const memory = served.workspace.memory("owner");
    await memory.addMany(Array.from({ length: 1_001 }, (_, n) => fact(`Box ${n} holds ${n} cups.`)));
    const { page } = await open(served.url);
    return { ...served, page };
  };
  const SECOND_PAGE = /\/v1\/memories\?.*after=/;

  test("can be looked for again when the connection failed", async () => {
    const { url, page } = await many();
    await page.route(SECOND_PAGE, (route) => route.abort());
    await page.goto(`${url}/memories?state=suppressed`);
    const button = page.getByRole("button", { name: "Search beyond the latest 1,000" });
    await button.waitFor();
    await page.unroute(SECOND_PAGE);
    await button.click();
    await page.getByText("Nothing is suppressed.").waitFor();
  });

  test("does not come into another list that was asked for meanwhile", async () => {
    const { url, page } = await many();
    const held: Route[] = [];
    await page.route(SECOND_PAGE, (route) => void held.push(route));
    await page.goto(`${url}/memories?state=suppressed`);
    await expect.poll(() => held.length).toBe(1);
    await page.getByLabel("State").selectOption("current");
    const more = page.getByRole("button", { name: "Show more" });
    await more.waitFor();
    const answered = page.waitForEvent("requestfinished", (one) => SECOND_PAGE.test(one.url()));
    for (const route of held) await route.continue();
    await answered;
    await calm(page);
    expect(await more.count()).toBe(1);
    expect(await page.locator(".fact-list a").count()).toBe(100);
  });
});

test("a value that held for a while is told of among the values, and in the history of the one around it", async () => {
  const { url, workspace } = await serve();
  const memory = workspace.memory("owner");
  const slot = { subject: "me", attribute: "city" };
  const [from, to] = [Date.UTC(2024, 3, 1), Date.UTC(2024, 4, 1)];
  const { fact: rome } = await memory.add(
    fact("I live in Rome.", { ...slot, validFrom: Date.UTC(2023, 0, 1) }),
  );
  await memory.add(fact("I live in Oslo.", { ...slot, validFrom: from, validTo: to }));
  await memory.add(fact("I live in Bonn.", slot));
  const { page } = await open(`${url}/memories/${rome.id}`);
  const values = page.getByRole("region", { name: "Values over time" });
  await values.getByText(/another value from .*2024 to .*2024/).waitFor();
  await page.getByRole("region", { name: "History" }).getByText("Another value held for a while").waitFor();
});
