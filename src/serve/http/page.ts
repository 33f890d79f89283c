/**
 * What does a browser get? The page that was built into the package or, if it was not built, a small one that shows the
 * state of the workspace. Files are read once at the start; a request only picks one of them.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { STATUS_CSS, STATUS_HTML, STATUS_JS } from "./status-page.ts";

export interface PageFile {
  readonly bytes: Buffer;
  readonly zipped: Buffer | undefined;
  readonly type: string;
  /** May be cached for ever, because its name changes with its content. */
  readonly forever: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** Nothing from other sites, nothing inline, and nobody may frame the page. */
export const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
} as const;

/** Beside the program, in dist/. */
const BUILT = fileURLToPath(new URL("../dashboard", import.meta.url));

/** The page, and the documentation beside it. */
export function readPage(folder = BUILT): ReadonlyMap<string, PageFile> {
  const page = existsSync(join(folder, "index.html")) ? filesIn(folder, "/") : STATUS_PAGE;
  const docs = join(folder, "..", "docs");
  return existsSync(join(docs, "index.html")) ? new Map([...page, ...filesIn(docs, "/docs/")]) : page;
}

function filesIn(folder: string, at: string): ReadonlyMap<string, PageFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = at + relative(folder, path).replaceAll("\\", "/");
      const type = TYPES[extname(entry.name)];
      return type === undefined
        ? []
        : [[name, pageFile(readFileSync(path), type, name.startsWith("/assets/"))] as const];
    }),
  );
}

function pageFile(bytes: Buffer, type: string, forever: boolean): PageFile {
  const zipped =
    /^(text|application\/json|image\/svg)/.test(type) && bytes.length > 512 ? gzipSync(bytes) : undefined;
  return { bytes, zipped, type, forever };
}

const STATUS_PAGE: ReadonlyMap<string, PageFile> = new Map([
  ["/index.html", pageFile(Buffer.from(STATUS_HTML), TYPES[".html"] as string, false)],
  ["/status.js", pageFile(Buffer.from(STATUS_JS), TYPES[".js"] as string, false)],
  ["/status.css", pageFile(Buffer.from(STATUS_CSS), TYPES[".css"] as string, false)],
]);

/**
 * The views of the page, as its router knows them; each may be followed by the id of a fact. No other path is a page.
 */
export const PAGE_VIEWS: readonly string[] = [
  ...["overview", "memories", "graph", "ageing", "review", "upkeep", "audit", "access"],
];
const VIEW_PATH = new RegExp(`^/(?:(?:${PAGE_VIEWS.join("|")})(?:/[^/]*)?)?$`);

/** The file for a path. Every view is served by the page itself, and a folder of the documentation by its index. */
export function findPage(files: ReadonlyMap<string, PageFile>, path: string): PageFile | undefined {
  const index = /^\/docs\/(?:[^/]+\/)*$/.test(path) ? files.get(`${path}index.html`) : undefined;
  return index ?? files.get(path) ?? (VIEW_PATH.test(path) ? files.get("/index.html") : undefined);
}
