/** Who brings a file of another memory in over HTTP, and who vouches for it? */
import { expect, test } from "vitest";
import { ask, newServer, tokenFor } from "../support/serve.ts";

async function scene() {
  const { server, workspace } = await newServer();
  const tokens = {
    owner: await tokenFor(workspace, "owner"),
    manager: await tokenFor(workspace, "owner", "owner", "agent"),
    agent: await tokenFor(workspace, "agent"),
    reader: await tokenFor(workspace, "reader"),
  };
  const bring = (who: keyof typeof tokens, body: object, query = "") =>
    ask(server, "POST", `/v1/import${query}`, { token: tokens[who], body });
  const facts = async () =>
    (await ask(server, "GET", "/v1/memories", { token: tokens.owner })).body.facts as unknown as object[];
  return { bring, facts };
}

const FILE = { from: "chatgpt", text: "- I keep bees.\n" };

test("the owner does, and agents and readers do not", async () => {
  const { bring, facts } = await scene();
  for (const who of ["agent", "reader"] as const) expect((await bring(who, FILE)).status).toBe(403);
  expect(await facts()).toEqual([]);
  expect(await bring("owner", FILE)).toMatchObject({ status: 200, body: { counts: { added: 1 } } });
  expect(await facts()).toMatchObject([{ content: "I keep bees.", authority: 1, source: "import" }]);
});

test("the owner vouches with the digest of a dry run, and an owner's agent does not", async () => {
  const { bring, facts } = await scene();
  const dry = await bring("owner", { ...FILE, vouch: true }, "?dryRun=true");
  expect(dry).toMatchObject({ status: 200, body: { dryRun: true, result: { vouched: 1 } } });
  expect(await facts()).toEqual([]);
  const { digest } = (dry.body as unknown as { result: { digest: string } }).result;
  expect((await bring("owner", { ...FILE, vouch: true })).status).toBe(400);
  expect((await bring("manager", { ...FILE, vouch: true, seen: digest })).status).toBe(403);
  expect((await bring("owner", { ...FILE, vouch: true, seen: digest })).status).toBe(200);
  expect(await facts()).toMatchObject([{ content: "I keep bees.", authority: 3 }]);
});

test("what is no such file is refused with a code", async () => {
  const { bring } = await scene();
  expect((await bring("owner", { ...FILE, from: "word" })).status).toBe(400);
  expect((await bring("owner", { text: "x", vouch: true })).status).toBe(400);
  expect(await bring("owner", { text: "x", from: "tideline" })).toMatchObject({ status: 409 });
});
