/** Does the embedder speak the protocol, and survive a service that does not? Against a real server on loopback. */
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OpenAiEmbedder, type OpenAiEmbedderOptions } from "../../src/index.ts";
import { EmbeddingServer, rows, wordVector } from "../support/embedding-server.ts";
import { coded, errorOf } from "../support/errors.ts";
import { fails, json } from "../support/scripted-server.ts";

const KEY = "sk-secret-0123456789abcdef";
let server: EmbeddingServer;
let slept: number[];

beforeEach(async () => {
  server = await EmbeddingServer.start(4);
  slept = [];
});
afterEach(() => server.stop());

function embedder(more: Partial<OpenAiEmbedderOptions> = {}): OpenAiEmbedder {
  const sleep = async (ms: number) => void slept.push(ms);
  return new OpenAiEmbedder({
    ...{ baseUrl: server.baseUrl, apiKey: KEY, model: "tiny", dimensions: 4, sleep },
    ...more,
  });
}

describe("a well-behaved service", () => {
  test("is sent the texts with key, model and encoding, and answers in order", async () => {
    const vectors = await embedder().embed(["one two", "three"], "fact");
    expect(vectors).toEqual([wordVector("one two", 4), wordVector("three", 4)]);
    expect(server.requests[0]).toMatchObject({
      path: "/v1/embeddings",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: { model: "tiny", input: ["one two", "three"], encoding_format: "float" },
    });
    expect(server.requests[0]?.body).not.toHaveProperty("dimensions");
  });

  test("may answer in base64, whatever was asked for", async () => {
    const expected = [wordVector("one two", 4)];
    expect(await embedder({ encoding: "base64" }).embed(["one two"], "fact")).toEqual(expected);
    server.script.push(rows(Buffer.from(wordVector("one two", 4).buffer).toString("base64")));
    expect(await embedder().embed(["one two"], "fact")).toEqual(expected);
  });

  test("may answer in any order: the index counts", async () => {
    server.script.push((_request, response) =>
      json(response, 200, {
        data: [
          { index: 1, embedding: [0, 1, 0, 0] },
          { index: 0, embedding: [1, 0, 0, 0] },
        ],
      }),
    );
    const [first, second] = await embedder().embed(["a", "b"], "fact");
    expect([first?.[0], second?.[1]]).toEqual([1, 1]);
  });

  test("gets batches bounded by number and by characters, and no request for no texts", async () => {
    const texts = Array.from({ length: 5 }, (_, i) => `word${i}`);
    expect(await embedder({ batchSize: 2 }).embed(texts, "fact")).toHaveLength(5);
    expect(server.requests.map((request) => request.body.input.length)).toEqual([2, 2, 1]);
    server.requests.length = 0;
    await embedder().embed(
      Array.from({ length: 30 }, () => "x".repeat(8_000)),
      "fact",
    );
    expect(server.requests.map((request) => request.body.input.length)).toEqual([12, 12, 6]);
    server.requests.length = 0;
    expect(await embedder().embed([], "fact")).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test("gets long texts cut, never through a character", async () => {
    await embedder({ maxTextChars: 4 }).embed(["abc😀d", "ab😀d", "ab\ud83d"], "fact");
    expect(server.requests[0]?.body.input).toEqual(["abc", "ab😀", "ab\ufffd"]);
  });

  test("gets prefixes by role, extra headers and the query of the base URL, and is asked for dimensions", async () => {
    const made = embedder({
      baseUrl: `${server.baseUrl}/?api-version=2`,
      prefixes: { query: "query: ", fact: "passage: " },
      headers: { "api-key": "other" },
      requestDimensions: true,
    });
    await made.embed(["a"], "query");
    await made.embed(["a"], "fact");
    expect(server.requests.map((request) => request.body.input[0])).toEqual(["query: a", "passage: a"]);
    expect(server.requests[0]).toMatchObject({
      path: "/v1/embeddings?api-version=2",
      headers: { "api-key": "other" },
      body: { dimensions: 4 },
    });
    expect(made.model).not.toBe(embedder().model);
  });

  test("keeps any texts in order through any batches (property)", async () => {
    const text = fc
      .string({ minLength: 1, maxLength: 20, unit: "grapheme" })
      .filter((one) => one.trim() !== "");
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (texts, batchSize) => {
          const vectors = await embedder({ batchSize }).embed(texts, "fact");
          expect(vectors).toEqual(texts.map((one) => wordVector(one.toWellFormed(), 4)));
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("a service that is busy, broken or gone", () => {
  test("is asked again after waits that grow", async () => {
    server.script.push(fails(500), fails(503));
    expect(await embedder().embed(["a"], "fact")).toHaveLength(1);
    expect(slept).toEqual([500, 1000]);
  });

  test("is left alone as long as it asks, in seconds, milliseconds or by date", async () => {
    const date = new Date(Date.now() + 50_000).toUTCString();
    server.script.push(
      fails(429, {}, { "retry-after": "7" }),
      fails(429, {}, { "retry-after-ms": "1500" }),
      fails(503, {}, { "retry-after": date }),
    );
    await embedder().embed(["a"], "fact");
    expect(slept.slice(0, 2)).toEqual([7000, 1500]);
    // Less by as long as the requests took.
    expect(slept[2]).toBeGreaterThan(1_500);
    expect(slept[2]).toBeLessThanOrEqual(51_000);
  });

  test("that asks for too long a wait is given up at once, and the error says when", async () => {
    server.script.push(fails(429, {}, { "retry-after": "3600" }));
    const error = await errorOf(embedder().embed(["a"], "fact"));
    expect(error).toEqual(coded("service-unavailable", /3600 s/));
    expect(error.details).toMatchObject({ status: 429, attempts: 1, retryAfterMs: 3_600_000 });
    expect(slept).toEqual([]);
  });

  test("is given up after every try", async () => {
    server.always = fails(502);
    const error = await errorOf(embedder({ retries: 2 }).embed(["a"], "fact"));
    expect(error).toEqual(coded("service-unavailable", /502.*3 times/));
    expect(server.requests).toHaveLength(3);
  });

  /** On a busy machine the server may need longer than that, and is asked once more. */
  const PATIENT = { timeoutMs: 200, retries: 10 };

  test("that hangs is timed out and asked again", async () => {
    server.script.push(() => undefined);
    expect(await embedder(PATIENT).embed(["a"], "fact")).toHaveLength(1);
    server.always = () => undefined;
    const error = await errorOf(embedder({ timeoutMs: 20, retries: 1 }).embed(["a"], "fact"));
    expect(error).toEqual(coded("service-unavailable", /within 20 ms/));
  });

  test("that hangs in the middle of its reply is timed out too", async () => {
    server.script.push((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"data":[');
    });
    expect(await embedder(PATIENT).embed(["a"], "fact")).toHaveLength(1);
  });

  test("that breaks the connection is asked again, and that is not there is said to be", async () => {
    server.script.push((_request, response) => response.destroy());
    expect(await embedder().embed(["a"], "fact")).toHaveLength(1);
    const gone = embedder({ retries: 0 });
    await server.stop();
    expect(await errorOf(gone.embed(["a"], "fact"))).toEqual(coded("service-unavailable", /ECONNREFUSED/));
    server = await EmbeddingServer.start(4);
  });

  test("keeps somebody who asks a question no longer than queryTimeoutMs, waits included", async () => {
    server.always = fails(503, {}, { "retry-after": "55" });
    const error = await errorOf(embedder({ queryTimeoutMs: 50_000 }).embed(["a"], "query"));
    expect(error).toEqual(coded("service-unavailable"));
    expect(slept).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a service that refuses", () => {
  test.each([
    [401, /key/],
    [403, /key/],
    [404, /model's name/],
    [400, /options/],
    [413, /batch size/],
  ])("with %d is not asked again", async (status, remedy) => {
    server.always = fails(status);
    expect(await errorOf(embedder().embed(["a"], "fact"))).toEqual(coded("service-refused", remedy));
    expect(server.requests).toHaveLength(1);
  });

  test("because the quota is used up is not asked again", async () => {
    server.always = fails(429, { code: "insufficient_quota", message: "pay" });
    expect(await errorOf(embedder().embed(["a"], "fact"))).toEqual(coded("service-refused", /quota/));
    expect(server.requests).toHaveLength(1);
  });

  test("by sending elsewhere is not followed: text and key stay with the given address", async () => {
    const other = await EmbeddingServer.start(4);
    server.always = (_request, response) =>
      json(response, 307, "", { location: `${other.baseUrl}/embeddings` });
    expect(await errorOf(embedder().embed(["a"], "fact"))).toEqual(coded("service-refused", /[Rr]edirect/));
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test("has its reason in the message, but neither key nor text, however it repeats them", async () => {
    const text = "I am allergic to peanuts, please tell nobody.";
    for (const message of [
      `Incorrect API key provided: ${KEY}`,
      "Incorrect API key provided: sk-other-key-999999.",
      `Cannot embed "${text}"`,
      `Cannot embed ${text.slice(0, 30)}…`,
      "Header Bearer abc.def.ghi is wrong",
    ]) {
      server.script.push(fails(401, { code: "invalid_api_key", message }));
      const error = await errorOf(embedder().embed([text], "fact"));
      const shown = inspect(error, { depth: 9, showHidden: true });
      expect(shown).not.toMatch(/sk-|peanuts|allergic|abc\.def/);
    }
    server.script.push(fails(404, { code: "model_not_found", message: "The model `tiny`\n does not exist" }));
    expect((await errorOf(embedder().embed([text], "fact"))).message).toContain(
      "model_not_found: The model `tiny` does not exist",
    );
  });
});

describe("a service that answers nonsense", () => {
  const nan = Buffer.from(Float32Array.of(1, Number.NaN, 0, 0).buffer).toString("base64");
  test.each([
    ["no JSON", (_: unknown, response: never) => json(response, 200, "<html>"), "service-reply", /not JSON/],
    [
      "no list",
      (_: unknown, response: never) => json(response, 200, { data: 5 }),
      "service-reply",
      /without a list/,
    ],
    ["null", (_: unknown, response: never) => json(response, 200, "null"), "service-reply", /without a list/],
    ["too few", rows(), "service-reply", /0 vectors for 1/],
    ["too many", rows([1, 0, 0, 0], [1, 0, 0, 0]), "service-reply", /2 vectors for 1/],
    ["another length", rows([1, 0, 0]), "bad-vectors", /3 dimensions, and 4/],
    ["no vector", rows(null), "service-reply", /no list/],
    ["texts for figures", rows(["1", 0, 0, 0]), "service-reply", /else than figures/],
    ["null for a figure", rows([1, null, 0, 0]), "service-reply", /else than figures/],
    ["a figure beyond floats", rows([1e300, 0, 0, 0]), "bad-vectors", /not finite/],
    ["NaN in base64", rows(nan), "bad-vectors", /not finite/],
    ["half a float", rows("AAAA"), "service-reply", /whole floats/],
    ["zero", rows([0, 0, 0, 0]), "bad-vectors", /zero vector/],
    [
      "an index that was not sent",
      (_: unknown, response: never) => json(response, 200, { data: [{ index: 7, embedding: [1, 0, 0, 0] }] }),
      "service-reply",
      /not sent/,
    ],
    [
      "without end",
      (_: unknown, response: never) => json(response, 200, " ".repeat(2_000_000)),
      "service-reply",
      /more than/,
    ],
  ] as const)("%s", async (_name, behaviour, code, message) => {
    server.always = behaviour as never;
    expect(await errorOf(embedder().embed(["a"], "fact"))).toEqual(coded(code, message));
    expect(server.requests).toHaveLength(1);
  });

  test("twice for one text of two", async () => {
    server.always = (_request, response) =>
      json(response, 200, { data: [0, 0].map((index) => ({ index, embedding: [1, 0, 0, 0] })) });
    expect(await errorOf(embedder().embed(["a", "b"], "fact"))).toEqual(coded("service-reply", /twice/));
  });
});

describe("options", () => {
  test("that cannot be are refused, and no message holds a key", async () => {
    for (const bad of [
      { dimensions: 0 },
      { dimensions: 1.5 },
      { model: "" },
      { batchSize: 0 },
      { retries: -1 },
      { timeoutMs: Number.NaN },
      { encoding: "int8" },
      { baseUrl: "ftp://x" },
      { baseUrl: "not a url" },
      { baseUrl: "https://user:pass@host/v1" },
      { apiKey: `${KEY}\r\nX: y` },
      { apiKey: "" },
      { headers: { "x y": "1" } },
      { headers: { x: "é" } },
      { prefixes: { query: 5 } },
      { colour: "red" },
    ]) {
      const make = () => embedder(bad as never);
      expect(make).toThrow(coded("invalid-argument"));
      expect(make).not.toThrow(/sk-secret|pass@/);
    }
    await expect(embedder().embed([" "], "fact")).rejects.toEqual(coded("invalid-argument", /empty/));
  });

  test("do not show when the object is printed or serialised", () => {
    const made = embedder({ headers: { "x-token": "hidden-token" } });
    expect(inspect(made, { depth: 9, showHidden: true }) + JSON.stringify(made)).not.toMatch(
      /secret|hidden-token/,
    );
  });

  test("take a fetch of one's own", async () => {
    const made = embedder({
      fetch: async (_url, init) => ({
        status: 200,
        headers: { get: () => null },
        text: async () =>
          JSON.stringify({ data: JSON.parse(init.body).input.map(() => ({ embedding: [1, 2, 3, 4] })) }),
      }),
    });
    expect(await made.embed(["a", "b"], "fact")).toHaveLength(2);
    expect(server.requests).toEqual([]);
    expect(await embedder({ fetch }).embed(["a"], "fact")).toHaveLength(1);
  });
});
