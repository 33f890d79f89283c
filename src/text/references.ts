/**
 * Which paths, commands and dependencies does a text name? Only what its form gives away: a path has slashes or a
 * file's ending, a command follows "run" or stands behind a prompt, a dependency follows "depends on" or "npm
 * install". What might be a word is one.
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
const COMMAND = new RegExp(`(?:\\brun(?:s|ning)? |\\$ )${QUOTED}([a-z][\\w.-]{1,40})${QUOTED}`, "g");
const DEPENDENCY = new RegExp(
  `(?:\\bdepends? on |\\bnpm (?:install|i|add) |\\bpip install |\\bdependency )${QUOTED}((?:@[\\w.-]+/)?[a-z][\\w.-]{1,60})${QUOTED}`,
  "g",
);
/** "run" before these is English. */
const NO_COMMANDS = new Set(
  "the a an it this that into out away every in on at by my our tests test with daily".split(" "),
);

export function referencesIn(text: string): readonly Reference[] {
  if (text.length > MAX_TEXT_CHARS) return [];
  const found = new Map<string, Reference>();
  const add = (kind: Reference["kind"], name: string): void => {
    if (found.size < MAX_REFERENCES) found.set(`${kind} ${name}`, { kind, name });
  };
  const dependencies = [...text.matchAll(DEPENDENCY)].map((match) => trimmed(match[1] as string));
  for (const name of dependencies) add("dependency", name);
  for (const match of text.matchAll(PATH)) {
    const path = trimmed(match[0]);
    if (isPath(path) && !dependencies.includes(path)) add("path", path);
  }
  for (const match of text.matchAll(COMMAND)) {
    const name = trimmed(match[1] as string);
    if (!NO_COMMANDS.has(name)) add("command", name);
  }
  return [...found.values()];
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
