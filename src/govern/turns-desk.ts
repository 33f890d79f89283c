/**
 * Which turns of conversations wait for a person, because nothing could be made of them? A few of each writer, the
 * principal's own first; the rest of a writer is one line. They come after everything that is about facts: a turn that was
 * set aside says nothing false, it only says nothing yet.
 */
import { MAX_REVIEW_LINES, REVIEWED_PER_WRITER } from "../limits.ts";
import type { Authority } from "../model/source.ts";
import type { TurnRole } from "../model/turn-role.ts";
import { isAsked, OWN, readGroup, type WriterGroup } from "./writer-group.ts";

/** A turn that was set aside. */
export interface AsideTurn {
  /** Its id in the inbox. */
  readonly turn: string;
  /** When it was set aside, and why. */
  readonly at: number;
  readonly reason: string | undefined;
  /** The conversation, for `conversation(id)`. */
  readonly conversation: string;
  readonly role: TurnRole;
  readonly saidAt: number;
  /** The class of its words. */
  readonly authority: Authority;
  /** Who observed it: "own" for the principal's words, else a token's id or a surface. */
  readonly from: string;
  /** Its place in the inbox. */
  readonly seq: number;
}

/** The further turns of one writer. */
export interface AsideGroup extends WriterGroup {
  /** How many turns of this writer wait, and how many of those are not shown. */
  readonly count: number;
  readonly more: number;
  /** The latest of them: `dismissTurns({ from, upTo })` takes none that came later. */
  readonly upTo: number;
}

/** Turns that wait for a person: a few of each writer, and how many more there are. */
export interface TurnsDesk<T extends AsideTurn = AsideTurn> {
  readonly turns: readonly T[];
  readonly groups: readonly AsideGroup[];
  /** Groups that have no line of their own, and how many turns they have waiting. */
  readonly further: { readonly groups: number; readonly turns: number };
  readonly count: number;
}

export const NO_TURNS: TurnsDesk<never> = {
  turns: [],
  groups: [],
  further: { groups: 0, turns: 0 },
  count: 0,
};

/** `from`: only this writer's, all of them up to the limit. */
export function turnsDesk(
  waiting: readonly AsideTurn[],
  { from, limit }: { readonly from: string | undefined; readonly limit: number },
): TurnsDesk {
  const asked = from === undefined ? waiting : waiting.filter((one) => isAsked(one.from, from));
  const groups = [...byWriter(asked)].sort(([a], [b]) => Number(b === OWN) - Number(a === OWN));
  const perWriter = from === undefined ? REVIEWED_PER_WRITER : limit;
  const turns = groups.flatMap(([, some]) => some.slice(0, perWriter)).slice(0, limit);
  const shown = new Set(turns);
  const lines = groups.flatMap(([one, some]) => {
    const more = some.filter((turn) => !shown.has(turn)).length;
    const upTo = Math.max(...some.map(({ seq }) => seq));
    return more === 0 ? [] : [{ ...readGroup(one), count: some.length, more, upTo }];
  });
  const beyond = lines.slice(MAX_REVIEW_LINES);
  const further = { groups: beyond.length, turns: beyond.reduce((sum, { more }) => sum + more, 0) };
  return { turns, groups: lines.slice(0, MAX_REVIEW_LINES), further, count: asked.length };
}

/** By writer, each with the highest class first, then the oldest. */
function byWriter(turns: readonly AsideTurn[]): ReadonlyMap<string, readonly AsideTurn[]> {
  const groups = new Map<string, AsideTurn[]>();
  for (const turn of [...turns].sort((a, b) => b.authority - a.authority || a.seq - b.seq)) {
    const known = groups.get(turn.from);
    if (known === undefined) groups.set(turn.from, [turn]);
    else known.push(turn);
  }
  return groups;
}
