/**
 * What is one fact, as the fold of its events?
 *
 * Plain readonly data. Every field is always there, so that all facts have one shape; what is not known is
 * `undefined`. Scores are computed elsewhere and never stored. Times are epoch milliseconds.
 */
import type { Backlink, Link } from "./link.ts";
import type { Origin } from "./origin.ts";
import type { Kind, Layer, Segment, Tier } from "./segment.ts";
import type { Authority, SourceTag } from "./source.ts";
import type { Writer } from "./speaker.ts";

export const LIFECYCLES = ["active", "archived", "pruned"] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

export const VALIDITIES = ["valid", "challenged", "superseded", "merged", "invalidated"] as const;
export type Validity = (typeof VALIDITIES)[number];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Metadata = { readonly [name: string]: Json };

/** Somebody said it (again). Never a recall. */
export interface Observation {
  readonly at: number;
  readonly source: SourceTag;
  readonly authority: Authority;
  readonly episode: string | undefined;
  readonly actor: string | undefined;
  /** Facts that it was said on the strength of. The first one's are the fact's own evidence. */
  readonly evidence?: readonly string[] | undefined;
}

/** From the one time to the other. */
export type Interlude = readonly [from: number, to: number];

/** What a slot is about: one current value per subject and attribute. */
export interface Slot {
  readonly subject: string;
  readonly attribute: string;
}

export interface Fact {
  readonly id: string;
  readonly origin: Origin;
  readonly content: string;
  /** The text was erased; what is left are ids and figures, and only while history is replayed. */
  readonly erased: boolean;

  readonly segment: Segment;
  readonly tier: Tier;
  readonly kind: Kind;
  readonly layer: Layer;

  readonly source: SourceTag;
  /** A source nobody has heard of, in its own spelling. */
  readonly sourceName: string | undefined;
  readonly authority: Authority;
  readonly actor: string | undefined;
  /** Through which door it came, with which token or client. undefined in logs from before that was recorded. */
  readonly writer: Writer | undefined;
  /** Somebody else of its class has said the same: no longer one author's word alone. */
  readonly shared: true | undefined;

  /** The base; changes only by a `revised` event. */
  readonly importance: number;
  readonly decayRate: number;
  readonly confidence: number;
  readonly valence: number | undefined;
  readonly surprise: number | undefined;

  readonly slot: Slot | undefined;
  readonly episode: string | undefined;
  readonly position: number | undefined;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly metadata: Metadata | undefined;
  readonly recurrence: string | undefined;

  /** When it was said; the log says when we came to know it. */
  readonly createdAt: number;
  readonly lastAccessedAt: number;
  readonly accessCount: number;
  /** The latest ones, oldest first. */
  readonly accessTimes: readonly number[];

  /** The first and the latest; `observationCount` counts them all. */
  readonly observations: readonly Observation[];
  readonly observationCount: number;
  readonly confirmedAt: number | undefined;
  readonly pinned: boolean;

  readonly validFrom: number | undefined;
  readonly validTo: number | undefined;
  /** When, in between, another value held: in order, none touching the next. */
  readonly interludes: readonly Interlude[] | undefined;

  readonly lifecycle: Lifecycle;
  readonly validity: Validity;
  readonly suppressed: boolean;
  readonly quarantined: boolean;
  /** What the host's scanner said against it, when it came. */
  readonly objection: string | undefined;
  readonly supersededBy: string | undefined;
  /** Why a person should look at it, until somebody has. */
  readonly review: string | undefined;

  readonly links: readonly Link[];
  readonly backlinks: readonly Backlink[];
  readonly evidence: readonly string[];

  /** Events of the stream whose bodies hold words of this fact: what a purge has to erase. */
  readonly texts: readonly number[];
}

/** Where it came into the log: a time that nobody can claim. */
export function placeOf({ texts }: Pick<Fact, "texts">): number {
  return texts[0] ?? 0;
}
