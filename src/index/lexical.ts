/**
 * Which facts have which words, who says them, and what stands beside them? The inverted index of one origin.
 *
 * Follows the log: an add costs its own words, and a search never looks at facts without the words it asks for. What
 * changes a fact's words, or removes it, is taken out before the next search.
 *
 * Derived and deletable; kept as a blob beside the snapshot. Terms are words: a store deletes the blob whenever it
 * erases something.
 */
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { ABOUT, type Analysis, analyse, nameParts } from "../text/analyse.ts";
import { ANALYSER_VERSION } from "../text/canonical.ts";
import { Documents } from "./documents.ts";
import type { FactsView } from "./keys.ts";
import { NO_POSITION, Postings } from "./postings.ts";
import { bytesOf, int32sOf, joinSections, splitSections } from "./sections.ts";
import { Spelling } from "./spelling.ts";

/** Raise it when the blob's layout, or what is posted for a fact, changes. */
const LEXICAL_VERSION = 5;
const TAG_WEIGHT = 0.75;

interface BlobHead {
  readonly lexical: number;
  readonly analyser: number;
  readonly head: FactsView["head"];
  readonly facts: number;
  readonly people: readonly string[];
  readonly episodes: readonly string[];
}

export class LexicalIndex {
  readonly name = "lexical";
  readonly isPatient = true;
  documents = new Documents();
  postings = new Postings();
  readonly spelling = new Spelling();
  private readonly isLive: (fact: Fact) => boolean;
  /** Facts whose postings are not, or no longer, right. */
  private readonly stale = new Set<string>();
  /** Not read yet: nobody has searched since it was restored. */
  private unread: { readonly bytes: Uint8Array | undefined; readonly ids: readonly string[] } | undefined;
  private untold: MemoryEvent[] = [];

  /** `isLive`: may the fact be recalled, at some time or other? */
  constructor(isLive: (fact: Fact) => boolean) {
    this.isLive = isLive;
  }

  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    this.documents = new Documents();
    this.postings = new Postings();
    this.stale.clear();
    this.untold = [];
    const isKept = bytes !== undefined && isOf(bytes, state);
    this.unread =
      state.facts.size === 0
        ? undefined
        : { bytes: isKept ? bytes : undefined, ids: [...state.facts.keys()] };
  }

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (this.unread !== undefined) this.untold.push(event);
    else this.apply(event, state);
  }

  /** Brings the index to the state. To be called before a search. */
  ready(state: FactsView): void {
    if (this.unread !== undefined) this.read(this.unread, state);
    if (this.stale.size > 0) this.renew(state);
  }

  encode(state: FactsView): Uint8Array {
    this.ready(state);
    const { documents } = this;
    const order = new Int32Array(state.facts.size);
    const place = new Int32Array(documents.size).fill(-1);
    let at = 0;
    for (const id of state.facts.keys()) {
      const ordinal = documents.ordinalOf(id) as number;
      place[ordinal] = at;
      order[at++] = ordinal;
    }
    const laid = this.postings.layOut(
      (ordinal) => (place[ordinal] as number) < 0,
      (ordinal) => documents.isTrusted(ordinal),
    );
    const { columns, people, episodes } = documents.pack(order, place);
    const head: BlobHead = {
      lexical: LEXICAL_VERSION,
      analyser: ANALYSER_VERSION,
      head: state.head,
      facts: state.facts.size,
      people,
      episodes,
    };
    const placed = laid.laidOut.documents.map((ordinal) => place[ordinal] as number);
    return joinSections(head, [
      new TextEncoder().encode([...laid.terms.keys()].join("\n")),
      bytesOf(laid.laidOut.starts),
      bytesOf(placed),
      bytesOf(laid.laidOut.loads),
      bytesOf(laid.trustedCounts.filled()),
      ...columns,
    ]);
  }

  private read(unread: NonNullable<LexicalIndex["unread"]>, state: FactsView): void {
    this.unread = undefined;
    const { untold } = this;
    this.untold = [];
    if (unread.bytes !== undefined && this.decode(unread.bytes, unread.ids)) {
      for (const event of untold) this.apply(event, state);
    } else for (const fact of state.facts.values()) this.add(fact);
  }

  private decode(bytes: Uint8Array, ids: readonly string[]): boolean {
    const sections = splitSections<BlobHead>(bytes);
    if (sections === undefined) return false;
    const { head, parts } = sections;
    const [terms, starts, documents, loads, trusted, ...columns] = parts;
    if (terms === undefined || starts === undefined || documents === undefined) return false;
    if (loads === undefined || trusted === undefined || loads.length !== documents.length) return false;
    const words = terms.length === 0 ? [] : new TextDecoder().decode(terms).split("\n");
    if (starts.length !== 4 * (words.length + 1) || trusted.length !== 4 * words.length) return false;
    const rows = Documents.from(ids, { columns, people: head.people, episodes: head.episodes });
    if (rows === undefined) return false;
    const laidOut = { starts: int32sOf(starts), documents: int32sOf(documents), loads: int32sOf(loads) };
    this.documents = rows;
    this.postings = new Postings(words, laidOut, int32sOf(trusted));
    return true;
  }

  private apply(event: MemoryEvent, state: FactsView): void {
    if (event.type === "erased") {
      for (const id of event.facts ?? []) this.stale.add(id);
      return;
    }
    if (!("fact" in event)) return;
    const fact = state.facts.get(event.fact);
    const ordinal = this.documents.ordinalOf(event.fact);
    if (fact === undefined) return;
    if (ordinal === undefined) {
      if (event.type === "added") this.add(fact);
      return;
    }
    if (changesWords(event)) this.stale.add(event.fact);
    this.documents.setLive(ordinal, this.isLive(fact));
  }

  /** Takes out what is gone or has changed, and puts in again what is still there. */
  private renew(state: FactsView): void {
    const ids = [...this.stale];
    this.stale.clear();
    let isAnyGone = false;
    for (const id of ids) if (this.documents.remove(id) !== undefined) isAnyGone = true;
    if (isAnyGone) {
      const { documents } = this;
      this.postings = this.postings.layOut(
        (ordinal) => documents.ids[ordinal] === "",
        (ordinal) => documents.isTrusted(ordinal),
      );
    }
    for (const id of ids) {
      const fact = state.facts.get(id);
      if (fact !== undefined) this.add(fact);
    }
  }

  private add(fact: Fact): void {
    const analysis = analyse(fact.content);
    const length = this.post(fact, analysis, this.documents.size);
    this.documents.add(fact, analysis, length, this.isLive(fact));
  }

  /** Posts every field; returns the length that it counts for. */
  private post(fact: Fact, analysis: Analysis, ordinal: number): number {
    const { postings } = this;
    const isTrusted = fact.authority >= 2;
    for (const { text, position } of analysis.terms) postings.post(text, ordinal, 1, position, isTrusted);
    let length = analysis.terms.length;
    for (const name of analysis.names) postings.post(ABOUT + name, ordinal, 1, NO_POSITION, isTrusted);
    for (const alias of fact.aliases) length += this.postField(alias, 1, ordinal, isTrusted);
    for (const tag of fact.tags) length += this.postField(tag, TAG_WEIGHT, ordinal, isTrusted);
    if (fact.actor !== undefined) length += this.postField(fact.actor, 1, ordinal, isTrusted);
    if (fact.slot !== undefined) {
      length += this.postField(fact.slot.subject, 1, ordinal, isTrusted);
      length += this.postField(fact.slot.attribute, 1, ordinal, isTrusted);
      for (const part of nameParts(fact.slot.subject))
        postings.post(ABOUT + part, ordinal, 1, NO_POSITION, isTrusted);
    }
    return length;
  }

  private postField(text: string, weight: number, ordinal: number, isTrusted: boolean): number {
    const { terms } = analyse(text);
    for (const term of terms) this.postings.post(term.text, ordinal, weight, NO_POSITION, isTrusted);
    return weight * terms.length;
  }
}

function changesWords(event: MemoryEvent): boolean {
  if (event.type === "endorsed") return true;
  return event.type === "revised" && (event.body !== undefined || event.position !== undefined);
}

/** Was the blob made for just this state, by this version? */
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
