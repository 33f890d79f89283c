/** Does the server take in as much as it should, from whom it should, and say so where it does not? */
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import { PEER } from "../support/memory.ts";
import { ask, newServer, TEA, tokenFor } from "../support/serve.ts";

test("a body without an announced length is cut off at the limit", async () => {
  const { server } = await newServer();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      `${server.url}/v1/memories`,
      { method: "POST", headers: { "content-type": "application/json" } },
      (answer) => {
        resolve(answer.statusCode);
        answer.resume();
      },
    );
    sent.on("error", reject);
    for (let i = 0; i < 40; i++) sent.write("x".repeat(65_536));
    sent.end();
  });
  expect(status).toBe(413);
  expect((await ask(server, "GET", "/health")).status).toBe(200);
});

test("a client that listens only when all is sent hears that it was too much", async () => {
  const { server } = await newServer();
  const socket = connect(server.port, "127.0.0.1").pause();
  const head = `POST /v1/memories HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\ncontent-length: 4000000\r\n\r\n`;
  for (const part of [head, "x".repeat(2_000_000), "x".repeat(2_000_000)]) {
    await new Promise((resolve) => socket.write(part, resolve));
    await delay(50);
  }
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1.1 413 .*"code":"request-too-large"/s);
});

/** A request that announces a body and sends nothing of it yet. */
function announce(server: TidelineServer, path: string, token: string) {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": 2_000_000,
  };
  const sent = request({ port: server.port, host: "127.0.0.1", path, method: "POST", headers });
  sent.on("error", () => undefined);
  onTestFinished(() => void sent.destroy());
  const answer = async () => {
    const [response] = await once(sent, "response");
    const [text] = await once(response, "data");
    return [response.statusCode, JSON.parse(text).code];
  };
  sent.flushHeaders();
  return { answer, sent };
}

test("the body of a caller who may not is not waited for", async () => {
  const { workspace, server } = await newServer();
  const reader = await tokenFor(workspace, "reader");
  const agent = await tokenFor(workspace, "agent");
  const anna = await tokenFor(workspace, "owner", PEER);
  const refused = [403, "not-allowed"];
  expect(await announce(server, "/v1/import", reader).answer()).toEqual(refused);
  expect(await announce(server, "/v1/memories/batch?origin=a/b/c", agent).answer()).toEqual(refused);
  expect(await announce(server, "/v1/tokens", anna).answer()).toEqual(refused);
});

test("bodies are large only where memory comes in", async () => {
  const { server } = await newServer();
  const facts = Array.from({ length: 100 }, (_, i) => ({
    content: `Room ${i} ${" ".repeat(15_000)} is free.`,
  }));
  expect((await ask(server, "POST", "/v1/memories/batch", { body: { facts } })).status).toBe(200);
  expect((await ask(server, "POST", "/v1/passes/dream", { body: { facts } })).status).toBe(413);
});

/** Requests at work, but for the one that asks. */
async function atWork(server: TidelineServer, token: string): Promise<number> {
  const { text } = await ask(server, "GET", "/metrics", { token });
  return Number(/^tideline_requests_in_flight (.*)$/m.exec(text)?.[1]) - 1;
}

/** Sends so much of what was announced, again and again, that it never stands still. */
function drip({ sent }: ReturnType<typeof announce>): void {
  const timer = setInterval(() => sent.write(" "), 100);
  onTestFinished(() => clearInterval(timer));
}

test("large bodies are few, one for each caller and one kept for the owner; small ones wait for none", async () => {
  const { workspace, server } = await newServer();
  const owner = await tokenFor(workspace, "owner");
  const [one, two, three] = [
    await tokenFor(workspace, "agent"),
    await tokenFor(workspace, "agent"),
    await tokenFor(workspace, "agent"),
  ];
  for (const token of [one, two]) drip(announce(server, "/v1/memories/batch", token));
  await expect.poll(() => atWork(server, owner)).toBe(2);
  expect(await announce(server, "/v1/memories/batch", one).answer()).toEqual([429, "too-many-requests"]);
  expect(await announce(server, "/v1/memories/batch", three).answer()).toEqual([503, "busy"]);
  const small = { body: { facts: [TEA] }, token: three };
  expect((await ask(server, "POST", "/v1/memories/batch", small)).status).toBe(200);
  const body = `${JSON.stringify({ facts: [TEA] })}${" ".repeat(2_000_000)}`;
  expect((await ask(server, "POST", "/v1/memories/batch", { body, token: owner })).status).toBe(200);
  const { text } = await ask(server, "GET", "/metrics", { token: owner });
  expect(text).toContain('tideline_refused_total{limit="large-bodies"} 2');
});

test("a large body that has stopped arriving gives its place to the next", async () => {
  const { workspace, server } = await newServer();
  const agent = await tokenFor(workspace, "agent");
  const body = `${JSON.stringify({ facts: [{ content: "Locker 1 is free." }] })}${" ".repeat(2_000_000)}`;
  const first = announce(server, "/v1/memories/batch", agent);
  const refused = first.answer();
  const next = () => ask(server, "POST", "/v1/memories/batch", { body, token: agent });
  await expect.poll(async () => (await next()).status, { interval: 200 }).toBe(200);
  expect(await refused).toEqual([408, "timed-out"]);
});

test("a body of which nothing more comes is not waited for", async () => {
  const { workspace, server } = await newServer();
  const token = await tokenFor(workspace, "agent");
  expect(await announce(server, "/v1/memories/batch", token).answer()).toEqual([408, "timed-out"]);
});

test("a body that is nested too deep to be read is refused, and is no error of ours", async () => {
  const { server } = await newServer();
  const nested = (depth: number) =>
    `{"content":"Tea.","metadata":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
  for (const depth of [40, 100_000]) {
    const { status, body } = await ask(server, "POST", "/v1/memories", { body: nested(depth) });
    expect([depth, status, body.code]).toEqual([depth, 400, "invalid-argument"]);
  }
  expect((await ask(server, "POST", "/v1/memories", { body: nested(20) })).status).toBe(200);
});
