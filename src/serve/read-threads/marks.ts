/**
 * How does a use that a read thread saw get written? It leaves the read thread together with the answer and then waits
 * in the writing thread, as if it had been seen there.
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

/** Takes out everything that waits; undefined if nothing does. */
export function takeMarks(mind: Mind): Marks | undefined {
  if (mind.waiting.length === 0 && mind.shown.size === 0) return undefined;
  const marks = { used: mind.waiting, shown: [...mind.shown] };
  mind.waiting = [];
  mind.shown.clear();
  return marks;
}

/** Adds the marks to the waiting ones of this thread. Returns true if so many wait that they should be written. */
export function noteMarks(engine: Engine, mind: Mind, { used, shown }: Marks): boolean {
  for (const [fact, some] of shown) noteShown(mind.shown, fact, some);
  let isEnough = mind.shown.size >= MAX_SHOWN_WAITING;
  for (const mark of used) isEnough = engine.noteUse(mind, mark) || isEnough;
  return isEnough;
}
