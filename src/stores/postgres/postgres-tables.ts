/**
 * How does PostgreSQL keep the rows of a log? Every change is one statement, so it needs no transaction over several
 * calls, no session, and no lock besides the row of its stream. It works behind a pooler that hands out connections per
 * transaction.
 *
 * An append moves the stream's row from the end that is expected, and adds its lines in the same statement: of many at
 * the same place one finds the row as expected, the others wait for it and then find it moved.
 *
 * **A connection that is cut** leaves open whether the statement took effect. The same statement is then sent again: if
 * the first one took effect, the row has moved, and the line there is ours (its salt is of 132 random bits).
 */
import { isTidelineError } from "../../errors.ts";
import { parseStream, type Stream } from "../../model/stream.ts";
import type { Hash } from "../../ports/hash.ts";
import type { Blob } from "../../ports/storage.ts";
import type { LineRow } from "../database/rows.ts";
import type { Appending, LinePage, StreamRow, Tables } from "../database/tables.ts";
import type { PostgresClient } from "./client.ts";
import { checkSchema } from "./schema.ts";
import { isCollision, isCut, postgresTrouble } from "./trouble.ts";

type Row = Readonly<Record<string, unknown>>;

/** Waits before a statement is sent again after a cut connection. */
const AGAIN_AFTER_MS = [50, 200, 800, 2_000] as const;

export interface PostgresPorts {
  readonly client: PostgresClient;
  readonly schema: string;
  readonly hash: Hash;
  readonly wait: (ms: number) => Promise<void>;
  /** Ends the client, if it is the store's own. */
  readonly end: (() => Promise<void>) | undefined;
}

export class PostgresTables implements Tables {
  private readonly ports: PostgresPorts;
  private readonly sql: ReturnType<typeof statementsOf>;
  private checked: Promise<void> | undefined;

  constructor(ports: PostgresPorts) {
    this.ports = ports;
    this.sql = statementsOf(ports.schema);
  }

  async stream(key: string): Promise<StreamRow | undefined> {
    const [row] = await this.ask(this.sql.stream, [this.idOf(key)]);
    return row && streamRow(row);
  }

  async lines(key: string, fromSeq: number, most: number): Promise<LinePage | undefined> {
    const rows = await this.ask(this.sql.lines, [this.idOf(key), fromSeq, most]);
    const [first] = rows;
    if (first === undefined) return undefined;
    return { stream: streamRow(first), rows: rows.filter(({ seq }) => seq !== null).map(lineRow) };
  }

  append(key: string, stream: Stream, appending: Appending): Promise<boolean> {
    const { after, head, rows } = appending;
    const id = this.idOf(key);
    const isFirst = after.seq === 0;
    const values = isFirst
      ? [id, JSON.stringify(stream), head.seq, head.hash, JSON.stringify(rows), rows[0]?.seq ?? 1]
      : [id, after.seq, after.hash, head.seq, head.hash, JSON.stringify(rows)];
    return this.change(isFirst ? this.sql.begin : this.sql.append, values, key, rows);
  }

  async erase(key: string, appending: Appending, erases: readonly number[]): Promise<boolean> {
    const { after, head, rows } = appending;
    const id = this.idOf(key);
    const values = [
      id,
      after.seq,
      after.hash,
      head.seq,
      head.hash,
      JSON.stringify(rows),
      JSON.stringify(erases),
    ];
    const done = await this.change(this.sql.erase, values, key, rows);
    // A blob that was being put at the same time: it was not there yet when the statement began.
    if (done) await this.ask(this.sql.dropOldBlobs, [id]);
    return done;
  }

  /**
   * Gives the room of what was erased free. The bytes themselves stay in their page until something else takes the room
   * and in the write-ahead log until that is recycled. The words are gone already: if the vacuum fails (a time limit of
   * the server's, a cut), the erasure has happened all the same, and PostgreSQL's own vacuum comes later.
   */
  async scrub(key: string): Promise<void> {
    const { schema } = this.ports;
    try {
      // After a drop nothing says in which part the stream stood.
      const parts = await this.ask(this.sql.parts, [this.idOf(key)]);
      for (const { part } of parts) await this.ask(`vacuum ${schema}.${String(part)}`, []);
    } catch (error) {
      if (!isTidelineError(error)) throw error;
    }
  }

  async streams(): Promise<readonly Stream[]> {
    const rows = await this.ask(this.sql.names, []);
    return rows.map(({ name }) => parseStream(JSON.parse(String(name))));
  }

  async drop(keys: readonly string[]): Promise<void> {
    await this.ask(this.sql.drop(keys.map((key) => this.idOf(key))), []);
  }

  async dropUpTo(key: string, upToSeq: number): Promise<void> {
    await this.ask(this.sql.dropUpTo, [this.idOf(key), upToSeq]);
  }

  async blob(key: string, name: string): Promise<Blob | undefined> {
    const [row] = await this.ask(this.sql.blob, [this.idOf(key), name]);
    return row && { seq: Number(row.seq), bytes: new Uint8Array(row.bytes as Uint8Array) };
  }

  async putBlob(key: string, name: string, { seq, bytes }: Blob): Promise<void> {
    await this.ask(this.sql.putBlob, [this.idOf(key), name, seq, bytes]);
  }

  async close(): Promise<void> {
    await this.ports.end?.();
  }

  /** Sends a statement that moves a stream until it is known whether it took effect. */
  private async change(
    sql: string,
    values: readonly unknown[],
    key: string,
    rows: readonly LineRow[],
  ): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      try {
        const moved = (await this.query(sql, values)).length > 0;
        return moved || (attempt > 0 && (await this.isThere(key, rows)));
      } catch (error) {
        if (isCollision(error)) return false;
        const waitMs = AGAIN_AFTER_MS[attempt];
        if (!isCut(error) || waitMs === undefined) throw postgresTrouble(error);
        await this.ports.wait(waitMs);
      }
    }
  }

  private async isThere(key: string, [first]: readonly LineRow[]): Promise<boolean> {
    if (first === undefined) return false;
    const [row] = await this.query(this.sql.lines, [this.idOf(key), first.seq, 1]);
    return row !== undefined && Number(row.seq) === first.seq && row.head === first.head;
  }

  private async ask(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return await this.query(sql, values);
    } catch (error) {
      throw postgresTrouble(error);
    }
  }

  private async query(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const { client, schema } = this.ports;
    this.checked ??= checkSchema(client, schema);
    try {
      await this.checked;
    } catch (error) {
      this.checked = undefined;
      throw error;
    }
    return (await client.query(sql, [...values])).rows;
  }

  /** Names of origins are longer than what an index takes. */
  private idOf(key: string): string {
    return this.ports.hash.sha256(key);
  }
}

function streamRow(row: Row): StreamRow {
  return { seq: Number(row.end_seq), hash: String(row.end_hash), firstSeq: Number(row.first_seq) };
}

function lineRow(row: Row): LineRow {
  const words = row.words === null ? null : String(row.words);
  return { seq: Number(row.seq), head: String(row.head), words, room: Number(row.room) };
}

/** Numbers arrive as text or as numbers, whatever the client makes of `bigint`. */
function statementsOf(schema: string) {
  const streams = `${schema}.streams`;
  const lines = `${schema}.lines`;
  const words = `${schema}.words`;
  const blobs = `${schema}.blobs`;
  const end = "s.seq as end_seq, s.hash as end_hash, s.first_seq";
  /** Adds the rows of `$n` to the stream in `moved`. */
  const add = (n: number) => `given as (
    select * from json_to_recordset($${n}::json) as g(seq bigint, head text, words text, room integer)
  ), heads as (
    insert into ${lines} (stream, seq, head, room)
    select m.id, g.seq, g.head, g.room from moved m, given g
  ), bodies as (
    insert into ${words} (stream, seq, words)
    select m.id, g.seq, g.words from moved m, given g where g.words is not null
  )`;
  return {
    stream: `select ${end} from ${streams} s where s.key = $1`,
    lines: `select ${end}, l.seq, l.head, l.room, w.words
      from ${streams} s
      left join lateral (
        select k.seq, k.head, k.room from ${lines} k where k.stream = s.id and k.seq >= $2 order by k.seq limit $3
      ) l on true
      left join lateral (
        select b.words from ${words} b where b.stream = s.id and b.seq = l.seq
      ) w on true
      where s.key = $1 order by l.seq`,
    begin: `with moved as (
        insert into ${streams} (key, name, seq, hash, first_seq) values ($1, $2, $3, $4, $6)
        on conflict do nothing returning id
      ), ${add(5)}
      select id from moved`,
    append: `with moved as (
        update ${streams} set seq = $4, hash = $5 where key = $1 and seq = $2 and hash = $3 returning id
      ), ${add(6)}
      select id from moved`,
    erase: `with moved as (
        update ${streams} set seq = $4, hash = $5, erased_seq = $4
        where key = $1 and seq = $2 and hash = $3 returning id
      ), ${add(6)}, gone as (
        delete from ${words} w using moved m
        where w.stream = m.id
          and w.seq in (select value::bigint from json_array_elements_text($7::json))
      ), underived as (
        delete from ${blobs} b using moved m where b.stream = m.id
      )
      select id from moved`,
    dropOldBlobs: `delete from ${blobs} b using ${streams} s
      where s.key = $1 and b.stream = s.id and b.seq < s.erased_seq`,
    parts: `select c.relname as part
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      left join ${streams} s on s.key = $1
      where i.inhparent in ('${words}'::regclass, '${blobs}'::regclass, '${streams}'::regclass)
        and (s.id is null or (i.inhparent <> '${streams}'::regclass and satisfies_hash_partition(
          i.inhparent,
          (select count(*)::integer from pg_inherits where inhparent = i.inhparent),
          substring(c.relname from '[0-9]+$')::integer,
          s.id)))`,
    names: `select name from ${streams} order by id`,
    // In steps of one statement, so that what was added while the stream's row was waited for is seen, too. A block takes
    // no values; the ids are hashes.
    drop: (ids: readonly string[]) => `do $drop$
      declare gone bigint[];
      begin
        with dropped as (
          delete from ${streams} where key in (${ids.map((id) => `'${id}'`).join(", ")}) returning id
        ) select array_agg(id) into gone from dropped;
        delete from ${lines} where stream = any(gone);
        delete from ${words} where stream = any(gone);
        delete from ${blobs} where stream = any(gone);
      end $drop$`,
    dropUpTo: `with kept as (
        update ${streams} set first_seq = least($2::bigint, seq - 1) + 1
        where key = $1 and first_seq <= least($2::bigint, seq - 1) returning id, first_seq
      ), heads as (
        delete from ${lines} l using kept k where l.stream = k.id and l.seq < k.first_seq
      ), bodies as (
        delete from ${words} w using kept k where w.stream = k.id and w.seq < k.first_seq
      )
      select id from kept`,
    blob: `select b.seq, b.bytes from ${blobs} b join ${streams} s on s.id = b.stream
      where s.key = $1 and b.name = $2 and b.seq >= s.erased_seq`,
    // The lock makes an erasure or a drop wait for the blob, or the blob for them.
    putBlob: `insert into ${blobs} (stream, name, seq, bytes)
      select s.id, $2, $3::bigint, $4 from ${streams} s where s.key = $1 and $3::bigint >= s.erased_seq for share
      on conflict (stream, name) do update set seq = excluded.seq, bytes = excluded.bytes`,
  } as const;
}
