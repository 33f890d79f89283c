/** What does it look like? Every view, wide and narrow, dark and light, for a person to look at: npm run screenshots. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { calm, NARROW, open, serve, useBrowser, WIDE } from "./support/browser.ts";
import { sayAloud } from "./support/conversations.ts";
import { enter } from "./support/door.ts";
import { flooded } from "./support/flood.ts";

const FOLDER = process.env.TIDELINE_SCREENSHOTS;

describe.skipIf(FOLDER === undefined)("screenshots", () => {
  useBrowser();

  test.each([
    ["wide-light", { viewport: WIDE, colorScheme: "light" as const }],
    ["wide-dark", { viewport: WIDE, colorScheme: "dark" as const }],
    ["narrow-light", { viewport: NARROW, colorScheme: "light" as const }],
    ["narrow-dark", { viewport: NARROW, colorScheme: "dark" as const }],
  ])("%s", async (name, options) => {
    const folder = FOLDER ?? "";
    mkdirSync(folder, { recursive: true });
    const { url, client } = await serve("demo");
    const empty = await serve();
    const { hits } = await client.recall("what does the family eat", { passive: true, limit: 1 });
    const { facts } = await client.list({ order: "newest", segment: "knowledge", limit: 30 });
    const fact = hits[0]?.fact.id ?? "";
    const aged = facts.find(({ accessCount }) => accessCount > 1)?.id ?? facts[0]?.id;
    const places: Readonly<Record<string, string>> = {
      overview: "/",
      memories: "/memories",
      search: "/memories?q=what+does+the+family+eat",
      fact: `/memories/${fact}?q=what+does+the+family+eat`,
      graph: "/graph",
      ageing: `/ageing/${aged}`,
      review: "/review",
      upkeep: "/upkeep",
      audit: "/audit",
      access: "/access",
    };
    const { page } = await open(url, options);
    for (const [view, path] of Object.entries(places)) {
      await page.goto(`${url}${path}`);
      await calm(page);
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${view}-${name}.png`) });
    }
    const heard = await serve();
    await sayAloud(heard.workspace);
    const memory = heard.workspace.memory("owner");
    await memory.distil();
    await memory.observe({ session: "tuesday", role: "user", content: "I moved to Oslo.", id: "4" });
    for (const { id } of (await memory.conversations()).conversations)
      for (const path of ["/conversations", `/conversations/${id}`]) {
        await page.goto(`${heard.url}${path}`);
        await calm(page);
        const view = path === "/conversations" ? "conversations" : `conversation-${id.slice(0, 4)}`;
        await page.screenshot({ path: join(folder, `${view}-${name}.png`), fullPage: true });
      }
    const piled = await serve();
    const opened = await open(`${piled.url}/review`, options);
    await enter(opened, await flooded(piled.workspace));
    await opened.page.goto(`${piled.url}/review`);
    await opened.page.getByText("3,497 more").waitFor();
    await opened.page.screenshot({ path: join(folder, `review-flood-${name}.png`), fullPage: true });
    await page.goto(empty.url);
    await calm(page);
    await page.screenshot({ path: join(folder, `empty-${name}.png`) });
  });

  /** The pictures of the README, under their names in docs/images. */
  test("readme", async () => {
    const folder = join(FOLDER ?? "", "readme");
    mkdirSync(folder, { recursive: true });
    const { url, client } = await serve("demo");
    const factAbout = async (query: string) =>
      (await client.recall(query, { passive: true, limit: 1 })).hits[0]?.fact.id;
    const shoes = "what size does Ella wear";
    const pictures = [
      {
        name: "why",
        path: `/memories/${await factAbout(shoes)}?q=${encodeURIComponent(shoes)}`,
        viewport: { width: 1200, height: 860 },
        colorScheme: "light",
      },
      {
        name: "ageing",
        path: `/ageing/${await factAbout("Karl and I take our mother to Kyoto for her seventieth birthday.")}`,
        viewport: { width: 1200, height: 760 },
        colorScheme: "light",
      },
      { name: "graph", path: "/graph", viewport: { width: 1120, height: 760 }, colorScheme: "dark" },
    ] as const;
    for (const { name, path, viewport, colorScheme } of pictures) {
      const { page } = await open(url, { viewport, colorScheme });
      await page.goto(`${url}${path}`);
      await calm(page);
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `dashboard-${name}.png`) });
    }
  });
});
