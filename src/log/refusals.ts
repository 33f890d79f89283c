/**
 * How many refused writes of each class did the log record in the last hour?
 *
 * Every recorded refusal takes space, so a caller who is refused again and again could fill the log. Therefore the log
 * records at most `MAX_REFUSALS_LOGGED` refusals per class and hour. Further ones are only counted in memory, and the
 * next `refused` event of the class carries their number (`further`).
 */
import { MAX_REFUSALS_LOGGED, REFUSALS_WINDOW_MS } from "../limits.ts";
import type { EventOf } from "../model/event.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";

/** The refusals of one class that were logged since `since`, the time of the first of them. */
interface Window {
  readonly since: number;
  readonly logged: number;
}

export interface Refusals {
  /** All refused writes that the log knows of, including those it only counted. */
  readonly count: number;
  /** Indexed by class. */
  readonly windows: readonly Window[];
}

export const NO_REFUSALS: Refusals = {
  count: 0,
  windows: AUTHORITIES.map(() => ({ since: 0, logged: 0 })),
};

export function withRefusal(
  { count, windows }: Refusals,
  { at, authority, further = 0 }: EventOf<"refused">,
): Refusals {
  const window = windowAt(windows, authority, at);
  return {
    count: count + 1 + further,
    windows: windows.with(authority, { ...window, logged: window.logged + 1 }),
  };
}

/** May one more refusal of this class be logged? */
export function hasRoomForRefusal({ windows }: Refusals, authority: Authority, at: number): boolean {
  return windowAt(windows, authority, at).logged < MAX_REFUSALS_LOGGED;
}

/** The window that holds `at`. If the clock was set back, a new window begins. */
function windowAt(windows: readonly Window[], authority: Authority, at: number): Window {
  const { since, logged } = windows[authority] as Window;
  const isOpen = logged > 0 && at >= since && at < since + REFUSALS_WINDOW_MS;
  return isOpen ? { since, logged } : { since: at, logged: 0 };
}
