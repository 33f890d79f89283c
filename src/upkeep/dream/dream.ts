/**
 * What does memory do at night? One pass of several stages: confirm what was said often enough, merge facts that say
 * the same, link facts that belong together, archive what has faded. It needs no model, and the same input gives the
 * same events.
 *
 * The registry lists the stages in the order in which they run; each can be switched on or off. The first four are the
 * dream of source document 001; the others are the steps of document 004 that need no model. Everything that a stage
 * decides is subject to the vetoes of `passes/veto.ts`: nothing immune is removed, and no lower class touches a higher
 * one.
 */

import { evolve } from "../../log/fold.ts";
import { EVENT_VERSION, type MemoryEvent } from "../../model/event.ts";
import { idsInSlices } from "../../passes/in-slices.ts";
import type { Change, Pass, PassView } from "../../passes/pass.ts";
import { sweepPass } from "../sweep.ts";
import { clusterStage } from "./cluster.ts";
import { confirmStage } from "./confirm.ts";
import { consolidateStage, relateStage } from "./consolidate.ts";
import { driftStage } from "./drift.ts";
import { evictStage } from "./evict.ts";
import { renameStage } from "./rename.ts";
import type { DreamTools, Stage } from "./stage.ts";

/** Forgetting by policy: does what the sweep would do, as a stage of the dream. */
const forgetStage: Stage<string> = {
  name: "forget",
  *items(view) {
    yield* (yield* idsInSlices(view)).reverse();
  },
  decide: (id, view, { policy }) => sweepPass(policy).decide([id], view),
};

/** The stages in the order in which they run; `isUsual` says whether they run by default. */
const REGISTRY = {
  confirm: { stage: confirmStage, isUsual: true },
  consolidate: { stage: consolidateStage, isUsual: true },
  relate: { stage: relateStage, isUsual: true },
  evict: { stage: evictStage, isUsual: true },
  rename: { stage: renameStage, isUsual: true },
  cluster: { stage: clusterStage, isUsual: false },
  forget: { stage: forgetStage, isUsual: false },
  drift: { stage: driftStage, isUsual: true },
} as const;

/** Stages that run after the pass and outside it, because they change no facts (`run.ts`). */
const BESIDES = ["marks", "compress"] as const;

/** A stage of a dream. */
export type DreamStage = keyof typeof REGISTRY | (typeof BESIDES)[number];
/**
 * The stages of a dream, in order.
 * @example console.log(DREAM_STAGES.includes("confirm"));
 */
export const DREAM_STAGES = [...(Object.keys(REGISTRY) as (keyof typeof REGISTRY)[]), ...BESIDES] as const;

/** Which stages a dream runs. */
export type DreamSwitches = { readonly [S in DreamStage]?: boolean | undefined };

export function isOn(stage: DreamStage, switches: DreamSwitches): boolean {
  return switches[stage] ?? (stage === "marks" || stage === "compress" || REGISTRY[stage].isUsual);
}

interface Item {
  readonly stage: Stage<never>;
  readonly item: never;
}

const ITEMS_PER_PIECE = 64;

export function dreamPass(
  tools: Omit<DreamTools, "found">,
  switches: DreamSwitches = {},
): Pass<readonly Item[]> {
  const run: DreamTools = { ...tools, found: { pairs: undefined } };
  const stages = Object.entries(REGISTRY)
    .filter(([name]) => isOn(name as DreamStage, switches))
    .map(([, { stage }]) => stage as unknown as Stage<never>);
  return {
    name: "dream",
    policy: tools.policy.id,
    pieces: (view) => piecesOf(stages, view, run),
    decide: (items, view) => decideOneByOne(items, view, run),
  };
}

/**
 * Each item is decided on the state that the items before it led to: a fact that was just merged is not merged again.
 */
function decideOneByOne(items: readonly Item[], view: PassView, tools: DreamTools): readonly Change[] {
  let { state } = view;
  const changes: Change[] = [];
  for (const { stage, item } of items) {
    for (const change of stage.decide(item, { ...view, state }, tools)) {
      changes.push(change);
      if (!("event" in change)) continue;
      const event = { ...change.event, v: EVENT_VERSION, at: view.now } as MemoryEvent;
      state = evolve(state, event, state.head.seq + changes.length);
    }
  }
  return changes;
}

/** Cuts the items of all stages into pieces. Each stage sees what the stages before it did. */
async function* piecesOf(
  stages: readonly Stage<never>[],
  view: PassView,
  tools: DreamTools,
): AsyncGenerator<readonly Item[], void, unknown> {
  for (const stage of stages) {
    let piece: Item[] = [];
    let pauses = 0;
    for await (const item of stage.items(view, tools) as AsyncIterable<never | undefined>) {
      if (item !== undefined) piece.push({ stage, item });
      else pauses++;
      if (piece.length >= ITEMS_PER_PIECE || pauses > 0) {
        yield piece;
        piece = [];
        pauses = 0;
      }
    }
    if (piece.length > 0) yield piece;
  }
}
