/** Do the README's programs print what it says? */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Tideline } from "../src/index.ts";
import { newWorkspace } from "./support/workspace.ts";

const TEXT = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const PROGRAMS = [...TEXT.matchAll(/^```js\n(.*?)^```$/gms)].map(([, program = ""]) => program);

/** Runs a program of the README in a folder of its own; `before` comes first. */
async function printed(program: string, before = ""): Promise<string> {
  const lines: string[] = [];
  const console = { log: (...all: readonly unknown[]) => lines.push(all.join(" ")) };
  const body = `${before}${program.replace(/^import .*$/gm, "")}`;
  const run = new Function("Tideline", "console", `return (async () => { ${body} })();`);
  const folder = newWorkspace("readme");
  await run({ open: () => Tideline.open(folder) }, console);
  return `${lines.join("\n")}\n`;
}

test("the first one finds what it shows", async () => {
  const [first = ""] = PROGRAMS;
  const [, output] = /^```\n(.*?)^```$/ms.exec(TEXT.slice(TEXT.indexOf(first) + first.length + 3)) ?? [];
  expect(await printed(`${first}; memory.close();`)).toBe(output);
});

test("the one about conversations draws the fact that it names", async () => {
  const about = PROGRAMS.find((program) => program.includes("memory.observe(")) ?? "";
  const [, said] = /content;\s*\/\/ "(.*)"/.exec(about) ?? [];
  const program = about.replace(/^(memory\.recall\(.*?content);/m, "console.log($1);");
  const before = 'const memory = Tideline.open("./memory"); ';
  expect(await printed(`${program}; memory.close();`, before)).toBe(`${said}\n`);
});
