// A page for a test: a workspace, a server, and a browser that notes everything that goes wrong.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { TidelineClient } from "../../../src/client.ts";
import { TidelineServer } from "../../../src/serve/http/server.ts";
import { Workspace } from "../../../src/serve/workspace.ts";
import { newWorkspace } from "../../support/workspace.ts";

const PAGE_FOLDER = fileURLToPath(new URL("../../../dist/dashboard", import.meta.url));
const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

export const WIDE = { width: 1360, height: 900 };
export const NARROW = { width: 390, height: 844 };

let browser: Browser | undefined;

/** One browser per file; every page has a profile of its own. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.TIDELINE_CHROMIUM ?? "", args: FLAGS });
  });
  afterAll(async () => {
    await browser?.close();
  });
}

export interface Served {
  readonly url: string;
  readonly workspace: Workspace;
  readonly client: TidelineClient;
}

/** A server of an empty workspace, or of a copy of the demo's. */
export async function serve(what: "empty" | "demo" = "empty"): Promise<Served> {
  const dir = newWorkspace("page");
  if (what === "demo")
    cpSync(join(process.env.TIDELINE_BROWSER_FOLDER ?? "", "demo"), dir, { recursive: true });
  const workspace = Workspace.open(dir);
  const server = await TidelineServer.start(workspace, {
    port: 0,
    host: "127.0.0.1",
    allowHosts: [],
    ratePerSecond: 0,
    pageFolder: PAGE_FOLDER,
    onTrouble: (error) => console.error(error),
  });
  onTestFinished(async () => {
    await server.close();
    await workspace.close();
  });
  return { url: server.url, workspace, client: new TidelineClient({ url: server.url }) };
}

export interface Opened {
  readonly page: Page;
  /** Console errors, uncaught errors, requests that failed. */
  readonly problems: string[];
}

export async function open(url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  if (browser === undefined) throw new Error("useBrowser() comes first");
  const context = await browser.newContext({ viewport: WIDE, ...options });
  onTestFinished(() => context.close());
  // A safety net, and no measure of speed.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url);
  await calm(page);
  return { page, problems };
}

/** Until the page has got what it asked for. */
export async function calm(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
}
