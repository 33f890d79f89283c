/**
 * What does a recall answer with, and what can be asked of it?
 *
 * Plain readonly data: the list of hits, best first, with what is needed to explain, repeat and cite it.
 */
import type { Via } from "../indexes/links.ts";
import type { Fact, Validity } from "../model/fact.ts";
import type { Segment } from "../model/segment.ts";

/** A way to find candidates. */
export const LANES = ["lexical", "vector", "graph"] as const;
export type Lane = (typeof LANES)[number];

/** States that recall leaves out unless the owner asks for them. */
export const INCLUDABLE = ["archived", "suppressed", "superseded", "merged", "invalidated"] as const;
export type Includable = (typeof INCLUDABLE)[number];

export interface RecallOptions {
  /** A ceiling, not a quota. Default 8. */
  readonly limit?: number | undefined;
  readonly segments?: readonly Segment[] | undefined;
  /** Facts with every one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** What was true then. */
  readonly asOf?: number | Date | undefined;
  /** What was known then: by replay of the log, slow. */
  readonly knownAt?: number | Date | undefined;
  /** Does not count as a use of what is found. */
  readonly passive?: boolean | undefined;
  /** What to follow from what was found: typed links ("links", the default), names as well (true), nothing (false). */
  readonly graph?: boolean | "links" | undefined;
  /** The list ends below this relevance. Default: where relevance ends. 0 turns the cut off. */
  readonly minScore?: number | undefined;
  /** Facts out of use, too. The owner's handle only. */
  readonly include?: readonly Includable[] | undefined;
}

export interface SearchOptions extends RecallOptions {
  /** The time to judge by. Default: the clock's. */
  readonly now?: number | Date | undefined;
}

export interface Hit {
  readonly fact: Fact;
  /** What the list is ordered by: relevance, weighed by policy score, trust and confidence. */
  readonly score: number;
  /** How much of the query the fact is about, from 0 to 1. */
  readonly relevance: number;
  /** The lanes that found it, the strongest first. */
  readonly lanes: readonly Lane[];
  /** From a source below the owner's own words: to be read as hearsay. */
  readonly confined: boolean;
  readonly validity: Validity;
  /** The hit that led here, where a link or a name did. */
  readonly via: Via | undefined;
  /** Facts of the same class that stand behind this one: its copies, and what got no place of a series that it leads. */
  readonly copies: number;
}

/** All that is needed to get the same ranking again. Plain JSON. */
export interface Receipt {
  readonly v: 1;
  readonly query: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Events of the stream, and of its marks, that were known. */
  readonly seq: number;
  readonly marksSeq: number;
  readonly at: number;
  readonly policy: string;
  readonly analyser: number;
  readonly engine: string;
  readonly lanes: readonly Lane[];
  /** The embedder's model, where one was used. */
  readonly model: string | undefined;
  /** Some facts had no vector of that model yet. */
  readonly isPartial?: boolean | undefined;
}

/** A lane that did not do all it could, and why: nothing falls back silently. */
export interface Degraded {
  readonly lane: Lane;
  /** An error's code, or "vectors-pending". */
  readonly code: string;
  readonly reason: string;
}

/** The hits, best first. An empty list is an answer: nothing is about the query. */
export interface Recalled extends ReadonlyArray<Hit> {
  readonly receipt: Receipt;
  /** The lanes that were asked, whether or not they found something. */
  readonly lanes: readonly Lane[];
  /** Nothing was found that is about the query. */
  readonly abstained: boolean;
  /** Empty when every lane did what it can. */
  readonly degraded: readonly Degraded[];
}
