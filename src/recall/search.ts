/**
 * With what is each class of facts searched? Its own words and vectors, and a scorer over them that is kept from one
 * search to the next.
 */

import { PerClass } from "../indexes/per-class.ts";
import { type ClassVectors, cosineOf, squareOf } from "../indexes/vectors/class-vectors.ts";
import { product } from "../indexes/vectors/vector-kernel.ts";
import type { VectorIndex } from "../indexes/vectors/vectors.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import type { LexicalIndex } from "../indexes/words/lexical.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";
import type { Slices } from "../ports/slices.ts";
import { readQuery } from "./query.ts";
import { Relevance } from "./relevance.ts";

export interface ClassSearch {
  readonly authority: Authority;
  readonly lexicon: ClassLexicon;
  readonly vectors: ClassVectors | undefined;
  readonly relevance: Relevance;
}

const HIGHEST_FIRST = [...AUTHORITIES].reverse();

export class Search {
  private readonly lexical: LexicalIndex;
  private readonly vectors: VectorIndex;
  private readonly known = new PerClass<ClassSearch>();

  constructor(lexical: LexicalIndex, vectors: VectorIndex) {
    this.lexical = lexical;
    this.vectors = vectors;
  }

  /** Brings the words up to date in slices, so that the next search finds them so. */
  readying(state: Parameters<LexicalIndex["ready"]>[0]): Slices<void> {
    return this.lexical.readying(state);
  }

  /** The classes that have facts, highest first. */
  classes(state: Parameters<LexicalIndex["ready"]>[0]): readonly ClassSearch[] {
    this.lexical.ready(state);
    return HIGHEST_FIRST.flatMap((authority) => this.of(authority) ?? []);
  }

  /** The vector of a fact of any class. Callers must not change it. */
  vectorOf(id: string): Int8Array | undefined {
    return this.vectors.read(id);
  }

  /** Measures how near facts are to the query with this vector: the cosine, 0 without a vector. */
  nearnessTo(query: Int8Array): (id: string) => number {
    const square = squareOf(query);
    return (id) => {
      const vector = square === 0 ? undefined : this.vectors.read(id);
      return vector === undefined ? 0 : cosineOf(product(query, 0, vector, 0), square);
    };
  }

  /** Ids of the facts that words alone find, in all classes: most relevant first, ties by id. */
  byWords(state: Parameters<LexicalIndex["ready"]>[0], text: string, limit: number): readonly string[] {
    return this.classes(state)
      .flatMap(({ relevance, lexicon }) => relevance.byWords(readQuery(text, lexicon)))
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  private of(authority: Authority): ClassSearch | undefined {
    const lexicon = this.lexical.of(authority);
    if (lexicon === undefined || lexicon.documents.count === 0) return undefined;
    const vectors = this.vectors.of(authority);
    const before = this.known.at(authority);
    if (before?.lexicon === lexicon && before.vectors === vectors) return before;
    const search = { authority, lexicon, vectors, relevance: new Relevance(lexicon, vectors) };
    this.known.set(authority, search);
    return search;
  }
}
