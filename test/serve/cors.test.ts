/** May a page of another site call the server? Only if the operator named its origin, and only with a token. */
import { describe, expect, onTestFinished, test } from "vitest";
import { parseAllowedOrigins } from "../../src/serve/http/cors.ts";
import { TidelineServer } from "../../src/serve/http/server.ts";
import { ask, openWorkspace, startServer, tokenFor } from "../support/serve.ts";

const APP = "https://app.example.com";
const FROM_APP = { origin: APP, "sec-fetch-site": "cross-site" };

async function servedFor(...allowOrigins: string[]) {
  const workspace = openWorkspace("cors");
  const token = await tokenFor(workspace, "agent");
  return { server: await startServer(workspace, { allowOrigins }), token };
}

describe("a page whose origin is named", () => {
  test("may ask first, and then read the answer, also that of an error", async () => {
    const { server, token } = await servedFor(APP);
    const preflight = await ask(server, "OPTIONS", "/v1/memories/search", {
      headers: { ...FROM_APP, "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": APP,
      "access-control-allow-headers": expect.stringContaining("authorization"),
      "access-control-allow-methods": expect.stringContaining("POST"),
      vary: "origin",
    });
    expect(preflight.headers.has("access-control-allow-credentials")).toBe(false);
    const found = await ask(server, "POST", "/v1/memories/search", {
      token,
      headers: FROM_APP,
      body: { query: "tea" },
    });
    expect([found.status, found.headers.get("access-control-allow-origin")]).toEqual([200, APP]);
    const wrong = await ask(server, "POST", "/v1/memories/search", { token, headers: FROM_APP, body: {} });
    expect([wrong.status, wrong.headers.get("access-control-allow-origin")]).toEqual([400, APP]);
  });

  test("needs a token like everybody else", async () => {
    const { server } = await servedFor(APP);
    const answer = await ask(server, "GET", "/v1/stats", { headers: FROM_APP });
    expect([answer.status, answer.body.code]).toEqual([401, "unauthorized"]);
  });
});

test.each([
  "https://app.example.com.evil.example",
  "https://evil.example",
  "http://app.example.com",
  "https://app.example.com:444",
  "null",
])("a page of %s may not, and is not told of the others", async (origin) => {
  const { server, token } = await servedFor(APP);
  for (const method of ["OPTIONS", "GET"]) {
    const headers = { origin, "access-control-request-method": "GET" };
    const answer = await ask(server, method, "/v1/stats", { token, headers });
    expect([method, answer.status]).toEqual([method, 403]);
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  }
});

test("without named origins no page of another site may, and no answer says otherwise", async () => {
  const { server } = await servedFor();
  const answer = await ask(server, "OPTIONS", "/v1/stats", {
    headers: { ...FROM_APP, "access-control-request-method": "GET" },
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.has("vary")).toBe(false);
});

test("a server for pages starts only with a token, and nobody is the owner for coming from this machine", async () => {
  const workspace = openWorkspace("cors");
  onTestFinished(() => workspace.close());
  const options = {
    ...{ port: 0, host: "127.0.0.1", allowHosts: [], allowOrigins: [APP], ratePerSecond: 0 },
    onTrouble: () => undefined,
  };
  await expect(TidelineServer.start(workspace, options)).rejects.toThrow(APP);
  const token = await tokenFor(workspace, "owner");
  const server = await startServer(workspace, { allowOrigins: [APP] });
  const tokens = (await ask(server, "GET", "/v1/tokens", { token })).body as unknown as {
    readonly tokens: readonly { readonly id: string }[];
  };
  await ask(server, "DELETE", `/v1/tokens/${tokens.tokens[0]?.id}`, { token });
  expect((await ask(server, "GET", "/v1/stats")).status).toBe(401);
});

test.each([
  "*",
  "app.example.com",
  "https://app.example.com/path",
  "ftp://app.example.com",
  "https://*.example.com/",
])("%s names no origin", (given) => {
  expect(() => parseAllowedOrigins([given])).toThrow("allowOrigin takes the origin of a page");
});
