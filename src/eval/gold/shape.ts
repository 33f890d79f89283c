/**
 * What is a gold set? Facts as they would be added, and questions with the facts that answer them.
 *
 * Facts and cases refer to each other by keys, because ids exist only once a fact is stored.
 */
import type { LinkKind } from "../../model/link.ts";
import type { AddInput } from "../../write/draft.ts";

export const GOLD_CATEGORIES = [
  "single-session",
  "multi-session",
  "temporal",
  "knowledge-update",
  "preference",
  "abstention",
  "transition",
  "about-whom",
  "multilingual",
  "typo",
] as const;
export type GoldCategory = (typeof GOLD_CATEGORIES)[number];

export interface GoldFact
  extends Omit<AddInput, "occurredAt" | "heardAt" | "links" | "evidence" | "idempotencyKey"> {
  /** Unique in its set. */
  readonly key: string;
  /** When it was said: an ISO date, or date and time in UTC. Facts are listed in this order. */
  readonly said: string;
  /** Links to facts listed before it, by key. */
  readonly links?: readonly { readonly kind: LinkKind; readonly to: string }[] | undefined;
}

export interface GoldCase {
  readonly key: string;
  readonly category: GoldCategory;
  readonly query: string;
  /** Keys of the facts that should be found; empty if nothing should. */
  readonly gold: readonly string[];
}

export interface GoldSet {
  readonly name: string;
  /** When the questions are asked: an ISO date, or date and time in UTC. */
  readonly asked: string;
  readonly facts: readonly GoldFact[];
  readonly cases: readonly GoldCase[];
}
