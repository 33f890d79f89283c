/**
 * Which inverted index holds a fact? The one of its class. Each class of an origin's facts has its own index, so that
 * no word of one class changes how a fact of another class is found or what it scores.
 *
 * It follows the log. A fact whose words or class changed, or that was erased, is removed before the next search and,
 * if it still exists, added anew. The stored index is read at the first search, not when the memory is opened.
 *
 * Derived and deletable; stored as a blob beside the snapshot. Terms are words of facts, so a store deletes the blob
 * whenever it erases something.
 */
import type { MemoryEvent } from "../../model/event.ts";
import type { Fact } from "../../model/fact.ts";
import { AUTHORITIES, type Authority } from "../../model/source.ts";
import { eachInSlices, finish, type Slices } from "../../ports/slices.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { ANALYSER_VERSION } from "../../text/sameness/canonical.ts";
import type { FactsView } from "../keys.ts";
import { idsByClass, PerClass } from "../per-class.ts";
import { joinSections, splitSections } from "../sections.ts";
import { ClassLexicon } from "./class-lexicon.ts";

/** Raise it when the blob's layout, or what is posted for a fact, changes. */
const LEXICAL_VERSION = 10;
const FACTS_PER_SLICE = 16;

interface BlobHead {
  readonly lexical: number;
  readonly analyser: number;
  readonly head: FactsView["head"];
  readonly facts: number;
}

export class LexicalIndex {
  readonly name = "lexical";
  readonly isLazy = true;
  private readonly indexes = new PerClass<ClassLexicon>();
  private readonly isLive: (fact: Fact) => boolean;
  /** Facts whose postings are out of date. */
  private readonly stale = new Set<string>();
  /**
   * The stored index, not read yet: nobody has searched since `restore`. Events that come meanwhile wait in `pending`.
   */
  private unread: { readonly bytes: Uint8Array | undefined; readonly ids: readonly string[] } | undefined;
  private pending: MemoryEvent[] = [];
  /** The state with the last event that waits. */
  private pendingState: FactsView | undefined;
  /** Work in slices has begun that no event may disturb. */
  private isBusy = false;

  /** `isLive`: may the fact be recalled at some time, without special options? */
  constructor(isLive: (fact: Fact) => boolean) {
    this.isLive = isLive;
  }

  /** The index of a class; undefined while the class has no fact. Call `ready` first. */
  of(authority: Authority): ClassLexicon | undefined {
    return this.indexes.at(authority);
  }

  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    this.indexes.clear();
    this.stale.clear();
    this.pending = [];
    this.pendingState = undefined;
    const isKept = bytes !== undefined && isOf(bytes, state);
    this.unread =
      state.facts.size === 0
        ? undefined
        : { bytes: isKept ? bytes : undefined, ids: [...state.facts.keys()] };
  }

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (this.unread === undefined && !this.isBusy) this.apply(event, state);
    else {
      this.pending.push(event);
      this.pendingState = state;
    }
  }

  private applyPending(state: FactsView): void {
    const { pending, pendingState = state } = this;
    this.pending = [];
    this.pendingState = undefined;
    for (const event of pending) this.apply(event, pendingState);
  }

  /** Events that come meanwhile wait. */
  private *undisturbed<T>(state: FactsView, work: Slices<T>): Slices<T> {
    this.isBusy = true;
    try {
      return yield* work;
    } finally {
      this.isBusy = false;
      this.applyPending(state);
    }
  }

  /** Brings the indexes up to date. Call it before a search. */
  ready(state: FactsView): void {
    if (this.unread !== undefined || this.stale.size > 0 || this.isScattered) finish(this.readying(state));
  }

  private get isScattered(): boolean {
    return this.indexes.find(({ postings }) => postings.isScattered) !== undefined;
  }

  /** The same in slices. Call it again if something was written meanwhile. */
  *readying(state: FactsView): Slices<void> {
    if (this.unread !== undefined) yield* this.read(this.unread, state);
    if (this.stale.size > 0) yield* this.undisturbed(state, this.renew(state));
    if (this.isScattered) yield* this.undisturbed(state, this.tidy());
  }

  encode(state: FactsView): Uint8Array {
    return finish(this.encoding(state));
  }

  *encoding(state: FactsView): Slices<Uint8Array> {
    yield* this.readying(state);
    return yield* this.undisturbed(state, this.encodingReady(state));
  }

  private *encodingReady(state: FactsView): Slices<Uint8Array> {
    const { classes, ids } = idsByClass(state.facts.keys(), (id) => this.classOf(id));
    yield undefined;
    const head: BlobHead = {
      lexical: LEXICAL_VERSION,
      analyser: ANALYSER_VERSION,
      head: state.head,
      facts: state.facts.size,
    };
    const parts: Uint8Array[] = [];
    for (const authority of AUTHORITIES) {
      const index = this.indexes.at(authority);
      parts.push(index === undefined ? new Uint8Array(0) : yield* index.encoding(ids[authority]));
    }
    return joinSections(head, [classes, ...parts]);
  }

  /** Events that come meanwhile wait in `pending`, as before. */
  private *read(unread: NonNullable<LexicalIndex["unread"]>, state: FactsView): Slices<void> {
    const decoded = unread.bytes && (yield* this.decode(unread.bytes, unread.ids));
    if (this.unread !== unread) return;
    if (decoded === undefined) {
      this.indexes.clear();
      let added = 0;
      for (const id of [...state.facts.keys()]) {
        const fact = state.facts.get(id);
        if (fact !== undefined && this.indexWith(id) === undefined) this.add(fact);
        if (++added % FACTS_PER_SLICE !== 0) continue;
        yield undefined;
        if (this.unread !== unread) return;
      }
    } else for (const [authority, index] of decoded) this.indexes.set(authority, index);
    this.unread = undefined;
    this.applyPending(state);
  }

  private *decode(
    bytes: Uint8Array,
    all: readonly string[],
  ): Slices<readonly (readonly [Authority, ClassLexicon])[] | undefined> {
    const [classes, ...parts] = splitSections<BlobHead>(bytes)?.parts ?? [];
    if (classes?.length !== all.length) return undefined;
    const { ids } = idsByClass(all, (_id, at) => classes[at] as Authority);
    const decoded: (readonly [Authority, ClassLexicon])[] = [];
    for (const authority of AUTHORITIES) {
      if (ids[authority].length === 0) continue;
      const part = parts[authority];
      const index = part && (yield* ClassLexicon.from(part, ids[authority]));
      if (index === undefined) return undefined;
      decoded.push([authority, index]);
    }
    return decoded;
  }

  private apply(event: MemoryEvent, state: FactsView): void {
    if (event.type === "erased") {
      for (const id of event.facts ?? []) this.stale.add(id);
      return;
    }
    if (!("fact" in event)) return;
    const fact = state.facts.get(event.fact);
    if (fact === undefined) return;
    const index = this.indexWith(event.fact);
    if (index === undefined) {
      if (event.type === "added") this.add(fact);
      return;
    }
    if (changesPostings(event)) this.stale.add(event.fact);
    index.setLive(fact, this.isLive(fact), this.stale.has(event.fact));
  }

  private *tidy(): Slices<void> {
    for (const index of this.indexes.all()) yield* index.tidying();
  }

  /** Removes the stale facts, and adds those that still exist. */
  private *renew(state: FactsView): Slices<void> {
    const ids = [...this.stale];
    this.stale.clear();
    for (const index of this.indexes.all()) yield* index.removing(ids);
    yield* eachInSlices(ids, FACTS_PER_SLICE, (id) => {
      const fact = state.facts.get(id);
      if (fact !== undefined) this.add(fact);
    });
  }

  private add(fact: Fact): void {
    const index = this.indexes.at(fact.authority) ?? this.indexes.set(fact.authority, new ClassLexicon());
    index.add(fact, this.isLive(fact));
  }

  private indexWith(id: string): ClassLexicon | undefined {
    return this.indexes.find(({ documents }) => documents.ordinalOf(id) !== undefined);
  }

  private classOf(id: string): Authority {
    return this.indexes.classWhere(({ documents }) => documents.ordinalOf(id) !== undefined);
  }
}

function changesPostings(event: MemoryEvent): boolean {
  if (event.type === "endorsed") return true;
  return event.type === "revised" && (event.body !== undefined || event.position !== undefined);
}

/** Was the blob made for exactly this state, by this version? */
function isOf(bytes: Uint8Array, state: FactsView): boolean {
  const head = splitSections<BlobHead>(bytes)?.head;
  return (
    head?.lexical === LEXICAL_VERSION &&
    head.analyser === ANALYSER_VERSION &&
    head.facts === state.facts.size &&
    head.head?.seq === state.head.seq &&
    head.head.hash === state.head.hash
  );
}
