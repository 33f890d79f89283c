/** Does every view show the demo's memory without an error, wide and narrow, dark and light, to everybody? */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { calm, NARROW, open, serve, useBrowser, WIDE } from "./support/browser.ts";

useBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const VIEWS = ["", "memories", "conversations", "graph", "ageing", "review", "upkeep", "audit", "access"];

async function pathsOf(served: Awaited<ReturnType<typeof serve>>): Promise<readonly string[]> {
  const { facts } = await served.client.list({ order: "newest", limit: 5, lifecycle: "active" });
  const id = facts[0]?.id ?? "";
  return [...VIEWS, `memories/${id}?q=when`, `ageing/${id}`];
}

describe.each([
  ["wide and light", { viewport: WIDE, colorScheme: "light" as const }],
  ["narrow and dark", { viewport: NARROW, colorScheme: "dark" as const }],
])("%s", (_name, options) => {
  test("every view comes up without an error, fits the screen, and axe finds nothing serious", async () => {
    const served = await serve("demo");
    // The policy forbids the script that looks for barriers; it is tried without one in the tests beside this.
    const { page, problems } = await open(served.url, { ...options, bypassCSP: true });
    for (const path of await pathsOf(served)) {
      await page.goto(`${served.url}/${path}`);
      await calm(page);
      const tooWide = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect.soft(tooWide, `/${path} is wider than the screen`).toBe(0);
      const below = await page.evaluate(
        "document.documentElement.scrollHeight - Math.max(innerHeight, document.querySelector('main').getBoundingClientRect().bottom + scrollY)",
      );
      expect.soft(below, `/${path} goes on below its end`).toBeLessThan(1);
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
        violations: readonly Finding[];
      };
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const told = serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      expect.soft(told, `/${path}`).toEqual([]);
    }
    expect(problems).toEqual([]);
  });
});

test("all of it runs under the policy that the server sends: nothing inline, nothing from elsewhere", async () => {
  const served = await serve("demo");
  const { page, problems } = await open(served.url);
  const seen = new Set<string>();
  page.on("request", (request) => seen.add(new URL(request.url()).origin));
  for (const path of VIEWS) {
    await page.goto(`${served.url}/${path}`);
    await calm(page);
  }
  expect(problems).toEqual([]);
  expect([...seen]).toEqual([served.url]);
});

test("the first load is small: below 300 kB without the graph", async () => {
  const { url } = await serve();
  const { page } = await open(url);
  const entries =
    '[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]';
  const own = `${entries}.filter(({ name }) => !name.includes("/v1/"))`;
  const bytes = await page.evaluate(`${own}.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(300_000);
});

test("keys lead everywhere: a chord to each view, / to the search, ? to the list, Escape out of it", async () => {
  const served = await serve("demo");
  const { page, problems } = await open(served.url);
  for (const [key, title] of [
    ["m", "Memories"],
    ["r", "Review"],
    ["u", "Upkeep"],
    ["l", "Audit"],
    ["o", "Overview"],
  ] as const) {
    const heading = page.getByRole("heading", { level: 1, name: title });
    // A chord has its time, and a busy machine may take longer: then it is struck again.
    const strike = async () => {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await heading.waitFor({ timeout: 5_000 });
      return true;
    };
    await expect.poll(() => strike().catch(() => false)).toBe(true);
  }
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.locator("#search:focus").waitFor();
  await page.keyboard.type("school");
  await expect.poll(() => page.url()).toContain("q=school");
  await page.locator(".fact-line").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: "Fact" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("article", { name: "Fact" }).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

test("an empty workspace shows how to begin, and begins", async () => {
  const { url, workspace } = await serve();
  workspace.program = ["node", "/my clone/bin.js"];
  const { page, problems } = await open(url);
  await page.getByText("Nothing is remembered yet.").waitFor();
  const shown = await page.locator("pre").allTextContents();
  const called = "node '/my clone/bin.js'";
  const dir = workspace.place;
  expect(shown).toContain(
    `${called} add 'I keep a strict vegetarian diet.' --segment preference --dir ${dir}`,
  );
  expect(shown).toContain(`${called} demo`);
  const editor = { command: "node", args: ["/my clone/bin.js", "mcp", "--dir", dir] };
  expect(shown.map((text) => text.replace(/\s+/g, ""))).toContain(
    JSON.stringify({ mcpServers: { tideline: editor } }).replace(/\s+/g, ""),
  );
  await page.getByLabel("The fact, in plain words").fill("I keep a strict vegetarian diet.");
  await page.getByRole("button", { name: "Remember" }).click();
  await page.getByText("1 fact from", { exact: false }).waitFor();
  expect(problems).toEqual([]);
});
