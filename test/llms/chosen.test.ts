/** Which model is asked, and where does its key go? By code, environment and setting. */
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { boundedLlm } from "../../src/llms/bounded.ts";
import { chosenLlm, effectiveLlm, parseLlmChoice, readyLlm } from "../../src/llms/chosen.ts";
import { errorOf } from "../support/errors.ts";
import { FakeLlm } from "../support/llm.ts";
import { LlmServer, OPENAI } from "../support/llm-server.ts";

const KEY = "sk-secret-0123456789abcdef";
const ASK = { system: "s", messages: [{ role: "user" as const, text: "u" }], maxTokens: 9 };

describe("the name of a model", () => {
  test.each([
    ["openai:gpt-4.1-mini", undefined, { provider: "openai", model: "gpt-4.1-mini" }],
    [
      "openai:qwen3:8b",
      "http://localhost:11434/v1/",
      { provider: "openai", model: "qwen3:8b", baseUrl: "http://localhost:11434/v1" },
    ],
    ["anthropic:claude-haiku-4-5", undefined, { provider: "anthropic", model: "claude-haiku-4-5" }],
    ["local:/models/tiny.gguf", undefined, { provider: "local", model: "/models/tiny.gguf" }],
    ["off", undefined, undefined],
  ])("%s", (text, baseUrl, choice) => {
    expect(parseLlmChoice(text, baseUrl, "llm")).toEqual(choice);
  });

  test.each([
    [KEY, undefined],
    ["gpt-4.1-mini", undefined],
    ["openai:", undefined],
    ["azure:gpt", undefined],
    [`openai:${"x".repeat(300)}`, undefined],
    ["openai:x", "ftp://host"],
    ["openai:x", "https://user:pass@host/v1"],
    ["openai:x", `https://host/v1?key=${KEY}`],
    ["local:/x.gguf", "http://host"],
  ])("is refused, and what may be a key is not repeated: %s %s", (text, baseUrl) => {
    const parse = () => parseLlmChoice(text, baseUrl, "llm");
    expect(parse).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    expect(parse).not.toThrow(/sk-secret|pass@/);
  });

  test("in the environment comes before the workspace's; off there means none", () => {
    const stored = { provider: "anthropic", model: "a" } as const;
    expect(effectiveLlm(stored, {})).toEqual({ choice: stored, from: "workspace" });
    expect(effectiveLlm(stored, { TIDELINE_LLM: "off" })).toEqual({ choice: undefined, from: "environment" });
    const env = { TIDELINE_LLM: "openai:x", TIDELINE_LLM_BASE_URL: "http://localhost:1/v1" };
    expect(effectiveLlm(stored, env).choice).toMatchObject({ model: "x", baseUrl: "http://localhost:1/v1" });
    expect(effectiveLlm(stored, { ...env, TIDELINE_LLM: "local:/x" }).choice).toMatchObject({ model: "/x" });
  });
});

describe("a key", () => {
  let server: LlmServer;
  beforeEach(async () => {
    server = await LlmServer.start(OPENAI);
  });
  afterEach(() => server.stop());

  async function keySent(env: Record<string, string>): Promise<string | undefined> {
    const stored = { provider: "openai", model: "tiny", baseUrl: server.baseUrl } as const;
    await chosenLlm(stored, env)?.complete(ASK);
    return server.requests.at(-1)?.headers.authorization;
  }

  test("never goes to an address that only the workspace names", async () => {
    expect(await keySent({ TIDELINE_LLM_API_KEY: KEY, OPENAI_API_KEY: KEY })).toBeUndefined();
    const elsewhere = { TIDELINE_LLM_BASE_URL: "https://example.com/v1" };
    expect(await keySent({ TIDELINE_LLM_API_KEY: KEY, ...elsewhere })).toBeUndefined();
  });

  test("goes to the address beside it in the environment; the provider's own key does not", async () => {
    const beside = { TIDELINE_LLM_BASE_URL: server.baseUrl };
    expect(await keySent({ ...beside, TIDELINE_LLM_API_KEY: KEY })).toBe(`Bearer ${KEY}`);
    expect(await keySent({ ...beside, OPENAI_API_KEY: KEY })).toBeUndefined();
  });

  test("is in no printed adapter", async () => {
    const env = {
      TIDELINE_LLM_API_KEY: KEY,
      TIDELINE_LLM_BASE_URL: server.baseUrl,
      TIDELINE_LLM_STREAM: "1",
    };
    const llm = chosenLlm({ provider: "openai", model: "tiny", baseUrl: server.baseUrl }, env);
    await llm?.complete(ASK);
    expect(server.requests[0]?.body.stream).toBe(true);
    expect(inspect(llm, { depth: 9, showHidden: true })).not.toContain(KEY);
  });
});

describe("a choice that cannot be", () => {
  test("stops nobody who asks no model; whoever asks is told", async () => {
    const llm = chosenLlm(undefined, { TIDELINE_LLM: "gpt" });
    expect(await errorOf(llm?.complete(ASK) ?? Promise.resolve())).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("TIDELINE_LLM must be"),
    });
    const late = chosenLlm({ provider: "openai", model: "x" }, { TIDELINE_LLM_TIMEOUT_MS: "soon" });
    expect(await errorOf(late?.complete(ASK) ?? Promise.resolve())).toMatchObject({
      message: expect.stringContaining("TIDELINE_LLM_TIMEOUT_MS"),
    });
    const local = chosenLlm({ provider: "local", model: "/no.gguf" }, {});
    expect(await errorOf(local?.complete(ASK) ?? Promise.resolve())).toMatchObject({
      code: "package-missing",
    });
    await local?.close?.();
  });

  test("is refused where a program opens a memory", async () => {
    for (const llm of ["gpt", "local", 5, {}, { model: "x" }, { complete: () => undefined }]) {
      const open = () => Tideline.over(new MemoryStore(), { llm: llm as never });
      expect(open).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    }
    await expect(Tideline.connect(new MemoryStore(), { llm: "gpt" as never })).rejects.toThrow(
      "openai:<model>",
    );
    Tideline.over(new MemoryStore(), { llm: new FakeLlm() }).close();
    const memory = await Tideline.connect(new MemoryStore(), { llm: "anthropic:claude-haiku-4-5" });
    await memory.close();
    expect(readyLlm("local", { TIDELINE_LLM: "local:/models/tiny.gguf" })?.model).toBe("tiny.gguf");
    expect(readyLlm(undefined)).toBeUndefined();
  });
});

describe("a host's own adapter", () => {
  test("is asked as it stands, and what it gives back is checked", async () => {
    const llm = new FakeLlm([{ json: { facts: [] } }]);
    expect(await boundedLlm(llm).complete(ASK)).toMatchObject({
      json: { facts: [] },
      usage: { inputTokens: 100 },
    });
    for (const reply of [undefined, {}, { text: 5 }, { text: "x".repeat(5_000_000) }]) {
      const odd = boundedLlm({ model: "odd", complete: async () => reply });
      expect(await errorOf(odd.complete(ASK))).toMatchObject({ code: "service-reply" });
    }
    const negative = boundedLlm({
      model: "odd",
      complete: async () => ({ text: "", usage: { inputTokens: -1 } }),
    });
    expect((await negative.complete(ASK)).usage).toEqual({ inputTokens: undefined, outputTokens: undefined });
  });

  test("that hangs is not waited for, and the caller can end it at once", async () => {
    const hanging = { model: "slow", complete: () => new Promise(() => undefined) };
    expect(await errorOf(boundedLlm(hanging, 10).complete(ASK))).toMatchObject({
      code: "service-unavailable",
      message: expect.stringContaining("within 10 ms"),
    });
    const caller = new AbortController();
    const asked = boundedLlm(hanging).complete({ ...ASK, signal: caller.signal });
    caller.abort();
    expect(await errorOf(asked)).toMatchObject({ code: "aborted" });
  });
});
