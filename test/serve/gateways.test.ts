/** Do several servers on one database behave like one? And does the command line work on a database? */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { TidelineClient } from "../../src/client.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { migrate, postgres } from "../../src/stores/postgres/postgres-store.ts";
import { type PostgresServer, postgresBin, startPostgres } from "../support/postgres.ts";
import { cli, cliJson, startServer } from "../support/serve.ts";

describe.skipIf(postgresBin === undefined)("on one database", () => {
  let database: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    database = await startPostgres();
  });
  afterAll(async () => {
    await database?.stop();
  });

  /** The address of a new workspace. */
  async function newAddress(): Promise<string> {
    const schema = `gate_${++schemas}`;
    await migrate(database.pool, { schema, partitions: 2 });
    return `${database.url}?schema=${schema}`;
  }

  async function gateway(address: string) {
    const workspace = await Workspace.over(postgres(address), "the database");
    onTestFinished(() => workspace.close());
    const server = await startServer(workspace);
    return { workspace, url: server.url };
  }

  test("what one server has acknowledged, the other one answers with at once", async () => {
    const address = await newAddress();
    const [one, two] = [await gateway(address), await gateway(address)];
    const [here, there] = [new TidelineClient({ url: one.url }), new TidelineClient({ url: two.url })];
    for (let i = 0; i < 5; i++) {
      await here.add(`My locker number ${i} is at station ${i}.`);
      const found = await there.recall(`where is locker number ${i}`);
      expect(found.hits[0]?.fact.content).toContain(`locker number ${i}`);
    }
    const { fact } = await here.add("My passport is in the desk.");
    await there.correct(fact?.id ?? "", "My passport is at the embassy.");
    const again = await here.recall("where is my passport");
    expect(again.hits[0]?.fact.content).toBe("My passport is at the embassy.");
  });

  test("tokens hold on every server, and are gone from all at once", async () => {
    const address = await newAddress();
    const [one, two] = [await gateway(address), await gateway(address)];
    const made = await one.workspace.tokens.create({
      ...{ name: "agent", origin: "owner", role: "agent", voice: "agent", expiresAt: undefined },
    });
    const client = new TidelineClient({ url: two.url, token: made.secret });
    await client.add("The kettle is in the shed.");
    await one.workspace.tokens.revoke(made.token.id);
    await expect(client.add("The kettle is gone.")).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("writers through several servers lose nothing, and leave one chain", async () => {
    const address = await newAddress();
    const gateways = await Promise.all([gateway(address), gateway(address), gateway(address)]);
    await Promise.all(
      gateways.map(async ({ url }, g) => {
        const client = new TidelineClient({ url });
        for (let i = 0; i < 10; i++) await client.add(`Box ${g}-${i} holds item ${g * 100 + i}.`);
      }),
    );
    const [first] = gateways;
    const memory = first?.workspace.memory("owner");
    expect((await memory?.stats())?.facts).toBe(30);
    expect((await memory?.verify())?.ok).toBe(true);
  });

  test("a page on one server hears what another one wrote", async () => {
    const address = await newAddress();
    const [one, two] = [await gateway(address), await gateway(address)];
    const ended = new AbortController();
    const response = await fetch(`${two.url}/v1/events/live`, { signal: ended.signal });
    const reader = response.body?.getReader();
    await new TidelineClient({ url: one.url }).add("The kettle is in the shed.");
    let heard = "";
    while (!heard.includes('"type":"added"')) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) break;
      heard += new TextDecoder().decode(value);
    }
    ended.abort();
    expect(heard).toContain('"type":"added"');
  });

  test("a pass that is due runs on one of the servers", async () => {
    const address = await newAddress();
    let now = Date.UTC(2026, 0, 1);
    const clock = { now: () => now };
    const open = async () => {
      const workspace = await Workspace.over(postgres(address), "the database", { clock });
      onTestFinished(() => workspace.close());
      return workspace;
    };
    const workspaces = [await open(), await open()];
    await workspaces[0]?.memory("owner").add("I live in Oslo.");
    now += 3 * 86_400_000;
    const runs = await Promise.all(workspaces.map((one) => one.memory("owner").keeper().runDue()));
    const dreams = runs.flat().filter(({ task }) => task === "dream");
    expect(dreams).toHaveLength(1);
  });

  test("the command line makes the tables, writes and reads; the password is never shown", async () => {
    const address = `${database.url.replace("tideline@", "tideline:hunter2@")}?schema=by_hand`;
    const early = await cli(address, ["add", "I live in Oslo."]);
    expect([early.code, early.err]).toEqual([
      expect.any(Number),
      expect.stringMatching(/tideline db migrate/),
    ]);
    const dry = await cli(address, ["db", "migrate", "--dry-run"]);
    expect(dry.out).toContain("create schema if not exists by_hand");
    const made = await cli("/nonexistent", ["db", "migrate", "--store", address]);
    expect(made.out).toContain("The tables were made");
    expect((await cli(address, ["db", "migrate"])).out).toContain("Nothing to do");
    await cliJson(address, ["add", "I live in Oslo."]);
    const outs = [
      await cli(address, ["search", "where do I live"]),
      await cli(address, ["status"]),
      await cli(address, ["verify"]),
      await cli(address, ["add", "I have a cat.", "--dry-run"]),
    ];
    expect(outs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(outs[0]?.out).toContain("I live in Oslo.");
    for (const { out, err } of [early, dry, made, ...outs]) expect(out + err).not.toContain("hunter2");
  });

  test("commands about files say that there are none", async () => {
    const address = await newAddress();
    for (const command of [["doctor"], ["repair", "--yes"], ["demo", "--fill-only"]]) {
      const { code, err } = await cli(address, [...command, "--dir", address]);
      expect(code).not.toBe(0);
      expect(err).toContain("works on the files of a folder");
    }
    expect((await cli("/nonexistent", ["db", "migrate"])).err).toContain(
      "needs the address of a PostgreSQL database",
    );
  });
});
