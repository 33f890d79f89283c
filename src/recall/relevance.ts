/**
 * How relevant is each fact of a class, by its words, its vector and the kind of statement it is?
 *
 * The base is the score of the words as a share of the full score, raised for covering more of the query. Nearness in
 * meaning or form is added. A fact gains if it says when and the question asks when, or if it is of the time asked
 * about; it loses if it asks instead of stating, or is about somebody else.
 */

import type { ClassVectors } from "../indexes/vectors/class-vectors.ts";
import { type Near, NearDocuments } from "../indexes/vectors/near-documents.ts";
import { Bm25, type LexicalMatches } from "../indexes/words/bm25.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { AboutWhom } from "./about-whom.ts";
import { BestByWords } from "./best-by-words.ts";
import { Judge, needFor } from "./judge.ts";
import type { LearnedStrengths } from "./learned-lane.ts";
import { Measure } from "./measure.ts";
import type { Query } from "./query.ts";
import { Relevants, sharp } from "./relevants.ts";

/** How far a fact that no other lane found must stand out among learned vectors to be considered. */
const LEAST_STRENGTH = 0.3;

/** What the vector lane is asked. */
export interface VectorAsk {
  readonly query: Int8Array;
  /** How many facts it finds at most. */
  readonly limit: number;
}

export interface Scored {
  /** Valid until the next call of `score`, which reuses it. */
  readonly found: Relevants;
  /** The question is about one person, and only facts about others match. */
  readonly isAboutOthers: boolean;
  /** The weight of each of the query's terms. */
  readonly idfs: readonly number[];
  readonly whom: AboutWhom;
  /** An encoder was asked, too. */
  readonly isEncoded: boolean;
}

export class Relevance {
  private readonly index: ClassLexicon;
  private readonly nearDocuments: NearDocuments | undefined;
  private readonly bm25: Bm25;
  private readonly measure: Measure;
  private readonly found = new Relevants();
  private readonly best = new BestByWords();
  /** Share by words of each match. */
  private lexical = new Float64Array(0);
  private isMatched = new Uint8Array(0);

  /** `vectors`: those of the same class, if it has any. */
  constructor(index: ClassLexicon, vectors: ClassVectors | undefined) {
    this.index = index;
    this.nearDocuments = vectors && new NearDocuments(vectors);
    this.bm25 = new Bm25(index);
    this.measure = new Measure(index);
  }

  /** `vector`: also finds what is near the query. `learned`: how the documents stand by learned vectors. */
  score(query: Query, takesAll: boolean, vector?: VectorAsk, learned?: LearnedStrengths): Scored {
    const matches = this.bm25.search(query.terms, takesAll);
    const { measure } = this;
    measure.begin(query, this.bm25);
    const whom = new AboutWhom(query, this.index);
    const need = needFor(this.measureAll(matches));
    const near = vector === undefined ? this.nothingNear() : this.near(vector, matches, takesAll);
    const most = matches.count + near.count + (learned?.strengths.length ?? 0);
    this.found.begin(most, this.index.documents.size);
    const judge = new Judge(whom, measure, need, near, learned, this.found);
    this.judge(judge, matches, near, learned);
    const isEncoded = learned !== undefined;
    return { found: this.found, isAboutOthers: judge.isAboutOthers, idfs: this.bm25.idfs, whom, isEncoded };
  }

  /** Computes the share by words of each match; returns the highest. */
  private measureAll(matches: LexicalMatches): number {
    if (this.lexical.length < matches.count) this.lexical = new Float64Array(Math.ceil(matches.count * 1.5));
    const { lexical, measure } = this;
    let most = 0;
    for (let i = 0; i < matches.count; i++) {
      const words = measure.of(matches, i);
      lexical[i] = words;
      if (words > most) most = words;
    }
    return most;
  }

  private judge(
    judge: Judge,
    matches: LexicalMatches,
    near: Near,
    learned: LearnedStrengths | undefined,
  ): void {
    const { size } = this.index.documents;
    if (this.isMatched.length < size) this.isMatched = new Uint8Array(Math.ceil(size * 1.25));
    const { lexical, isMatched } = this;
    const seen = learned && new Uint8Array(learned.strengths.length);
    for (let i = 0; i < matches.count; i++) {
      const document = matches.documents[i] as number;
      const words = lexical[i] as number;
      judge.take(document, words, ownOf(matches, i, words), matches.terms[i] as number);
      if (seen !== undefined) seen[document] = 1;
    }
    if (near.count > 0) for (let i = 0; i < matches.count; i++) isMatched[matches.documents[i] as number] = 1;
    for (let i = 0; i < near.count; i++) {
      const document = near.documents[i] as number;
      if (isMatched[document] === 1) continue;
      judge.take(document, 0, 0, 0);
      if (seen !== undefined) seen[document] = 1;
    }
    if (near.count > 0) for (let i = 0; i < matches.count; i++) isMatched[matches.documents[i] as number] = 0;
    for (const document of outstanding(learned)) if (seen?.[document] === 0) judge.take(document, 0, 0, 0);
  }

  /**
   * Measures how near the best matches by words are to the query, and finds the documents nearest to it.
   */
  private near({ query, limit }: VectorAsk, matches: LexicalMatches, takesAll: boolean): Near {
    const { documents } = this.index;
    const { nearDocuments, best } = this;
    if (nearDocuments === undefined) return this.nothingNear();
    nearDocuments.begin(documents);
    best.choose(matches, this.lexical);
    nearDocuments.search(query, documents, limit, takesAll);
    nearDocuments.measure(query, best.documents, best.count);
    return nearDocuments.near;
  }

  /** Ids and relevance of what words alone find, in no order. */
  byWords(query: Query): readonly { readonly id: string; readonly relevance: number }[] {
    const { ids } = this.index.documents;
    const { found } = this.score(query, false);
    return Array.from({ length: found.count }, (_, i) => ({
      id: ids[found.documents[i] as number] as string,
      relevance: sharp(found.shares[i] as number),
    }));
  }

  /** The document with the highest standing by words, at least `leastShare`; ties by id. */
  bestByWords(query: Query, leastShare: number): number | undefined {
    const { documents } = this.index;
    const { found } = this.score(query, false);
    const idAt = (at: number) => documents.ids[found.documents[at] as number] as string;
    let best = -1;
    for (let i = 0; i < found.count; i++) {
      const share = found.standings[i] as number;
      const most = best < 0 ? leastShare : (found.standings[best] as number);
      if (share > most || (share === most && (best < 0 || idAt(i) < idAt(best)))) best = i;
    }
    return best < 0 ? undefined : found.documents[best];
  }

  private nothingNear(): Near {
    const { size } = this.index.documents;
    return { count: 0, documents: new Int32Array(0), cosines: new Float64Array(size) };
  }
}

/** The part of a match's share by words that comes from its own words, not its neighbours'. */
function ownOf({ scores, owns }: LexicalMatches, at: number, words: number): number {
  const score = scores[at] as number;
  return score > 0 ? (words * (owns[at] as number)) / score : 0;
}

function* outstanding(learned: LearnedStrengths | undefined): Generator<number> {
  if (learned === undefined) return;
  const { strengths } = learned;
  for (let document = 0; document < strengths.length; document++)
    if ((strengths[document] as number) >= LEAST_STRENGTH) yield document;
}
