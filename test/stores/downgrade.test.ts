/**
 * What does an older Tideline do with a workspace of this one? It is built here: this source, with an older number or
 * without an event that is known today.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { FOR_NODE } from "../../scripts/programs.mjs";
import { ROOT } from "../../scripts/run.mjs";
import { Tideline } from "../../src/index.ts";
import { newWorkspace } from "../support/workspace.ts";

type Engine = { readonly Tideline: typeof Tideline };

// Inside the project, so that what is not bundled is found.
const BUILT = join(ROOT, "node_modules", ".cache", `tideline-older-${process.pid}`);
afterAll(() => rmSync(BUILT, { recursive: true, force: true }));

/** This source with one line as it was in an older version. */
async function older(name: string, file: string, from: string, to: string): Promise<Engine> {
  const outfile = join(BUILT, `${name}.mjs`);
  const replace: Plugin = {
    name,
    setup: ({ onLoad }) =>
      onLoad({ filter: new RegExp(`${file.replaceAll(".", "\\.")}$`) }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (text.split(from).length !== 2) throw new Error(`${file} does not say: ${from}`);
        return { contents: text.replace(from, to), loader: "ts" };
      }),
  };
  const { metafile } = await build({
    entryPoints: [join(ROOT, "src/index.ts")],
    outfile,
    ...FOR_NODE,
    sourcemap: false,
    metafile: true,
    plugins: [replace],
  });
  expect(Object.keys(metafile.inputs)).toContain(file);
  return await import(pathToFileURL(outfile).href);
}

/** Every file of the workspace, with its bytes. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path).toString("base64")]),
  );
}

function newMemory(): string {
  const folder = newWorkspace("downgrade");
  const memory = Tideline.open(folder);
  const { fact } = memory.add("I keep a strict vegetarian diet.");
  memory.pin(fact.id);
  memory.close();
  return folder;
}

const NEWER = expect.objectContaining({ code: "format-newer" });

describe.each([
  [
    "a folder of a newer format",
    "src/stores/file/workspace.ts",
    "export const WORKSPACE_FORMAT = 2;",
    "export const WORKSPACE_FORMAT = 1;",
  ],
  [
    "an event that it does not know",
    "src/model/event.ts",
    "Object.keys(EVENTS) as readonly EventType[]",
    'Object.keys(EVENTS).filter((type) => type !== "pinned") as readonly EventType[]',
  ],
])("%s", (title, file, from, to) => {
  test("is refused with format-newer, nothing is changed, and the newer version goes on", async () => {
    const folder = newMemory();
    const before = filesOf(folder);
    const engine = await older(title.replaceAll(" ", "-"), file, from, to);
    expect(() => {
      const memory = engine.Tideline.open(folder);
      try {
        memory.list();
      } finally {
        memory.close();
      }
    }).toThrow(NEWER);
    expect(filesOf(folder)).toEqual(before);
    const memory = Tideline.open(folder);
    expect(memory.recall("vegetarian diet")[0]?.fact).toMatchObject({ pinned: true });
    expect(memory.verify().ok).toBe(true);
    memory.close();
  });
});

test("the older build is a working one: what it wrote, this version reads", async () => {
  const engine = await older(
    "format-1",
    "src/stores/file/workspace.ts",
    "export const WORKSPACE_FORMAT = 2;",
    "export const WORKSPACE_FORMAT = 1;",
  );
  const folder = newWorkspace("upgrade");
  const old = engine.Tideline.open(folder);
  old.add("The boiler was replaced in March.");
  old.close();
  const memory = Tideline.open(folder);
  expect(memory.recall("boiler")[0]?.fact.content).toBe("The boiler was replaced in March.");
  expect(memory.verify().ok).toBe(true);
  memory.close();
});
