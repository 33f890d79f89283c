/** Is it said why a block for a prompt is empty? */
import { expect, test } from "vitest";
import { ask, newServer, openWorkspace, startServer, TEA } from "../support/serve.ts";

test("a block that has no room for what is known says so; one about nothing does not", async () => {
  const { server } = await newServer();
  await ask(server, "POST", "/v1/memories", { body: TEA });
  const block = async (query: string, maxChars: number) =>
    (await ask(server, "POST", "/v1/context", { body: { query, maxChars } })).body;
  expect(await block("green tea", 800)).toMatchObject({ text: expect.stringContaining("green tea") });
  expect(await block("green tea", 800)).not.toHaveProperty("note");
  expect(await block("green tea", 10)).toEqual({
    text: "",
    chars: 0,
    note: expect.stringContaining("does not fit"),
  });
  expect(await block("zeppelin", 10)).toEqual({ text: "", chars: 0 });
});

test("a block is not called too small for what the host's scan keeps out of it", async () => {
  let isFlagged = false;
  const workspace = openWorkspace("flagged", { threatScan: { scan: () => isFlagged } });
  const server = await startServer(workspace);
  await ask(server, "POST", "/v1/memories", { body: TEA });
  isFlagged = true;
  const block = await ask(server, "POST", "/v1/context", { body: { query: "green tea", maxChars: 10 } });
  expect(block.body).toEqual({ text: "", chars: 0 });
});
