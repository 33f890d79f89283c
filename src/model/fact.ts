/**
 * What is a fact? The result of folding its events.
 *
 * Plain readonly data. Every field is always present, so that all facts have the same shape; an unknown value is
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

/** Somebody said it, or said it again. A recall is never an observation. */
export interface Observation {
  readonly at: number;
  readonly source: SourceTag;
  readonly authority: Authority;
  readonly episode: string | undefined;
  readonly actor: string | undefined;
  /** Facts on which this statement was based. Those of the first observation are the fact's own `evidence`. */
  readonly evidence?: readonly string[] | undefined;
}

/** A period in which another value held. */
export type Interlude = readonly [from: number, to: number];

/** What a slot is about. A slot holds one current value per subject and attribute. */
export interface Slot {
  readonly subject: string;
  readonly attribute: string;
}

export interface Fact {
  readonly id: string;
  readonly origin: Origin;
  readonly content: string;
  /** The text was erased and only ids and figures are left. Such a fact exists only while history is being replayed. */
  readonly erased: boolean;

  readonly segment: Segment;
  readonly tier: Tier;
  readonly kind: Kind;
  readonly layer: Layer;

  readonly source: SourceTag;
  /** The name of an unknown source, as the caller spelled it. */
  readonly sourceName: string | undefined;
  readonly authority: Authority;
  readonly actor: string | undefined;
  /**
   * The surface through which the fact came, with its token or client. undefined in logs that did not record it yet.
   */
  readonly writer: Writer | undefined;
  /** Another author of the same class has said the same, so the fact is no longer one author's word alone. */
  readonly shared: true | undefined;

  /** The base importance. Only a `revised` event changes it. */
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

  /**
   * When it happened or was said, as the caller gave it (`occurredAt`); otherwise when it was added. The time at which
   * memory learned the fact is in the log.
   */
  readonly createdAt: number;
  readonly lastAccessedAt: number;
  readonly accessCount: number;
  /** The latest uses, oldest first. */
  readonly accessTimes: readonly number[];

  /** The first observation and the latest ones; `observationCount` counts them all. */
  readonly observations: readonly Observation[];
  readonly observationCount: number;
  readonly confirmedAt: number | undefined;
  readonly pinned: boolean;

  readonly validFrom: number | undefined;
  readonly validTo: number | undefined;
  /** Periods within the fact's own in which another value held: in order, and none touches the next. */
  readonly interludes: readonly Interlude[] | undefined;

  readonly lifecycle: Lifecycle;
  readonly validity: Validity;
  readonly suppressed: boolean;
  readonly quarantined: boolean;
  /** The objection that the host's scanner raised when the fact was added. */
  readonly objection: string | undefined;
  readonly supersededBy: string | undefined;
  /** Why a person should review the fact, until somebody has. */
  readonly review: string | undefined;

  readonly links: readonly Link[];
  readonly backlinks: readonly Backlink[];
  readonly evidence: readonly string[];

  /** Sequence numbers of the events whose bodies hold text of this fact. A purge has to erase them. */
  readonly texts: readonly number[];
}

/** Where it came into the log: a time that nobody can claim. */
export function placeOf({ texts }: Pick<Fact, "texts">): number {
  return texts[0] ?? 0;
}
