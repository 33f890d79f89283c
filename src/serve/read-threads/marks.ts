/**
 * How does a use that a read thread saw get written? It leaves the read thread together with the answer and then waits
 * in the writing thread, as if it had been seen there.
 */
import type { Shown } from "../../log/upkeep-state.ts";
import type { OpenOrigin, WaitingMark } from "../../memory/open-origin.ts";

export interface Marks {
  readonly used: readonly WaitingMark[];
  /** Facts, and how often each was shown in passing. */
  readonly shown: readonly (readonly [string, Shown])[];
}

/** Takes out everything that waits; undefined if nothing does. */
export function takeMarks(origin: OpenOrigin): Marks | undefined {
  if (origin.waiting.length === 0 && origin.shown.size === 0) return undefined;
  const marks = { used: origin.waiting, shown: [...origin.shown] };
  origin.waiting = [];
  origin.shown.clear();
  return marks;
}

/** Adds the marks to the waiting ones of this thread. Returns true if they should be written now. */
export function noteMarks(origin: OpenOrigin, { used, shown }: Marks, now: number): boolean {
  for (const [fact, some] of shown) origin.noteShown(fact, some);
  let isEnough = origin.hasShownToWrite(now);
  for (const mark of used) isEnough = origin.noteUse(mark) || isEnough;
  return isEnough;
}
