/**
 * Which facts say the same in other words, and which belong together?
 *
 * Near is not the same: two facts are merged only if their vectors nearly agree *and* nothing in them differs that
 * matters (numbers, dates, names, negation, opposites, who did what), and only into a fact that says at least as
 * much. The one that stands better survives: the higher class, the confirmed, the richer, the older. Pairs that
 * are near and not the same are linked; pairs that exclude each other are neither.
 */
import { isSameSlot } from "../../indexes/keys.ts";
import { inTwentieths } from "../../lifecycle/surprise.ts";
import type { Fact } from "../../model/fact.ts";
import type { Change, PassView } from "../../passes/pass.ts";
import { root } from "../../text/claims/claim.ts";
import { contradiction } from "../../text/claims/contradiction.ts";
import { conflict } from "../../text/sameness/conflict.ts";
import { words } from "../../text/words/words.ts";
import { pairsOf } from "./near.ts";
import { type DreamTools, isAwake, type Nearness, type NearPair, type Stage } from "./stage.ts";

/** Pairs whose sentences are read before others get a turn. */
const READ_PER_TURN = 16;

export const consolidateStage: Stage<NearPair> = {
  name: "consolidate",
  *items(view, tools) {
    const { same } = tools.nearness;
    for (const pair of pairsOf(view, tools)) if (pair === undefined || pair.cosine >= same) yield pair;
  },
  decide: (pair, view, { nearness }) => mergeOf(pair, view, nearness),
};

export const relateStage: Stage<NearPair> = {
  name: "relate",
  *items(view, tools) {
    let read = 0;
    for (const pair of pairsOf(view, tools)) {
      if (pair === undefined || ++read % READ_PER_TURN === 0) yield undefined;
      if (pair !== undefined && !areOpposed(pair, view)) yield pair;
    }
  },
  decide: (pair, view, tools) => relationOf(pair, view, tools),
};

function mergeOf(pair: NearPair, { state }: PassView, nearness: Nearness): readonly Change[] {
  const [a, b] = [state.facts.get(pair.fact), state.facts.get(pair.other)];
  if (!isAwake(a) || !isAwake(b)) return [];
  const [survivor, twin] = byStanding(standingOf(a), standingOf(b)) < 0 ? [a, b] : [b, a];
  if (!saysAsMuch(survivor, twin, nearness.isLearned) || excludes(survivor, twin)) return [];
  return [
    {
      event: { type: "merged", fact: twin.id, successor: survivor.id },
      rule: "dream/consolidate",
      inputs: { cosine: inTwentieths(pair.cosine) },
      say: `it says what ${survivor.id} says`,
    },
  ];
}

/** How a fact stands among others: worked out once, compared often. */
export interface Standing {
  readonly id: string;
  /** Class, confirmation, protection, richness: the earlier ones decide. */
  readonly figures: readonly [number, number, number, number];
}

export function standingOf(fact: Fact): Standing {
  const isProtected = fact.pinned || fact.tier === "permanent";
  const isConfirmed = fact.confirmedAt !== undefined;
  return {
    id: fact.id,
    figures: [fact.authority, Number(isConfirmed), Number(isProtected), richness(fact)],
  };
}

/** The better one first; of equals the older. */
export function byStanding(a: Standing, b: Standing): number {
  for (const [i, figure] of a.figures.entries()) {
    const other = b.figures[i] as number;
    if (figure !== other) return other - figure;
  }
  return a.id < b.id ? -1 : 1;
}

/** How much would be lost with it: what it is filed under, tied to, and how much it says. */
export function richness(fact: Fact): number {
  const filed = [fact.slot, fact.metadata, fact.recurrence, fact.validFrom, fact.episode].filter(
    (field) => field !== undefined,
  ).length;
  const tied = fact.tags.length + fact.aliases.length + fact.links.length + fact.evidence.length;
  return 100 * filed + 10 * tied + 5 * fact.observationCount + new Set(words(fact.content)).size;
}

/** Everything that the twin says and is filed under, the survivor has too. */
function saysAsMuch(survivor: Fact, twin: Fact, isLearned: boolean): boolean {
  if (twin.slot !== undefined && (survivor.slot === undefined || !isSameSlot(survivor.slot, twin.slot)))
    return false;
  if (twin.validFrom !== survivor.validFrom || twin.validTo !== survivor.validTo) return false;
  if (twin.episode !== undefined && twin.episode !== survivor.episode && twin.position !== undefined)
    return false;
  if (isLearned) return true;
  const said = new Set(words(survivor.content).map(root));
  return words(twin.content).every((word) => said.has(root(word)));
}

function excludes(a: Fact, b: Fact): boolean {
  return conflict(a.content, b.content) !== undefined || contradiction(a.content, b.content) !== undefined;
}

function relationOf(pair: NearPair, view: PassView, { nearness }: DreamTools): readonly Change[] {
  const { state } = view;
  const [fact, other] = [state.facts.get(pair.fact), state.facts.get(pair.other)];
  if (!isAwake(fact) || !isAwake(other) || isTied(fact, other)) return [];
  if (pair.cosine >= nearness.same && mergeOf(pair, view, nearness).length > 0) return [];
  return [
    {
      event: { type: "linked", fact: fact.id, kind: "relates", to: other.id },
      rule: "dream/relate",
      inputs: { cosine: inTwentieths(pair.cosine) },
      say: `it is near ${other.id}`,
    },
  ];
}

/** Read once, before anything is decided: what a fact says never changes. */
function areOpposed(pair: NearPair, { state }: PassView): boolean {
  const [fact, other] = [state.facts.get(pair.fact), state.facts.get(pair.other)];
  if (!isAwake(fact) || !isAwake(other)) return true;
  return contradiction(fact.content, other.content) !== undefined;
}

export function isTied(a: Fact, b: Fact): boolean {
  return a.links.some((link) => link.to === b.id) || b.links.some((link) => link.to === a.id);
}
