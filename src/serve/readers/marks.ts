/**
 * How does a use that a reader saw get written down? It is taken out of the reader's memory with the answer, and waits
 * in the memory of the thread that writes, as if it had been seen there.
 */
import type { Engine } from "../../engine/engine.ts";
import { type Mind, noteShown, type WaitingMark } from "../../engine/mind.ts";
import { MAX_SHOWN_WAITING } from "../../limits.ts";
import type { Shown } from "../../log/upkeep-state.ts";

export interface Marks {
  readonly used: readonly WaitingMark[];
  /** Facts, and how often each was shown in passing. */
  readonly shown: readonly (readonly [string, Shown])[];
}

/** What waits, which then waits here no more; undefined if nothing does. */
export function takeMarks(mind: Mind): Marks | undefined {
  if (mind.waiting.length === 0 && mind.shown.size === 0) return undefined;
  const marks = { used: mind.waiting, shown: [...mind.shown] };
  mind.waiting = [];
  mind.shown.clear();
  return marks;
}

/** They wait here from now on. True: so many wait that they should be written down. */
export function noteMarks(engine: Engine, mind: Mind, { used, shown }: Marks): boolean {
  for (const [fact, some] of shown) noteShown(mind.shown, fact, some);
  let isEnough = mind.shown.size >= MAX_SHOWN_WAITING;
  for (const mark of used) isEnough = engine.noteUse(mind, mark) || isEnough;
  return isEnough;
}
