/** What do the stages of thinking work with? */
import type { EntityIndex } from "../../indexes/names/entities.ts";
import { lookKey } from "../../log/looks.ts";
import type { PassView, Write } from "../../passes/pass.ts";
import type { DreamTools, Nearness } from "../dream/stage.ts";
import type { Asker } from "./ask.ts";

export interface ThinkTools extends Pick<DreamTools, "found"> {
  readonly asker: Asker;
  readonly entities: EntityIndex;
  /** `related` is lower than the dream's: a model tells what belongs together. */
  readonly nearness: Nearness;
  /** From this cosine on, facts are of one cluster. */
  readonly clustered: number;
  /** What is told of the run beside its changes. */
  readonly tally: ThinkTally;
}

export interface ThinkTally {
  /** Questions that nobody could answer, by stage: without a model, or beyond its budget. */
  readonly left: Record<string, number>;
  /** Proposals that code did not follow, by reason. */
  readonly dropped: Record<string, number>;
}

export function countIn(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** What was asked, as an item that only writes what it took. */
export interface LookedItem {
  readonly looked: Write;
}

/** Has the stage asked about this fact before, and has nothing about it changed since? */
export function isLookedAt({ state }: PassView, stage: string, fact: string): boolean {
  return state.looks.at.has(lookKey(stage, fact));
}

/** The class and the id of each fact, in which stages go through classes: what is asked about one class shows no other. */
export const CLASSES = [3, 2, 1, 0] as const;
