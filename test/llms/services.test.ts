/** Do the adapters speak their protocols, and survive a service that does not? Against real servers on loopback. */
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AnthropicLlm, type LlmRequest, OpenAiLlm } from "../../src/index.ts";
import { coded, errorOf } from "../support/errors.ts";
import { ANTHROPIC, eventLines, LlmServer, OPENAI, streams, type Wire } from "../support/llm-server.ts";
import { fails, json } from "../support/scripted-server.ts";

const KEY = "sk-secret-0123456789abcdef";
const SCHEMA = { type: "object", properties: { facts: { type: "array" } } };
const SAID = "I am allergic to peanuts, please tell nobody.";
const REPLY = '{"facts":[{"content":"Zoë lives in Graz 🏔"}]}';
const REQUEST: LlmRequest = {
  system: "Note what matters.",
  messages: [{ role: "user", text: SAID }],
  schema: SCHEMA,
  maxTokens: 300,
};

let server: LlmServer;
let slept: number[];
afterEach(() => server.stop());

type Options = Partial<ConstructorParameters<typeof OpenAiLlm>[0]>;

function openAi(more: Options = {}) {
  const sleep = async (ms: number) => void slept.push(ms);
  return new OpenAiLlm({ baseUrl: server.baseUrl, apiKey: KEY, model: "tiny", sleep, ...more });
}

function anthropic(more: Options = {}) {
  const sleep = async (ms: number) => void slept.push(ms);
  const { form: _form, limitName: _limit, ...rest } = more;
  return new AnthropicLlm({ baseUrl: server.baseUrl, apiKey: KEY, model: "tiny", sleep, ...rest });
}

const KINDS: readonly (readonly [string, Wire, typeof openAi | typeof anthropic, boolean])[] = [
  ["OpenAiLlm", OPENAI, openAi, false],
  ["OpenAiLlm, streaming", OPENAI, openAi, true],
  ["AnthropicLlm", ANTHROPIC, anthropic, false],
  ["AnthropicLlm, streaming", ANTHROPIC, anthropic, true],
];

describe.each(KINDS)("%s", (_name, wire, make, stream) => {
  beforeEach(async () => {
    server = await LlmServer.start(wire);
    slept = [];
  });
  const llm = (more: Options = {}) => make({ stream, ...more });

  test("sends system, messages and limit, and gives back JSON and what it cost", async () => {
    server.always = server.says(REPLY);
    const reply = await llm().complete(REQUEST);
    expect(reply.json).toEqual(JSON.parse(REPLY));
    expect(reply.usage).toEqual({ inputTokens: 120, outputTokens: 7 });
    expect(reply.stopped).toBeUndefined();
    const [call] = server.requests;
    expect(call?.path).toBe(wire.path);
    expect(call?.body.stream === true).toBe(stream);
    expect(JSON.stringify(call?.body)).toContain(SAID);
    expect(JSON.stringify(call?.body)).toContain("Note what matters.");
    expect(Object.values(call?.headers ?? {}).join(" ")).toContain(KEY);
  });

  test("gives text that is no JSON as text, with what stands around it", async () => {
    server.always = server.says(`Here you are: ${REPLY}. Bye!`);
    const reply = await llm().complete(REQUEST);
    expect([reply.json, reply.text]).toEqual([undefined, `Here you are: ${REPLY}. Bye!`]);
  });

  test("says that a reply reached the limit, or was refused", async () => {
    const [length, refused] = wire === OPENAI ? ["length", "content_filter"] : ["max_tokens", "refusal"];
    server.script.push(server.says('{"facts":[{"con', length), server.says("I cannot.", refused));
    expect((await llm().complete(REQUEST)).stopped).toBe("length");
    expect((await llm().complete(REQUEST)).stopped).toBe("refused");
  });

  test("asks again after 500 and 429, as late as Retry-After says, within a bound", async () => {
    server.script.push(fails(500), fails(429, {}, { "retry-after": "7" }));
    expect((await llm().complete(REQUEST)).json).toEqual({ facts: [] });
    expect(slept).toEqual([500, 7000]);
    server.script.push(fails(429, {}, { "retry-after": "3600" }));
    expect(await errorOf(llm().complete(REQUEST))).toEqual(coded("service-unavailable", /3600 s/));
    expect(slept).toHaveLength(2);
  });

  test("gives up after the last try", async () => {
    server.always = fails(529);
    const error = await errorOf(llm({ retries: 2 }).complete(REQUEST));
    expect(error).toEqual(coded("service-unavailable", /529.*3 times/));
    expect(server.requests).toHaveLength(3);
  });

  test("asks again when the connection is cut in the middle of the reply", async () => {
    server.script.push(server.cuts(REPLY, "torn"));
    server.always = server.says(REPLY);
    expect((await llm().complete(REQUEST)).json).toEqual(JSON.parse(REPLY));
    expect(server.requests).toHaveLength(2);
  });

  test("does not take half of a reply for all of it when the connection ends cleanly", async () => {
    server.always = server.cuts(REPLY, "clean");
    const error = await errorOf(llm({ retries: 1 }).complete(REQUEST));
    expect(["service-unavailable", "service-reply"]).toContain(error.code);
  });

  test("is timed out when it hangs, before its reply and in the middle of it", async () => {
    server.always = () => undefined;
    const hanging = errorOf(llm({ timeoutMs: 20, retries: 1 }).complete(REQUEST));
    expect(await hanging).toEqual(coded("service-unavailable", /within 20 ms.*2 times/));
    server.always = (_call, response) => {
      response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
      response.write(stream ? "data: {" : "{");
    };
    const halfway = errorOf(llm({ timeoutMs: 20, retries: 0 }).complete(REQUEST));
    expect(await halfway).toEqual(coded("service-unavailable", /within 20 ms/));
  });

  test("ends at once when the caller aborts: while it waits for a reply, between tries, and before", async () => {
    const first = new AbortController();
    server.always = () => first.abort();
    const asked = llm().complete({ ...REQUEST, signal: first.signal });
    expect(await errorOf(asked)).toEqual(coded("aborted"));
    const second = new AbortController();
    server.always = fails(500);
    const sleep = () => {
      second.abort();
      return new Promise<void>(() => undefined);
    };
    const waiting = llm({ sleep }).complete({ ...REQUEST, signal: second.signal });
    expect(await errorOf(waiting)).toEqual(coded("aborted"));
    const before = server.requests.length;
    expect(await errorOf(llm().complete({ ...REQUEST, signal: second.signal }))).toEqual(coded("aborted"));
    expect(server.requests).toHaveLength(before);
  });

  test("does not read a reply without end", async () => {
    server.always = (_call, response) => {
      response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    };
    const error = await errorOf(llm().complete(REQUEST));
    expect(error).toEqual(coded("service-reply", /more than \d+ bytes/));
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ["no JSON", "<html>", /not JSON/],
    ["nothing of the protocol", "{}", /without/],
    ["null", "null", /without/],
  ])("refuses %s", async (_what, body, message) => {
    server.always = (_call, response) => json(response, 200, body);
    expect(await errorOf(llm().complete(REQUEST))).toEqual(coded("service-reply", message));
  });

  test("is not asked again where the key, the model or the account is refused", async () => {
    for (const [status, error] of [
      [401, { message: "no" }],
      [404, { message: "no" }],
      [429, { code: "insufficient_quota", message: "pay" }],
    ] as const) {
      server.script.push(fails(status, error));
      const before = server.requests.length;
      expect(await errorOf(llm().complete(REQUEST))).toEqual(coded("service-refused"));
      expect(server.requests).toHaveLength(before + 1);
    }
  });

  test("says in one way that a request is too long for the model", async () => {
    const long = { code: "context_length_exceeded", message: "This model's maximum context length is 9." };
    const repeated = { message: `prompt is too long: ${SAID}` };
    server.script.push(fails(413), fails(400, long), fails(400, { message: "prompt is too long: 9 > 8" }));
    server.script.push(fails(400, repeated));
    for (let i = 0; i < 4; i++)
      expect(await errorOf(llm().complete(REQUEST))).toEqual(coded("request-too-large"));
    expect(server.requests).toHaveLength(4);
  });

  test("has neither key nor text in any error, nor when it is printed", async () => {
    for (const message of [
      `Incorrect API key provided: ${KEY}`,
      "Incorrect API key provided: sk-other-key-999999.",
      `Cannot read "${SAID}"`,
      `Cannot read "${SAID.slice(5, 26)}"`,
    ]) {
      server.script.push(fails(401, { message }));
      const error = await errorOf(llm().complete(REQUEST));
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/sk-|peanuts/);
    }
    const made = llm({ headers: { "x-token": "hidden-token" } });
    expect(inspect(made, { depth: 9, showHidden: true }) + JSON.stringify(made)).not.toMatch(
      /sk-|hidden-token/,
    );
  });

  test("refuses options that cannot be, and no message holds a key", () => {
    for (const bad of [
      { model: "" },
      { baseUrl: "ftp://x" },
      { baseUrl: "https://user:pass@host/v1" },
      { apiKey: `${KEY}\r\nX: y` },
      { headers: { x: "é" } },
      { timeoutMs: 0 },
      { retries: -1 },
      { stream: "yes" },
      { temperature: 3 },
      { colour: "red" },
    ]) {
      const making = () => llm(bad as never);
      expect(making).toThrow(coded("invalid-argument"));
      expect(making).not.toThrow(/sk-secret|pass@/);
    }
  });
});

describe("OpenAiLlm", () => {
  beforeEach(async () => {
    server = await LlmServer.start(OPENAI);
    slept = [];
  });

  test("asks by schema; where that is refused, for an object, then for text, and remembers what was taken", async () => {
    const llm = openAi();
    server.script.push(fails(400, { message: "response_format is not supported" }), fails(422));
    expect((await llm.complete(REQUEST)).json).toEqual({ facts: [] });
    await llm.complete(REQUEST);
    const formats = server.requests.map(
      ({ body }) => (body.response_format as { type?: string } | undefined)?.type,
    );
    expect(formats).toEqual(["json_schema", "json_object", undefined, undefined]);
    const systems = server.requests.map(({ body }) => JSON.stringify(body.messages));
    expect(systems.map((one) => one.includes("JSON Schema"))).toEqual([false, true, true, true]);
  });

  test("forgets nothing of a schema that is refused for another reason: the last refusal is told", async () => {
    const llm = openAi();
    server.always = fails(400, { message: "no such parameter" });
    expect(await errorOf(llm.complete(REQUEST))).toEqual(coded("service-refused", /no such parameter/));
    server.always = server.says('{"facts":[]}');
    await llm.complete(REQUEST);
    expect(server.requests.at(-1)?.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { strict: true, schema: SCHEMA },
    });
  });

  test("reads a refusal in the service's own field", async () => {
    server.always = (_call, response) =>
      json(response, 200, {
        choices: [{ message: { content: null, refusal: "I won't." }, finish_reason: "stop" }],
      });
    const reply = await openAi().complete(REQUEST);
    expect([reply.stopped, reply.usage.inputTokens]).toEqual(["refused", undefined]);
  });

  test("reads whichever of stream and piece the service sends, whatever was asked for", async () => {
    server.always = (_call, response) => streams(response, eventLines(OPENAI.events(REPLY)));
    expect((await openAi().complete(REQUEST)).json).toEqual(JSON.parse(REPLY));
    server.always = (_call, response) => json(response, 200, OPENAI.whole(REPLY));
    expect((await openAi({ stream: true }).complete(REQUEST)).json).toEqual(JSON.parse(REPLY));
  });

  test("asks again when the stream ends with an error of the service", async () => {
    server.script.push((_call, response) =>
      streams(response, eventLines([...OPENAI.events(REPLY).slice(0, 2), { error: { message: KEY } }])),
    );
    server.always = server.says(REPLY);
    expect((await openAi({ stream: true }).complete(REQUEST)).json).toEqual(JSON.parse(REPLY));
    expect(slept).toEqual([500]);
  });

  test("calls the limit as the service does", async () => {
    await openAi().complete(REQUEST);
    await openAi({ limitName: "max_completion_tokens" }).complete(REQUEST);
    expect(server.requests[0]?.body).toMatchObject({ max_tokens: 300 });
    expect(server.requests[1]?.body).toMatchObject({ max_completion_tokens: 300 });
  });
});

describe("AnthropicLlm", () => {
  beforeEach(async () => {
    server = await LlmServer.start(ANTHROPIC);
    slept = [];
  });

  test("asks for JSON as the input of a tool or by an output schema, and marks the prefix for the cache", async () => {
    await anthropic().complete(REQUEST);
    const schema = new AnthropicLlm({ baseUrl: server.baseUrl, model: "tiny", form: "schema" });
    await schema.complete(REQUEST);
    expect(server.requests[0]?.body).toMatchObject({
      system: [{ type: "text", text: "Note what matters.", cache_control: { type: "ephemeral" } }],
      tools: [{ input_schema: SCHEMA }],
      tool_choice: { type: "tool" },
      max_tokens: 300,
    });
    expect(server.requests[0]?.headers).toMatchObject({
      "x-api-key": KEY,
      "anthropic-version": "2023-06-01",
    });
    expect(server.requests[1]?.body).toMatchObject({
      output_config: { format: { type: "json_schema", schema: SCHEMA } },
    });
    expect(server.requests[1]?.body).not.toHaveProperty("tools");
    expect(server.requests[1]?.headers).not.toHaveProperty("x-api-key");
  });

  test("asks again when the stream says that the service is overloaded", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: KEY } };
    server.script.push((_call, response) =>
      streams(response, eventLines([...ANTHROPIC.events(REPLY).slice(0, 4), error])),
    );
    server.always = server.says(REPLY);
    expect((await anthropic({ stream: true }).complete(REQUEST)).json).toEqual(JSON.parse(REPLY));
  });
});
