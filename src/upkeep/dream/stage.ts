/**
 * What is a stage of the dream?
 *
 * A part of one pass that can be switched on and off. `items` yields what to look at, item by item; `decide` says what
 * to do with an item, given the state at that moment. Items are plain data and carry whatever was costly to find, such
 * as how near two facts are.
 */
import type { EntityIndex } from "../../indexes/names/entities.ts";
import type { LifecyclePolicy } from "../../lifecycle/policy.ts";
import type { Fact } from "../../model/fact.ts";
import { idsInSlices } from "../../passes/in-slices.ts";
import type { Change, PassView, Write } from "../../passes/pass.ts";
import type { Environment } from "../../ports/environment.ts";

/** How near facts are, and from which values on that counts. */
export interface Nearness {
  /** undefined for a fact without a vector. */
  vectorOf(fact: Fact): Int8Array | undefined;
  /** From this cosine on, two facts may be merged. */
  readonly same: number;
  /** From this cosine on, two facts are related. */
  readonly related: number;
  /** With a learned model, facts may be merged although their words differ; without one, the words have to agree. */
  readonly isLearned: boolean;
}

export interface NearPair {
  /** The fact that a pass may change: the one of the lower class, or the later one. */
  readonly fact: string;
  readonly other: string;
  readonly cosine: number;
}

export interface DreamFigures {
  /** A fact is confirmed after this many independent assertions. */
  readonly confirmAfter: number;
  readonly evictAfterDays: number;
  readonly evictBelow: number;
}

/** What stages work with. */
export interface DreamTools {
  readonly policy: LifecyclePolicy;
  readonly nearness: Nearness;
  readonly figures: DreamFigures;
  readonly entities: EntityIndex;
  readonly environment: Environment | undefined;
  /** Shared between stages: the pairs of near facts, found once per run. */
  readonly found: { pairs: readonly NearPair[] | undefined };
}

/** An item to look at; undefined lets other work run. */
export type Items<I> = Generator<I | undefined, void>;

export interface Stage<I = unknown, T = DreamTools> {
  readonly name: string;
  items(view: PassView, tools: T): Items<I> | AsyncGenerator<I | undefined, void>;
  decide(item: I, view: PassView, tools: T): readonly (Change | Write)[];
}

/**
 * Does the dream work on this fact? It must be active and valid (not even challenged), and neither quarantined nor
 * erased, and nothing that a pass derived: nothing grows by being worked on again.
 */
export function isDreamable(fact: Fact | undefined): fact is Fact {
  return (
    fact !== undefined &&
    fact.lifecycle === "active" &&
    fact.validity === "valid" &&
    !fact.quarantined &&
    !fact.erased &&
    fact.derived === undefined
  );
}

/** How many facts a stage looks at before other work can run. */
export const FACTS_PER_SLICE = 64;

/** The id of each fact that the dream works on; undefined now and then, to let other work run. */
export function* dreamableIds(view: PassView): Generator<string | undefined, void> {
  let seen = 0;
  for (const id of yield* idsInSlices(view)) {
    if (++seen % FACTS_PER_SLICE === 0) yield undefined;
    if (isDreamable(view.state.facts.get(id))) yield id;
  }
}
