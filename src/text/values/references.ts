/**
 * Which paths, commands and dependencies does a text name? Only what its form gives away: a path has slashes or a
 * file's ending, a command stands in quotes or behind a prompt after "run" (or is a well-known one), a dependency
 * follows "npm install", or "depends on" in quotes or with a sign that no word has. What might be a word is one.
 */
export interface Reference {
  readonly kind: "path" | "command" | "dependency";
  readonly name: string;
}

const MAX_REFERENCES = 16;
const MAX_TEXT_CHARS = 16_000;
const QUOTED = "[`\"']?";
const PATH =
  /(?<![\w:/.@-])(?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.-]*[\w-]\/?|(?<![\w:/.@-])\.{0,2}\/[\w@./-]*[\w-]\/?|(?<![\w/.@-])[\w-]+\.(?:ts|tsx|js|mjs|cjs|json|md|ya?ml|toml|py|rs|go|java|sh|sql|css|html|txt|lock|env|conf|ini)(?![\w/-])/g;
const COMMAND = new RegExp(`(\\b[Rr]un(?:s|ning)? |\\$ )(${QUOTED})([a-z][\\w.-]{1,40})`, "g");
const PACKAGE = "((?:@[\\w.-]+/)?[a-z][\\w.-]{1,60})";
const INSTALLED = new RegExp(
  `(?:\\bnpm (?:install|i|add) |\\bpip install |\\bcargo add )${QUOTED}${PACKAGE}`,
  "g",
);
const NEEDED = new RegExp(`(?:\\bdepends? on |\\bdependency (?:on )?)(${QUOTED})${PACKAGE}`, "g");
/** Behind a plain "run": people run marathons and errands, too. */
const COMMANDS: ReadonlySet<string> = new Set(
  `npm npx pnpm yarn node deno bun git make cmake docker podman kubectl helm terraform ansible cargo rustc go python
  python3 pip pipenv poetry pytest ruby rake bundle java javac mvn gradle tsc eslint vitest jest bash sh psql mysql
  sqlite3 redis-cli curl wget rsync ssh tar grep sed awk just tox ruff mypy`.split(/\s+/),
);

export function referencesIn(text: string): readonly Reference[] {
  if (text.length > MAX_TEXT_CHARS) return [];
  const found = new Map<string, Reference>();
  const add = (kind: Reference["kind"], name: string): void => {
    if (found.size < MAX_REFERENCES) found.set(`${kind} ${name}`, { kind, name });
  };
  const dependencies = dependenciesIn(text);
  for (const name of dependencies) add("dependency", name);
  for (const match of text.matchAll(PATH)) {
    const path = trimmed(match[0]);
    if (isPath(path) && !dependencies.includes(path)) add("path", path);
  }
  for (const [, lead, quote, said] of text.matchAll(COMMAND)) {
    const name = trimmed(said as string);
    if (lead === "$ " || quote !== "" || COMMANDS.has(name)) add("command", name);
  }
  return [...found.values()];
}

/** A launch depends on approval, too: without quotes a package has a sign that no word has. */
function dependenciesIn(text: string): readonly string[] {
  const installed = [...text.matchAll(INSTALLED)].map((match) => trimmed(match[1] as string));
  const needed = [...text.matchAll(NEEDED)].flatMap(([, quote, said]) => {
    const name = trimmed(said as string);
    return quote !== "" || /[-/@._0-9]/.test(name) ? [name] : [];
  });
  return [...installed, ...needed];
}

/** The full stop of a sentence is no part of a name. */
function trimmed(name: string): string {
  return name.replace(/[.,;:]+$/, "");
}

/** "and/or", "he/she" and "24/7" are no paths, nor are dates. */
function isPath(path: string): boolean {
  if (/^\d+(?:\/\d+)*$/.test(path)) return false;
  if (/^\.{0,2}\//.test(path) || /\.\w{1,5}$/.test(path)) return true;
  return path.split("/").filter(Boolean).length > 2 || path.endsWith("/");
}
