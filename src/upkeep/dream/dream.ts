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

import { idsInSlices } from "../../passes/in-slices.ts";
import type { WritingPass } from "../../passes/pass.ts";
import { sweepPass } from "../sweep.ts";
import { clusterStage } from "./cluster.ts";
import { confirmStage } from "./confirm.ts";
import { consolidateStage, relateStage } from "./consolidate.ts";
import { driftStage } from "./drift.ts";
import { evictStage } from "./evict.ts";
import { type Item, stagesAsPieces } from "./pieces.ts";
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

export function dreamPass(
  tools: Omit<DreamTools, "found">,
  switches: DreamSwitches = {},
): WritingPass<readonly Item<DreamTools>[]> {
  const run: DreamTools = { ...tools, found: { pairs: undefined } };
  const stages = Object.entries(REGISTRY)
    .filter(([name]) => isOn(name as DreamStage, switches))
    .map(([, { stage }]) => stage as unknown as Stage<never>);
  return {
    name: "dream",
    guarded: true,
    policy: tools.policy.id,
    ...stagesAsPieces(stages, run),
  };
}
