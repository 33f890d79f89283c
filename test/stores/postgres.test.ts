/** Does a workspace in PostgreSQL keep what every store must, and what only a server can break? */
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/stores/memory.ts";
import type { PostgresClient } from "../../src/stores/postgres/client.ts";
import { migrate, type PostgresStore, postgres } from "../../src/stores/postgres/postgres-store.ts";
import { added, erased } from "../../src/testing/storage/events.ts";
import { storageSuite } from "../../src/testing/storage-suite.ts";
import { Tideline } from "../../src/tideline.ts";
import { coded } from "../support/errors.ts";
import { type PostgresServer, postgresBin, startPostgres } from "../support/postgres.ts";

describe.skipIf(postgresBin === undefined)("PostgresStore", () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.stop();
  });

  async function newStore(): Promise<PostgresStore> {
    const schema = `tide_${++schemas}`;
    await migrate(server.pool, { schema, partitions: 3 });
    return postgres(server.pool, { schema });
  }

  /** Every row of every table of the schema, as text. */
  async function dumpOf({ schema }: PostgresStore): Promise<string> {
    const texts = await Promise.all(
      ["streams", "lines", "words", "blobs"].map((table) =>
        server.pool.query(`select coalesce(string_agg(t::text, ' '), '') as text from ${schema}.${table} t`),
      ),
    );
    return texts.map(({ rows }) => rows[0].text).join("\n");
  }

  const cases = storageSuite({
    open: newStore,
    reopen: (store) => postgres(server.pool, { schema: (store as PostgresStore).schema }),
    dump: (store) => dumpOf(store as PostgresStore),
  });
  for (const { name, run } of cases) test(name, run);

  test("a schema is made once, whoever begins, and a dry run makes none", async () => {
    const schema = "made_once";
    const dry = await migrate(server.pool, { schema, dryRun: true });
    expect(dry).toMatchObject({ from: 0, to: 1 });
    expect(dry.statements).toContain("create table made_once.lines");
    await expect(postgres(server.pool, { schema }).list()).rejects.toEqual(
      coded("not-a-workspace", /tideline db migrate/),
    );
    await Promise.all([1, 2, 3, 4].map(() => migrate(server.url, { schema })));
    expect(await migrate(server.pool, { schema })).toEqual({ from: 1, to: 1, statements: "" });
    expect(await postgres(server.pool, { schema }).list()).toEqual([]);
  });

  test("a schema of a later version is used as long as it allows that, and refused otherwise", async () => {
    const store = await newStore();
    await server.pool.query(`insert into ${store.schema}.schema_versions (version, needs) values (2, 1)`);
    expect(await postgres(server.pool, { schema: store.schema }).list()).toEqual([]);
    await server.pool.query(`update ${store.schema}.schema_versions set needs = 2 where version = 2`);
    await expect(postgres(server.pool, { schema: store.schema }).list()).rejects.toEqual(
      coded("format-newer"),
    );
    await expect(migrate(server.pool, { schema: store.schema })).rejects.toEqual(coded("format-newer"));
  });

  test("wrong arguments are refused, and no message holds a password", async () => {
    expect(() => postgres("mysql://root:hunter2@localhost")).toThrow(
      coded("invalid-argument", /^(?!.*hunter2)/),
    );
    expect(() => postgres({} as never)).toThrow(coded("invalid-argument"));
    expect(() => postgres(server.pool, { schema: 'x"; drop' })).toThrow(coded("invalid-argument"));
    expect(() => postgres(server.pool, { scheme: "x" } as never)).toThrow(coded("invalid-argument"));
    await expect(migrate(server.pool, { partitions: 0 })).rejects.toEqual(coded("invalid-argument"));
    const nobody = postgres(`postgres://tideline:hunter2@127.0.0.1:${server.port}/no_such_database`);
    await expect(nobody.list()).rejects.toEqual(coded("service-refused", /^(?!.*hunter2)/));
    await nobody.close();
  });

  test("the same commands give the same recall as in any other store", async () => {
    const clock = { now: () => 1_700_000_000_000 };
    const answers = await Promise.all(
      [await newStore(), new MemoryStore()].map(async (store) => {
        const memory = await Tideline.connect(store, { clock });
        for (const text of FACTS) await memory.add(text);
        const hits = await memory.recall("who is allergic to peanuts?");
        expect((await memory.verify()).ok).toBe(true);
        await memory.close();
        return hits.map(({ fact, relevance }) => [fact.content, relevance]);
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.length).toBeGreaterThan(0);
  });

  test("four writers on one stream: every event once, in one chain", async () => {
    const { schema } = await newStore();
    const writers = Array.from({ length: 4 }, () => postgres(server.pool, { schema }));
    await Promise.all(
      writers.map(async (store, w) => {
        for (let i = 0; i < 25; ) {
          const { events } = await store.read("owner", 0);
          try {
            await store.append("owner", events.length, [added(`f${w}-${i}`, `writer ${w}, ${i}`)]);
            i++;
          } catch (error) {
            expect(error).toEqual(coded("stream-moved"));
          }
        }
      }),
    );
    const { events } = await postgres(server.pool, { schema }).read("owner", 0);
    expect(new Set(events.map(({ event }) => (event as { fact: string }).fact)).size).toBe(100);
    expect((await postgres(server.pool, { schema }).verify("owner")).ok).toBe(true);
  });

  test("an append whose acknowledgement is lost is found again, not written twice", async () => {
    const { schema } = await newStore();
    const store = postgres(losing(server.pool, "after"), { schema });
    const head = await store.append("owner", 0, [added("f1", "one")]);
    const next = await store.append("owner", 1, [added("f2", "two"), added("f3", "three")]);
    expect([head.seq, next.seq]).toEqual([1, 3]);
    const { events } = await postgres(server.pool, { schema }).read("owner", 0);
    expect(events).toHaveLength(3);
  });

  test("an append that is cut off before it reaches the server is sent again", async () => {
    const { schema } = await newStore();
    const store = postgres(losing(server.pool, "before"), { schema });
    await store.append("owner", 0, [added("f1", "one")]);
    expect((await postgres(server.pool, { schema }).read("owner", 0)).events).toHaveLength(1);
  });

  test("one that somebody else overtakes after a cut is refused", async () => {
    const { schema } = await newStore();
    const other = postgres(server.pool, { schema });
    await other.append("owner", 0, [added("f1", "one")]);
    const overtaken = losing(server.pool, "before", async () => {
      await other.append("owner", 1, [added("f2", "theirs")]);
    });
    const store = postgres(overtaken, { schema });
    await store.read("owner", 0);
    await expect(store.append("owner", 1, [added("f3", "ours")])).rejects.toEqual(coded("stream-moved"));
  });

  test("a store goes on after the server has crashed, and nothing acknowledged is lost", async () => {
    const { schema } = await newStore();
    const pool = new Pool({ connectionString: server.url, max: 2 });
    pool.on("error", () => undefined);
    const store = postgres(pool, { schema });
    await store.append("owner", 0, [added("f1", "one")]);
    await server.crash();
    await store.append("owner", 1, [added("f2", "two")]);
    expect((await store.read("owner", 0)).events).toHaveLength(2);
    await pool.end();
  });

  test("without a server there is a coded error", async () => {
    const store = postgres("postgres://tideline@127.0.0.1:9/postgres");
    await expect(store.read("owner", 0)).rejects.toEqual(coded("service-unavailable"));
    await store.close();
  });

  test("a snapshot that is put while its words are erased is not kept", async () => {
    const store = await newStore();
    await store.append("owner", 0, [added("f1", "the secret is xyzzy")]);
    await store.putBlob("owner", "state", 1, new TextEncoder().encode("xyzzy"));
    await store.erase("owner", 1, erased([1], ["f1"]));
    // As if it had been on its way: put by a statement that began before the erasure.
    await server.pool.query(
      `insert into ${store.schema}.blobs select id, 'state', 1, 'xyzzy' from ${store.schema}.streams`,
    );
    expect(await store.getBlob("owner", "state")).toBeUndefined();
  });

  test("connect takes the address of a database, and open says that it needs connect", async () => {
    await migrate(server.url);
    const memory = await Tideline.connect(server.url);
    await memory.add("Theo is allergic to peanuts.");
    await memory.close();
    const again = await Tideline.connect(server.url);
    expect((await again.recall("what is Theo allergic to?"))[0]?.fact.content).toBe(FACTS[0]);
    await again.close();
    expect(() => Tideline.open(server.url)).toThrow(coded("needs-connect"));
  });

  test("a changed row is found by verify, and is no fact", async () => {
    const store = await newStore();
    await store.append("owner", 0, [added("f1", "the rent is 900"), added("f2", "two")]);
    await server.pool.query(
      `update ${store.schema}.words set words = replace(words, '900', '100') where seq = 1`,
    );
    await expect(store.read("owner", 0)).rejects.toEqual(coded("corrupt"));
    expect((await store.verify("owner")).problems.map(({ seq }) => seq)).toEqual([1]);
  });

  const MISSING = [
    ["the first", "seq = 1"],
    ["one in the middle", "seq = 2"],
    ["the last", "seq = 3"],
    ["all", "true"],
  ] as const;
  test.each(MISSING)("a missing row is found by reading and by verify: %s", async (_name, which) => {
    const store = await newStore();
    await store.append("owner", 0, [added("f1", "one"), added("f2", "two"), added("f3", "three")]);
    await server.pool.query(`delete from ${store.schema}.lines where ${which}`);
    expect((await store.verify("owner")).ok).toBe(false);
    await expect(store.read("owner", 0)).rejects.toEqual(coded("corrupt"));
  });

  test("a whole row of another origin is no row of this one", async () => {
    const store = await newStore();
    for (const user of ["anna", "ben"])
      await store.append(
        { user },
        0,
        ["one", "two", "three"].map((text, i) => added(`f${i}`, `${user} ${text}`)),
      );
    for (const table of ["lines", "words"]) {
      const rows = `update ${store.schema}.${table} set stream =`;
      await server.pool.query(`${rows} -1 where stream = 1 and seq = 2`);
      await server.pool.query(`${rows} 1 where stream = 2 and seq = 2`);
    }
    await expect(store.read({ user: "anna" }, 0)).rejects.toEqual(coded("corrupt"));
    await expect(store.read({ user: "anna" }, 1)).rejects.toEqual(coded("corrupt"));
  });

  const MEANWHILE = [
    ["an append", (store: PostgresStore) => store.append({ user: "anna" }, 1, [added("f2", "the secret")])],
    ["a snapshot", (store: PostgresStore) => store.putBlob({ user: "anna" }, "state", 1, new Uint8Array(9))],
  ] as const;
  test.each(MEANWHILE)(
    "a forgotten origin leaves no row, although %s was under way",
    async (_name, write) => {
      const store = await newStore();
      await store.append({ user: "anna" }, 0, [added("f1", "one")]);
      await underWay(write, store, () => store.drop({ user: "anna" }, "all"));
      expect((await dumpOf(store)).trim()).toBe("");
    },
  );

  test("an erasure leaves no snapshot that was under way", async () => {
    const store = await newStore();
    await store.append({ user: "anna" }, 0, [added("f1", "one")]);
    await underWay(MEANWHILE[1][1], store, () => store.erase({ user: "anna" }, 1, erased([1], ["f1"])));
    const { rows } = await server.pool.query(`select count(*)::int as blobs from ${store.schema}.blobs`);
    expect(rows).toEqual([{ blobs: 0 }]);
  });

  /** Leaves a write open until `other` waits for it, or has passed it by. */
  async function underWay(
    write: (store: PostgresStore) => Promise<unknown>,
    { schema }: PostgresStore,
    other: () => Promise<unknown>,
  ): Promise<void> {
    const client = await server.pool.connect();
    await client.query("begin");
    await write(postgres(client, { schema }));
    let isOver = false;
    const done = other().finally(() => {
      isOver = true;
    });
    const waits = "select count(*)::int as waiting from pg_locks where not granted";
    while (!isOver && (await client.query(waits)).rows[0].waiting === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await client.query("commit");
    client.release();
    await done;
  }

  test("what was erased is erased, although the vacuum was cut off", async () => {
    const schema = (await newStore()).schema;
    const client: PostgresClient = {
      async query(text, values) {
        if (!text.startsWith("vacuum")) return await server.pool.query(text, values);
        throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
      },
    };
    const memory = await Tideline.connect(postgres(client, { schema }));
    const stored = await memory.add("The code of the door is XYZZY.");
    await memory.purge(stored.fact.id);
    await memory.close();
    expect(await dumpOf(postgres(server.pool, { schema }))).not.toContain("XYZZY");
  });

  test("what the client itself refuses is coded, and does not repeat what it says", async () => {
    const said: readonly (readonly [string, RegExp])[] = [
      ["The server does not support SSL connections", /sslmode/],
      ["SASL: client password must be a string, not hunter2", /password/],
      ["Something about hunter2", /address/],
    ];
    for (const [message, remedy] of said) {
      const store = postgres({ query: () => Promise.reject(new Error(message)) });
      const error = await store.list().catch((thrown: unknown) => thrown);
      expect(error).toEqual(coded("service-refused", /^(?!.*hunter2)/));
      expect((error as Error).message).toMatch(remedy);
    }
  });
});

const FACTS = ["Theo is allergic to peanuts.", "I live in Oslo.", "My sister Mia plays the cello."];

/** A client whose first change of a stream is cut off, before or after it has reached the server. */
function losing(
  pool: Pool,
  when: "before" | "after",
  meanwhile?: () => Promise<void>,
  code = when === "after" ? "ECONNRESET" : "EPIPE",
): PostgresClient {
  const lost = new Set<string>();
  return {
    async query(text, values) {
      const isChange = /^with moved as/.test(text);
      if (!isChange || lost.has(text)) return await pool.query(text, values);
      lost.add(text);
      if (when === "after") await pool.query(text, values);
      await meanwhile?.();
      throw Object.assign(new Error(`write ${code}`), { code });
    },
  };
}
