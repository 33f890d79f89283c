/**
 * How many refusals of each class does the log hold of late?
 *
 * A refused write leaves a trace, and traces take room: whoever is refused over and over would fill the log with
 * them. So an hour has room for a bounded number of each class. What is refused beyond that is counted in memory, and
 * the next trace of its class says how many there were (`further`).
 */
import { MAX_REFUSALS_LOGGED, REFUSALS_WINDOW_MS } from "../limits.ts";
import type { EventOf } from "../model/event.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";

/** Of one class, since the first of them. */
interface Window {
  readonly since: number;
  readonly logged: number;
}

export interface Refusals {
  /** All that were refused, as far as the log tells. */
  readonly count: number;
  /** By class. */
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

/** Is there room for one more of this class? */
export function hasRoomForRefusal({ windows }: Refusals, authority: Authority, at: number): boolean {
  return windowAt(windows, authority, at).logged < MAX_REFUSALS_LOGGED;
}

/** A clock that was set back begins a new one. */
function windowAt(windows: readonly Window[], authority: Authority, at: number): Window {
  const { since, logged } = windows[authority] as Window;
  const isOpen = logged > 0 && at >= since && at < since + REFUSALS_WINDOW_MS;
  return isOpen ? { since, logged } : { since: at, logged: 0 };
}
