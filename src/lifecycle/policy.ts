/**
 * How does a fact age? This is the interface that every way of forgetting implements.
 *
 * A policy is pure: the same fact and context give the same answer. It says what should happen; the engine does it,
 * logs it, and vetoes what immunity forbids. Labels are the same for all policies (`labels.ts`), so switching the
 * policy of a workspace migrates nothing.
 */
import type { AccessKind } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Essential, Kind, Layer, Segment, Tier } from "../model/segment.ts";
import type { Authority } from "../model/source.ts";

/** What a policy may look at besides the fact. */
export interface PolicyContext {
  readonly now: number;
  /** Looks up a fact of the same origin, for policies that consider related facts. */
  readonly fact: (id: string) => Fact | undefined;
}

/** What a decision about a fact's future may also consider. */
export interface JudgeContext extends PolicyContext {
  /** The facts that name this one as evidence. */
  readonly citedBy: (id: string) => readonly Fact[];
  /** The days (since 1970) on which a turn's own question found the fact. */
  readonly foundOn: (id: string) => readonly number[];
  /** When a person last brought the fact back, or the principal last said it again. */
  readonly broughtBackAt: (id: string) => number | undefined;
}

/** A score in [0, 1] and the figures it was made of. */
export interface Score {
  readonly value: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** How much of a fact is left, from 0 to 1, and the share below which `decide` may let it go. */
export interface Retention {
  readonly left: number;
  readonly goesBelow: number | undefined;
}

/** What the labels of a new fact are derived from. */
export interface LabelDraft {
  readonly content: string;
  readonly segment: Segment;
  readonly authority: Authority;
  readonly dated: boolean;
  /** Why it must not be forgotten, if it must not. */
  readonly essential?: Essential | undefined;
}

/** What a policy gives a new fact: how long it is kept, and how much it matters. */
export interface Labels {
  readonly tier: Tier;
  readonly kind: Kind;
  readonly layer: Layer;
  readonly importance: number;
  readonly decayRate: number;
}

/** What a policy may want done with a fact. */
export type PolicyAction = "keep" | "promote" | "archive" | "suppress" | "unsuppress" | "prune";

/** What a policy wants done with a fact, and by which rule. */
export interface PolicyDecision {
  readonly action: PolicyAction;
  /** A slug, because it goes into the header of the resulting event. */
  readonly rule: string;
  /** A short reason for a person. */
  readonly why: string;
  /** The layer a promotion leads to. */
  readonly layer?: Layer | undefined;
}

/** What feedback changes: the base importance, and whether the decay clock restarts (`touches`). */
export interface FeedbackEffect {
  readonly importance: number;
  /** Default: unchanged. */
  readonly confidence?: number | undefined;
  readonly touches: boolean;
}

/** Bits per number of a stored vector. */
export type Precision = 32 | 8 | 4 | 2;

/** How facts age. `brigade-tideline/testing` has the suite that a policy must pass. */
export interface LifecyclePolicy {
  /** A slug, because it goes into the header of every event that the policy causes. */
  readonly id: string;
  readonly params: Readonly<Record<string, number | string | boolean>>;
  readonly ageBasis: "created" | "lastAccess";
  /** The kinds of use that make a fact stronger. */
  readonly reinforces: ReadonlySet<AccessKind>;
  /**
   * What it means under this policy that a fact was shown in passing, in a few words for a person. The engine counts
   * it, but no policy sees the count, so it strengthens nothing. If missing, `inspect` prints "that keeps nothing".
   */
  readonly shown?: string | undefined;
  labels(draft: LabelDraft): Labels;
  score(fact: Fact, context: PolicyContext): Score;
  /** The fact's rank value, given how relevant it is. */
  rank(fact: Fact, relevance: number, context: PolicyContext): number;
  feedback(fact: Fact, signal: "up" | "down"): FeedbackEffect;
  decide(fact: Fact, context: JudgeContext): PolicyDecision;
  /** The figure that `decide` considers, as a curve. If missing, the score is used. */
  retention?(fact: Fact, context: PolicyContext): Retention;
  /**
   * How surprising a new fact is, from the cosines of the nearest known facts. If missing, surprise is not computed.
   */
  surprise?(similarities: readonly number[]): {
    readonly surprise: number;
    readonly importanceChange: number;
    readonly duplicate: boolean;
  };
  /** How exactly the fact's vector is kept. If missing, it stays as it came. */
  precision?(fact: Fact, context: PolicyContext): Precision;
}
