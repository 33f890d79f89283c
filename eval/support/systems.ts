/**
 * Who is asked? Every contestant gets the same rows in the same order, and answers with keys.
 */
import type { Corpus } from "./corpus.ts";

export interface System {
  readonly name: string;
  fill(corpus: Corpus): Promise<Filled>;
}

/** A contestant that has been told everything. */
export interface Filled {
  /** Best first, with no cut of its own. */
  search(query: string, limit: number): Promise<readonly string[]>;
  /** What it gives when nothing is asked for but an answer. */
  ask(query: string): Promise<readonly string[]>;
  /** The key under which this one was kept: a memory may take two sayings for one fact. */
  kept(key: string): string;
  /** What became of the sayings, where it is not one fact each. */
  readonly notes: string;
  close(): void;
}
