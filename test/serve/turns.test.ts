/** What can somebody with a token of a lower voice do with turns of conversations? */
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Caller, speakerOf } from "../../src/serve/caller.ts";
import { observe } from "../../src/serve/operations/converse.ts";
import { runOperation } from "../../src/serve/run.ts";
import { ask, newServer, openWorkspace, tokenFor } from "../support/serve.ts";

const AGENT: Caller = {
  ...{ role: "agent", origin: "owner", voice: "agent", name: "t1", surface: "http", token: "t1" },
};

describe("a dry run of observe", () => {
  afterEach(() => void vi.useRealTimers());

  test("leaves nothing behind that works on after its answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const workspace = openWorkspace("turns");
    const turns = [{ session: "s", role: "user", content: "I live in Bern." }];
    // What another process has left is looked at after a while; that is all that waits.
    workspace.memory("owner");
    const before = vi.getTimerCount();
    await runOperation(workspace, AGENT, observe, { turns }, { dryRun: true });
    expect(vi.getTimerCount()).toBe(before);
  });
});

test("a reader sees the words that a fact quotes, and nothing else of the turn", async () => {
  const { workspace, server } = await newServer();
  const owner = await tokenFor(workspace, "owner", "owner");
  const reader = await tokenFor(workspace, "reader", "owner");
  const memory = workspace.memory("owner");
  await memory.observe({ session: "s", role: "user", content: "I live in Bern. I have two cats." });
  await memory.distil();
  const [bern, cats] = await memory.list();
  await memory.archive(cats?.id ?? "");
  const path = `/v1/memories/${bern?.id}/inspect`;
  const [full, brief] = [
    await ask(server, "GET", path, { token: owner }),
    await ask(server, "GET", path, { token: reader }),
  ];
  expect(full.text).toContain("two cats");
  expect(brief.body).toMatchObject({ turns: [{ quote: "I live in Bern." }] });
  expect(brief.text).not.toContain("cats");
});

test("an agent fills the inbox neither for the owner nor for another agent", async () => {
  const workspace = openWorkspace("turns");
  const turns = Array.from({ length: 1_000 }, (_, i) => ({
    ...({ session: "s", role: "user" } as const),
    content: `The train number ${i} is late.`,
  }));
  const flood = workspace.memory("owner", speakerOf(AGENT));
  await flood.observeMany(turns);
  await flood.observeMany(turns);
  await expect(flood.observeMany(turns)).rejects.toThrow(/2000 turns of this caller wait.*limit is 2500/);
  const other = workspace.memory("owner", speakerOf({ ...AGENT, name: "t2", token: "t2" }));
  await other.observeMany(turns);
  await other.observeMany(turns);
  const owner = workspace.memory("owner");
  for (let i = 0; i < 4; i++) await owner.observeMany(turns);
  expect((await owner.inbox()).waiting).toBe(8_000);
  await expect(flood.observeMany(turns)).rejects.toThrow(/2000 turns of this caller wait/);
});
