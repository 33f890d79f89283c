/**
 * Which turns wait to be distilled? The fold of an origin's inbox, a stream of its own.
 *
 * Only ids, classes and times are kept in memory; words are read from the store when they are needed. A turn whose words
 * were erased stays known by its key, so that a host that observes its transcript again does not bring it back.
 */
import { isTidelineError } from "../errors.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_ERASED_PER_EVENT, MAX_READ_EVENTS } from "../limits.ts";
import type { DistilState } from "../log/distil-state.ts";
import { writerIn } from "../log/new-fact.ts";
import { ask, type Steps } from "../log/steps.ts";
import { vouchedFor } from "../model/author.ts";
import { type By, EVENT_VERSION, type EventOf, type Why } from "../model/event.ts";
import type { Origin } from "../model/origin.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";
import type { Writer } from "../model/speaker.ts";
import { type InboxStream, inboxOf } from "../model/stream.ts";
import type { TurnRole } from "../model/turn-role.ts";
import { type AnyStorage, type Head, NO_HEAD, type RecordedEvent } from "../ports/storage.ts";

/** What is known of a turn without its words. */
export interface TurnHead {
  readonly id: string;
  readonly seq: number;
  /** The keyed digest of its session. */
  readonly session: string;
  readonly key: string | undefined;
  readonly role: TurnRole;
  readonly authority: Authority;
  /** The voice of whoever observed it. */
  readonly voice: Authority;
  readonly writer: Writer | undefined;
  readonly saidAt: number;
  readonly observedAt: number;
  readonly own: boolean;
  readonly aborted: boolean;
  /** Its words are gone. */
  readonly gone: boolean;
}

export type TurnWords = NonNullable<EventOf<"turn">["body"]>;

export interface InboxFigures {
  /** Turns that wait, by the voice of whoever observed them. */
  readonly waiting: readonly number[];
  readonly sessions: number;
  readonly oldestAt: number | undefined;
}

export class Inbox {
  readonly stream: InboxStream;
  private readonly store: AnyStorage;
  private head: Head = NO_HEAD;
  private isRead = false;
  private turns = new Map<string, TurnHead>();
  private bySeq = new Map<number, string>();
  private byKey = new Map<string, string>();
  private pending = new Map<string, TurnHead[]>();
  private waiting: number[] = AUTHORITIES.map(() => 0);
  /** By whom: how many turns each observer has waiting. */
  private waitingBy = new Map<string, number>();
  private settledFor: DistilState | undefined;

  constructor(store: AnyStorage, origin: Origin) {
    this.store = store;
    this.stream = inboxOf(origin);
  }

  /** Reads what was written since; nothing but one look at the store if nothing was. */
  *catchUp(): Steps<void> {
    for (;;) {
      const page = yield* ask(this.store.read(this.stream, this.head.seq));
      const isOther = this.head.seq > 0 && page.afterHash !== undefined && page.afterHash !== this.head.hash;
      if (isOther) {
        this.startAnew();
        continue;
      }
      for (const recorded of page.events) this.follow(recorded);
      if (!page.more) break;
    }
    this.isRead = true;
  }

  /**
   * Appends the turns that `decide` returns. It may run again, if somebody else wrote in between. Reads the log first only
   * if it was never read.
   */
  *append(decide: () => readonly EventOf<"turn">[]): Steps<readonly EventOf<"turn">[]> {
    if (!this.isRead) yield* this.catchUp();
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      const events = decide();
      if (events.length === 0) return events;
      try {
        const head = yield* ask(this.store.append(this.stream, this.head.seq, events));
        const first = head.seq - events.length + 1;
        for (const [i, event] of events.entries())
          this.follow({ seq: first + i, hash: head.hash, event, bodyGone: false });
        return events;
      } catch (error) {
        if (!isTidelineError(error, "stream-moved")) throw error;
        yield* this.catchUp();
      }
    }
    throw new Error("unreachable: an append is refused only when somebody else wrote");
  }

  turn(id: string): TurnHead | undefined {
    return this.turns.get(id);
  }

  keyed(key: string): TurnHead | undefined {
    const id = this.byKey.get(key);
    return id === undefined ? undefined : this.turns.get(id);
  }

  /** How many turns wait, given how far each session is distilled. */
  figures(distil: DistilState): InboxFigures {
    this.settle(distil);
    const oldest = [...this.pending.values()].map((turns) => turns[0]?.observedAt ?? 0);
    return {
      waiting: [...this.waiting],
      sessions: this.pending.size,
      oldestAt: oldest.length === 0 ? undefined : Math.min(...oldest),
    };
  }

  /** How many turns wait that this caller observed, and how many that anybody with this voice did. */
  waitingOf(
    voice: Authority,
    writer: Writer,
    distil: DistilState,
  ): { readonly own: number; readonly all: number } {
    this.settle(distil);
    return { own: this.waitingBy.get(observerKey(voice, writer)) ?? 0, all: this.waiting[voice] ?? 0 };
  }

  /** By session: the turns that wait, oldest first. Sessions in which the highest class speaks come first. */
  waitingSessions(distil: DistilState): readonly (readonly [session: string, turns: readonly TurnHead[]])[] {
    this.settle(distil);
    const rank = (turns: readonly TurnHead[]) => Math.max(...turns.map(({ authority }) => authority));
    return [...this.pending.entries()].sort(
      ([, a], [, b]) => rank(b) - rank(a) || (a[0] as TurnHead).seq - (b[0] as TurnHead).seq,
    );
  }

  /** The latest turns of the session up to this event, oldest first. */
  before(session: string, seq: number, most: number): readonly TurnHead[] {
    const found: TurnHead[] = [];
    for (const turn of this.turns.values())
      if (turn.session === session && turn.seq <= seq && !turn.gone) found.push(turn);
    return found.slice(-most);
  }

  /** Its last event, as far as it was read. */
  get end(): Head {
    return this.head;
  }

  /** Is no turn kept, distilled or not? */
  get isEmpty(): boolean {
    return this.turns.size === 0;
  }

  all(): Iterable<TurnHead> {
    return this.turns.values();
  }

  /** The words of these turns, by id. Turns whose words are gone are missing. */
  *wordsOf(turns: readonly TurnHead[]): Steps<ReadonlyMap<string, TurnWords>> {
    const wanted = new Set(turns.flatMap((turn) => (turn.gone ? [] : [turn.seq])));
    const found = new Map<string, TurnWords>();
    let after = Math.min(...wanted) - 1;
    const last = Math.max(...wanted);
    while (wanted.size > 0 && after < last) {
      const page = yield* ask(this.store.read(this.stream, after, Math.min(MAX_READ_EVENTS, last - after)));
      for (const { seq, event } of page.events) {
        if (event.type === "turn" && event.body !== undefined && wanted.has(seq))
          found.set(event.turn, event.body);
      }
      const end = page.events.at(-1)?.seq;
      if (end === undefined) break;
      after = end;
    }
    return found;
  }

  /** Erases the words of these turns for good. */
  *erase(ids: readonly string[], at: number, why: Why, by: By | undefined): Steps<void> {
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      yield* this.catchUp();
      const seqs = ids.flatMap((id) => {
        const turn = this.turns.get(id);
        return turn === undefined || turn.gone ? [] : [turn.seq];
      });
      if (seqs.length === 0) return;
      const erases = seqs.slice(0, MAX_ERASED_PER_EVENT).sort((a, b) => a - b);
      const common = { v: EVENT_VERSION, at, why, erases } as const;
      const event = { type: "erased", ...common, ...(by === undefined ? {} : { by }) } as const;
      try {
        yield* ask(this.store.erase(this.stream, this.head.seq, event));
      } catch (error) {
        if (!isTidelineError(error, "stream-moved")) throw error;
      }
    }
  }

  /** Lets the store drop what it can of the events up to `seq`; the words in them were erased before. */
  *drop(seq: number): Steps<void> {
    yield* ask(this.store.drop(this.stream, seq));
  }

  private follow({ seq, hash, event, bodyGone }: RecordedEvent): void {
    this.head = { seq, hash };
    if (event.type === "turn") this.add(event, seq, bodyGone);
    if (event.type === "erased" || event.type === "repaired")
      for (const one of event.type === "erased" ? event.erases : event.lost) this.forget(one);
  }

  private add(event: EventOf<"turn">, seq: number, gone: boolean): void {
    const { turn: id, session, key, role, authority, saidAt, at, by, own = false, aborted = false } = event;
    const voice = by?.authority ?? authority;
    const about = { id, seq, session, key, role, authority, voice, saidAt, own, aborted, gone } as const;
    const turn: TurnHead = { ...about, observedAt: at, writer: writerIn(by) };
    this.turns.set(id, turn);
    this.bySeq.set(seq, id);
    if (key !== undefined) this.byKey.set(key, id);
    if (seq <= (this.settledFor?.cursors.get(session) ?? 0)) return;
    const turns = this.pending.get(session);
    if (turns === undefined) this.pending.set(session, [turn]);
    else turns.push(turn);
    this.count(turn, 1);
  }

  private count({ voice, writer }: TurnHead, by: 1 | -1): void {
    (this.waiting[voice] as number) += by;
    const key = observerKey(voice, writer);
    const left = (this.waitingBy.get(key) ?? 0) + by;
    if (left > 0) this.waitingBy.set(key, left);
    else this.waitingBy.delete(key);
  }

  private forget(seq: number): void {
    const id = this.bySeq.get(seq);
    const turn = id === undefined ? undefined : this.turns.get(id);
    if (turn === undefined) return;
    const gone = { ...turn, gone: true };
    this.turns.set(turn.id, gone);
    const turns = this.pending.get(turn.session);
    const at = turns?.indexOf(turn) ?? -1;
    if (turns !== undefined && at >= 0) turns[at] = gone;
  }

  /** Takes the turns that are distilled off the waiting ones, and forgets those that are no longer kept. */
  private settle(distil: DistilState): void {
    if (this.settledFor === distil) return;
    this.settledFor = distil;
    for (const [session, turns] of this.pending) {
      const cursor = Math.max(distil.cursors.get(session) ?? 0, distil.trimmedTo);
      let done = 0;
      while (done < turns.length && (turns[done] as TurnHead).seq <= cursor) {
        this.count(turns[done] as TurnHead, -1);
        done++;
      }
      turns.splice(0, done);
      if (turns.length === 0) this.pending.delete(session);
    }
    for (const turn of this.turns.values()) {
      if (turn.seq > distil.trimmedTo) break;
      this.turns.delete(turn.id);
      this.bySeq.delete(turn.seq);
      if (turn.key !== undefined && this.byKey.get(turn.key) === turn.id) this.byKey.delete(turn.key);
    }
  }

  private startAnew(): void {
    this.head = NO_HEAD;
    this.turns = new Map();
    this.bySeq = new Map();
    this.byKey = new Map();
    this.pending = new Map();
    this.waiting = AUTHORITIES.map(() => 0);
    this.waitingBy = new Map();
    this.settledFor = undefined;
  }
}

function observerKey(voice: Authority, writer: Writer | undefined): string {
  return JSON.stringify([voice, ...vouchedFor(writer)]);
}
