// How does a page of Markdown become a page of the site? Headings get anchors, links between pages are turned, files
// that are shown are named, and every section is cut for the search. Raw HTML in a page is shown as text.
import { posix } from "node:path";
import { Marked } from "marked";

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]);

/** The words of inline Markdown. */
const plain = (tokens = []) =>
  tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? ""))).join("");

/** The page, its title, its sections for the search, and the files of docs/ that it shows. */
export function htmlOf(markdown, { path, pages }) {
  const files = new Set();
  const sections = [];
  let title = path;
  const renderer = {
    heading({ tokens, depth }) {
      const words = plain(tokens);
      return `<h${depth} id="${anchorOf(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const address = addressOf(href, path, pages);
      const words = this.parser.parseInline(tokens);
      return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`;
    },
    image({ href, text }) {
      if (/^https?:/.test(href)) return escaped(text);
      files.add(posix.normalize(posix.join(posix.dirname(path), href)));
      return `<img src="${escaped(href)}" alt="${escaped(text)}">`;
    },
    table(token) {
      const row = (cells, tag) =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      const rows = token.rows.map((cells) => row(cells, "td")).join("\n");
      return `<div class="wide"><table><thead>${row(token.header, "th")}</thead><tbody>${rows}</tbody></table></div>\n`;
    },
    html: ({ text }) => escaped(text),
  };
  const marked = new Marked({ renderer });
  const tokens = marked.lexer(markdown);
  for (const token of tokens) {
    if (token.type === "heading") {
      const words = plain(token.tokens);
      if (token.depth === 1) title = words;
      sections.push({ title: words, anchor: token.depth === 1 ? "" : anchorOf(words), words: "" });
    } else if (sections.length > 0 && token.type !== "space") {
      const section = sections.at(-1);
      section.words = `${section.words} ${token.raw.replace(/[\s|`*#>-]+/g, " ")}`.trim().slice(0, 2_000);
    }
  }
  return { title, html: marked.parser(tokens), sections, files };
}

/** Where a link leads in the site; undefined for what the site does not have: source files and examples. */
function addressOf(href, path, pages) {
  if (/^(https?:|#)/.test(href)) return href;
  // An address in an example is nobody's.
  if (href.startsWith("mailto:")) return undefined;
  const [file = "", anchor] = href.split("#");
  if (file === "") return href;
  // Beside docs/ there are the README, which is the first page, the changelog and how to contribute.
  const target = posix
    .normalize(posix.join(posix.dirname(path), file))
    .replace(/^\.\.\//, "")
    .replace(/(^|\/)README\.md$/, "$1index.md");
  const behind = anchor === undefined ? "" : `#${anchor}`;
  return pages.has(target) ? `${upFrom(path)}${target.replace(/\.md$/, ".html")}${behind}` : undefined;
}

/** From a page to the root of the site. */
function upFrom(path) {
  return "../".repeat(path.split("/").length - 1);
}

/** The menu: the groups in the order in which somebody reads them. */
const MENU = [
  ["Begin", (path) => path === "index.md" || path === "guides/index.md"],
  ["Guides", (path) => path.startsWith("guides/") && path !== "guides/index.md"],
  ["API", (path) => path.startsWith("api/")],
  ["Everything", (path) => !path.includes("/") && path !== "index.md"],
  ["Decisions", (path) => path === "decisions/index.md"],
];

export function pageFrame({ title, html }, { path, pages }) {
  const up = upFrom(path);
  const titleOf = (markdown) => /^# +(.*)$/m.exec(markdown)?.[1].replace(/[`*]/g, "") ?? "";
  const groups = MENU.map(([name, isIn]) => {
    const items = [...pages]
      .filter(([one]) => isIn(one))
      .map(([one, markdown]) => {
        const here = one === path ? ' aria-current="page"' : "";
        return `<li><a href="${up}${one.replace(/\.md$/, ".html")}"${here}>${escaped(titleOf(markdown))}</a></li>`;
      });
    return `<h2>${name}</h2><ul>${items.join("")}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === "Tideline" ? title : `${escaped(title)} – Tideline`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}site.css">
<script src="${up}search.js" data-root="${up}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a href="${up}index.html">Tideline</a><a class="to-pages" href="#pages">All pages</a><label>Search <input type="search" id="search" autocomplete="off" aria-controls="found"></label></header>
<ol id="found" aria-live="polite" hidden></ol>
<div class="columns">
<nav id="pages" aria-label="Pages">${groups.join("\n")}</nav>
<main id="content">
${html}
</main>
</div>
</body>
</html>
`;
}
