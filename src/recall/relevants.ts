/**
 * What was found, and what did each lane say of it? Figures in columns, because there may be many facts.
 */
import { NONE } from "../indexes/words/documents.ts";
import type { Lane } from "./hit.ts";

/** What the lanes said of one fact. */
export interface Signs {
  /** By all lanes, from 0 to 1. */
  share: number;
  /** The same, counting less of what neighbours lent. */
  standing: number;
  /** By which the facts are chosen that are looked at closely. */
  promise: number;
  /** By words, and the part of it from the fact's own words. */
  words: number;
  own: number;
  /** With the query's vector. */
  cosine: number;
  /** How far it stands out among learned vectors, from 0 to 1; 0 without an embedder. */
  strength: number;
  /** Which of the question's terms it has or borrows, as bits. */
  terms: number;
  /** How much of the question it leaves open, from 0 to 1. */
  open: number;
  /** Index in `LANE_SETS`. */
  lanes: number;
  isDoubtful: boolean;
}

/** What was found, in no order: the first `count` entries of each column are valid. */
export class Relevants {
  count = 0;
  documents = new Int32Array(0);
  shares = new Float64Array(0);
  standings = new Float64Array(0);
  promises = new Float64Array(0);
  words = new Float64Array(0);
  owns = new Float64Array(0);
  cosines = new Float64Array(0);
  strengths = new Float64Array(0);
  opens = new Float64Array(0);
  private terms = new Int32Array(0);
  private lanes = new Uint8Array(0);
  private doubtful = new Uint8Array(0);
  /** Index by document, plus 1; 0 if it was not found. */
  private places = new Int32Array(0);
  /** Worked out when first asked for. */
  private episodes: Map<number, OfEpisode> | undefined;

  /** `most`: how many may be found; `documents`: how many there are. */
  begin(most: number, documents: number): void {
    for (let at = 0; at < this.count; at++) this.places[this.documents[at] as number] = 0;
    this.count = 0;
    this.episodes = undefined;
    if (this.places.length < documents) this.places = new Int32Array(Math.ceil(documents * 1.25));
    if (this.documents.length >= most) return;
    const room = Math.ceil(most * 1.5) + 64;
    this.documents = new Int32Array(room);
    this.shares = new Float64Array(room);
    this.standings = new Float64Array(room);
    this.promises = new Float64Array(room);
    this.words = new Float64Array(room);
    this.owns = new Float64Array(room);
    this.cosines = new Float64Array(room);
    this.strengths = new Float64Array(room);
    this.opens = new Float64Array(room);
    this.terms = new Int32Array(room);
    this.lanes = new Uint8Array(room);
    this.doubtful = new Uint8Array(room);
  }

  add(document: number, signs: Signs): void {
    const at = this.count++;
    this.documents[at] = document;
    this.places[document] = this.count;
    this.shares[at] = Math.min(1, signs.share);
    this.standings[at] = Math.min(1, signs.standing);
    this.promises[at] = signs.promise;
    this.words[at] = signs.words;
    this.owns[at] = signs.own;
    this.cosines[at] = signs.cosine;
    this.strengths[at] = signs.strength;
    this.opens[at] = signs.open;
    this.terms[at] = signs.terms;
    this.lanes[at] = signs.lanes;
    this.doubtful[at] = signs.isDoubtful ? 1 : 0;
  }

  /** The share by words of a document; 0 if it was not found. */
  wordsOf(document: number): number {
    const place = this.places[document] ?? 0;
    return place === 0 ? 0 : (this.words[place - 1] as number);
  }

  /** What was found of an episode. `episodeOf`: by document. */
  bestOfEpisode(episode: number, episodeOf: Int32Array): OfEpisode {
    this.episodes ??= this.byEpisode(episodeOf);
    return this.episodes.get(episode) ?? NOTHING;
  }

  /** The lanes that found it, the stronger first. */
  lanesAt(at: number): readonly Lane[] {
    return LANE_SETS[this.lanes[at] as number] as readonly Lane[];
  }

  /**
   * It was found only because it stands out among learned vectors. Something always stands out, so that makes nothing
   * certain.
   */
  isDoubtfulAt(at: number): boolean {
    return this.doubtful[at] === 1;
  }

  private byEpisode(episodeOf: Int32Array): Map<number, OfEpisode> {
    const best = new Map<number, { words: number; terms: number }>();
    for (let at = 0; at < this.count; at++) {
      const episode = episodeOf[this.documents[at] as number] as number;
      if (episode === NONE) continue;
      const [words, terms] = [this.words[at] as number, this.terms[at] as number];
      const known = best.get(episode);
      if (known === undefined) {
        best.set(episode, { words, terms });
        continue;
      }
      if (words > known.words) known.words = words;
      known.terms |= terms;
    }
    return best;
  }
}

/** The best share by words of an episode's facts, and the terms that they have together, as bits. */
interface OfEpisode {
  readonly words: number;
  readonly terms: number;
}
const NOTHING: OfEpisode = { words: 0, terms: 0 };

/** Twice the share of the query is eight times the figure, so that what is only near falls far behind. */
export function sharp(share: number): number {
  const most = Math.min(1, share);
  return most * most * most;
}

const LANE_SETS: readonly (readonly Lane[])[] = [
  Object.freeze(["lexical"] as const),
  Object.freeze(["vector"] as const),
  Object.freeze(["lexical", "vector"] as const),
  Object.freeze(["vector", "lexical"] as const),
];

/** Index in `LANE_SETS` of the lanes that found it. */
export function laneSetOf(lexical: number, vector: number): number {
  if (vector === 0) return 0;
  if (lexical === 0) return 1;
  return lexical >= vector ? 2 : 3;
}
