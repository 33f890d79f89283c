/** Does a client hear what was wrong also where Node finds it out, before there is a request? */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { TidelineClient } from "../../src/client.ts";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import { newServer } from "../support/serve.ts";

/** Everything that comes back for these bytes, until the server ends the connection. */
async function raw(server: TidelineServer, bytes: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
  return Buffer.concat(await socket.toArray()).toString();
}

function expectProblem(answer: string, status: number, code: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: application/problem\\+json`, "is"));
  expect(JSON.parse(body)).toMatchObject({ status, code, detail: expect.any(String) });
}

test("bytes that are no request", async () => {
  const { server } = await newServer();
  expectProblem(await raw(server, "\u0000\u0001 nonsense\r\n\r\n"), 400, "invalid-argument");
});

test("an expectation that nobody can meet", async () => {
  const { server } = await newServer();
  const head = `GET /health HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: close\r\n`;
  expectProblem(await raw(server, `${head}expect: a-miracle\r\n\r\n`), 417, "invalid-argument");
});

test("more tags than a query has room for", async () => {
  const { server } = await newServer();
  const client = new TidelineClient({ url: server.url });
  const tags = Array.from({ length: 100 }, (_, i) => `${i} ${"x".repeat(1000)}`);
  await expect(client.list({ tags })).rejects.toMatchObject({ code: "request-too-large", status: 431 });
});

test("a head that never ends", async () => {
  const { server } = await newServer();
  expectProblem(await raw(server, "GET /health HTTP/1.1\r\n"), 408, "timed-out");
});
