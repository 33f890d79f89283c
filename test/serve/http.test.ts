/** Does the server let in whom it should, answer as the table says, and lose nothing? */

import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import {
  type Answer,
  ask,
  idOf,
  newServer,
  openWorkspace,
  startServer,
  TEA,
  tokenFor,
} from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

describe("facts", () => {
  test("are added, read, listed page by page, and erased", async () => {
    const { server } = await newServer();
    const id = idOf(await ask(server, "POST", "/v1/memories", { body: TEA }));
    for (const n of [1, 2, 3, 4])
      await ask(server, "POST", "/v1/memories", { body: { content: `Room ${n} is on floor ${n}.` } });
    expect((await ask(server, "GET", `/v1/memories/${id}`)).body).toMatchObject({ id, content: TEA.content });
    const seen: string[] = [];
    for (let after = ""; ; ) {
      const { body } = await ask(server, "GET", `/v1/memories?limit=2${after}`);
      const page = body as unknown as { facts: Fact[]; next?: string };
      seen.push(...page.facts.map((fact) => fact.content));
      if (page.next === undefined) break;
      after = `&after=${page.next}`;
    }
    expect(seen).toHaveLength(5);
    expect((await ask(server, "DELETE", `/v1/memories/${id}?preview=true`)).body).toMatchObject({
      preview: true,
    });
    expect((await ask(server, "DELETE", `/v1/memories/${id}`)).status).toBe(200);
    expect((await ask(server, "GET", `/v1/memories/${id}`)).body.code).toBe("no-such-fact");
    expect((await ask(server, "GET", `/v1/memories/${id}/inspect`)).text).toContain("was purged");
  });

  test("come without their bookkeeping in lists and hits, and with it one by one", async () => {
    const { server } = await newServer();
    const id = idOf(await ask(server, "POST", "/v1/memories", { body: TEA }));
    const one = (await ask(server, "GET", `/v1/memories/${id}`)).body;
    const { accessTimes, texts, ...brief } = one as unknown as Fact;
    expect([accessTimes, texts.length]).toEqual([[], 1]);
    const found = (await ask(server, "POST", "/v1/memories/search", { body: { query: "green tea" } })).body;
    const listed = (await ask(server, "GET", "/v1/memories")).body;
    const [hit] = (found as unknown as { hits: { fact: Fact }[] }).hits;
    expect([hit?.fact, (listed as unknown as { facts: Fact[] }).facts[0]]).toEqual([brief, brief]);
  });

  test("are written once for one Idempotency-Key", async () => {
    const { server } = await newServer();
    const headers = { "idempotency-key": "k1" };
    const first = await ask(server, "POST", "/v1/memories", { body: TEA, headers });
    expect(idOf(await ask(server, "POST", "/v1/memories", { body: TEA, headers }))).toBe(idOf(first));
    const other = await ask(server, "POST", "/v1/memories", {
      body: { content: "Something else." },
      headers,
    });
    expect([other.status, other.body.code]).toEqual([409, "idempotency-conflict"]);
  });

  test("can be decided on without being written", async () => {
    const { server } = await newServer();
    const dry = await ask(server, "POST", "/v1/memories?dryRun=true", { body: TEA });
    expect(dry.body).toMatchObject({
      dryRun: true,
      result: { outcome: "added" },
      events: [{ type: "added" }],
    });
    expect((await ask(server, "GET", "/v1/stats")).body).toMatchObject({ facts: 0, events: 0 });
  });

  test("leave as JSON lines and come in again", async () => {
    const { server } = await newServer();
    await ask(server, "POST", "/v1/memories", { body: TEA });
    const exported = await ask(server, "GET", "/v1/export");
    expect(exported.headers.get("content-type")).toBe("application/x-ndjson");
    const { server: other } = await newServer();
    const headers = { "content-type": "application/x-ndjson" };
    expect((await ask(other, "POST", "/v1/import", { body: exported.text, headers })).body).toMatchObject({
      facts: 1,
    });
    expect((await ask(other, "POST", "/v1/import", { body: exported.text, headers })).body.code).toBe(
      "import-failed",
    );
  });
});

describe("requests that are wrong get a problem with a code, and change nothing", () => {
  const cases: readonly (readonly [
    string,
    string,
    string,
    unknown,
    Record<string, string>,
    number,
    string,
  ])[] = [
    ["no such path", "GET", "/v1/nothing", undefined, {}, 404, "no-such-operation"],
    ["another method", "PUT", "/v1/memories", {}, {}, 405, "no-such-operation"],
    ["another method of /metrics", "POST", "/metrics", {}, {}, 405, "no-such-operation"],
    ["another method of /health", "POST", "/health", {}, {}, 405, "no-such-operation"],
    ["another method of the stream", "DELETE", "/v1/events/live", undefined, {}, 405, "no-such-operation"],
    ["no JSON", "POST", "/v1/memories", "{", {}, 400, "invalid-argument"],
    ["a list", "POST", "/v1/memories", [], {}, 400, "invalid-argument"],
    [
      "another media type",
      "POST",
      "/v1/memories",
      "content=x",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "invalid-argument",
    ],
    ["an unknown field", "POST", "/v1/memories", { ...TEA, colour: "green" }, {}, 400, "invalid-argument"],
    ["an unknown query", "GET", "/v1/memories?colour=green", undefined, {}, 400, "invalid-argument"],
    ["a query of every object", "GET", "/v1/memories?constructor=1", undefined, {}, 400, "invalid-argument"],
    ["its prototype", "GET", "/v1/memories?__proto__=1", undefined, {}, 400, "invalid-argument"],
    ["two origins", "GET", "/v1/stats?origin=owner&origin=a/b/c", undefined, {}, 400, "invalid-argument"],
    ["two dry runs", "POST", "/v1/memories?dryRun=true&dryRun=false", TEA, {}, 400, "invalid-argument"],
    ["a number that is none", "GET", "/v1/memories?limit=many", undefined, {}, 400, "invalid-argument"],
    ["an empty text", "POST", "/v1/memories", { content: "" }, {}, 400, "invalid-argument"],
    [
      "a text that is too long",
      "POST",
      "/v1/memories",
      { content: "x".repeat(20_000) },
      {},
      400,
      "invalid-argument",
    ],
    [
      "a body that is too large",
      "POST",
      "/v1/memories",
      { content: "x".repeat(2_000_000) },
      {},
      413,
      "request-too-large",
    ],
    ["a path that is no text", "GET", "/v1/memories/%FF", undefined, {}, 400, "invalid-argument"],
    ["an origin that is none", "GET", "/v1/memories?origin=x", undefined, {}, 400, "invalid-argument"],
    ["a dry run of a read", "GET", "/v1/stats?dryRun=true", undefined, {}, 400, "invalid-argument"],
    [
      "a token nobody knows",
      "GET",
      "/v1/stats",
      undefined,
      { authorization: "Bearer nonsense" },
      401,
      "unauthorized",
    ],
  ];
  test.each(cases)("%s", async (_what, method, path, body, headers, status, code) => {
    const { server } = await newServer();
    const answer = await ask(server, method, path, { ...(body === undefined ? {} : { body }), headers });
    expect(answer.body).toMatchObject({ status, code });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect((await ask(server, "GET", "/v1/stats")).body).toMatchObject({ events: 0 });
  });

  test.each([
    ["//", "GET"],
    ["//memory.example/v1/stats", "GET"],
    ["http://", "GET"],
    ["/mcp", "TRACE"],
    ["/mcp", "PUT"],
  ])("a target such as %s by %s is a problem of the caller's", async (path, method) => {
    const { server } = await newServer();
    const { status, type } = await new Promise<{ status: number; type: string }>((resolve, reject) => {
      request({ port: server.port, host: "127.0.0.1", path, method }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "" });
      })
        .on("error", reject)
        .end();
    });
    expect([400, 404, 405]).toContain(status);
    expect(type).toBe("application/problem+json");
  });

  test("bytes that are no HTTP do not end the server", async () => {
    const { server } = await newServer();
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, "127.0.0.1", () => socket.write("\u0000\u0001 nonsense\r\n\r\n"));
      socket.on("close", () => resolve());
      socket.on("error", () => resolve());
      socket.resume();
    });
    expect((await ask(server, "GET", "/health")).status).toBe(200);
  });
});

describe("pages of other sites", () => {
  const raw = (server: TidelineServer, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ port: server.port, host: "127.0.0.1", path: "/v1/stats", headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on("error", reject);
      sent.end();
    });

  test("cannot call us by a name of theirs", async () => {
    const { server } = await newServer();
    const own = `127.0.0.1:${server.port}`;
    expect(await raw(server, { host: own })).toBe(200);
    expect(await raw(server, { host: `LOCALHOST:${server.port}` })).toBe(200);
    for (const host of [
      "evil.example",
      `evil.example:${server.port}`,
      "127.0.0.1",
      `127.0.0.1.evil.example:${server.port}`,
    ])
      expect(await raw(server, { host })).toBe(403);
  });

  test("cannot call us from where they are", async () => {
    const { server } = await newServer();
    const own = `127.0.0.1:${server.port}`;
    expect(await raw(server, { host: own, origin: `http://${own}` })).toBe(200);
    for (const origin of [
      "http://evil.example",
      "null",
      `http://127.0.0.1:${server.port + 1}`,
      "https://localhost",
      "file://",
    ])
      expect(await raw(server, { host: own, origin })).toBe(403);
    expect(await raw(server, { host: own, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await raw(server, { host: own, "sec-fetch-site": "same-site" })).toBe(403);
    expect(await raw(server, { host: own, "sec-fetch-site": "same-origin" })).toBe(200);
  });

  test("an operator can add a name", async () => {
    const workspace = openWorkspace("http");
    const authorization = `Bearer ${await tokenFor(workspace, "owner")}`;
    const server = await startServer(workspace, { allowHosts: ["memory.example"] });
    const origin = "https://memory.example";
    expect(await raw(server, { host: "memory.example", origin, authorization })).toBe(200);
  });
});

test("the log arrives live, from every process, and goes on where it was left", async () => {
  const dir = newWorkspace("http");
  const workspace = Workspace.open(dir);
  const server = await startServer(workspace);
  await ask(server, "POST", "/v1/memories", { body: TEA });
  const answer = await fetch(`${server.url}/v1/events/live?after=0`);
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (part: string) => {
    while (!text.includes(part)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`ended before ${part}: ${text}`);
      text += value;
    }
  };
  await until("green tea");
  const elsewhere = Workspace.open(dir);
  await elsewhere.memory("owner").add({ content: "Anna plays the cello.", segment: "knowledge" });
  await until("cello");
  await reader.cancel();
  const again = await fetch(`${server.url}/v1/events/live`, { headers: { "last-event-id": "1" } });
  const rest = (again.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let later = "";
  while (!later.includes("cello")) later += (await rest.read()).value ?? "";
  expect(later).not.toContain("green tea");
  await rest.cancel();
  await elsewhere.close();
});

test("callers who ask too often are told to wait", async () => {
  const server = await startServer(openWorkspace("http"), { ratePerSecond: 5 });
  // However slow the machine is, the bucket does not fill again in between.
  vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(server, "GET", "/v1/stats")));
  const refused = answers.find(({ status }) => status === 429) as Answer;
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(refused.headers.get("retry-after")).toBe("1");
});

test("closing lets requests finish, writes what waits, and turns new ones away", async () => {
  const dir = newWorkspace("http");
  const workspace = Workspace.open(dir);
  const server = await startServer(workspace);
  const writes = Array.from({ length: 50 }, (_, i) =>
    ask(server, "POST", "/v1/memories", { body: { content: `Locker ${i} is free.` } }).catch(() => undefined),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  await server.close();
  const done = (await Promise.all(writes)).filter((answer) => answer?.status === 200);
  await workspace.close();
  const again = Workspace.open(dir);
  const { facts } = await again.memory("owner").stats();
  expect(facts).toBe(done.length);
  await again.close();
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
});

describe("the page", () => {
  test("comes with a strict policy, and its files exist", async () => {
    const { server } = await newServer();
    const page = await ask(server, "GET", "/");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) expect([path, (await ask(server, "GET", path)).status]).toEqual([path, 200]);
    expect(page.text).not.toMatch(/<script>|<style>| on[a-z]+=/);
  });

  test("no path leads out of it", async () => {
    const { server } = await newServer();
    for (const path of ["/../package.json", "/%2e%2e/package.json", "/assets/../../x.js", "/..%2fx.js"])
      expect((await ask(server, "GET", path)).text).not.toContain("brigade-tideline");
  });
});

test("the description names the headers and methods that there are", async () => {
  const { server } = await newServer();
  const { paths } = (await ask(server, "GET", "/openapi.json")).body as unknown as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  };
  const headers = (path: string, method: string) =>
    paths[path]?.[method]?.parameters?.filter((one) => one.in === "header").map(({ name }) => name);
  expect(headers("/v1/memories", "post")).toEqual(["Idempotency-Key"]);
  expect(headers("/v1/memories", "get")).toEqual([]);
  expect(headers("/v1/events/live", "get")).toEqual(["Last-Event-ID"]);
  expect(Object.keys(paths["/mcp"] ?? {})).toEqual(["get", "post", "delete"]);
  expect(headers("/mcp", "delete")).toEqual(["Mcp-Session-Id"]);
});

test("how the server is doing can be read by machines", async () => {
  const { workspace, server } = await newServer();
  await ask(server, "POST", "/v1/memories", { body: TEA });
  expect((await ask(server, "GET", "/health")).body).toMatchObject({ name: "tideline", ok: true });
  expect((await ask(server, "GET", "/ready")).body).toEqual({ ok: true });
  const metrics = (await ask(server, "GET", "/metrics")).text;
  expect(metrics).toContain('tideline_requests_total{operation="add",status="200"} 1');
  expect(metrics).not.toContain("tea");
  const agent = await tokenFor(workspace, "agent");
  expect((await ask(server, "GET", "/metrics", { token: agent })).status).toBe(403);
  expect((await ask(server, "GET", "/health")).status).toBe(200);
});

test("a client that goes away in the middle of a request is no trouble of ours", async () => {
  const { server } = await newServer();
  for (const path of ["/v1/memories", "/mcp", "/v1/import"]) {
    const socket = connect(server.port, "127.0.0.1");
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}content-length: 1000\r\n\r\n{"content":"half of`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await once(socket, "close");
  }
  expect((await ask(server, "GET", "/v1/stats")).body).toMatchObject({ facts: 0 });
});
