/**
 * What is a stage of the dream?
 *
 * A part of one pass that can be switched on and off: it says what there is to look at, item by item, and what
 * becomes of an item on the state as it is at that moment. Items are plain data; whatever was costly to find (how
 * near two facts are, say) stands in them.
 */
import type { EntityIndex } from "../../indexes/names/entities.ts";
import type { LifecyclePolicy } from "../../lifecycle/policy.ts";
import type { Fact } from "../../model/fact.ts";
import { idsInTurns } from "../../passes/in-turns.ts";
import type { Change, PassView } from "../../passes/pass.ts";
import type { Environment } from "../../ports/environment.ts";

/** Nearness of facts, and from where on it counts. */
export interface Nearness {
  /** undefined for a fact without a vector. */
  vectorOf(fact: Fact): Int8Array | undefined;
  /** From this cosine on two facts may be one. */
  readonly same: number;
  /** From this cosine on they are related. */
  readonly related: number;
  /** A learned model may find paraphrases the same; without one, words have to be. */
  readonly isLearned: boolean;
}

export interface NearPair {
  /** The one that a pass may change: of the lower class, or the later one. */
  readonly fact: string;
  readonly other: string;
  readonly cosine: number;
}

export interface DreamFigures {
  /** Independent assertions after which a fact is confirmed. */
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
  /** What one stage found that another needs too: pairs of near facts. */
  readonly found: { pairs: readonly NearPair[] | undefined };
}

/** Something to look at; undefined is a chance for others to have a turn. */
export type Items<I> = Generator<I | undefined, void>;

export interface Stage<I = unknown> {
  readonly name: string;
  items(view: PassView, tools: DreamTools): Items<I> | AsyncGenerator<I | undefined, void>;
  decide(item: I, view: PassView, tools: DreamTools): readonly Change[];
}

/** In force and in sight: what the dream works on. */
export function isAwake(fact: Fact | undefined): fact is Fact {
  return (
    fact !== undefined &&
    fact.lifecycle === "active" &&
    fact.validity === "valid" &&
    !fact.quarantined &&
    !fact.erased
  );
}

/** Facts that a stage looks at before others get a turn. */
export const FACTS_PER_TURN = 64;

/** Each fact that is awake, with turns for others in between. */
export function* awakeIds(view: PassView): Generator<string | undefined, void> {
  let seen = 0;
  for (const id of yield* idsInTurns(view)) {
    if (++seen % FACTS_PER_TURN === 0) yield undefined;
    if (isAwake(view.state.facts.get(id))) yield id;
  }
}
