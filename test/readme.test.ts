/** Do the README's programs print what it says? */
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { Tideline } from "../src/index.ts";
import { Workspace } from "../src/serve/workspace.ts";
import { startServer } from "./support/serve.ts";
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

const asObject = (value: unknown) => expect.objectContaining(value as object);
/** The README shows answers shortened: what it shows must be there, and more may be. */
function holding({ hits, ...rest }: Answer): unknown {
  return asObject({
    ...rest,
    hits: hits.map(({ fact, ...hit }) =>
      // A model's hit is flat.
      asObject(fact === undefined ? hit : { ...hit, fact: asObject(fact) }),
    ),
  });
}
interface Answer {
  readonly hits: readonly { readonly fact?: object }[];
}
/** The answers that stand behind this heading. */
function answersIn(heading: string): readonly Answer[] {
  const [section = ""] = TEXT.slice(TEXT.indexOf(`\n## ${heading}`) + 4).split("\n## ");
  return [...section.matchAll(/^```json\n(.*?)^```$/gms)]
    .map(([, text = ""]) => JSON.parse(text))
    .filter((answer) => "hits" in answer);
}

test("an editor's agent reads what it shows", async () => {
  const folder = newWorkspace("readme-mcp");
  const memory = Tideline.open(folder);
  memory.add("I keep a strict vegetarian diet.");
  memory.close();
  const workspace = Workspace.open(folder);
  onTestFinished(() => workspace.close());
  const server = await startServer(workspace);
  const client = new Client({ name: "readme", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  onTestFinished(() => client.close());
  const [, query = ""] = /calls `recall_memory` with `(\{.*?\})`/.exec(TEXT) ?? [];
  const result = await client.callTool({ name: "recall_memory", arguments: JSON.parse(query) });
  const [shown] = answersIn("In an editor (MCP)");
  expect(result.structuredContent).toEqual(holding(shown as Answer));
});

test("the server answers what it shows", async () => {
  const workspace = Workspace.open(newWorkspace("readme-http"));
  onTestFinished(() => workspace.close());
  const { url } = await startServer(workspace);
  const calls = [
    ...TEXT.matchAll(
      /^curl -s http:\/\/127\.0\.0\.1:4505(\S+) -H 'content-type: application\/json' -d '(.*)'$/gm,
    ),
  ];
  let answer: unknown;
  for (const [, path = "", body = ""] of calls) {
    const headers = { "content-type": "application/json" };
    answer = await (await fetch(`${url}${path}`, { method: "POST", headers, body })).json();
  }
  const [shown] = answersIn("As a server");
  expect(calls).toHaveLength(2);
  expect(answer).toEqual(holding(shown as Answer));
});
