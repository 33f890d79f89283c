/**
 * Which facts have which words, who said them, and what stands next to them? The inverted index of one class of facts
 * of one origin.
 *
 * Adding a fact costs time for its own words only, and a search looks only at facts that have or borrow one of its
 * words. The index knows nothing of other classes (`lexical.ts` keeps one per class): word statistics, names,
 * spellings and neighbours in an episode are those of this class alone.
 */
import type { Fact } from "../../model/fact.ts";
import { eachInSlices, type Slices } from "../../ports/slices.ts";
import { ABOUT, type Analysis, analyse, nameParts } from "../../text/words/analyse.ts";
import { bytesOf, int32sOf, joinSections, splitSections } from "../sections.ts";
import { Documents } from "./documents.ts";
import { NO_POSITION, Postings } from "./postings.ts";
import { Spelling } from "./spelling.ts";
import { statedText, statesNothing } from "./stated-text.ts";

const TAG_WEIGHT = 0.75;
const IDS_PER_SLICE = 4_096;

interface BlobHead {
  readonly people: readonly string[];
  readonly episodes: readonly string[];
}

export class ClassLexicon {
  documents = new Documents();
  postings = new Postings();
  readonly spelling = new Spelling();

  add(fact: Fact, isLive: boolean): void {
    const analysis = analyse(statedText(fact));
    const ordinal = this.documents.size;
    const length = eachTerm(fact, analysis, (term, weight, position) =>
      this.postings.post(term, ordinal, weight, position, isLive),
    );
    this.documents.add(fact, analysis, length, isLive);
  }

  /**
   * The fact became live or ceased to be, so it counts in the statistics or not. `isStale`: its words will be posted
   * anew before the next search, so counts per term are left alone.
   */
  setLive(fact: Fact, isLive: boolean, isStale: boolean): void {
    const ordinal = this.documents.ordinalOf(fact.id) as number;
    if (isLive === this.documents.isLive(ordinal)) return;
    this.documents.setLive(ordinal, isLive);
    if (isStale) return;
    const terms = new Set<string>();
    eachTerm(fact, analyse(statedText(fact)), (term) => void terms.add(term));
    this.postings.recount(terms, isLive ? 1 : -1);
  }

  /** Removes those of these facts that it holds. */
  *removing(ids: Iterable<string>): Slices<void> {
    const { documents } = this;
    let isAnyGone = false;
    for (const id of ids) if (documents.remove(id) !== undefined) isAnyGone = true;
    if (isAnyGone) yield* this.layOut();
  }

  /** Lays the postings out in one layer, once many were posted since. */
  *tidying(): Slices<void> {
    if (this.postings.isScattered) yield* this.layOut();
  }

  private *layOut(): Slices<void> {
    const { ids } = this.documents;
    this.postings = yield* this.layingOut((ordinal) => ids[ordinal] === "");
  }

  /** The whole index as bytes. `ids`: the facts that it holds, in the order in which `from` will be given them. */
  *encoding(ids: readonly string[]): Slices<Uint8Array> {
    const { documents } = this;
    const order = new Int32Array(ids.length);
    const place = new Int32Array(documents.size).fill(-1);
    yield* eachInSlices(ids, IDS_PER_SLICE, (id, at) => {
      const ordinal = documents.ordinalOf(id) as number;
      place[ordinal] = at;
      order[at] = ordinal;
    });
    // Holes have no postings left: a removal lays out what stays.
    if (!this.postings.isLaidOut) yield* this.layOut();
    const laid = this.postings;
    const { columns, people, episodes } = documents.pack(order, place);
    yield undefined;
    const head: BlobHead = { people, episodes };
    const placed = laid.laidOut.documents.map((ordinal) => place[ordinal] as number);
    yield undefined;
    return joinSections(head, [
      new TextEncoder().encode([...laid.terms.keys()].join("\n")),
      bytesOf(laid.laidOut.starts),
      bytesOf(placed),
      bytesOf(laid.laidOut.loads),
      bytesOf(laid.counts.filled()),
      ...columns,
    ]);
  }

  /** Reads what `encode` wrote for exactly these facts; undefined if the bytes are not complete. */
  static *from(bytes: Uint8Array, ids: readonly string[]): Slices<ClassLexicon | undefined> {
    const sections = splitSections<BlobHead>(bytes);
    if (sections === undefined) return undefined;
    const { head, parts } = sections;
    const [terms, starts, documents, loads, counts, ...columns] = parts;
    if (terms === undefined || starts === undefined || documents === undefined) return undefined;
    if (loads === undefined || counts === undefined || loads.length !== documents.length) return undefined;
    const words = terms.length === 0 ? [] : new TextDecoder().decode(terms).split("\n");
    if (starts.length !== 4 * (words.length + 1) || counts.length !== 4 * words.length) return undefined;
    yield undefined;
    const rows = yield* Documents.from(ids, { columns, people: head.people, episodes: head.episodes });
    if (rows === undefined) return undefined;
    const index = new ClassLexicon();
    index.documents = rows;
    yield undefined;
    const laidOut = { starts: int32sOf(starts), documents: int32sOf(documents), loads: int32sOf(loads) };
    index.postings = yield* Postings.from(words, laidOut, int32sOf(counts));
    return index;
  }

  private layingOut(isGone: (ordinal: number) => boolean): Slices<Postings> {
    return this.postings.layingOut(isGone, (ordinal) => this.documents.isLive(ordinal));
  }
}

type TakeTerm = (term: string, weight: number, position: number) => void;

/** Passes every term of every field to `take`; returns the fact's length in weighted terms. */
function eachTerm(fact: Fact, analysis: Analysis, take: TakeTerm): number {
  if (statesNothing(fact)) return 0;
  for (const { text, position } of analysis.terms) take(text, 1, position);
  let length = analysis.terms.length;
  for (const name of analysis.names) take(ABOUT + name, 1, NO_POSITION);
  for (const alias of fact.aliases) length += eachTermOf(alias, 1, take);
  for (const tag of fact.tags) length += eachTermOf(tag, TAG_WEIGHT, take);
  if (fact.actor !== undefined) length += eachTermOf(fact.actor, 1, take);
  if (fact.slot !== undefined) {
    length += eachTermOf(fact.slot.subject, 1, take);
    length += eachTermOf(fact.slot.attribute, 1, take);
    for (const part of nameParts(fact.slot.subject)) take(ABOUT + part, 1, NO_POSITION);
  }
  return length;
}

function eachTermOf(text: string, weight: number, take: TakeTerm): number {
  const { terms } = analyse(text);
  for (const term of terms) take(term.text, weight, NO_POSITION);
  return weight * terms.length;
}
