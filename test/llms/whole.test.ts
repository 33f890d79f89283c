// What becomes of a memory when a service replies badly? Real servers on loopback, from the turn to the fact.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AnthropicLlm, MemoryStore, OpenAiLlm, Tideline } from "../../src/index.ts";
import { coded, errorOf } from "../support/errors.ts";
import { ANTHROPIC, LlmServer, OPENAI, type Wire } from "../support/llm-server.ts";
import { fails } from "../support/scripted-server.ts";

const SAID = "My sister Ella lives in Bergen.";
const REPLY = JSON.stringify({
  facts: [{ content: SAID, segment: "relationship", quotes: [{ turn: 1, text: SAID }] }],
});

let server: LlmServer;
afterEach(() => server.stop());

const KINDS: readonly (readonly [string, Wire, typeof OpenAiLlm | typeof AnthropicLlm, boolean])[] = [
  ["OpenAiLlm", OPENAI, OpenAiLlm, false],
  ["OpenAiLlm, streaming", OPENAI, OpenAiLlm, true],
  ["AnthropicLlm", ANTHROPIC, AnthropicLlm, false],
  ["AnthropicLlm, streaming", ANTHROPIC, AnthropicLlm, true],
];

describe.each(KINDS)("%s", (_name, wire, Llm, stream) => {
  beforeEach(async () => {
    server = await LlmServer.start(wire);
  });

  function remembering(): Tideline {
    const llm = new Llm({
      ...{ baseUrl: server.baseUrl, apiKey: "k", model: "tiny", stream, retries: 1, timeoutMs: 5_000 },
      sleep: async () => undefined,
    });
    const memory = Tideline.over(new MemoryStore(), { llm });
    memory.observe({ session: "s", role: "user", content: SAID });
    return memory;
  }

  test.each([
    ["with prose around it", `Here you are: ${REPLY} Bye!`, 1],
    ["in another form", '{"memories":["Ella lives in Bergen"]}', 2],
    ["that breaks off", REPLY.slice(0, -20), 2],
    ["that is a refusal", "I'm sorry, but as an AI language model I can't do that.", 2],
  ])("a reply %s", async (_how, text, calls) => {
    server.script.push(server.says(text), server.says(REPLY));
    const memory = remembering();
    const { usage } = await memory.distil();
    expect(memory.list().map(({ content, authority }) => [content, authority])).toEqual([[SAID, 2]]);
    expect([usage.calls, memory.inbox().waiting]).toEqual([calls, 0]);
  });

  test("a turn for which no reply can be used is set aside, and nothing else comes of it", async () => {
    server.always = server.says('{"memories":[]}');
    const memory = remembering();
    await memory.distil();
    expect(memory.list()).toEqual([]);
    expect(memory.inbox()).toMatchObject({
      waiting: 0,
      setAside: [{ reason: expect.stringMatching(/memories/) }],
    });
    expect(memory.verify().ok).toBe(true);
  });

  test.each([429, 500])(
    "while the service answers %s the turn waits, and it is distilled later",
    async (status) => {
      server.always = fails(status);
      const memory = remembering();
      expect(await errorOf(memory.distil())).toEqual(coded("service-unavailable"));
      expect([memory.list(), memory.inbox().waiting]).toEqual([[], 1]);
      server.always = server.says(REPLY);
      await memory.distil();
      expect([memory.list().length, memory.inbox().waiting]).toEqual([1, 0]);
    },
  );

  test("a connection that is cut in every reply costs no turn", async () => {
    server.always = server.cuts(REPLY, "torn");
    const memory = remembering();
    expect(await errorOf(memory.distil())).toEqual(coded("service-unavailable"));
    expect([memory.list(), memory.inbox().waiting]).toEqual([[], 1]);
  });
});
