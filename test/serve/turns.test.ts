/** What can somebody with a token of a lower voice do with turns of conversations? */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Caller } from "../../src/serve/caller.ts";
import { observe } from "../../src/serve/operations/converse.ts";
import { runOperation } from "../../src/serve/run.ts";
import { openWorkspace } from "../support/serve.ts";

const AGENT: Caller = {
  ...{ role: "agent", origin: "owner", voice: "agent", name: "t1", surface: "http", token: "t1" },
};

describe("a dry run of observe", () => {
  afterEach(() => void vi.useRealTimers());

  test("leaves nothing behind that works on after its answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const workspace = openWorkspace("turns");
    const turns = [{ session: "s", role: "user", content: "I live in Bern." }];
    await runOperation(workspace, AGENT, observe, { turns }, { dryRun: true });
    expect(vi.getTimerCount()).toBe(0);
    await runOperation(workspace, AGENT, observe, { turns });
    expect(vi.getTimerCount()).toBe(1);
  });
});
