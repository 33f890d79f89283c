/**
 * How does a fact age? The seam behind which every way of forgetting stands.
 *
 * A policy is pure: the same fact and context give the same answer. It names what should happen; the engine
 * does it, logs it, and vetoes what immunity forbids. Labels are the same for all policies (`labels.ts`), so
 * that switching the policy of a workspace migrates nothing.
 */
import type { AccessKind } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Kind, Layer, Segment, Tier } from "../model/segment.ts";
import type { Authority } from "../model/source.ts";

export interface PolicyContext {
  readonly now: number;
  /** A fact of the same origin, for policies that look at what stands behind or beside one. */
  readonly fact: (id: string) => Fact | undefined;
}

/** What a decision about a fact's future may look at besides. */
export interface JudgeContext extends PolicyContext {
  /** Facts that name this one as evidence. */
  readonly citedBy: (id: string) => readonly Fact[];
  /** When a person last brought it back, or the principal last said it again. */
  readonly broughtBackAt: (id: string) => number | undefined;
}

/** A score in [0, 1] and the figures it was made of. */
export interface Score {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** How much of a fact is left, 0 to 1, and below which share `decide` may let it go. */
export interface Retention {
  readonly left: number;
  readonly goesBelow: number | undefined;
}

/** What a fact is labelled from, when it is added. */
export interface LabelDraft {
  readonly content: string;
  readonly segment: Segment;
  readonly authority: Authority;
  readonly dated: boolean;
}

export interface Labels {
  readonly tier: Tier;
  readonly kind: Kind;
  readonly layer: Layer;
  readonly importance: number;
  readonly decayRate: number;
}

export type PolicyAction = "keep" | "promote" | "archive" | "suppress" | "unsuppress" | "prune";

export interface PolicyDecision {
  readonly action: PolicyAction;
  /** A slug: it stands in the header of the event that follows. */
  readonly rule: string;
  /** In a few words, for a person. */
  readonly why: string;
  /** Where a promotion leads. */
  readonly layer?: Layer | undefined;
}

/** Changes that feedback makes: a new base, and whether the clock of decay starts again. */
export interface FeedbackEffect {
  readonly importance: number;
  /** Default: as it was. */
  readonly confidence?: number | undefined;
  readonly touches: boolean;
}

/** Bits per number of a stored vector. */
export type Precision = 32 | 8 | 4 | 2;

export interface LifecyclePolicy {
  /** A slug: it stands in the header of every event that the policy causes. */
  readonly id: string;
  readonly params: Readonly<Record<string, number | string | boolean>>;
  readonly ageBasis: "created" | "lastAccess";
  /** Which uses of a fact make it stronger. */
  readonly reinforces: ReadonlySet<AccessKind>;
  /** What it means under this policy that a fact is shown in passing, in a few words for a person. It is counted, and
   * no policy gets to see the count: it strengthens nothing. Missing: it keeps nothing. */
  readonly shown?: string | undefined;
  labels(draft: LabelDraft): Labels;
  score(fact: Fact, context: PolicyContext): Score;
  /** The fact's place in a ranking, from how relevant it is. */
  rank(fact: Fact, relevance: number, context: PolicyContext): number;
  feedback(fact: Fact, signal: "up" | "down"): FeedbackEffect;
  decide(fact: Fact, context: JudgeContext): PolicyDecision;
  /** What `decide` looks at, as a curve. Missing: the score stands for it. */
  retention?(fact: Fact, context: PolicyContext): Retention;
  /** How much news a new fact is, from the cosines of the nearest known ones. Missing: nobody asks. */
  surprise?(similarities: readonly number[]): {
    readonly surprise: number;
    readonly importanceChange: number;
    readonly duplicate: boolean;
  };
  /** How exactly the fact's vector is kept. Missing: as it came. */
  precision?(fact: Fact, context: PolicyContext): Precision;
}
