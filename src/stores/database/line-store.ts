/**
 * How does a database keep streams? By the same lines as every other store, one row each.
 *
 * The rules stand here once, as steps that run at once over a database that answers at once, and with promises over
 * one that does not: which head an append must follow, what a page holds, what may be erased, whether a chain is whole.
 * What a database does for it is in `tables.ts`.
 */
import { TidelineError } from "../../errors.ts";
import { MAX_BLOB_BYTES, MAX_READ_EVENTS, MAX_STREAMS_KNOWN } from "../../limits.ts";
import {
  checkAppend,
  checkBlobName,
  checkDrop,
  checkSeq,
  encodeBatch,
  parseErased,
  streamMoved,
} from "../../log/batch.ts";
import { decodeFrame, type FramePorts, type LineFrame } from "../../log/frame.ts";
import { ask, REST, type Steps } from "../../log/steps.ts";
import type { MemoryEvent } from "../../model/event.ts";
import {
  inboxOf,
  isOriginStream,
  isSideStream,
  mainStreamOf,
  marksOf,
  parseStream,
  type Stream,
  sideOf,
  streamKey,
} from "../../model/stream.ts";
import type { Hash } from "../../ports/hash.ts";
import {
  type Blob,
  type Head,
  NO_HEAD,
  type Page,
  type Problem,
  type VerifyOptions,
  type VerifyReport,
} from "../../ports/storage.ts";
import { corruptRow, frameOf, type LineRow, lineOf, recordedOf, rowOf } from "./rows.ts";
import type { Appending, LinePage, StreamRow, Tables } from "./tables.ts";

const NOTHING: Page = { afterHash: "", events: [], more: false };

/** The lines that copying reads at once. */
const COPIED_AT_ONCE = 2_000;
/** The lines that verifying reads at once. */
const VERIFIED_AT_ONCE = 2_000;

export class LineStore {
  private readonly tables: Tables;
  private readonly ports: FramePorts;
  /** What is told of a damaged row: which database it stands in. */
  private readonly where: string;
  /**
   * The heads that callers were last told of, least recently told first. A caller decides on what it has folded, so an
   * append must follow exactly that head: a number alone would not show that history was replaced.
   */
  private readonly told = new Map<string, Head>();
  private closed = false;

  constructor(tables: Tables, ports: FramePorts, where: string) {
    this.tables = tables;
    this.ports = ports;
    this.where = where;
  }

  *read(stream: Stream, afterSeq: number, about = MAX_READ_EVENTS): Steps<Page> {
    checkSeq(afterSeq);
    const key = this.keyOf(stream);
    if (yield* this.isUpToDate(key, afterSeq))
      return { afterHash: this.told.get(key)?.hash, events: [], more: false };
    const most = Math.max(1, Math.min(about, MAX_READ_EVENTS));
    // The line before is read, too: its hash says whether the caller knows the same history.
    const page = yield* ask(this.tables.lines(key, Math.max(1, afterSeq), most + 1));
    if (page === undefined) {
      this.told.delete(key);
      return NOTHING;
    }
    const frames = page.rows.map((row) => frameOf(row, this.ports.hash, this.where));
    checkChain(page, afterSeq, frames, this.where);
    const before = frames[0]?.seq === afterSeq ? frames[0] : undefined;
    const kept = before === undefined ? frames.slice(0, most) : frames.slice(1);
    // A page ends at the end of the stream or is full: otherwise the caller would ask for the rest for ever.
    if (frames.length <= most && afterSeq < page.stream.seq && frames.at(-1)?.seq !== page.stream.seq)
      throw corruptRow(this.where, (frames.at(-1)?.seq ?? afterSeq) + 1, "event");
    const events = kept.map(recordedOf);
    const afterHash = hashAfter(page, afterSeq, before);
    const last = events.at(-1) ?? { seq: afterSeq, hash: afterHash ?? "" };
    if (last.seq === page.stream.seq) this.tell(key, { seq: last.seq, hash: last.hash });
    return { afterHash, events, more: last.seq < page.stream.seq };
  }

  /** Mostly somebody asks whether there is anything new, and there is not: then only the stream's own row is read. */
  private *isUpToDate(key: string, seq: number): Steps<boolean> {
    const known = this.told.get(key);
    if (known === undefined || known.seq !== seq) return false;
    const row = yield* ask(this.tables.stream(key));
    return row !== undefined && row.seq === known.seq && row.hash === known.hash;
  }

  *append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Steps<Head> {
    checkAppend(expectedSeq, events);
    const parsed = this.parse(stream);
    const key = streamKey(parsed);
    const appending = yield* this.appendingTo(key, expectedSeq, events);
    const done = yield* ask(this.tables.append(key, parsed, appending));
    if (!done) throw yield* this.moved(key, expectedSeq);
    this.tell(key, appending.head);
    return appending.head;
  }

  /** The lines of the events, behind the head that the caller knows. */
  private *appendingTo(key: string, expectedSeq: number, events: readonly MemoryEvent[]): Steps<Appending> {
    const after = yield* this.headAt(key, expectedSeq);
    const batch = encodeBatch(events, after, this.ports);
    const rows = batch.lines.map((line, i) => rowOf(line, after.seq + 1 + i));
    return { after, head: batch.head, rows };
  }

  private *headAt(key: string, expectedSeq: number): Steps<Head> {
    if (expectedSeq === 0) return NO_HEAD;
    const told = this.told.get(key);
    if (told?.seq === expectedSeq) return told;
    const stream = yield* ask(this.tables.stream(key));
    if (stream?.seq !== expectedSeq) throw streamMoved(expectedSeq, stream?.seq ?? 0);
    return stream;
  }

  /** Somebody else was first; what this store knew of the stream is no longer so. */
  private *moved(key: string, expectedSeq: number): Steps<TidelineError> {
    this.told.delete(key);
    const stream = yield* ask(this.tables.stream(key));
    return streamMoved(expectedSeq, stream?.seq ?? 0);
  }

  *list(): Steps<readonly Stream[]> {
    this.checkOpen();
    const held = new Map<string, Stream>();
    for (const stream of yield* ask(this.tables.streams())) {
      // Of some origins only conversations are known so far.
      if (isSideStream(stream) && sideOf(stream) !== "inbox") continue;
      const main = mainStreamOf(stream);
      held.set(streamKey(main), main);
    }
    return [...held.values()];
  }

  *getBlob(stream: Stream, name: string): Steps<Blob | undefined> {
    checkBlobName(name);
    return yield* ask(this.tables.blob(this.keyOf(stream), name));
  }

  *putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): Steps<void> {
    checkBlobName(name);
    checkSeq(seq);
    if (bytes.length > MAX_BLOB_BYTES)
      throw new TidelineError(
        "batch-too-large",
        `The blob "${name}" takes ${bytes.length} bytes; the limit is ${MAX_BLOB_BYTES}.`,
      );
    yield* ask(this.tables.putBlob(this.keyOf(stream), name, { seq, bytes }));
  }

  *erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Steps<Head> {
    const event = parseErased(erased);
    const key = this.keyOf(stream);
    const after = yield* this.headAt(key, expectedSeq);
    for (const seq of event.erases) yield* this.checkErasable(key, seq);
    const batch = encodeBatch([event], after, this.ports);
    const rows = batch.lines.map((line) => rowOf(line, after.seq + 1));
    const done = yield* ask(this.tables.erase(key, { after, head: batch.head, rows }, event.erases));
    if (!done) throw yield* this.moved(key, expectedSeq);
    this.tell(key, batch.head);
    yield* ask(this.tables.scrub(key));
    return batch.head;
  }

  private *checkErasable(key: string, seq: number): Steps<void> {
    const page = yield* ask(this.tables.lines(key, seq, 1));
    const row = page?.rows[0];
    if (row?.seq !== seq || row.room === 0)
      throw new TidelineError(
        "not-an-erase",
        `Nothing to erase at event ${seq}: it does not exist, or holds no text.`,
      );
  }

  *drop(stream: Stream, upToSeq: number | "all"): Steps<void> {
    checkDrop(stream, upToSeq);
    const parsed = this.parse(stream);
    if (upToSeq !== "all") {
      yield* ask(this.tables.dropUpTo(streamKey(parsed), upToSeq));
      return;
    }
    const going = isOriginStream(parsed) ? [parsed, marksOf(parsed), inboxOf(parsed)] : [parsed];
    const keys = going.map(streamKey);
    for (const key of keys) this.told.delete(key);
    yield* ask(this.tables.drop(keys));
    yield* ask(this.tables.scrub(streamKey(parsed)));
  }

  *verify(stream: Stream, options: VerifyOptions = {}): Steps<VerifyReport> {
    const key = this.keyOf(stream);
    const row = yield* ask(this.tables.stream(key));
    const found = new Verification(row, options);
    for (let from = row?.firstSeq ?? 1; row !== undefined && from <= row.seq; from += VERIFIED_AT_ONCE) {
      const page = yield* ask(this.tables.lines(key, from, VERIFIED_AT_ONCE));
      for (const line of page?.rows ?? []) found.look(line, this.ports.hash);
      options.onProgress?.(found.events);
      yield REST;
    }
    return found.report();
  }

  /** Where the stream ends; the head of an empty one if it does not exist. */
  *end(stream: Stream): Steps<Head> {
    return (yield* ask(this.tables.stream(this.keyOf(stream)))) ?? NO_HEAD;
  }

  /** The lines as they stand, after `afterSeq`; none at the end. */
  *rows(stream: Stream, afterSeq: number): Steps<readonly LineRow[]> {
    const page = yield* ask(this.tables.lines(this.keyOf(stream), afterSeq + 1, COPIED_AT_ONCE));
    return page?.rows ?? [];
  }

  /** Adds lines as they stood in another store. The first ones of a stream may begin late: the others were dropped. */
  *putRows(stream: Stream, after: Head, rows: readonly LineRow[]): Steps<Head> {
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return after;
    const parsed = this.parse(stream);
    const key = streamKey(parsed);
    const head = { seq: last.seq, hash: frameOf(last, this.ports.hash, this.where).hash };
    if (!(yield* ask(this.tables.append(key, parsed, { after, head, rows }))))
      throw yield* this.moved(key, after.seq);
    return head;
  }

  *close(): Steps<void> {
    if (this.closed) return;
    this.closed = true;
    yield* ask(this.tables.close());
  }

  private tell(key: string, head: Head): void {
    this.told.delete(key);
    this.told.set(key, head);
    if (this.told.size <= MAX_STREAMS_KNOWN) return;
    const [oldest] = this.told.keys();
    if (oldest !== undefined) this.told.delete(oldest);
  }

  private keyOf(stream: Stream): string {
    return streamKey(this.parse(stream));
  }

  private parse(stream: Stream): Stream {
    this.checkOpen();
    return parseStream(stream);
  }

  private checkOpen(): void {
    if (this.closed) throw new TidelineError("closed", "This store was closed. Open it again.");
  }
}

function hashAfter(
  { stream }: LinePage,
  afterSeq: number,
  before: LineFrame | undefined,
): string | undefined {
  if (before !== undefined) return before.hash;
  if (afterSeq === 0) return stream.firstSeq === 1 ? "" : undefined;
  return afterSeq > stream.seq ? "" : undefined;
}

/** Each line belongs to this stream and continues the one before: a whole line of another stream does not. */
function checkChain(
  { stream }: LinePage,
  afterSeq: number,
  frames: readonly LineFrame[],
  where: string,
): void {
  const from = Math.max(afterSeq, stream.firstSeq);
  if (frames[0] !== undefined && frames[0].seq > from) throw corruptRow(where, from, "event");
  let last: Head | undefined = stream.firstSeq === 1 && frames[0]?.seq === 1 ? NO_HEAD : undefined;
  for (const { seq, prev, hash } of frames) {
    const isNext = last === undefined || (seq === last.seq + 1 && prev === last.hash);
    const isEnd = seq < stream.seq || (seq === stream.seq && hash === stream.hash);
    if (!isNext || !isEnd) throw corruptRow(where, seq, "event");
    last = { seq, hash };
  }
}

/** Walks the lines of a stream from its first one, and notes what does not fit. */
class Verification {
  events = 0;
  private erased = 0;
  private last: Head = NO_HEAD;
  private notedHash: string | undefined;
  private readonly problems: Problem[] = [];
  private readonly stream: StreamRow | undefined;
  private readonly noted: Head | undefined;

  constructor(stream: StreamRow | undefined, { head }: VerifyOptions) {
    this.stream = stream;
    this.noted = head;
  }

  look(row: LineRow, hash: Hash): void {
    this.events++;
    const frame = decodeFrame(lineOf(row), hash);
    if (frame === undefined || frame.seq !== row.seq) {
      this.problem(`The head of event ${row.seq} is not what was written.`, row.seq);
      this.last = { seq: row.seq, hash: "" };
      return;
    }
    const isFirstKept = this.events === 1 && frame.seq > 1 && frame.seq === this.stream?.firstSeq;
    if (!isFirstKept && (frame.prev !== this.last.hash || frame.seq !== this.last.seq + 1))
      this.problem(`Event ${frame.seq} does not continue the chain.`, frame.seq);
    if (frame.body === "damaged")
      this.problem(`The text of event ${frame.seq} is not what was written.`, frame.seq);
    if (frame.body === "erased") this.erased++;
    if (frame.seq === this.noted?.seq) this.notedHash = frame.hash;
    this.last = { seq: frame.seq, hash: frame.hash };
  }

  private problem(message: string, seq: number): void {
    this.problems.push({ message, seq });
  }

  report(): VerifyReport {
    const { stream, noted } = this;
    if (stream !== undefined && (stream.seq !== this.last.seq || stream.hash !== this.last.hash))
      this.problem(
        `The stream should end at event ${stream.seq}, but its lines end at ${this.last.seq}.`,
        this.last.seq,
      );
    if (noted !== undefined && noted.seq > 0 && this.notedHash !== noted.hash)
      this.problem(`Event ${noted.seq} is not what was noted.`, noted.seq);
    return {
      ok: this.problems.length === 0,
      events: this.events,
      erased: this.erased,
      head: this.last,
      problems: this.problems,
    };
  }
}
