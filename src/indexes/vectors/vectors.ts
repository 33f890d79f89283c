/**
 * Which facts are near a text, or near each other, in meaning and form? Each class of an origin's facts has its own
 * vectors (`class-vectors.ts`); this index holds them all.
 *
 * A vector is made when its fact is added, and stored in a blob beside the snapshot, so that neither opening nor the
 * first search has to make it again. A vector tells something about a fact's words, so erasing a fact overwrites its
 * vector here; the store has destroyed the blob by then.
 */
import type { Fact } from "../../model/fact.ts";
import { AUTHORITIES, type Authority } from "../../model/source.ts";
import { eachInSlices, finish, type Slices } from "../../ports/slices.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { ANALYSER_VERSION } from "../../text/sameness/canonical.ts";
import { words } from "../../text/words/words.ts";
import type { FactsView } from "../keys.ts";
import { PerClass } from "../per-class.ts";
import { joinSections, splitSections } from "../sections.ts";
import { statedText, statesNothing } from "../words/stated-text.ts";
import { ClassVectors, cosineOf, type Neighbour, squareOf } from "./class-vectors.ts";
import { DIMENSIONS, ENCODER_VERSION, encodeInto, forgetWords } from "./encoder.ts";
import { product } from "./vector-kernel.ts";

export type { Neighbour };

/** Raise it when the blob's layout, or what a vector is made of, changes. */
const VECTORS_VERSION = 4;
const FACTS_PER_SLICE = 32;
const ROWS_PER_SLICE = 1_024;

/** In the blob, instead of a class: the fact has no vector, because it has no words or only asks. */
const NO_VECTOR = 255;

interface BlobHead {
  readonly vectors: number;
  readonly encoder: number;
  readonly analyser: number;
  readonly head: FactsView["head"];
  readonly facts: number;
}

export class VectorIndex {
  readonly name = "vectors";
  readonly isLazy = true;
  private readonly classes = new PerClass<ClassVectors>();
  private readonly fresh = new Int8Array(DIMENSIONS);

  /** The vectors of one class; undefined while the class has no fact. */
  of(authority: Authority): ClassVectors | undefined {
    return this.classes.at(authority);
  }

  get size(): number {
    let size = 0;
    for (const vectors of this.classes.all()) size += vectors.size;
    return size;
  }

  /** The nearest accepted facts over all classes, nearest first, ties by id. */
  nearest(
    query: Int8Array,
    limit: number,
    accept: (id: string) => boolean = () => true,
  ): readonly Neighbour[] {
    return [...this.classes.all()]
      .flatMap((vectors) => vectors.nearest(query, limit, accept))
      .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  /** The cosine that `nearest` would give. Undefined for a fact without a vector. */
  similarity(id: string, query: Int8Array): number | undefined {
    const vector = this.read(id);
    if (vector === undefined) return undefined;
    const square = squareOf(query);
    return square === 0 ? 0 : cosineOf(product(vector, 0, query, 0), square);
  }

  /** The plain cosine of two facts, the same in both directions. */
  between(a: string, b: string): number | undefined {
    const [x, y] = [this.vectorOf(a), this.read(b)];
    if (x === undefined || y === undefined) return undefined;
    return product(x, 0, y, 0) / Math.sqrt(product(x, 0, x, 0) * product(y, 0, y, 0));
  }

  /** A view of the vector in memory: do not keep or change it. */
  read(id: string): Int8Array | undefined {
    return this.classes.find((vectors) => vectors.has(id))?.read(id);
  }

  /** A copy of the vector. */
  vectorOf(id: string): Int8Array | undefined {
    return this.read(id)?.slice();
  }

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (changesVector(event)) {
      const fact = state.facts.get(event.fact);
      if (fact !== undefined) this.put(fact);
    }
    if (event.type === "erased" && event.facts !== undefined) {
      for (const id of event.facts) this.remove(id);
      this.fresh.fill(0);
      forgetWords();
    }
  }

  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    finish(this.restoring(state, bytes));
  }

  *restoring(state: FactsView, bytes: Uint8Array | undefined): Slices<void> {
    this.classes.clear();
    if (bytes !== undefined && (yield* this.readRows(state, bytes))) return;
    this.classes.clear();
    yield* eachInSlices([...state.facts.keys()], FACTS_PER_SLICE, (id) => {
      const fact = state.facts.get(id);
      if (fact !== undefined) this.put(fact);
    });
  }

  encode(state: FactsView): Uint8Array {
    return finish(this.encoding(state));
  }

  /** The class of every fact in the state, in order; then the vectors of each class, in the same order. */
  *encoding(state: FactsView): Slices<Uint8Array> {
    const places = new Uint8Array(state.facts.size).fill(NO_VECTOR);
    const rows = AUTHORITIES.map(
      (authority) => new Int8Array(DIMENSIONS * (this.classes.at(authority)?.size ?? 0)),
    );
    const used = AUTHORITIES.map(() => 0);
    yield* eachInSlices([...state.facts.keys()], ROWS_PER_SLICE, (id, at) => {
      for (const authority of AUTHORITIES) {
        const vector = this.classes.at(authority)?.read(id);
        if (vector === undefined) continue;
        places[at] = authority;
        rows[authority]?.set(vector, DIMENSIONS * (used[authority] as number)++);
        break;
      }
    });
    const bytes = rows.map((row) => new Uint8Array(row.buffer));
    return joinSections(headOf(state), [places, ...bytes]);
  }

  private *readRows(state: FactsView, bytes: Uint8Array): Slices<boolean> {
    const sections = splitSections<BlobHead>(bytes);
    const [places, ...rows] = sections?.parts ?? [];
    if (sections === undefined || !isFor(sections.head, state) || places?.length !== state.facts.size)
      return false;
    const ids = AUTHORITIES.map((): string[] => []);
    let at = 0;
    for (const id of state.facts.keys()) ids[places[at++] as number]?.push(id);
    for (const authority of AUTHORITIES) {
      const [all, figures] = [ids[authority] as string[], rows[authority]];
      if (figures?.length !== DIMENSIONS * all.length) return false;
      for (let from = 0; from < all.length; from += ROWS_PER_SLICE) {
        const some = all.slice(from, from + ROWS_PER_SLICE);
        const begin = figures.byteOffset + DIMENSIONS * from;
        this.home(authority).append(some, new Int8Array(figures.buffer, begin, DIMENSIONS * some.length));
        yield undefined;
      }
    }
    return true;
  }

  private put(fact: Fact): void {
    encodeInto(termsOf(fact), this.fresh, 0);
    const home = this.home(fact.authority);
    for (const vectors of this.classes.all()) if (vectors !== home) vectors.remove(fact.id);
    if (isZero(this.fresh)) home.remove(fact.id);
    else home.put(fact.id, this.fresh);
  }

  private home(authority: Authority): ClassVectors {
    return this.classes.at(authority) ?? this.classes.set(authority, new ClassVectors());
  }

  private remove(id: string): void {
    for (const vectors of this.classes.all()) vectors.remove(id);
  }
}

function changesVector(event: RecordedEvent["event"]): event is typeof event & { readonly fact: string } {
  if (event.type === "added" || event.type === "endorsed") return true;
  return event.type === "revised" && event.body !== undefined;
}

/**
 * The words that its vector is made of. The slot's subject is left out: it is mostly a name, and says little about
 * meaning.
 */
function termsOf(fact: Fact): readonly string[] {
  if (statesNothing(fact)) return [];
  const { slot, tags, aliases } = fact;
  const terms = words(statedText(fact));
  if (slot !== undefined) terms.push(...words(slot.attribute));
  for (const tag of tags) terms.push(...words(tag));
  for (const alias of aliases) terms.push(...words(alias));
  return terms;
}

function headOf({ head, facts }: FactsView): BlobHead {
  return {
    vectors: VECTORS_VERSION,
    encoder: ENCODER_VERSION,
    analyser: ANALYSER_VERSION,
    head,
    facts: facts.size,
  };
}

function isFor(found: BlobHead, state: FactsView): boolean {
  const wanted = headOf(state);
  return (
    found.vectors === wanted.vectors &&
    found.encoder === wanted.encoder &&
    found.analyser === wanted.analyser &&
    found.facts === wanted.facts &&
    found.head?.seq === wanted.head.seq &&
    found.head.hash === wanted.head.hash
  );
}

function isZero(figures: Int8Array): boolean {
  for (let i = 0; i < figures.length; i++) if (figures[i] !== 0) return false;
  return true;
}
