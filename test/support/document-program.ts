// The programs of a page of documentation: its `js` blocks, run one after the other, with what each prints.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import * as library from "../../src/index.ts";
import * as testing from "../../src/testing.ts";

export interface ShownBlock {
  readonly program: string;
  /** The block without a language right behind it: what the page says that the program prints. */
  readonly shown: string | undefined;
}

/** The `js` blocks of a page. */
export function blocksOf(page: string): readonly ShownBlock[] {
  return [...page.matchAll(/^```js\n(.*?)^```$(?:\n\n^```\n(.*?)^```$)?/gms)].map(
    ([, program = "", shown]) => ({
      program,
      shown,
    }),
  );
}

/** Runs the blocks as one program, in a folder of its own. Returns what each block printed. */
export async function printedBy(blocks: readonly ShownBlock[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "tideline-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const printed: string[][] = blocks.map(() => []);
  let at = 0;
  const console = { log: (...all: readonly unknown[]) => printed[at]?.push(all.map(asPrinted).join(" ")) };
  const next = () => void at++;
  const body = blocks.map(({ program }) => placed(program, folder)).join("\nnext();\n");
  await new Function("modules", "console", "next", `return (async () => { ${body} })();`)(
    MODULES,
    console,
    next,
  );
  return printed.map((lines) => lines.map((line) => `${line}\n`).join(""));
}

const MODULES: Readonly<Record<string, unknown>> = {
  "brigade-tideline": library,
  "brigade-tideline/testing": testing,
  "node:assert/strict": { default: (await import("node:assert/strict")).default },
  "node:fs": await import("node:fs"),
};

/** Imports become look-ups, and paths beside the program become paths in the folder. */
function placed(program: string, folder: string): string {
  return program
    .replace(/^import (\{[^}]*\}) from "([^"]+)";$/gm, 'const $1 = modules["$2"];')
    .replace(/^import (\w+) from "([^"]+)";$/gm, 'const { default: $1 } = modules["$2"];')
    .replace(/"\.\/([\w.]+)"/g, (_, path: string) => JSON.stringify(join(folder, path)));
}

/** As Node prints it on one line. */
function asPrinted(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
