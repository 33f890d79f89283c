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

test("large bodies are taken in two at once; small ones need not wait for them", async () => {
  const { workspace, server } = await newServer();
  const token = await tokenFor(workspace, "owner");
  const first = announce(server, "/v1/import", token);
  announce(server, "/v1/memories/batch", token);
  await expect
    .poll(async () => (await ask(server, "GET", "/metrics", { token })).text)
    .toContain("tideline_requests_in_flight 3");
  expect(await announce(server, "/v1/import", token).answer()).toEqual([503, "busy"]);
  const small = { body: { facts: [TEA] }, token };
  expect((await ask(server, "POST", "/v1/memories/batch", small)).status).toBe(200);
  first.sent.destroy();
  await expect
    .poll(async () => (await ask(server, "GET", "/metrics", { token })).text)
    .toContain("tideline_requests_in_flight 2");
  const next = announce(server, "/v1/import", token).sent;
  next.end("{".repeat(2_000_000));
  const [{ statusCode }] = await once(next, "response");
  expect(statusCode).toBe(400);
});
