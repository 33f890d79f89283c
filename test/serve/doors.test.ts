/** Does the server say what is so, before anything is read: whether there is such a path, whether a token has ended,
 * whether a request is meant for it and can be read? */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { PAGE_VIEWS } from "../../src/serve/http/page.ts";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { ask, newServer, startServer, TEA, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

describe("a path that is nowhere", () => {
  const paths = [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration",
    "/register",
    "/authorize",
    "/nowhere",
    "/memories/1/2",
    "/mcp/",
    "/V1/stats",
  ];
  test.each(paths)("%s is 404 as a problem, with tokens and without", async (path) => {
    const { workspace, server } = await newServer();
    for (const round of ["without", "with"]) {
      if (round === "with") await tokenFor(workspace, "owner");
      for (const method of ["GET", "POST"]) {
        const { status, headers, body } = await ask(server, method, path);
        expect([status, headers.get("content-type"), body.code]).toEqual([
          404,
          "application/problem+json",
          "no-such-operation",
        ]);
      }
    }
  });

  test("is none of the page's own views", async () => {
    const router = readFileSync(
      fileURLToPath(new URL("../../dashboard/src/router.ts", import.meta.url)),
      "utf8",
    );
    const list = /VIEWS = \[([^\]]*)\]/.exec(router)?.[1] ?? "";
    expect([...list.matchAll(/"(\w+)"/g)].map(([, view]) => view)).toEqual(PAGE_VIEWS);
    const { server } = await newServer();
    for (const view of PAGE_VIEWS)
      for (const path of [`/${view}`, `/${view}/01J0000000000000000000000`]) {
        const { status, headers } = await ask(server, "GET", path);
        expect([path, status, headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
      }
  });
});

describe("the official MCP client", () => {
  test("finds no sign-in of ours to try, and connects with a token", async () => {
    const { workspace, server } = await newServer();
    const token = await tokenFor(workspace, "agent");
    const url = new URL(`${server.url}/mcp`);
    await expect(discoverOAuthProtectedResourceMetadata(url)).rejects.toThrow(/does not implement/);
    expect(await discoverAuthorizationServerMetadata(server.url)).toBeUndefined();
    const client = new Client({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("recall_memory");
  });
});

describe("a token that has ended", () => {
  async function ended() {
    const clock = { time: Date.now(), now: () => clock.time };
    const workspace = Workspace.open(newWorkspace("doors"), { clock });
    onTestFinished(() => workspace.close());
    const server = await startServer(workspace);
    const common = { role: "reader", origin: "owner", voice: "agent" } as const;
    const soon = { ...common, name: "soon", expiresAt: clock.time + 1_000 };
    const { secret: expired } = await workspace.tokens.create(soon);
    const made = await workspace.tokens.create({ ...common, name: "gone", expiresAt: undefined });
    await tokenFor(workspace, "owner");
    clock.time += 2_000;
    await workspace.tokens.revoke(made.token.id);
    return { server, expired, revoked: made.secret, dir: workspace.place };
  }

  test("is told so, however often it comes back", async () => {
    const { server, expired, revoked } = await ended();
    for (let i = 0; i < 30; i++) {
      const late = await ask(server, "GET", "/v1/stats", { token: expired });
      expect([late.status, late.body]).toMatchObject([401, { detail: expect.stringMatching(/has expired/) }]);
      const gone = await ask(server, "GET", "/v1/stats", { token: revoked });
      expect([gone.status, gone.body]).toMatchObject([401, { detail: expect.stringMatching(/was revoked/) }]);
    }
  });

  test("is told so also by a server that was started after", async () => {
    const { revoked, dir } = await ended();
    const later = Workspace.open(dir);
    onTestFinished(() => later.close());
    const { body } = await ask(await startServer(later), "GET", "/v1/stats", { token: revoked });
    expect(body).toMatchObject({ detail: expect.stringMatching(/was revoked/) });
  });

  test("is a secret still: who has a part of it learns nothing", async () => {
    const { server, revoked } = await ended();
    const last = revoked.endsWith("A") ? "B" : "A";
    const wrong = await ask(server, "GET", "/v1/stats", { token: revoked.slice(0, -1) + last });
    const made = `tl_${"0".repeat(26)}_${"A".repeat(43)}`;
    const unknown = await ask(server, "GET", "/v1/stats", { token: made });
    expect(wrong.body).toEqual(unknown.body);
    expect(unknown.body).toMatchObject({ status: 401, detail: expect.stringMatching(/is unknown here/) });
  });
});

describe("a request that could be read in two ways", () => {
  /** The status and the problem that come back for these lines and this body. */
  async function raw(server: TidelineServer, head: readonly string[], body: string | Buffer = "") {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`${[...head, "connection: close"].join("\r\n")}\r\n\r\n`);
    socket.write(body);
    const [start = "", text = ""] = Buffer.concat(await socket.toArray())
      .toString()
      .split("\r\n\r\n");
    return { status: Number(start.split(" ")[1]), code: JSON.parse(text).code };
  }

  test("has two Host headers", async () => {
    const { server } = await newServer();
    const host = `host: 127.0.0.1:${server.port}`;
    for (const second of ["host: memory.example", host])
      expect(await raw(server, ["GET /v1/stats HTTP/1.1", host, second])).toEqual({
        status: 400,
        code: "invalid-argument",
      });
    expect((await raw(server, ["GET /v1/stats HTTP/1.1", host])).status).toBe(200);
  });

  test.each(["authorization: Bearer a", "content-type: application/json"])(
    "has this line twice: %s",
    async (line) => {
      const { server } = await newServer();
      const head = [
        "POST /v1/memories/search HTTP/1.1",
        `host: 127.0.0.1:${server.port}`,
        "content-length: 13",
      ];
      expect(await raw(server, [...head, line, line], '{"query":"a"}')).toEqual({
        status: 400,
        code: "invalid-argument",
      });
    },
  );

  test("names another server in its target", async () => {
    const { server } = await newServer();
    const own = `127.0.0.1:${server.port}`;
    const asked = (target: string) => raw(server, [`GET ${target} HTTP/1.1`, `host: ${own}`]);
    expect(await asked(`http://${own}/v1/stats`)).toMatchObject({ status: 200 });
    const others = ["http://memory.example/v1/stats", `http://127.0.0.1:${server.port + 1}/v1/stats`];
    for (const target of [...others, `ftp://${own}/v1/stats`, "x:/v1/stats"])
      expect([target, await asked(target)]).toEqual([target, { status: 400, code: "invalid-argument" }]);
    for (const target of ["//memory.example/v1/stats", "/\\memory.example/v1/stats", "/\\server/v1/stats"])
      expect([target, await asked(target)]).toEqual([target, { status: 404, code: "no-such-operation" }]);
  });

  test.each([
    ["content-encoding: gzip", "content-type: application/json"],
    ["content-encoding: br", "content-type: application/json"],
    ["content-type: application/json; charset=utf-16"],
    ["content-type: application/json; charset=utf-8; charset=utf-16"],
    ['content-type: application/json; charset="ISO-8859-1"'],
  ])("has a body in a form that is not read: %s", async (...lines) => {
    const { server } = await newServer();
    const body = lines[0].includes("gzip") ? gzipSync(JSON.stringify(TEA)) : JSON.stringify(TEA);
    for (const path of ["/v1/memories", "/mcp"]) {
      const length = `content-length: ${Buffer.byteLength(body)}`;
      const head = [`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${server.port}`, length, ...lines];
      expect(await raw(server, head, body)).toEqual({ status: 415, code: "unsupported-encoding" });
    }
    expect((await ask(server, "GET", "/v1/stats")).body).toMatchObject({ facts: 0 });
  });

  test("has bytes in its body that are not UTF-8", async () => {
    const { server } = await newServer();
    const body = Buffer.from('{"content":"Tea is \xe9 fine."}', "latin1");
    const own = `host: 127.0.0.1:${server.port}`;
    const head = [
      "POST /v1/memories HTTP/1.1",
      own,
      `content-length: ${body.length}`,
      "content-type: application/json",
    ];
    expect(await raw(server, head, body)).toEqual({ status: 415, code: "unsupported-encoding" });
  });

  test("has a body that says it is what every body is", async () => {
    const { server } = await newServer();
    for (const type of ["application/json; charset=utf-8", 'Application/JSON;Charset="UTF-8"']) {
      const headers = { "content-type": type, "content-encoding": "identity" };
      expect((await ask(server, "POST", "/v1/memories", { body: TEA, headers })).status).toBe(200);
    }
  });
});
