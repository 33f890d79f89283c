/**
 * How much script does a frame of the graph take, with 5,000 nodes and while it is dragged? Chromium counts it itself:
 * the time in JavaScript over a drag, by the frames that were drawn in it. The rival is a page that draws nothing and
 * only hears of the same movements: what is left is ours.
 *
 *   npm run bench -- dashboard [--nodes 5000] [--frames 240]
 */
import { existsSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CDPSession, chromium, type Page } from "playwright-core";
import { findBrowser } from "../scripts/browser.mjs";
import { TidelineServer } from "../src/serve/http/server.ts";
import { Workspace } from "../src/serve/workspace.ts";

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const NODES = option("nodes", 5_000);
const FRAMES = option("frames", 240);

/** Facts that name people, places and each other: about as many links as nodes. */
function factsOf(count: number): readonly { content: string; segment: string }[] {
  const people = Array.from({ length: Math.round(count / 25) }, (_, i) => `Person${i} Example`);
  const segments = ["knowledge", "project", "relationship", "context"];
  return Array.from({ length: count }, (_, i) => ({
    content: `${people[i % people.length]} brought parcel ${i * 7919} to ${people[(i * 31 + 7) % people.length]}.`,
    segment: segments[i % segments.length] as string,
  }));
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((one) => one.name === name)?.value ?? 0;
}

/** Milliseconds of script, and of everything on the main thread, per movement. */
async function drag(page: Page, session: CDPSession): Promise<{ script: number; task: number }> {
  await page.mouse.move(700, 420);
  await page.mouse.down();
  const before = [await metric(session, "ScriptDuration"), await metric(session, "TaskDuration")] as const;
  for (let i = 0; i < FRAMES; i++) {
    await page.mouse.move(700 + 160 * Math.sin(i / 9), 420 + 90 * Math.cos(i / 7));
    await page.evaluate("new Promise(requestAnimationFrame)");
  }
  const after = [await metric(session, "ScriptDuration"), await metric(session, "TaskDuration")] as const;
  await page.mouse.up();
  return {
    script: ((after[0] - before[0]) / FRAMES) * 1_000,
    task: ((after[1] - before[1]) / FRAMES) * 1_000,
  };
}

async function measured(page: Page): Promise<{ script: number; task: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await drag(page, session);
  return await drag(page, session);
}

async function main(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("No Chromium: node scripts/browser.mjs");
  const dir = await mkdtemp(join(tmpdir(), "tideline-bench-page-"));
  const workspace = Workspace.open(join(dir, "workspace"));
  const pageFolder = join(process.cwd(), "dist", "dashboard");
  if (!existsSync(pageFolder)) throw new Error("The page is not built. Run npm run build first.");
  const server = await TidelineServer.start(workspace, {
    ...{ port: 0, host: "127.0.0.1", allowHosts: [], ratePerSecond: 0, pageFolder },
    onTrouble: (error) => console.error(error),
  });
  const browser = await chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    // Names are nodes too.
    const facts = factsOf(Math.round(NODES / 1.04));
    for (let at = 0; at < facts.length; at += 1_000)
      await workspace.memory("owner").addMany(facts.slice(at, at + 1_000) as never);
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
    await page.goto(`${server.url}/graph`);
    await page.locator('.graph-canvas[aria-busy="false"]').waitFor({ timeout: 120_000 });
    console.log(await page.locator(".view-lead p").innerText());
    const ours = await measured(page);
    const bare = await browser.newPage({ viewport: { width: 1360, height: 900 } });
    await bare.setContent('<canvas width="1000" height="600"></canvas>');
    await bare.evaluate("addEventListener('pointermove', () => undefined)");
    const rival = await measured(bare);
    const row = (name: string, { script, task }: typeof ours) =>
      console.log(
        `${name.padEnd(12)} ${script.toFixed(2).padStart(8)} ms script ${task.toFixed(2).padStart(8)} ms main thread`,
      );
    console.log(`per movement, over ${FRAMES} of them`);
    row("graph", ours);
    row("bare page", rival);
    console.log(
      `script over the bare page: ${(ours.script - rival.script).toFixed(2)} ms per frame (8 ms is the aim)`,
    );
  } finally {
    await browser.close();
    await server.close();
    await workspace.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

await main();
