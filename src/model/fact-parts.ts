/** What are the parts of a fact that are more than a figure or a text? */
import type { Authority, SourceTag } from "./source.ts";

export const LIFECYCLES = ["active", "archived", "pruned"] as const;
/** Whether a fact is active, archived or pruned. */
export type Lifecycle = (typeof LIFECYCLES)[number];

export const VALIDITIES = ["valid", "challenged", "superseded", "merged", "invalidated"] as const;
/** Whether a fact is true, in doubt, or replaced. */
export type Validity = (typeof VALIDITIES)[number];

/** Somebody said it, or said it again. A recall is never an observation. */
export interface Observation {
  readonly at: number;
  readonly source: SourceTag;
  readonly authority: Authority;
  readonly episode: string | undefined;
  readonly actor: string | undefined;
  /** Facts on which this statement was based. Those of the first observation are the fact's own `evidence`. */
  readonly evidence?: readonly string[] | undefined;
  /** Ids of the turns in which it was said again. Those of the first observation are in the fact's own `quotes`. */
  readonly turns?: readonly string[] | undefined;
}

/** Words of a turn of a conversation, exactly as they stood in it. */
export interface TurnQuote {
  /** The id that the inbox gave the turn. */
  readonly turn: string;
  readonly text: string;
  /** When the turn was said. */
  readonly at: number;
}

/** A period in which another value held. */
export type Interlude = readonly [from: number, to: number];

/** What a slot is about. A slot holds one current value per subject and attribute. */
export interface Slot {
  readonly subject: string;
  readonly attribute: string;
}
