/** Can the owner choose a language model for a workspace, and nobody else? */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Workspace } from "../../src/serve/workspace.ts";
import { cli, cliJson } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const alone = { isAttended: false };

describe("tideline config llm", () => {
  test("is off until one is chosen, and shown with the other settings", async () => {
    const dir = newWorkspace("llm");
    await cli(dir, ["add", "I eat at the cafe."]);
    expect(await cliJson(dir, ["config", "llm"])).toEqual({ llm: "off" });
    expect((await cli(dir, ["config"])).out).toContain("llm: off");
    const chosen = await cli(dir, ["config", "llm", "anthropic:claude-haiku-4-5"]);
    expect([chosen.code, chosen.out]).toEqual([0, expect.stringContaining("conversations is sent to it")]);
    expect(await cliJson(dir, ["config"])).toMatchObject({
      llm: { provider: "anthropic", model: "claude-haiku-4-5", from: "workspace" },
    });
    expect((await cli(dir, ["config", "llm", "off"])).out).toContain("llm: off");
  });

  test("takes an address, and a file of this machine", async () => {
    const dir = newWorkspace("llm");
    const there = ["openai:qwen3:8b", "--base-url", "http://localhost:11434/v1"];
    expect((await cli(dir, ["config", "llm", ...there])).out).toContain("at http://localhost:11434/v1");
    const workspace = Workspace.open(dir);
    expect(workspace.llm?.model).toBe("openai:qwen3:8b");
    await workspace.close();
    expect((await cli(dir, ["config", "llm", "local:/models/tiny.gguf"])).out).toContain("on this machine");
  });

  test("is changed at a terminal only: an agent's shell does not send conversations elsewhere", async () => {
    const dir = newWorkspace("llm");
    await cli(dir, ["add", "I eat at the cafe."]);
    await cli(dir, ["config", "voice", "owner"]);
    const refused = await cli(dir, ["config", "llm", "openai:x", "--base-url", "https://example.com"], alone);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("Only a person at a terminal")]);
    expect(await cliJson(dir, ["config", "llm"], alone)).toEqual({ llm: "off" });
  });

  test.each([
    [["config", "llm", "gpt"], "openai:<model>"],
    [["config", "llm", "--base-url", "http://localhost"], "--base-url goes with a model"],
    [["config", "voice", "owner", "--base-url", "http://localhost"], "for the setting llm only"],
    [["config", "llm", "openai:x", "--base-url", "http://localhost?key=1"], "address alone"],
  ])("says what is wrong: %j", async (words, message) => {
    const { code, err } = await cli(newWorkspace("llm"), words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("keeps no key: not one that was given in the wrong place", async () => {
    const dir = newWorkspace("llm");
    await cli(dir, ["config", "llm", "openai:gpt-4.1-mini"]);
    await cli(dir, ["config", "llm", "sk-secret-0123456789abcdef"]);
    const key = ["sk", "proj", "Zk3vQ9xLmT7bW2nR5cJ8hY4dF6gP1sA0"].join("-");
    for (const args of [
      [`openai:${key}`],
      [`local:/models/${key}`],
      ["openai:gpt-4.1-mini", "--base-url", `http://localhost:11434/${key}`],
    ]) {
      const { code, out, err } = await cli(dir, ["config", "llm", ...args]);
      expect([code, out, err]).toEqual([2, "", expect.stringContaining("TIDELINE_LLM_API_KEY")]);
      expect(err).not.toContain(key);
    }
    const stored = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
    expect(stored.join("")).toContain("gpt-4.1-mini");
    expect(stored.join("")).not.toMatch(/sk-secret|sk-proj/);
  });
});
