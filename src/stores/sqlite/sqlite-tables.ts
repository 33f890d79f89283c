/** How does SQLite keep the rows of a log? Each step is one transaction. */
import type { Stream } from "../../model/stream.ts";
import { parseStream } from "../../model/stream.ts";
import type { Blob } from "../../ports/storage.ts";
import type { LineRow } from "../database/rows.ts";
import type { Appending, LinePage, StreamRow, Tables } from "../database/tables.ts";
import type { SqliteDatabase, SqliteStatement, SqliteValue } from "./driver.ts";
import { withCodes } from "./trouble.ts";

interface StoredStream extends StreamRow {
  readonly id: number;
  readonly erasedSeq: number;
}

const STATEMENTS = {
  stream: `select id, seq, hash, first_seq as "firstSeq", erased_seq as "erasedSeq" from streams where key = ?`,
  lines: "select seq, head, words, room from lines where stream = ? and seq >= ? order by seq limit ?",
  begin: "insert into streams (key, name, seq, hash, first_seq) values (?, ?, ?, ?, ?) returning id",
  move: "update streams set seq = ?, hash = ? where id = ?",
  line: "insert into lines (stream, seq, head, words, room) values (?, ?, ?, ?, ?)",
  erase: "update lines set words = null where stream = ? and seq = ?",
  erased: "update streams set erased_seq = seq where id = ?",
  dropBlobs: "delete from blobs where stream = ?",
  names: "select name from streams where seq > 0 order by id",
  drop: "delete from streams where key = ?",
  dropUpTo: "delete from lines where stream = ? and seq <= ?",
  first: "update streams set first_seq = ? where id = ?",
  blob: "select seq, bytes from blobs where stream = ? and name = ? and seq >= ?",
  putBlob: `insert into blobs (stream, name, seq, bytes) values (?, ?, ?, ?)
    on conflict (stream, name) do update set seq = excluded.seq, bytes = excluded.bytes`,
} as const;

export class SqliteTables implements Tables {
  private readonly database: SqliteDatabase;
  private readonly path: string;
  private readonly prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase, path: string) {
    this.database = database;
    this.path = path;
  }

  stream(key: string): StreamRow | undefined {
    return withCodes(this.path, () => this.find(key));
  }

  lines(key: string, fromSeq: number, most: number): LinePage | undefined {
    return this.inStep("begin", () => {
      const stream = this.find(key);
      if (stream === undefined) return undefined;
      const rows = this.statement("lines").all(stream.id, fromSeq, most) as unknown as LineRow[];
      return { stream, rows };
    });
  }

  append(key: string, stream: Stream, appending: Appending): boolean {
    return this.inStep("begin immediate", () => this.write(key, stream, appending) !== undefined);
  }

  erase(key: string, appending: Appending, erases: readonly number[]): boolean {
    return this.inStep("begin immediate", () => {
      const id = this.write(key, undefined, appending);
      if (id === undefined) return false;
      for (const seq of erases) this.run("erase", id, seq);
      this.run("erased", id);
      this.run("dropBlobs", id);
      return true;
    });
  }

  /** What was overwritten may still stand in the write-ahead log, until it is written back. */
  scrub(): void {
    withCodes(this.path, () => this.database.prepare("pragma wal_checkpoint(truncate)").all());
  }

  streams(): readonly Stream[] {
    return withCodes(this.path, () =>
      (this.statement("names").all() as { name: string }[]).map(({ name }) => parseStream(JSON.parse(name))),
    );
  }

  drop(keys: readonly string[]): void {
    this.inStep("begin immediate", () => {
      for (const key of keys) this.run("drop", key);
    });
  }

  dropUpTo(key: string, upToSeq: number): void {
    this.inStep("begin immediate", () => {
      const stream = this.find(key);
      const last = Math.min(upToSeq, (stream?.seq ?? 0) - 1);
      if (stream === undefined || last < stream.firstSeq) return;
      this.run("dropUpTo", stream.id, last);
      this.run("first", last + 1, stream.id);
    });
  }

  blob(key: string, name: string): Blob | undefined {
    return this.inStep("begin", () => {
      const stream = this.find(key);
      if (stream === undefined) return undefined;
      const found = this.statement("blob").get(stream.id, name, stream.erasedSeq) as Blob | undefined;
      return found && { seq: found.seq, bytes: new Uint8Array(found.bytes) };
    });
  }

  putBlob(key: string, name: string, { seq, bytes }: Blob): void {
    this.inStep("begin immediate", () => {
      const stream = this.find(key);
      if (stream === undefined || seq < stream.erasedSeq) return;
      this.run("putBlob", stream.id, name, seq, bytes);
    });
  }

  close(): void {
    withCodes(this.path, () => this.database.close());
  }

  /** Adds the rows behind the head they follow; undefined if the stream ends elsewhere. */
  private write(
    key: string,
    stream: Stream | undefined,
    { after, head, rows }: Appending,
  ): number | undefined {
    const found = this.find(key);
    if ((found?.seq ?? 0) !== after.seq || (found?.hash ?? "") !== after.hash) return undefined;
    const id = found?.id ?? this.begin(key, stream, head, rows[0]?.seq ?? 1);
    if (found !== undefined) this.run("move", head.seq, head.hash, id);
    for (const row of rows) this.run("line", id, row.seq, row.head, row.words, row.room);
    return id;
  }

  private begin(
    key: string,
    stream: Stream | undefined,
    { seq, hash }: { seq: number; hash: string },
    firstSeq: number,
  ): number {
    const row = this.statement("begin").get(key, JSON.stringify(stream), seq, hash, firstSeq);
    return (row as { id: number }).id;
  }

  private find(key: string): StoredStream | undefined {
    return this.statement("stream").get(key) as StoredStream | undefined;
  }

  private inStep<T>(begin: "begin" | "begin immediate", work: () => T): T {
    return withCodes(this.path, () => {
      this.database.exec(begin);
      try {
        const answer = work();
        this.database.exec("commit");
        return answer;
      } catch (error) {
        this.rollBack();
        throw error;
      }
    });
  }

  /** Some errors (a full disk, for example) have ended the transaction already: then there is none to take back. */
  private rollBack(): boolean {
    try {
      this.database.exec("rollback");
      return true;
    } catch {
      return false;
    }
  }

  private run(name: keyof typeof STATEMENTS, ...values: SqliteValue[]): void {
    this.statement(name).run(...values);
  }

  private statement(name: keyof typeof STATEMENTS): SqliteStatement {
    let statement = this.prepared.get(name);
    if (statement === undefined) {
      statement = this.database.prepare(STATEMENTS[name]);
      this.prepared.set(name, statement);
    }
    return statement;
  }
}
