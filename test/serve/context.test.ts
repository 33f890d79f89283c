/** Is it said why a block for a prompt is empty? */
import { describe, expect, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { DAY, FakeClock } from "../support/memory.ts";
import { ask, cli, idOf, newServer, openWorkspace, startServer, TEA, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

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

describe("what has faded", () => {
  const ASKED = { query: "When was the boiler serviced?" };

  async function faded() {
    const clock = new FakeClock();
    const workspace = openWorkspace("faded", { clock });
    const server = await startServer(workspace);
    const say = async (content: string) =>
      idOf(await ask(server, "POST", "/v1/memories", { body: { content } }));
    await say("I am allergic to peanuts.");
    const id = await say("The boiler was serviced on 30 July.");
    return { clock, workspace, server, id };
  }

  test("is told to the owner beside a block that has a profile, and to nobody else", async () => {
    const { clock, workspace, server } = await faded();
    clock.pass(60 * DAY);
    await ask(server, "POST", "/v1/passes/sweep", { body: {} });
    const note = "Nothing is known about that now. 1 archived fact matches.";
    const block = async (token?: string) =>
      (await ask(server, "POST", "/v1/context", { body: ASKED, ...(token === undefined ? {} : { token }) }))
        .body as unknown as { text: string; note?: string };
    const own = await block();
    expect(own.note).toBe(note);
    expect(own.text).toContain("peanuts");
    expect(own.text).not.toMatch(/boiler|archived/);
    const tokens = await Promise.all(
      (["owner", "agent", "reader"] as const).map((role) => tokenFor(workspace, role)),
    );
    const notes = await Promise.all(tokens.map(async (token) => (await block(token)).note));
    expect(notes).toEqual([note, undefined, undefined]);
  });

  test("is told at the terminal, and not in what goes into the prompt", async () => {
    const dir = newWorkspace("faded-cli");
    const clock = new FakeClock();
    const memory = Tideline.open(dir, { clock });
    memory.add("I am allergic to peanuts.");
    memory.add("The boiler was serviced on 30 July.");
    clock.pass(60 * DAY);
    await memory.sweep();
    memory.close();
    const { out, err } = await cli(dir, ["context", ASKED.query]);
    expect(out).toContain("peanuts");
    expect(out).not.toContain("archived");
    expect(err).toContain("1 archived fact matches");
  });

  test("a reader's questions keep nothing in use", async () => {
    const daysFor = async (role: "agent" | "reader") => {
      const { workspace, server, id } = await faded();
      const token = await tokenFor(workspace, role);
      await ask(server, "POST", "/v1/context", { body: ASKED, token });
      await ask(server, "POST", "/v1/memories/search", { body: { ...ASKED, passive: true }, token });
      return (await workspace.memory("owner").inspect(id)).shown?.days;
    };
    expect(await daysFor("agent")).toHaveLength(1);
    expect(await daysFor("reader")).toBeUndefined();
  });
});
