/**
 * Which packages does a project's manifest name? Reads the few manifest formats that matter. A file that cannot be
 * parsed counts as no manifest, rather than as a manifest without dependencies.
 */
type Reader = (text: string) => ReadonlySet<string> | undefined;

const NAME = /^[@a-z0-9][\w./@-]*$/i;

const READERS: Readonly<Record<string, Reader>> = {
  "package.json": packageJson,
  "requirements.txt": (text) => namesAt(text, /^\s*([A-Za-z0-9][\w.-]*)/gm),
  "pyproject.toml": (text) =>
    namesAt(text, /["']([A-Za-z0-9][\w.-]*)\s*(?:[<>=!~[;,"' ]|$)|^\s*([A-Za-z0-9][\w.-]*)\s*=/gm),
  "Cargo.toml": (text) => namesAt(text, /^\s*(?:\[[\w-]*dependencies\.)?([A-Za-z0-9][\w-]*)\s*[=\]]/gm),
  "go.mod": (text) => namesAt(text, /^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/[\w./-]+)\s+v/gm),
};

export const MANIFESTS = Object.keys(READERS);

/** The names in lower case; undefined if the file is not a readable manifest of a known kind. */
export function dependenciesIn(manifest: string, text: string): ReadonlySet<string> | undefined {
  return READERS[manifest]?.(text);
}

function packageJson(text: string): ReadonlySet<string> | undefined {
  const fields = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  try {
    const parsed = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
    const names = fields.flatMap((field) => Object.keys(Object(parsed[field])));
    if (typeof parsed.name === "string") names.push(parsed.name);
    return new Set(names.filter((name) => NAME.test(name)).map((name) => name.toLowerCase()));
  } catch {
    return undefined; // Not JSON, so not a manifest.
  }
}

function namesAt(text: string, pattern: RegExp): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    const name = match.slice(1).find((group) => group !== undefined);
    if (name !== undefined) names.add(name.toLowerCase());
  }
  return names;
}
