/**
 * What does an evaluation feed to a memory, and what does it ask? One shape for every data set.
 *
 * The rules are the same for all: what was said is added in order, at the date it was said; the questions come one
 * day after the last of it; nothing is swept in between; a gold fact that is not returned is a miss.
 */
import type { AddInput, LinkKind } from "../../src/index.ts";

export const DAY_MS = 86_400_000;
/** How deep a list is looked at when the cut is turned off. */
export const DEPTH = 20;

/** One thing that was said, as it is added. */
export interface Saying {
  /** What the data set calls it. */
  readonly key: string;
  readonly at: number;
  readonly input: AddInput;
  /** Links to what was said before, by key. */
  readonly links?: readonly { readonly kind: LinkKind; readonly to: string }[] | undefined;
}

export interface Question {
  readonly id: string;
  readonly category: string;
  readonly query: string;
  /** Keys of what should be found; empty where nothing should. */
  readonly gold: readonly string[];
}

/** What one memory is filled with, and asked. */
export interface Corpus {
  readonly name: string;
  readonly sayings: readonly Saying[];
  readonly questions: readonly Question[];
  readonly askedAt: number;
}

/** A corpus that is asked one day after the last of it was said. */
export function makeCorpus(name: string, sayings: readonly Saying[], questions: readonly Question[]): Corpus {
  const last = sayings.reduce((latest, { at }) => Math.max(latest, at), 0);
  return { name, sayings, questions, askedAt: last + DAY_MS };
}

/** Sayings of one date after the other: each run is added at once. What links to others waits until they are in. */
export function* runsOf(sayings: readonly Saying[]): Generator<readonly Saying[]> {
  let from = 0;
  for (let i = 1; i <= sayings.length; i++) {
    const next = sayings[i];
    if (next !== undefined && next.at === sayings[from]?.at && next.links === undefined) continue;
    yield sayings.slice(from, i);
    from = i;
  }
}

/** FNV-1a, lowest bit after mixing: which half a name falls into, stable and blind to what it says. */
export function halfOf(name: string): 0 | 1 {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (((hash ^ (hash >>> 15)) >>> 3) & 1) as 0 | 1;
}

/**
 * Which half a question falls into: with all of its conversation, chat or topic where it has one, by itself where it
 * has not. One half is for tuning; the other is only looked at.
 */
export function halfOfQuestion(id: string): 0 | 1 {
  return halfOf(id.split("#")[0] ?? id);
}
