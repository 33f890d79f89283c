/**
 * What does a recall answer with, and which options does it take?
 *
 * Plain readonly data: the list of hits, best first, with what is needed to explain, repeat and cite it.
 */
import type { Via } from "../indexes/links.ts";
import type { Time } from "../model/arguments.ts";
import type { Fact, Validity } from "../model/fact.ts";
import type { Segment } from "../model/segment.ts";

/** A way to find candidates. */
export const LANES = ["lexical", "vector", "graph"] as const;
/** A way of finding facts. */
export type Lane = (typeof LANES)[number];

/** States that recall leaves out unless the owner asks for them. */
export const INCLUDABLE = ["archived", "suppressed", "superseded", "merged", "invalidated"] as const;
/** Facts out of use that a question may include. */
export type Includable = (typeof INCLUDABLE)[number];

/** How a question is asked. */
export interface RecallOptions {
  /** A ceiling, not a quota. Default 8. */
  readonly limit?: number | undefined;
  readonly segments?: readonly Segment[] | undefined;
  /** Only facts that have every one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Answers with what was true at this time. */
  readonly asOf?: Time | undefined;
  /** Answers with what was known at this time. Replays the log, so it is slow. */
  readonly knownAt?: Time | undefined;
  /** The recall does not count as a use of what it finds. */
  readonly passive?: boolean | undefined;
  /** What to follow from the facts found: typed links ("links", the default), names as well (true), nothing (false). */
  readonly graph?: boolean | "links" | undefined;
  /** The list ends below this relevance. Default: the cut decides. 0 turns the cut off. */
  readonly minScore?: number | undefined;
  /**
   * Other wordings of the question, at most four. They may add hits behind the first one; the first place and the cut
   * are decided by the question alone.
   */
  readonly also?: readonly string[] | undefined;
  /** Returns no uncertain hits: rather nothing than something else. */
  readonly strict?: boolean | undefined;
  /** Returns facts in these states as well. Only for the owner's handle. */
  readonly include?: readonly Includable[] | undefined;
}

/** How a question is asked that is never a use. */
export interface SearchOptions extends RecallOptions {
  /** The time to judge by. Default: now, by the clock. */
  readonly now?: Time | undefined;
}

/** A fact that is about the question, and how it was found. */
export interface Hit {
  readonly fact: Fact;
  /** What the list is ordered by: relevance, weighed by policy score, trust and confidence. */
  readonly score: number;
  /** How likely it is that the fact is about the query, from 0 to 1: of hits with 0.8, about 8 in 10 are. */
  readonly relevance: number;
  /** Nothing clearly answers the query, and this is among the best of what may: read it with care. */
  readonly uncertain: boolean;
  /** The lanes that found it, the strongest first. */
  readonly lanes: readonly Lane[];
  /** Its class is below the owner's own words: read it as hearsay. */
  readonly confined: boolean;
  readonly validity: Validity;
  /** The fact that led to this one, if a link or a shared name did. */
  readonly via: Via | undefined;
  /** Facts of the same class that stand behind this one: its copies, and what got no place of a series that it leads. */
  readonly copies: number;
  /** Ids of facts that this one has replaced, or may have. */
  readonly replaces?: readonly string[] | undefined;
  /** Ids of facts that may have replaced this one, the latest first. A person decides (`contradictions`, `resolve`). */
  readonly mayBeReplacedBy?: readonly string[] | undefined;
}

/** All that is needed to get the same ranking again. Plain JSON. */
export interface Receipt {
  readonly v: 1;
  readonly query: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The last event of the stream, and of its access marks, that the recall knew. */
  readonly seq: number;
  readonly marksSeq: number;
  readonly at: number;
  readonly policy: string;
  readonly analyser: number;
  readonly engine: string;
  readonly lanes: readonly Lane[];
  /** The embedder's model, if one was used. */
  readonly model: string | undefined;
  /** Some facts had no vector of that model yet. */
  readonly isPartial?: boolean | undefined;
}

/** A lane that could not do all its work, and why. Nothing falls back silently. */
export interface Degraded {
  readonly lane: Lane | "rewrite" | "recall";
  /** An error's code, or "vectors-pending". */
  readonly code: string;
  readonly reason: string;
}

/** The hits, best first. An empty list is an answer: nothing in memory is about the query. */
export interface Recalled extends ReadonlyArray<Hit> {
  readonly receipt: Receipt;
  /** The lanes that were asked, whether or not they found something. */
  readonly lanes: readonly Lane[];
  /** True if nothing was found that is about the query. */
  readonly abstained: boolean;
  /**
   * If nothing good was found: how many archived facts match the query, as memory is when this is read. Only for the
   * owner, who sees them with `include: ["archived"]`; 0 for everybody else.
   */
  readonly faded: number;
  /** Empty if every lane did all its work. */
  readonly degraded: readonly Degraded[];
}
