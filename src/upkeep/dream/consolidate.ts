/**
 * Which facts say the same in other words, and which belong together?
 *
 * Near is not the same. Two facts are merged only if their vectors nearly agree *and* they differ in nothing that
 * matters (numbers, dates, names, negation, opposites, who did what), and only into a fact that says at least as much.
 * The fact of the higher class survives, then the confirmed one, the pinned or permanent one, the richer one, the older
 * one. Pairs that are near but not the same are linked. Pairs that exclude each other are neither merged nor linked.
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
import { type DreamTools, isDreamable, type Nearness, type NearPair, type Stage } from "./stage.ts";

/** How many pairs have their sentences compared before other work can run. */
const READ_PER_SLICE = 16;

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
      if (pair === undefined || ++read % READ_PER_SLICE === 0) yield undefined;
      if (pair !== undefined && !areOpposed(pair, view)) yield pair;
    }
  },
  decide: (pair, view, tools) => relationOf(pair, view, tools),
};

function mergeOf(pair: NearPair, { state }: PassView, nearness: Nearness): readonly Change[] {
  const [a, b] = [state.facts.get(pair.fact), state.facts.get(pair.other)];
  if (!isDreamable(a) || !isDreamable(b)) return [];
  const [survivor, twin] = byMergeRank(mergeRankOf(a), mergeRankOf(b)) < 0 ? [a, b] : [b, a];
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

/** What decides which of two facts survives. Computed once, compared often. */
export interface MergeRank {
  readonly id: string;
  /** Class, confirmation, protection, richness. The first difference decides. */
  readonly figures: readonly [number, number, number, number];
}

export function mergeRankOf(fact: Fact): MergeRank {
  const isProtected = fact.pinned || fact.tier === "permanent";
  const isConfirmed = fact.confirmedAt !== undefined;
  return {
    id: fact.id,
    figures: [fact.authority, Number(isConfirmed), Number(isProtected), richness(fact)],
  };
}

/** The stronger fact first; of equals, the older. */
export function byMergeRank(a: MergeRank, b: MergeRank): number {
  for (const [i, figure] of a.figures.entries()) {
    const other = b.figures[i] as number;
    if (figure !== other) return other - figure;
  }
  return a.id < b.id ? -1 : 1;
}

/** How much would be lost with the fact: the fields it has, the things it is tied to, and how many words it says. */
export function richness(fact: Fact): number {
  const filed = [fact.slot, fact.metadata, fact.recurrence, fact.validFrom, fact.episode].filter(
    (field) => field !== undefined,
  ).length;
  const tied = fact.tags.length + fact.aliases.length + fact.links.length + fact.evidence.length;
  return 100 * filed + 10 * tied + 5 * fact.observationCount + new Set(words(fact.content)).size;
}

/** Does the survivor have everything that the twin says and is filed under? */
export function saysAsMuch(survivor: Fact, twin: Fact, isLearned: boolean): boolean {
  if (twin.slot !== undefined && (survivor.slot === undefined || !isSameSlot(survivor.slot, twin.slot)))
    return false;
  if (twin.validFrom !== survivor.validFrom || twin.validTo !== survivor.validTo) return false;
  if (twin.episode !== undefined && twin.episode !== survivor.episode && twin.position !== undefined)
    return false;
  if (isLearned) return true;
  const said = new Set(words(survivor.content).map(root));
  return words(twin.content).every((word) => said.has(root(word)));
}

export function excludes(a: Fact, b: Fact): boolean {
  return conflict(a.content, b.content) !== undefined || contradiction(a.content, b.content) !== undefined;
}

function relationOf(pair: NearPair, view: PassView, { nearness }: DreamTools): readonly Change[] {
  const { state } = view;
  const [fact, other] = [state.facts.get(pair.fact), state.facts.get(pair.other)];
  if (!isDreamable(fact) || !isDreamable(other) || isTied(fact, other)) return [];
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

/** Checked once, before anything is decided: the text of a fact never changes. */
function areOpposed(pair: NearPair, { state }: PassView): boolean {
  const [fact, other] = [state.facts.get(pair.fact), state.facts.get(pair.other)];
  if (!isDreamable(fact) || !isDreamable(other)) return true;
  return contradiction(fact.content, other.content) !== undefined;
}

export function isTied(a: Fact, b: Fact): boolean {
  return a.links.some((link) => link.to === b.id) || b.links.some((link) => link.to === a.id);
}
