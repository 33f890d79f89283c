/** How does a surface treat credentials, and who says so? */
import { existsSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { childPath } from "../support/child.ts";
import { ask, cli, cliJson, newServer, openWorkspace, startServer, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const PASSWORD = "The wifi password is gr33nC4noe.";
const alone = { isAttended: false };

test("the server refuses a credential with a code of its own, and takes no option with the request", async () => {
  const { server } = await newServer();
  const answer = await ask(server, "POST", "/v1/memories", { body: { content: PASSWORD } });
  expect([answer.status, answer.body.code]).toEqual([403, "secret-refused"]);
  expect(answer.text).toContain("a password");
  expect(answer.text).not.toContain("gr33n");
  const asked = await ask(server, "POST", "/v1/memories", { body: { content: PASSWORD, secrets: "allow" } });
  expect([asked.status, asked.body.code]).toEqual([400, "invalid-argument"]);
});

test("an agent's credential is refused, too", async () => {
  const { server, workspace } = await newServer();
  const token = await tokenFor(workspace, "agent");
  const answer = await ask(server, "POST", "/v1/memories", { body: { content: PASSWORD }, token });
  expect(answer.body.code).toBe("secret-refused");
});

test("a token's name holds none", async () => {
  const { server } = await newServer();
  const made = await ask(server, "POST", "/v1/tokens", { body: { name: PASSWORD, role: "agent" } });
  expect([made.status, made.body.code]).toEqual([400, "invalid-argument"]);
  expect(made.text).not.toContain("gr33n");
  expect((await ask(server, "GET", "/v1/tokens")).text).not.toContain("gr33n");
});

test("a server that marks credentials stores one, lists it, and keeps it out of blocks", async () => {
  const server = await startServer(openWorkspace("secrets", { secrets: "mark" }));
  const stored = await ask(server, "POST", "/v1/memories", { body: { content: PASSWORD } });
  expect([stored.status, stored.body.note]).toEqual([200, expect.stringContaining("holds a credential")]);
  const { text } = await ask(server, "GET", "/v1/review");
  expect(text).toContain('"reason":"secret"');
  const block = await ask(server, "POST", "/v1/context", { body: { query: "wifi password" } });
  expect(block.text).toContain("1 withheld: holds a credential");
  expect(block.text).not.toContain("gr33n");
});

test("a person at a terminal chooses what a workspace does, and nobody else", async () => {
  const dir = newWorkspace("secrets");
  const refused = await cli(dir, ["add", PASSWORD]);
  expect([refused.code, refused.out]).toEqual([3, ""]);
  expect(refused.err).toContain("tideline config secrets mark");
  const unattended = await cli(dir, ["config", "secrets", "allow"], alone);
  expect([unattended.code, unattended.err]).toEqual([3, expect.stringContaining("person at a terminal")]);
  expect((await cli(dir, ["config", "secrets", "mark"])).out).toContain("left out of context blocks");
  expect(await cliJson(dir, ["config", "secrets"], alone)).toEqual({ secrets: "mark" });
  expect((await cli(dir, ["add", PASSWORD])).code).toBe(0);
  const memory = Tideline.open(dir);
  expect(memory.review().map(({ review }) => review)).toEqual(["secret"]);
  memory.close();
});

test("the way to let a credential in is one that the surface has, and names the folder of the command", async () => {
  const dir = newWorkspace("secrets");
  const here = `tideline --dir ${dir} config secrets mark`;
  const one = await cli(dir, ["add", PASSWORD, "--dir", dir]);
  expect(one.err).toContain(here);
  expect(one.err).not.toContain("open the workspace with");
  const input = JSON.stringify({ content: PASSWORD });
  const many = await cli(dir, ["add-many", "--dir", dir], { input });
  expect([many.code, many.out]).toEqual([3, expect.stringContaining(here)]);
  expect((await cli(dir, ["config", "secrets", "mark"])).out).toContain("after a restart");
});

test("a server tells nobody a path, and says that the owner can allow it", async () => {
  const { server, workspace } = await newServer();
  const token = await tokenFor(workspace, "agent");
  const body = { content: PASSWORD };
  const one = await ask(server, "POST", "/v1/memories", { body, token });
  const many = await ask(server, "POST", "/v1/memories/batch", { body: { facts: [body] }, token });
  for (const { text } of [one, many]) {
    expect(text).toContain("the owner can allow it, at a terminal: tideline config secrets mark");
    expect(text).not.toContain("open the workspace");
    expect(text).not.toContain(workspace.place);
  }
});

test("an import that leaves credentials out names commands that bring them in", async () => {
  const from = newWorkspace("secrets");
  await cli(from, ["config", "secrets", "mark"]);
  await cli(from, ["add", PASSWORD]);
  const { out: backup } = await cli(from, ["export"]);
  const dir = newWorkspace("secrets");
  const left = await cli(dir, ["import"], { input: backup });
  const [set, load] = [
    /tideline --dir <new folder> (config secrets mark)/,
    /tideline --dir <new folder> (import)/,
  ];
  const words = [set, load].map((one) => (one.exec(left.out)?.[1] ?? "").split(" "));
  const fresh = newWorkspace("secrets");
  expect((await cli(fresh, words[0] ?? [])).code).toBe(0);
  expect((await cli(fresh, words[1] ?? [], { input: backup })).out).toContain("Imported 1 fact ");
  const again = await cli(fresh, ["import"], { input: backup });
  expect(again.err).toContain("tideline --dir <new folder> import <file>");
});

test("a value of another setting is refused", async () => {
  const dir = newWorkspace("secrets");
  for (const words of [
    ["voice", "allow"],
    ["secrets", "owner"],
    ["secrets", "never"],
  ])
    expect((await cli(dir, ["config", ...words])).code).toBe(2);
  const { err } = await cli(dir, ["config", "secrets", "bogus"]);
  expect(err).toContain("secrets must be refuse or mark or allow");
  expect(err).not.toMatch(/agent|owner/);
  expect((await cli(dir, ["serve", "--secrets", "never"])).code).toBe(2);
});

test("without a terminal, a server takes no more than the workspace does", async () => {
  const dir = newWorkspace("secrets");
  const started = async (secrets: string, given: Parameters<typeof cli>[2]) => {
    const words = ["serve", "--port", "0", "--no-upkeep", "--secrets", secrets];
    const { code, err } = await cli(dir, words, given);
    return [code, err];
  };
  const refused = [3, expect.stringContaining("tideline config secrets allow")];
  expect(await started("allow", alone)).toEqual(refused);
  expect(existsSync(dir)).toBe(false);
  await cli(dir, ["config", "secrets", "mark"]);
  expect(await started("allow", alone)).toEqual(refused);
  for (const [secrets, given] of [
    ["refuse", alone],
    ["mark", alone],
    ["allow", {}],
  ] as const)
    expect((await started(secrets, given))[0]).toBe(0);
});

test("a client's name that holds a key is not stored", async () => {
  const { server, workspace } = await newServer();
  const name = ["sk", "proj", "Zk3vQ9xLmT7bW2nR5cJ8hY4dF6gP1sA0"].join("-");
  const client = new Client({ name, version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  onTestFinished(() => client.close());
  await client.callTool({ name: "write_memory", arguments: { content: "Ben likes green tea." } });
  const [stored] = await workspace.memory("owner").list();
  expect(stored?.writer).toMatchObject({ surface: "mcp", client: "unnamed" });
});

test("an editor's command line takes no more than the workspace does", async () => {
  const dir = newWorkspace("secrets");
  const client = new Client({ name: "test", version: "1" });
  const args = [childPath("tideline"), "mcp", "--dir", dir, "--secrets", "allow"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  onTestFinished(() => client.close());
  const write = async () =>
    JSON.stringify(await client.callTool({ name: "write_memory", arguments: { content: PASSWORD } }));
  expect(await write()).toContain("tideline config secrets allow");
  expect(existsSync(dir)).toBe(false);
  await cli(dir, ["config", "secrets", "allow"]);
  expect(await write()).not.toContain("isError");
});
