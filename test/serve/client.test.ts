/** Does the small client reach everything, and say what went wrong? */
import { describe, expect, test } from "vitest";
import { ClientError, ROUTES, TidelineClient } from "../../src/client.ts";
import type { Fact } from "../../src/model/fact.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { PEER } from "../support/memory.ts";
import { newServer, tokenFor } from "../support/serve.ts";

test("its routes are the server's", () => {
  const table = OPERATIONS.flatMap(({ name, http }) =>
    http === undefined ? [] : [[name, [http.method, http.path]]],
  );
  expect(Object.entries(ROUTES).sort()).toEqual(table.sort());
});

test.each([
  ["no options", undefined, /needs an object/],
  ["an unknown option", { url: "", tokn: "tl_x" }, /no option "tokn"; it has url, token, origin, fetch/],
  ["no address", { token: "tl_x" }, /url must be the address/],
  ["an address without a scheme", { url: "127.0.0.1:4505" }, /url must be the address/],
  ["an address that is no text", { url: new URL("http://127.0.0.1:4505") }, /url must be the address/],
  ["an empty token", { url: "", token: "" }, /token must be the secret/],
  ["a token with a line break", { url: "", token: "tl_secret\n" }, /^token must be (?!.*tl_secret)/],
  ["a fetch that is no function", { url: "", fetch: "node-fetch" }, /fetch must be a function/],
])("refuses %s before the first request", (_what, options, says) => {
  const made = () => new TidelineClient(options as never);
  expect(made).toThrow(ClientError);
  expect(made).toThrow(says);
  expect(made).toThrow(expect.objectContaining({ code: "invalid-argument" }));
});

describe("against a server", () => {
  test("adds, recalls, packs, explains, lists, inspects and erases", async () => {
    const { server } = await newServer();
    const client = new TidelineClient({ url: `${server.url}/` });
    const { fact } = await client.add({ content: "I keep a vegetarian diet.", segment: "preference" });
    const { id } = fact as Fact;
    for (const n of [1, 2, 3])
      await client.add({ content: `Desk ${n} is by window ${n}.`, tags: ["office"] });
    expect((await client.recall("vegetarian", { limit: 3 })).hits[0]?.fact.id).toBe(id);
    expect(await client.context("vegetarian", { maxChars: 500 })).toContain("vegetarian");
    expect(await client.explain("vegetarian", id)).toMatchObject({ rank: 1 });
    expect((await client.get(id)).content).toContain("vegetarian");
    const all: string[] = [];
    for await (const one of client.all({ tags: ["office"], limit: 2 })) all.push(one.content);
    expect(all).toHaveLength(3);
    expect(await client.add({ content: "Never kept." }, { dryRun: true })).toMatchObject({ dryRun: true });
    expect((await client.purge(id, { preview: true })).preview).toBe(true);
    expect((await client.purge(id)).facts).toHaveLength(1);
    expect((await client.inspect(id)).text).toContain("purged");
    expect(await client.stats()).toMatchObject({ facts: 3, purged: 1 });
    expect((await client.call<{ text: string }>("export")).text).toContain('"tideline":"export"');
  });

  test("adds a text alone, corrects it, and lists by text, source and time", async () => {
    const { server } = await newServer();
    const client = new TidelineClient({ url: server.url });
    const before = new Date(Date.now() - 60_000);
    const { fact } = await client.add("My dentist is Dr. Fux.");
    const corrected = await client.correct((fact as Fact).id, "My dentist is Dr. Fuchs.");
    expect(corrected).toMatchObject({ outcome: "superseded", fact: { content: "My dentist is Dr. Fuchs." } });
    await client.add({ content: "The museum opens at nine.", source: "agent" });
    const texts = async (filters: Parameters<TidelineClient["list"]>[0]) =>
      (await client.list(filters)).facts.map(({ content }) => content);
    expect(await texts({ text: "dentist", validity: "valid", since: before })).toEqual([
      "My dentist is Dr. Fuchs.",
    ]);
    expect(await texts({ source: "agent", segments: ["knowledge", "project"] })).toEqual([
      "The museum opens at nine.",
    ]);
    expect(await texts({ until: before })).toEqual([]);
  });

  test("says so if what answers is no Tideline server", async () => {
    const page = { ok: true, status: 200, text: async () => "<!doctype html><title>Welcome</title>" };
    const client = new TidelineClient({ url: "http://127.0.0.1:1", fetch: async () => page });
    await expect(client.stats()).rejects.toThrow(ClientError);
    await expect(client.stats()).rejects.toThrow("not a Tideline server");
  });

  test("gives the server's codes, and its own when nobody answers", async () => {
    const { workspace, server } = await newServer();
    const owner = await tokenFor(workspace, "owner");
    const client = new TidelineClient({ url: server.url, token: owner });
    await expect(client.get("nope")).rejects.toMatchObject({ code: "no-such-fact", status: 404 });
    await expect(new TidelineClient({ url: server.url }).stats()).rejects.toMatchObject({
      code: "unauthorized",
    });
    await expect(new TidelineClient({ url: "http://127.0.0.1:1" }).stats()).rejects.toMatchObject({
      code: "unreachable",
    });
    await expect(client.get("nope")).rejects.toBeInstanceOf(ClientError);
  });

  test("says that a call was given up, not that nobody is there", async () => {
    const { server } = await newServer();
    const client = new TidelineClient({ url: server.url });
    await expect(client.stats({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  });

  test("acts for another origin where the token may", async () => {
    const { workspace, server } = await newServer();
    const anna = new TidelineClient({
      url: server.url,
      token: await tokenFor(workspace, "owner"),
      origin: PEER,
    });
    await anna.add({ content: "I am allergic to peanuts." });
    expect((await anna.list()).facts[0]?.origin).toEqual(PEER);
    expect((await anna.list({}, { origin: "owner" })).facts).toEqual([]);
  });

  test("hears events as they are written", async () => {
    const { workspace, server } = await newServer();
    const client = new TidelineClient({ url: server.url });
    const seen: string[] = [];
    setTimeout(
      () => void workspace.memory("owner").add({ content: "Ben plays the oboe.", segment: "knowledge" }),
      50,
    );
    for await (const { event } of client.live(0)) {
      seen.push(event.type);
      break;
    }
    expect(seen).toEqual(["added"]);
  });

  test("stops listening without an error when it is told to, before and after it began", async () => {
    const { workspace, server } = await newServer();
    const client = new TidelineClient({ url: server.url });
    await workspace.memory("owner").add({ content: "Ben plays the oboe.", segment: "knowledge" });
    const stop = new AbortController();
    const heard: string[] = [];
    for await (const { event } of client.live(0, { signal: stop.signal })) {
      heard.push(event.type);
      stop.abort();
    }
    for await (const { event } of client.live(0, { signal: stop.signal })) heard.push(event.type);
    expect(heard).toEqual(["added"]);
  });
});
