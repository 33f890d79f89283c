// What must a store still know, whatever happened to it? A naive oracle: arrays of events per stream, what was
// acknowledged, and the one step of which nobody knows how far it came.
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { MemoryEvent } from "../../src/model/event.ts";
import { type Stream, streamKey } from "../../src/model/stream.ts";
import { type Head, NO_HEAD, type RecordedEvent } from "../../src/ports/storage.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import type { FaultyDisk } from "../../src/testing/faulty-disk.ts";

export interface Told {
  readonly stream: Stream;
  /** What stands, as far as we were told or saw; the first `acknowledged` of them must stand for ever. */
  events: MemoryEvent[];
  acknowledged: number;
  head: Head;
  /** An append, or an erase, that was begun and of which nothing was heard. */
  inFlight: readonly MemoryEvent[] | undefined;
  /** Numbers of events whose bodies must be gone. */
  readonly erased: Set<number>;
  /** Numbers of events that an erase names which failed: it has to be asked for again, or finished at the next start. */
  readonly halfErased: Set<number>;
  /** Marks up to here may be gone. */
  droppedUpTo: number;
  /** An append that did not survive. */
  lost: readonly MemoryEvent[];
  isDropping: boolean;
}

export class Witness {
  private readonly streams = new Map<string, Told>();
  /** Texts that were acknowledged as erased, or dropped with their stream. */
  private readonly forbidden = new Set<string>();

  of(stream: Stream): Told {
    const key = streamKey(stream);
    let told = this.streams.get(key);
    if (told === undefined) {
      told = {
        stream,
        ...nothing(),
        inFlight: undefined,
        erased: new Set(),
        halfErased: new Set(),
        droppedUpTo: 0,
        lost: [],
        isDropping: false,
      };
      this.streams.set(key, told);
    }
    return told;
  }

  all(): readonly Told[] {
    return [...this.streams.values()];
  }

  /** Did the step that failed have its effect all the same? Known after `check`. */
  stands = false;

  append(store: FactStore, stream: Stream, events: readonly MemoryEvent[]): void {
    const told = this.of(stream);
    told.inFlight = events;
    acknowledge(told, store.append(stream, told.events.length, events));
  }

  erase(store: FactStore, stream: Stream, seqs: readonly number[]): void {
    const told = this.of(stream);
    const event: MemoryEvent = { type: "erased", v: 1, at: 7, erases: seqs };
    told.inFlight = [event];
    acknowledge(told, store.erase(stream, told.events.length, event));
    for (const seq of seqs) this.erasedIn(told, seq);
  }

  drop(store: FactStore, stream: Stream): void {
    const told = this.of(stream);
    told.isDropping = true;
    store.drop(stream, "all");
    this.dropped(told);
  }

  dropMarks(store: FactStore, stream: Stream, upToSeq: number): void {
    this.of(stream).droppedUpTo = upToSeq;
    store.drop(stream, upToSeq);
  }

  /** What a caller does who got no answer: ask again. And then have it erased: nothing of the first try may be left. */
  retryAndErase(store: FactStore): void {
    for (const told of this.all()) {
      if (told.lost[0]?.type !== "added") continue;
      const first = told.events.length + 1;
      this.append(store, told.stream, told.lost);
      this.erase(
        store,
        told.stream,
        told.lost.map((_, i) => first + i),
      );
    }
  }

  /**
   * Everything that a store must know, it knows; then the oracle takes over what it saw. A store that was
   * opened anew has finished what an erase had left; one in which an erase failed need not have.
   */
  check(store: FactStore, disk: FaultyDisk, opened: "anew" | "before" = "anew"): void {
    this.stands = false;
    for (const told of this.all()) this.checkStream(store, told, opened);
    const listed = new Set(store.list().map(streamKey));
    for (const told of this.all()) {
      if (told.isDropping) continue;
      if (isMarks(told.stream)) continue;
      same(listed.has(streamKey(told.stream)), told.events.length > 0, `listed: ${streamKey(told.stream)}`);
    }
    this.checkForbidden(disk);
  }

  /** No file holds a text that was acknowledged as erased. */
  checkForbidden(disk: FaultyDisk): void {
    if (this.forbidden.size === 0) return;
    for (const [path, bytes] of disk.files()) {
      const content = new TextDecoder("latin1").decode(bytes);
      for (const text of this.forbidden)
        if (content.includes(text)) expect.fail(`"${text}" still stands in ${path}`);
    }
  }

  private checkStream(store: FactStore, told: Told, opened: "anew" | "before"): void {
    const where = streamKey(told.stream);
    const wasInFlight = told.inFlight !== undefined;
    const found = readAll(store, told.stream);
    if (told.isDropping && found.length === 0) {
      // A drop that failed may have left files: it has to be asked for again, or is finished at the next start.
      if (opened === "anew") this.dropped(told);
      return;
    }
    const first = found[0]?.seq ?? 1;
    if (first > told.droppedUpTo + 1) expect.fail(`${where}: begins with event ${first}`);
    found.forEach(({ seq }, i) => {
      if (seq !== first + i) expect.fail(`${where}: event ${first + i} is missing`);
    });
    const length = first - 1 + found.length;
    const possible = [
      told.acknowledged,
      told.events.length,
      told.events.length + (told.inFlight?.length ?? 0),
    ];
    if (!possible.includes(length)) {
      expect.fail(
        `${where}: ${length} events, but ${told.acknowledged} were acknowledged; whole appends make ${possible}`,
      );
    }
    const expected = [...told.events, ...(told.inFlight ?? [])].slice(0, length);
    if (wasInFlight)
      this.stands = expected.length > told.events.length && told.inFlight?.[0]?.type !== "erased";
    this.adopt(told, expected, found.at(-1));
    if (opened === "anew") for (const seq of told.halfErased) this.erasedIn(told, seq);
    for (const { seq, event, bodyGone } of found) {
      const isErased = told.erased.has(seq) || (told.halfErased.has(seq) && bodyGone);
      same(
        { event, bodyGone },
        asFound(expected[seq - 1] as MemoryEvent, isErased),
        `${where}: event ${seq}`,
      );
    }
    const report = store.verify(told.stream, told.droppedUpTo === 0 ? { head: told.head } : {});
    same([...report.problems], [], `${where}: verifies`);
    same(report.head.seq, length, `${where}: the verified end`);
  }

  /** What stands without having been acknowledged stands, for now. */
  private adopt(told: Told, events: readonly MemoryEvent[], last: RecordedEvent | undefined): void {
    const news = events.slice(told.events.length);
    told.events = [...events];
    if (news.length === 0) told.lost = told.inFlight ?? [];
    told.inFlight = undefined;
    told.isDropping = false;
    told.head = last === undefined ? NO_HEAD : { seq: last.seq, hash: last.hash };
    for (const event of news) {
      if (event.type === "erased") for (const seq of event.erases) told.halfErased.add(seq);
    }
  }

  private erasedIn(told: Told, seq: number): void {
    told.halfErased.delete(seq);
    told.erased.add(seq);
    this.forbid(told.events[seq - 1] as MemoryEvent);
  }

  private dropped(told: Told): void {
    for (const event of told.events) this.forbid(event);
    for (const one of this.all()) {
      if (one !== told && !(isMarks(one.stream) && streamKey(one.stream.marksOf) === streamKey(told.stream)))
        continue;
      Object.assign(one, nothing(), { inFlight: undefined, isDropping: false, droppedUpTo: 0 });
      one.erased.clear();
      one.halfErased.clear();
    }
  }

  private forbid(event: MemoryEvent): void {
    if (event.type === "added" && event.body !== undefined) this.forbidden.add(event.body.content);
  }
}

/** As `expect(a).toEqual(b)`, which is slow where it is asked a million times and agrees. */
function same(found: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, what).toEqual(expected);
}

function nothing(): Pick<Told, "events" | "acknowledged" | "head"> {
  return { events: [], acknowledged: 0, head: NO_HEAD };
}

function acknowledge(told: Told, head: Head): void {
  told.events = [...told.events, ...(told.inFlight ?? [])];
  told.acknowledged = told.events.length;
  told.inFlight = undefined;
  told.head = head;
  same(head.seq, told.events.length, "the acknowledged end");
}

function asFound(event: MemoryEvent, isErased: boolean): { event: unknown; bodyGone: boolean } {
  if (!isErased) return { event, bodyGone: false };
  const { body: _body, ...head } = event as MemoryEvent & { body?: unknown };
  return { event: head, bodyGone: true };
}

function isMarks(stream: Stream): stream is Extract<Stream, { marksOf: unknown }> {
  return typeof stream === "object" && "marksOf" in stream;
}

export function readAll(store: FactStore, stream: Stream): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = store.read(stream, events.at(-1)?.seq ?? 0);
    events.push(...page.events);
    if (!page.more) return events;
  }
}
