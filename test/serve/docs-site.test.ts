/** Does the server show the documentation, if it was built? */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { htmlOf, pageFrame } from "../../scripts/docs/page.mjs";
import { openWorkspace, startServer } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

async function serverWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = newWorkspace("site");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const server = await startServer(openWorkspace("site-data"), { pageFolder: join(folder, "dashboard") });
  return server.url;
}

test("a folder is shown by its index, and nothing else is found there", async () => {
  const url = await serverWith({
    "dashboard/index.html": "the page",
    "docs/index.html": "first",
    "docs/guides/index.html": "guides",
    "docs/guides/trust.html": "trust",
  });
  const shown = async (path: string) => {
    const answer = await fetch(`${url}${path}`);
    return [answer.status, answer.ok ? await answer.text() : ""];
  };
  expect(await shown("/docs")).toEqual([200, "first"]);
  expect(await shown("/docs/")).toEqual([200, "first"]);
  expect(await shown("/docs/guides/")).toEqual([200, "guides"]);
  expect(await shown("/docs/guides/trust.html")).toEqual([200, "trust"]);
  expect(await shown("/docs/../dashboard/index.html")).toEqual([404, ""]);
  expect(await shown("/docs/nothing.html")).toEqual([404, ""]);
  expect(await shown("/")).toEqual([200, "the page"]);
});

const PAGES = new Map([
  ["index.md", "# Tideline\n\nSee [trust](guides/trust.md#the-rule) and [the code](../src/index.ts)."],
  [
    "guides/trust.md",
    "# Trust\n\n## The rule\n\n<script>alert(1)</script>\n\nBack to [the start](../index.md).",
  ],
]);
const made = (path: string) => htmlOf(PAGES.get(path) ?? "", { path, pages: PAGES });

test("a link leads to the page of the site; what the site does not have is no link", () => {
  expect(made("index.md").html).toContain('<a href="guides/trust.html#the-rule">trust</a>');
  expect(made("index.md").html).toContain("and the code.");
  expect(made("guides/trust.md").html).toContain('<a href="../index.html">the start</a>');
});

test("a heading has an anchor, and a section of the search", () => {
  expect(made("guides/trust.md").html).toContain('<h2 id="the-rule">The rule</h2>');
  expect(made("guides/trust.md").sections.map(({ title, anchor }) => [title, anchor])).toEqual([
    ["Trust", ""],
    ["The rule", "the-rule"],
  ]);
});

test("a narrow window, where the list of pages stands below the text, has a link to it", () => {
  const page = pageFrame(made("index.md"), { path: "index.md", pages: PAGES });
  const [, target = "none"] = /<a class="to-pages" href="#([^"]+)">/.exec(page) ?? [];
  expect(page).toContain(`<nav id="${target}"`);
  expect(page).toContain("<title>Tideline</title>");
});

test("markup in a page is shown and not run, and a page loads nothing from elsewhere", () => {
  const path = "guides/trust.md";
  const page = pageFrame(made(path), { path, pages: PAGES });
  expect(page).toContain("&lt;script&gt;alert(1)");
  expect([...page.matchAll(/(?:src|stylesheet" href)="([^"]*)"/g)].map(([, at]) => at)).toEqual([
    "../site.css",
    "../search.js",
  ]);
});

/** What the search shows for these words, over this index: rows of page, title, address and words. */
async function foundBy(words: string, rows: readonly (readonly string[])[]): Promise<unknown[]> {
  const input = {
    value: words,
    addEventListener: (_: string, search: () => Promise<void>) => listeners.push(search),
  };
  const listeners: (() => Promise<void>)[] = [];
  const shown: unknown[] = [];
  const document = {
    currentScript: { dataset: { root: "" } },
    getElementById: (id: string) =>
      id === "search"
        ? input
        : {
            replaceChildren: (...items: { link: { href: string } }[]) =>
              shown.push(...items.map(({ link }) => link.href)),
            append: (text: string) => shown.push(text),
          },
    createElement: () => ({
      append(link: unknown) {
        Object.assign(this, { link });
      },
    }),
  };
  const source = readFileSync(new URL("../../scripts/docs/search.js", import.meta.url), "utf8");
  runInNewContext(source, { document, fetch: async () => ({ json: async () => rows }) });
  await listeners[0]?.();
  return shown;
}

test("the search finds sections with every word, for a question those with most of it, and says if there is none", async () => {
  const rows = [
    ["Many people", "Forgetting somebody", "people.html#forgetting", "erases everything of a user"],
    ["The command line", "Health", "cli.html#health", "how do you make a backup of a folder"],
    ["Recall", "Why", "recall.html#why", "how a fact is found"],
  ];
  expect(await foundBy("backup", rows)).toEqual(["cli.html#health"]);
  expect(await foundBy("how", rows)).toEqual(["cli.html#health", "recall.html#why"]);
  expect(await foundBy("what erases everything about a user", rows)).toEqual(["people.html#forgetting"]);
  expect(await foundBy("purple giraffes", rows)).toEqual(["Nothing has these words."]);
});
