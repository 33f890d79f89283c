/**
 * What is known of one origin while it is open? Its state, its indexes, and the uses that wait to be written. It never
 * sees the stream of another origin.
 *
 * State and indexes can leave memory between two verbs: they are read again when something next asks for them. Whoever
 * still holds them from before, such as a pass, can go on working with them, as if in another process.
 */
import { Inbox } from "../converse/inbox.ts";
import { isTidelineError } from "../errors.ts";
import { KeyIndex } from "../indexes/keys.ts";
import type { LearnedVectors } from "../indexes/learned/learned.ts";
import { EntityIndex } from "../indexes/names/entities.ts";
import { VectorIndex } from "../indexes/vectors/vectors.ts";
import { LexicalIndex } from "../indexes/words/lexical.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { MARKS_WAIT_MS, MAX_SHOWN_WAITING, MAX_WAITING_MARKS } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { LastCheckpoint } from "../log/last-checkpoint.ts";
import { Replica } from "../log/replica.ts";
import { isOutdated } from "../log/retries.ts";
import { resting, type Steps } from "../log/steps.ts";
import { Summary } from "../log/summary.ts";
import { marksOfShown, type Shown, withShown } from "../log/upkeep-state.ts";
import type { AccessKind } from "../model/event.ts";
import type { Origin } from "../model/origin.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";
import type { Pause } from "../ports/pause.ts";
import type { AnyStorage } from "../ports/storage.ts";
import { isLive } from "../recall/eligible.ts";
import { Search } from "../recall/search.ts";
import { ProfileCandidates } from "./profile-candidates.ts";

/** A use of a fact that is not yet in the log. */
export interface WaitingMark {
  readonly fact: string;
  readonly at: number;
  readonly how: AccessKind;
  /** The class of who used it. */
  readonly voice: Authority;
}

/** When the turns that wait will be distilled: a timer, and how often that failed. */
export interface Soon {
  cancel: (() => void) | undefined;
  /** When the first turn of the batch was observed; undefined if it waits only for what another process left. */
  since: number | undefined;
  failures: number;
}

/** What an open origin needs of its engine. */
export interface OriginPorts {
  readonly store: AnyStorage;
  readonly policy: LifecyclePolicy;
  readonly pause: Pause;
  readonly now: () => number;
  readonly newLearned: () => LearnedVectors | undefined;
  /** State and indexes of this origin are in memory from now on. */
  readonly onLoad: (origin: OpenOrigin) => void;
  /** A figure that is larger than all before. */
  readonly nextUse: () => number;
}

/** How many facts are indexed at a time: that takes a few milliseconds. */
const FACTS_PER_SLICE = 32;

/** The state and what is derived from it. */
class Parts {
  readonly replica: Replica;
  readonly keys = new KeyIndex();
  readonly vectors = new VectorIndex();
  readonly entities = new EntityIndex();
  readonly lastCheckpoint = new LastCheckpoint();
  readonly profileCandidates = new ProfileCandidates();
  readonly summary = new Summary();
  readonly search: Search;
  readonly learned: LearnedVectors | undefined;

  constructor(store: AnyStorage, origin: Origin, learned: LearnedVectors | undefined) {
    const lexical = new LexicalIndex(isLive);
    const { keys, vectors, entities, lastCheckpoint, profileCandidates, summary } = this;
    const indexes = [keys, lexical, vectors, entities, lastCheckpoint, profileCandidates, summary];
    this.learned = learned;
    this.search = new Search(lexical, vectors);
    this.replica = new Replica(store, origin, learned === undefined ? indexes : [...indexes, learned]);
  }
}

export class OpenOrigin {
  readonly origin: Origin;
  private parts: Parts | undefined;
  /** Orders origins by when they were last used. */
  usedAt = 0;
  waiting: WaitingMark[] = [];
  /** How often facts were shown in passing since that was last written. */
  readonly shown = new Map<string, Shown>();
  /** By class: refusals that the log had no room for. The next logged refusal of that class reports their number. */
  unlogged: readonly number[] = AUTHORITIES.map(() => 0);
  /** Turns of conversations that wait to be distilled. */
  readonly inbox: Inbox;
  /** Ends when the run that distils now has ended. */
  distilling: Promise<unknown> = Promise.resolve();
  /** When the waiting turns will be distilled (`distil-soon.ts`). */
  soon: Soon | undefined;
  /** Why the last attempt in the background failed. */
  distilTrouble: { readonly at: number; readonly code: string; readonly message: string } | undefined;
  private readonly ports: OriginPorts;
  private isIndexing = false;

  constructor(origin: Origin, ports: OriginPorts) {
    this.origin = origin;
    this.ports = ports;
    this.inbox = new Inbox(ports.store, origin);
  }

  get replica(): Replica {
    return this.loaded().replica;
  }

  get keys(): KeyIndex {
    return this.loaded().keys;
  }

  get vectors(): VectorIndex {
    return this.loaded().vectors;
  }

  get entities(): EntityIndex {
    return this.loaded().entities;
  }

  get lastCheckpoint(): LastCheckpoint {
    return this.loaded().lastCheckpoint;
  }

  get profileCandidates(): ProfileCandidates {
    return this.loaded().profileCandidates;
  }

  get summary(): Summary {
    return this.loaded().summary;
  }

  get search(): Search {
    return this.loaded().search;
  }

  /** Vectors from the embedder, if there is one. */
  get learned(): LearnedVectors | undefined {
    return this.loaded().learned;
  }

  /** The state as far as it is in memory; undefined if it is not, or was never read. */
  get known(): State | undefined {
    return this.parts?.replica.known;
  }

  /** What is in memory of the state and the vectors of an embedder; undefined if nothing is. */
  get inMemory(): { readonly replica: Replica; readonly learned: LearnedVectors | undefined } | undefined {
    return this.parts;
  }

  private loaded(): Parts {
    if (this.parts === undefined) {
      this.parts = new Parts(this.ports.store, this.origin, this.ports.newLearned());
      this.ports.onLoad(this);
    }
    this.usedAt = this.ports.nextUse();
    return this.parts;
  }

  /** State and indexes leave memory. Whatever waits stays here until it is written. Call between verbs only. */
  unload(): void {
    this.parts = undefined;
  }

  /** Updates the search indexes when the host has nothing else to do, a few facts at a time. */
  indexSoon(): void {
    const { replica } = this;
    if (this.isIndexing || replica.pendingCount === 0) return;
    this.isIndexing = true;
    void this.indexInSlices(replica).finally(() => {
      this.isIndexing = false;
    });
  }

  /** Waits until the search indexes know every fact that this process knows. Other work runs in between. */
  async indexed(): Promise<void> {
    await this.indexInSlices(this.replica);
  }

  private async indexInSlices(replica: Replica): Promise<void> {
    while (replica.pendingCount > 0) {
      await this.ports.pause.breathe();
      replica.updateLazy(Math.min(replica.pendingCount, FACTS_PER_SLICE));
    }
  }

  /** Reads the log to its end, and brings everything up to date that a search needs. */
  *readied(): Steps<void> {
    const state = yield* this.replica.catchUp();
    yield* resting(this.search.readying(state));
  }

  /** Reads which names facts mention, a few facts at a time. This work is put off until names are first asked for. */
  async readNames(): Promise<void> {
    const { replica, entities, ports } = this;
    while (replica.known !== undefined && entities.readOn(replica.known)) await ports.pause.breathe();
  }

  /**
   * Records a use that the policy counts. It waits in memory until enough uses wait, or until something else is
   * written.
   */
  *mark(mark: WaitingMark): Steps<void> {
    if (this.noteUse(mark)) yield* this.flush();
  }

  /** Adds a use to the waiting ones without writing. Returns true once enough of them wait. */
  noteUse(mark: WaitingMark): boolean {
    if (this.ports.policy.reinforces.has(mark.how) && this.isCounted(mark)) this.waiting.push(mark);
    return this.waiting.length >= MAX_WAITING_MARKS;
  }

  /**
   * A voice below the fact's class keeps the fact in use, but a hundred look-ups of such a voice do no more than one a
   * day: otherwise it could choose which of the owner's facts come first (decision 043).
   */
  private isCounted({ fact: id, at, voice }: WaitingMark): boolean {
    const fact = this.known?.facts.get(id);
    if (fact === undefined || voice >= fact.authority) return true;
    const isRecent = (used: number) => Math.abs(at - used) < DAY_MS;
    return (
      !fact.accessTimes.some(isRecent) && !this.waiting.some((one) => one.fact === id && isRecent(one.at))
    );
  }

  /**
   * Facts were shown in passing. That is counted, but it is never a use. `found`: those that a turn's own question
   * found, unlike a fact that stands in every block, whatever is asked.
   */
  *show(facts: readonly string[], at: number, found: readonly string[] = []): Steps<void> {
    const today = { days: [Math.floor(at / DAY_MS)] };
    const isFound = new Set(found);
    for (const fact of new Set([...facts, ...found]))
      this.noteShown(fact, { count: 1, lastAt: at, ...(isFound.has(fact) ? today : {}) });
    if (this.hasShownToWrite(at)) yield* this.flushShown();
  }

  noteShown(fact: string, more: Shown): void {
    this.shown.set(fact, withShown(this.shown.get(fact), more));
  }

  /**
   * Do many counts wait, or the days of what was found before today? Whoever sweeps may be another process, which knows
   * only what is written.
   */
  hasShownToWrite(at: number): boolean {
    if (this.shown.size >= MAX_SHOWN_WAITING) return true;
    const today = Math.floor(at / DAY_MS);
    for (const { days = [] } of this.shown.values()) if (days.some((day) => day < today)) return true;
    return false;
  }

  /**
   * Writes the waiting uses if the oldest has waited long enough: otherwise a busy server would write them with every
   * commit.
   */
  *flushOld(): Steps<void> {
    const [oldest] = this.waiting;
    if (oldest !== undefined && this.ports.now() - oldest.at >= MARKS_WAIT_MS) yield* this.flush();
  }

  /**
   * Writes the waiting uses. Counts of facts that were only shown go along; by themselves they are not worth an append,
   * unless `what` is "all".
   */
  *flush(what: "used" | "all" = "used"): Steps<void> {
    const marks = this.waiting;
    if (marks.length === 0 && (what === "used" || this.shown.size === 0)) return;
    const shown = [...this.shown];
    this.waiting = [];
    this.shown.clear();
    try {
      yield* this.replica.mark(
        marks.map(({ fact, at, how }) => [fact, at, how] as const),
        this.ports.now(),
        marksOfShown(shown),
      );
    } catch (error) {
      this.waiting = [...marks, ...this.waiting];
      for (const [fact, some] of shown) this.noteShown(fact, some);
      throw error;
    }
  }

  /**
   * Writes everything that waits. If that fails (on a read-only disk, for example), the counts of shown facts are
   * dropped so that reading goes on. The error is thrown only if uses wait too; these are kept.
   */
  *flushShown(): Steps<void> {
    try {
      yield* this.flush("all");
    } catch (error) {
      if (!isTidelineError(error)) throw error;
      this.shown.clear();
      if (this.waiting.length > 0) throw error;
    }
  }

  /** Everything is gone: drops the uses and counts that wait. */
  forgetAll(): void {
    this.waiting = [];
    this.shown.clear();
    this.unlogged = AUTHORITIES.map(() => 0);
  }

  /** These facts are gone: drops their waiting uses and counts. */
  forget(ids: readonly string[]): void {
    const gone = new Set(ids);
    this.waiting = this.waiting.filter((mark) => !gone.has(mark.fact));
    for (const id of gone) this.shown.delete(id);
  }

  /**
   * Destroys secrets that came with exports of earlier versions: with them, guesses could be tested against digests in
   * headers.
   */
  *healCarried(): Steps<void> {
    const carried = this.replica.known?.carried.secrets ?? [];
    const outdated = carried.filter(isOutdated).map(({ seq }) => seq);
    if (outdated.length > 0)
      yield* this.replica.erase([], this.ports.now(), { rule: "heal/secret-retired" }, { seqs: outdated });
  }
}
