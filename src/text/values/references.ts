/**
 * Which paths, commands and dependencies does a text name? Only those that their form gives away: a path has slashes or
 * a file extension; a command follows a prompt ("$"), or follows "run" and is in quotes or well known; a dependency
 * follows "npm install", or follows "depends on" and is in quotes or has a sign that no word has. If in doubt, it is an
 * ordinary word.
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
/** Commands that count after "run" even without quotes. People also run marathons and errands. */
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

/** "The launch depends on approval" names no package, so without quotes a package must have a sign that no word has. */
function dependenciesIn(text: string): readonly string[] {
  const installed = [...text.matchAll(INSTALLED)].map((match) => trimmed(match[1] as string));
  const needed = [...text.matchAll(NEEDED)].flatMap(([, quote, said]) => {
    const name = trimmed(said as string);
    return quote !== "" || /[-/@._0-9]/.test(name) ? [name] : [];
  });
  return [...installed, ...needed];
}

/** The full stop of a sentence is not part of a name. */
function trimmed(name: string): string {
  return name.replace(/[.,;:]+$/, "");
}

/** "and/or", "he/she" and "24/7" are not paths, and neither are dates. */
function isPath(path: string): boolean {
  if (/^\d+(?:\/\d+)*$/.test(path)) return false;
  if (/^\.{0,2}\//.test(path) || /\.\w{1,5}$/.test(path)) return true;
  return path.split("/").filter(Boolean).length > 2 || path.endsWith("/");
}
