/**
 * What was found, and how relevant is each? Figures from 0 to 1, in columns, because there may be many facts.
 */
import type { Lane } from "./hit.ts";

/** What was found, in no order: the first `count` entries of each column are valid. */
export class Relevants {
  count = 0;
  /**
   * False if facts below a floor were left out: matches that could not reach it, and what only vectors would have
   * found.
   */
  isWhole = true;
  documents = new Int32Array(0);
  /** From 0 to 1, before sharpening: the same order as relevance, and much cheaper to compute for all. */
  shares = new Float64Array(0);
  /** The same, counting less of what neighbours lent: the cut goes by these. */
  standings = new Float64Array(0);
  /** How much of the question each fact leaves open, from 0 to 1. */
  private opens = new Float64Array(0);
  private lanes = new Uint8Array(0);
  private doubtful = new Uint8Array(0);

  begin(most: number, isWhole: boolean): void {
    this.count = 0;
    this.isWhole = isWhole;
    if (this.documents.length >= most) return;
    const room = Math.ceil(most * 1.5) + 64;
    this.documents = new Int32Array(room);
    this.shares = new Float64Array(room);
    this.standings = new Float64Array(room);
    this.opens = new Float64Array(room);
    this.lanes = new Uint8Array(room);
    this.doubtful = new Uint8Array(room);
  }

  add(
    document: number,
    share: number,
    standing: number,
    open: number,
    lanes: number,
    isDoubtful: boolean,
  ): void {
    const at = this.count++;
    this.documents[at] = document;
    this.shares[at] = Math.min(1, share);
    this.standings[at] = Math.min(1, standing);
    this.opens[at] = open;
    this.lanes[at] = lanes;
    this.doubtful[at] = isDoubtful ? 1 : 0;
  }

  relevanceAt(at: number): number {
    return sharp(this.shares[at] as number);
  }

  standingAt(at: number): number {
    return sharp(this.standings[at] as number);
  }

  openAt(at: number): number {
    return this.opens[at] as number;
  }

  /** The lanes that found it, the stronger first. */
  lanesAt(at: number): readonly Lane[] {
    return LANE_SETS[this.lanes[at] as number] as readonly Lane[];
  }

  /**
   * It was found only because it stands out among learned vectors. Something always stands out, so that is not enough
   * for the cut.
   */
  isDoubtfulAt(at: number): boolean {
    return this.doubtful[at] === 1;
  }
}

/** Facts below both may be skipped: a share of the highest standing, and a share of the highest relevance. */
export interface LeastShares {
  readonly ofStanding: number;
  readonly ofRelevance: number;
}

/** Twice the share of the query is eight times the relevance, so that age and trust decide between near equals only. */
export function sharp(share: number): number {
  const most = Math.min(1, share);
  return most * most * most;
}

/** The share that gives this relevance: the inverse of `sharp`. */
export function shareOf(relevance: number): number {
  return Math.cbrt(relevance);
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
