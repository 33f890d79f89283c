/**
 * How far are the sessions of an inbox distilled, and what did that take? The fold of the `distilled` events.
 *
 * A cursor moves in the same append as the facts that came of the turns before it, so no turn is skipped or distilled
 * twice, whoever crashes when.
 */
import { assert } from "../assert.ts";
import { MAX_SET_ASIDE } from "../limits.ts";
import type { EventOf } from "../model/event.ts";
import type { Authority } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";
import { VersionedMap } from "./versioned-map.ts";

/** A turn that no reply could be had for. */
export interface SetAside {
  readonly at: number;
  /** The event whose body holds the reason. */
  readonly seq: number;
  /** Of the turn's words. */
  readonly authority: Authority;
  /** undefined if it was erased. */
  readonly reason: string | undefined;
}

/** What distilling took on one day. */
export interface Spent {
  /** Since 1970. */
  readonly day: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface DistilState {
  /** By the digest of a session: the last event of the inbox whose turn is distilled. */
  readonly cursors: VersionedMap<number>;
  /** Turns up to this event of the inbox are no longer kept. */
  readonly trimmedTo: number;
  /** By the id of a turn. */
  readonly setAside: VersionedMap<SetAside>;
  /** On the latest day on which anything was distilled. */
  readonly spent: Spent;
  /** Since the beginning. */
  readonly total: Omit<Spent, "day"> & { readonly turns: number };
}

export const NOTHING_DISTILLED: DistilState = {
  cursors: VersionedMap.empty(),
  trimmedTo: 0,
  setAside: VersionedMap.empty(),
  spent: { day: 0, calls: 0, inputTokens: 0, outputTokens: 0 },
  total: { calls: 0, inputTokens: 0, outputTokens: 0, turns: 0 },
};

export function withDistilled(state: DistilState, event: EventOf<"distilled">, seq: number): DistilState {
  const { session, upTo, at, setAside = [], classes = [], again = [], body } = event;
  let aside = without(state.setAside, again);
  for (const [i, turn] of setAside.entries())
    aside = aside.set(turn, { at, seq, authority: classes[i] ?? 0, reason: body?.reasons?.[i] });
  while (aside.size > MAX_SET_ASIDE) aside = aside.delete(leastIn(aside));
  const { total } = state;
  return {
    ...state,
    cursors: state.cursors.set(session, Math.max(upTo, state.cursors.get(session) ?? 0)),
    setAside: aside,
    spent: spentWith(state.spent, event),
    total: { ...added(total, event), turns: total.turns + event.turns },
  };
}

/** A person has decided that nothing is made of these. */
export function withDismissed(state: DistilState, { turns }: EventOf<"turns-dismissed">): DistilState {
  return { ...state, setAside: without(state.setAside, turns) };
}

function without(aside: VersionedMap<SetAside>, turns: readonly string[]): VersionedMap<SetAside> {
  return turns.reduce((left, turn) => (left.has(turn) ? left.delete(turn) : left), aside);
}

/** The oldest of the lowest class: whoever speaks with a lower voice must not push out what the principal said. */
function leastIn(aside: VersionedMap<SetAside>): string {
  const [first, ...rest] = aside.entries();
  assert(first !== undefined, "there is one to leave");
  return rest.reduce((least, one) => (one[1].authority < least[1].authority ? one : least), first)[0];
}

function spentWith(spent: Spent, event: EventOf<"distilled">): Spent {
  const day = Math.floor(event.at / DAY_MS);
  const before = day > spent.day ? NOTHING_DISTILLED.spent : spent;
  return { day: Math.max(day, spent.day), ...added(before, event) };
}

function added(
  { calls, inputTokens, outputTokens }: Omit<Spent, "day">,
  event: EventOf<"distilled">,
): Omit<Spent, "day"> {
  return {
    calls: calls + event.calls,
    inputTokens: inputTokens + event.inputTokens,
    outputTokens: outputTokens + event.outputTokens,
  };
}

/** Cursors of sessions whose turns are all gone are of no more use. */
export function withTrimmed(state: DistilState, { upTo }: EventOf<"inbox-trimmed">): DistilState {
  if (upTo <= state.trimmedTo) return state;
  let { cursors } = state;
  for (const [session, cursor] of [...cursors.entries()])
    if (cursor <= upTo) cursors = cursors.delete(session);
  return { ...state, cursors, trimmedTo: upTo };
}

/** The reasons that stood in erased bodies are gone. */
export function withoutReasons(state: DistilState, erased: ReadonlySet<number>): DistilState {
  let { setAside } = state;
  for (const [turn, one] of [...setAside.entries()])
    if (erased.has(one.seq) && one.reason !== undefined)
      setAside = setAside.set(turn, { ...one, reason: undefined });
  return setAside === state.setAside ? state : { ...state, setAside };
}
