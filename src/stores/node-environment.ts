/**
 * Do the paths, commands and dependencies that a fact names exist on this machine? Only looks; changes nothing.
 *
 * Any text can become a fact, so any text can ask questions here. It must learn about nothing but the folders that the
 * owner allowed (the roots): a path that leads out of them, by dots or by links, is "unknown", like everything
 * doubtful. Nothing is ever run: a command is "there" if the search path has an executable file of its name.
 *
 * The answer is "gone" only if the fact was surely about this place: an absolute path inside a root; a relative path
 * whose first folder exists in a root; a name that could be a command's; a dependency, if a root has a manifest.
 */
import { constants } from "node:fs";
import { access, lstat, readFile, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { TidelineError } from "../errors.ts";
import type { Environment, Presence } from "../ports/environment.ts";
import { dependenciesIn, MANIFESTS } from "./manifests.ts";

/** Where the drift stage of a dream may look things up. */
export interface NodeEnvironmentOptions {
  /** Folders that may be looked into, as absolute paths. */
  readonly roots: readonly string[];
  /** Where to look for commands. Default: the PATH of the process. */
  readonly searchPath?: string | undefined;
}

const MAX_PATH_CHARS = 4_096;
const MAX_ROOTS = 32;
const MAX_MANIFEST_BYTES = 1024 * 1024;
const COMMAND = /^[A-Za-z0-9][\w.+-]{0,99}$/;
/** Commands built into shells: they have no file. */
const BUILT_IN: ReadonlySet<string> = new Set(
  "alias bg cd eval exec exit export fg hash history jobs read set shift source trap type ulimit umask unset wait".split(
    " ",
  ),
);

/**
 * A value for the `environment` option of `Tideline.open`, `dream` and `keeper`.
 * @example const memory = Tideline.open("./memory", { environment: nodeEnvironment({ roots: ["."] }) });
 */
export function nodeEnvironment(options: NodeEnvironmentOptions): Environment {
  const roots = parseRoots(options?.roots);
  const searchPath = options.searchPath ?? process.env.PATH ?? "";
  if (typeof searchPath !== "string") throw refused("searchPath must be a string");
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return Object.freeze({
    path: (path: string) => pathIn(roots, path),
    command: (name: string) => commandIn(folders, name),
    dependency: (name: string) => dependencyIn(roots, name),
  });
}

function parseRoots(roots: unknown): readonly string[] {
  if (!Array.isArray(roots) || roots.length === 0 || roots.length > MAX_ROOTS)
    throw refused(`roots must be a list of 1 to ${MAX_ROOTS} folders`);
  return roots.map((root: unknown) => {
    if (typeof root !== "string" || !isAbsolute(root) || root.includes("\0"))
      throw refused("each root must be an absolute path");
    const plain = resolve(root);
    if (plain === parse(plain).root) throw refused("the whole disk is no root: name the folders that count");
    return plain;
  });
}

function refused(why: string): TidelineError {
  return new TidelineError("invalid-argument", `nodeEnvironment: ${why}.`);
}

/** "there" if any root has it; "gone" only if all roots answer "gone". */
function together(answers: readonly Presence[]): Presence {
  if (answers.includes("there")) return "there";
  return answers.includes("gone") && !answers.includes("unknown") ? "gone" : "unknown";
}

async function pathIn(roots: readonly string[], path: string): Promise<Presence> {
  if (typeof path !== "string" || path === "" || path.length > MAX_PATH_CHARS || path.includes("\0"))
    return "unknown";
  if (isAbsolute(path)) {
    const inside = roots.filter((root) => isWithin(root, resolve(path)));
    return together(await Promise.all(inside.map((root) => lookUp(root, resolve(path)))));
  }
  const answers = await Promise.all(roots.map((root) => relativePath(root, path)));
  // A relative path is about one root at most, so roots that lack its first folder do not count.
  return together(answers.filter((answer) => answer !== "unknown"));
}

async function relativePath(root: string, path: string): Promise<Presence> {
  const target = resolve(root, path);
  if (!isWithin(root, target)) return "unknown";
  const found = await lookUp(root, target);
  if (found !== "gone") return found;
  const [first, ...rest] = relative(root, target).split(sep);
  const isOurs = rest.length > 0 && (await lookUp(root, join(root, first as string))) === "there";
  return isOurs ? "gone" : "unknown";
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Walks step by step from the root, so that no link leads out and nothing outside is looked at. */
async function lookUp(root: string, target: string): Promise<Presence> {
  const home = await realpathOf(root);
  if (home === undefined) return "unknown";
  let here = home;
  for (const step of relative(root, target).split(sep).filter(Boolean)) {
    const next = join(here, step);
    const kind = await kindOf(next);
    if (kind === "missing") return "gone";
    if (kind === "unknown") return "unknown";
    if (kind === "link") {
      const real = await realpathOf(next);
      if (real === undefined || !isWithin(home, real)) return "unknown";
      here = real;
    } else here = next;
  }
  return "there";
}

async function kindOf(path: string): Promise<"missing" | "unknown" | "link" | "other"> {
  try {
    return (await lstat(path)).isSymbolicLink() ? "link" : "other";
  } catch (error) {
    return codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR" ? "missing" : "unknown";
  }
}

/** undefined if it cannot be resolved: a dangling link, a loop, no permission. */
async function realpathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

async function commandIn(folders: readonly string[], name: string): Promise<Presence> {
  if (typeof name !== "string" || !COMMAND.test(name) || BUILT_IN.has(name) || folders.length === 0)
    return "unknown";
  const answers = await Promise.all(folders.map((folder) => isExecutable(join(folder, name))));
  return answers.includes(true) ? "there" : "gone";
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

async function dependencyIn(roots: readonly string[], name: string): Promise<Presence> {
  if (typeof name !== "string" || name === "" || name.length > 214) return "unknown";
  const known = (await Promise.all(roots.map(dependenciesOf))).flatMap((one) => one ?? []);
  if (known.length === 0) return "unknown";
  return known.some((names) => names.has(name.toLowerCase())) ? "there" : "gone";
}

/** The dependencies in each manifest directly in the root. */
async function dependenciesOf(root: string): Promise<readonly ReadonlySet<string>[]> {
  const read = MANIFESTS.map(async (manifest) => {
    const text = await textOf(root, join(root, manifest));
    const names = text === undefined ? undefined : dependenciesIn(manifest, text);
    return names === undefined ? [] : [names];
  });
  return (await Promise.all(read)).flat();
}

async function textOf(root: string, path: string): Promise<string | undefined> {
  if ((await lookUp(root, path)) !== "there") return undefined;
  try {
    const { size, isFile } = await fileInfo(path);
    return isFile && size <= MAX_MANIFEST_BYTES ? await readFile(path, "utf8") : undefined;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined; // Removed in the meantime, or not readable.
  }
}

async function fileInfo(path: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(path);
  return { size: found.size, isFile: found.isFile() };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
