/** Is a copied workspace the same one? Folder to SQLite, and to PostgreSQL, where there are such. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inboxOf, marksOf, type Stream } from "../../src/model/stream.ts";
import { type Copyable, type Copying, copyStore } from "../../src/stores/copy.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { migrate, postgres } from "../../src/stores/postgres/postgres-store.ts";
import { sqlite } from "../../src/stores/sqlite/sqlite-store.ts";
import { accessed, added, erased, turn } from "../../src/testing/storage/events.ts";
import { Tideline } from "../../src/tideline.ts";
import { coded } from "../support/errors.ts";
import { type PostgresServer, postgresBin, startPostgres } from "../support/postgres.ts";
import { hasSqlite } from "../support/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "tideline-copy-"));
let places = 0;
let server: PostgresServer | undefined;
beforeAll(async () => {
  if (postgresBin !== undefined) server = await startPostgres();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ANNA = { user: "anna" } as const;
const STREAMS: readonly Stream[] = ["owner", ANNA, marksOf("owner"), inboxOf(ANNA), "workspace"];

/** A workspace of several volumes, with erased lines, dropped marks and an inbox. */
function original(): FactStore {
  const store = new FactStore(join(folder, `from-${++places}`), { durability: "os", volumeBytes: 4096 });
  const memory = Tideline.over(store);
  memory.add("I keep a strict vegetarian diet.");
  memory.user("anna").add("Grüße, 你好, 🌊: I live in Oslo.");
  for (let i = 0; i < 20; i++) memory.add(`Box number ${i} holds the winter clothes of year ${1990 + i}.`);
  const { seq } = store.verify("owner").head;
  store.erase("owner", seq, erased([1]));
  let end = store.verify(marksOf("owner")).head.seq;
  for (let i = 0; i < 30; i++) end = store.append(marksOf("owner"), end, [accessed(`f${i}`)]).seq;
  store.drop(marksOf("owner"), 12);
  store.append(inboxOf(ANNA), 0, [turn("t1", "hello"), turn("t2", "there")]);
  return store;
}

const targets: readonly (readonly [string, boolean, () => Promise<Copyable<Copying>>])[] = [
  [
    "SQLite",
    hasSqlite,
    async () => sqlite(join(folder, `to-${++places}.db`)) as unknown as Copyable<Copying>,
  ],
  [
    "PostgreSQL",
    postgresBin !== undefined,
    async () => {
      const schema = `copy_${++places}`;
      await migrate(server?.pool as never, { schema, partitions: 2 });
      return postgres(server?.pool as never, { schema }) as unknown as Copyable<Copying>;
    },
  ],
];

describe.each(targets)("to %s", (_name, isThere, newTarget) => {
  test.skipIf(!isThere)(
    "every stream has the same head, the same lines and the same erased places",
    async () => {
      const [from, to] = [original(), await newTarget()];
      const report = await copyStore(from, to);
      expect(report.unchanged).toBe(0);
      for (const stream of STREAMS) {
        const [source, copy] = [from.verify(stream), await to.verify(stream)];
        expect(copy).toMatchObject({
          ok: true,
          head: source.head,
          events: source.events,
          erased: source.erased,
        });
      }
      const [lines, copied] = await Promise.all([from, to].map((store) => store.copying.rows("owner", 0)));
      expect(copied?.slice(0, lines?.length)).toEqual(lines);
      await to.close();
      from.close();
    },
  );

  test.skipIf(!isThere)(
    "a copy begun again takes what is new, and what was erased since goes from it",
    async () => {
      const [from, to] = [original(), await newTarget()];
      await copyStore(from, to);
      expect(await copyStore(from, to)).toMatchObject({ lines: 0 });
      const { seq } = from.verify("owner").head;
      from.append("owner", seq, [added("new", "The kettle is in the shed.")]);
      expect(await copyStore(from, to)).toMatchObject({ lines: 1 });
      from.erase("owner", seq + 1, erased([seq + 1]));
      await copyStore(from, to);
      expect(await to.verify("owner")).toMatchObject({
        ok: true,
        head: from.verify("owner").head,
        erased: 2,
      });
      const { events } = await to.read("owner", seq);
      expect(JSON.stringify(events)).not.toContain("kettle");
      await to.close();
      from.close();
    },
  );

  test.skipIf(!isThere)("a target with memories of its own is refused, and they stay", async () => {
    const [from, to] = [original(), await newTarget()];
    await to.append("owner", 0, [added("mine", "I was here first.")]);
    await expect(copyStore(from, to)).rejects.toEqual(coded("stream-moved", /memories of its own/));
    expect((await to.read("owner", 0)).events).toHaveLength(1);
    await to.close();
    from.close();
  });

  test.skipIf(!isThere)("the copy recalls what the original recalls", async () => {
    const [from, to] = [original(), await newTarget()];
    await copyStore(from, to);
    const clock = { now: () => Date.UTC(2026, 10, 19) };
    const [one, two] = [await Tideline.connect(from, { clock }), await Tideline.connect(to, { clock })];
    const [here, there] = await Promise.all([one, two].map((memory) => memory.recall("box number 7")));
    expect(there?.map(({ fact, relevance }) => [fact.id, relevance])).toEqual(
      here?.map(({ fact, relevance }) => [fact.id, relevance]),
    );
    expect(here?.length).toBeGreaterThan(0);
    await one.close();
    await two.close();
  });
});
