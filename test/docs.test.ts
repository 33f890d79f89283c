/** Do the documents say what the code does? */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ERROR_CODES } from "../src/errors.ts";
import { EVENT_TYPES } from "../src/model/event.ts";
import { COMMANDS } from "../src/serve/cli/show/help.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The anchor of a heading. */
const slugOf = (title: string) =>
  title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const doc = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), "utf8");

/** Every Markdown file that users read, by its path from the root. */
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`),
];

/** The anchors that a page offers: its headings, as GitHub and the documentation site spell them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} +(.*)$/gm)].map(([, title = ""]) => title);
  return new Set(headings.map(slugOf));
}

describe.each(PAGES)("%s", (path) => {
  test("links only to pages, files and headings that are there", () => {
    const text = readFileSync(join(ROOT, path), "utf8").replace(/^```.*?^```/gms, "");
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const dead = links.filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? join(ROOT, path) : join(ROOT, dirname(path), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(target, "utf8")).has(anchor);
    });
    expect(dead).toEqual([]);
  });
});

describe("docs/errors.md", () => {
  const rows = new Map(
    [...doc("errors.md").matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, text]) => [code, text]),
  );

  test("lists every code, with the words of the code", () => {
    expect(Object.fromEntries(rows)).toEqual(ERROR_CODES);
  });
});

describe("docs/log-format.md", () => {
  test("lists every event type, and no other", () => {
    const table = doc("log-format.md").split("## Events")[1]?.split("## Segments")[0] ?? "";
    const named = [
      ...table.matchAll(/^\| ([a-z, -]+) \| (origin|marks|inbox|workspace|any|registry) \|/gm),
    ].flatMap(([, types]) => (types ?? "").split(", "));
    expect(named.sort()).toEqual([...EVENT_TYPES].sort());
  });
});

describe("docs/editors.md", () => {
  const block = (editor: string): unknown => {
    const [, text = ""] =
      new RegExp(`^\`\`\`json ${editor}\\n(.*?)^\`\`\`$`, "ms").exec(doc("editors.md")) ?? [];
    return JSON.parse(text);
  };

  test.each([
    ["cursor", "mcpServers"],
    ["vscode", "servers"],
    ["zed", "context_servers"],
  ])("what is shown for %s is JSON, under its own key, and starts our command", (editor, key) => {
    const shown = block(editor) as Record<string, Record<string, { command: string; args: string[] }>>;
    expect(Object.keys(shown)).toEqual([key]);
    const { command, args } = Object.values(shown[key] ?? {})[0] ?? { command: "", args: [] };
    const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { bin: object };
    expect(Object.keys(bin)).toContain(command);
    expect(COMMANDS.map(({ words }) => words.join(" "))).toContain(args.join(" "));
  });
});
