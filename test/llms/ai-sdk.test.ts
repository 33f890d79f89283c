/** Does any language model of the AI SDK work, by its shape, with the bounds of the other adapters? */
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { type AiSdkModel, fromAiSdk, type LlmRequest } from "../../src/index.ts";
import { errorOf } from "../support/errors.ts";

const KEY = "sk-secret-0123456789abcdef";
const REQUEST: LlmRequest = {
  system: "Note what matters.",
  messages: [
    { role: "user", text: "I moved." },
    { role: "assistant", text: "no" },
    { role: "user", text: "Again." },
  ],
  schema: { type: "object" },
  maxTokens: 300,
};

type Generate = (options: Record<string, unknown>) => unknown;

function modelOf(generate: Generate, version = "v2"): AiSdkModel {
  const made = { specificationVersion: version, provider: "acme", modelId: "tiny", key: KEY };
  return { ...made, doGenerate: async (options: never) => generate(options) };
}

const result = (text: string, more: object = {}) => ({
  content: [
    { type: "reasoning", text: "hm" },
    { type: "text", text },
  ],
  finishReason: "stop",
  usage: { inputTokens: 50, outputTokens: 5, totalTokens: 55 },
  warnings: [],
  ...more,
});

/** As the SDK's providers throw it. */
const failure = (fields: object) =>
  Object.assign(new Error(`Failed with ${KEY}: I moved.`), { requestBodyValues: REQUEST, ...fields });

const asking = (model: AiSdkModel, options: object = {}, request: object = {}) =>
  fromAiSdk(model, { sleep: async () => undefined, ...options }).complete({ ...REQUEST, ...request });

describe("a model of the AI SDK", () => {
  test("of v2 is asked with prompt, schema and limit", async () => {
    const seen: Record<string, unknown>[] = [];
    const model = modelOf((options) => {
      seen.push(options);
      return result('{"facts":[]}');
    });
    expect(fromAiSdk(model).model).toBe("acme:tiny");
    const reply = await asking(model);
    expect(reply.json).toEqual({ facts: [] });
    expect(reply.usage).toEqual({ inputTokens: 50, outputTokens: 5 });
    expect(seen[0]).toMatchObject({
      prompt: [
        { role: "system", content: "Note what matters." },
        { role: "user", content: [{ type: "text", text: "I moved." }] },
        { role: "assistant", content: [{ type: "text", text: "no" }] },
        { role: "user" },
      ],
      maxOutputTokens: 300,
      responseFormat: { type: "json", schema: REQUEST.schema },
      abortSignal: expect.any(AbortSignal),
    });
  });

  test.each(["v3", "v4"])("of %s gives its reason and usage as objects", async (version) => {
    const more = (unified: string) => ({
      finishReason: { unified, raw: unified },
      usage: { inputTokens: { total: 60, cacheRead: 9 }, outputTokens: { total: 6 } },
    });
    const reply = await asking(modelOf(() => result("{", more("length")), version));
    expect(reply).toMatchObject({
      text: "{",
      stopped: "length",
      usage: { inputTokens: 60, outputTokens: 6 },
    });
    const refused = await asking(modelOf(() => result("", more("content-filter")), version));
    expect(refused.stopped).toBe("refused");
  });

  test("is asked again after a failure that may pass, as late as it says", async () => {
    const slept: number[] = [];
    const failures = [
      failure({ statusCode: 429, isRetryable: true, responseHeaders: { "retry-after": "7" } }),
      failure({ statusCode: 500, isRetryable: true }),
      new TypeError("fetch failed"),
    ];
    const model = modelOf(() => {
      const next = failures.shift();
      if (next !== undefined) throw next;
      return result("{}");
    });
    const sleep = async (ms: number) => void slept.push(ms);
    expect((await asking(model, { sleep })).json).toEqual({});
    expect(slept).toEqual([7000, 1000, 2000]);
  });

  test("that refuses is not asked again, and no error holds a key or a text", async () => {
    let calls = 0;
    const refusing = (fields: object) =>
      modelOf(() => {
        calls++;
        throw failure(fields);
      });
    const error = await errorOf(asking(refusing({ statusCode: 401, isRetryable: false })));
    expect(error).toMatchObject({ code: "service-refused", message: expect.stringContaining("401") });
    expect(await errorOf(asking(refusing({ statusCode: 413 })))).toMatchObject({ code: "request-too-large" });
    expect(await errorOf(asking(refusing({})))).toMatchObject({ code: "service-refused" });
    expect(calls).toBe(3);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/sk-|I moved/);
  });

  test("that hangs is timed out, also if it does not heed the signal; the caller can end it at once", async () => {
    const hanging = modelOf(() => new Promise(() => undefined));
    expect(await errorOf(asking(hanging, { timeoutMs: 10, retries: 1 }))).toMatchObject({
      code: "service-unavailable",
      message: expect.stringMatching(/within 10 ms.*2 times/),
    });
    const caller = new AbortController();
    const called = modelOf(() => {
      caller.abort();
      return new Promise(() => undefined);
    });
    expect(await errorOf(asking(called, {}, { signal: caller.signal }))).toMatchObject({ code: "aborted" });
  });

  test("that answers nonsense or without end is refused", async () => {
    expect(await errorOf(asking(modelOf(() => undefined)))).toMatchObject({ code: "service-reply" });
    const endless = modelOf(() => result("x".repeat(200_000)));
    expect(await errorOf(asking(endless))).toMatchObject({
      code: "service-reply",
      message: expect.stringContaining("more than"),
    });
  });

  test("must be a model, of a specification that is known", () => {
    for (const [bad, message] of [
      ["openai/gpt-5", /not enough/],
      [undefined, /doGenerate/],
      [{ modelId: "x" }, /doGenerate/],
      [modelOf(() => undefined, "v1"), /"v1".*v2, v3, v4/],
    ] as const)
      expect(() => fromAiSdk(bad as never)).toThrow(message);
    expect(() =>
      fromAiSdk(
        modelOf(() => undefined),
        { colour: 1 } as never,
      ),
    ).toThrow(/colour/);
  });

  test("does not show its key when the adapter is printed", () => {
    expect(inspect(fromAiSdk(modelOf(() => undefined)), { depth: 9 })).not.toContain(KEY);
  });
});
