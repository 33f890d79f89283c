/**
 * What was found, and how relevant is each? From 0 to 1; in columns, because it may be much.
 */
import type { Lane } from "./hit.ts";

/** What was found, in no order: the first `count` of each list. */
export class Relevants {
  count = 0;
  /** False: what only vectors would have found was not looked for, as it is less than all that was asked for. */
  isWhole = true;
  documents = new Int32Array(0);
  /** From 0 to 1, before it is sharpened: the same order, and far cheaper to have for all. */
  shares = new Float64Array(0);
  /** The same with less of what neighbours lent: what the cut goes by. */
  standings = new Float64Array(0);
  /** How much of the question each leaves open, from 0 to 1. */
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
    return WAYS[this.lanes[at] as number] as readonly Lane[];
  }

  /** It is here because it stands out among learned vectors, which something always does: not enough for the cut. */
  isDoubtfulAt(at: number): boolean {
    return this.doubtful[at] === 1;
  }
}

/** What is less relevant than both may be left out: shares of the best one's standing, and of the best relevance. */
export interface LeastShares {
  readonly ofStanding: number;
  readonly ofRelevance: number;
}

/** Twice as much of the query is eight times as relevant: age and trust decide among near equals, not across. */
export function sharp(share: number): number {
  const most = Math.min(1, share);
  return most * most * most;
}

/** The share that such a relevance comes from. */
export function shareOf(relevance: number): number {
  return Math.cbrt(relevance);
}

const WAYS: readonly (readonly Lane[])[] = [
  Object.freeze(["lexical"] as const),
  Object.freeze(["vector"] as const),
  Object.freeze(["lexical", "vector"] as const),
  Object.freeze(["vector", "lexical"] as const),
];

/** Which of `WAYS` led to it. */
export function wayOf(lexical: number, vector: number): number {
  if (vector === 0) return 0;
  if (lexical === 0) return 1;
  return lexical >= vector ? 2 : 3;
}
