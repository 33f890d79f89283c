/**
 * What becomes of turns that no reply could be had for? They are listed for review; a person has them distilled again, or
 * dismisses them. Either is an event, so the log tells who decided it and when.
 */
import { TidelineError } from "../errors.ts";
import { type AsideTurn, type TurnsDesk, turnsDesk } from "../govern/turns-desk.ts";
import { doorOf, isAsked, OWN, readGroup, type WriterGroup } from "../govern/writer-group.ts";
import { MAX_SET_ASIDE, MAX_TURN_EXCERPT_CHARS, MAX_TURNS_PER_BATCH } from "../limits.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, maybe, type Parse, parseName, parseWhole } from "../model/arguments.ts";
import { EVENT_VERSION } from "../model/event.ts";
import { TRUSTED } from "../model/source.ts";
import { checkPerson } from "../write/change-gate.ts";
import { byHand } from "./change.ts";
import type { Memory } from "./memory.ts";

/** A turn that was set aside, as a person looks at it. */
export interface SetAsideTurn extends AsideTurn, WriterGroup {
  /** The name of the session. */
  readonly session: string | undefined;
  readonly actor: string | undefined;
  /** How it begins. */
  readonly excerpt: string;
}

/** Turns that wait for a person, as they are shown: each with how it begins. */
export type SetAsideDesk = TurnsDesk<SetAsideTurn>;

/** Either the turns by their ids, or all of one writer. */
export interface DismissTurnsInput {
  readonly turns?: readonly string[] | undefined;
  /** The `from` of a group: own, a token's id, or a surface. */
  readonly from?: string | undefined;
  /** With `from`: only turns up to this place in the inbox, a group's `upTo`. Default: all that wait. */
  readonly upTo?: number | undefined;
}

/** What `dismissTurns` did. */
export interface DismissedTurns {
  /** The ids of the turns that were dismissed. */
  readonly turns: readonly string[];
}

/** Those whose words are still there: about the others there is nothing left to decide. */
export function* setAsideDesk(
  memory: Memory,
  state: State,
  query: { readonly from: string | undefined; readonly limit: number },
): Steps<SetAsideDesk> {
  const waiting = yield* waitingTurns(memory, state);
  const desk = turnsDesk(waiting, { ...query, limit: Math.min(query.limit, MAX_SET_ASIDE) });
  const turns: SetAsideTurn[] = [];
  for (const one of desk.turns) turns.push(yield* withWords(memory, one));
  return { ...desk, turns };
}

function* waitingTurns({ open }: Memory, { distil }: State): Steps<readonly AsideTurn[]> {
  if (distil.setAside.size === 0) return [];
  yield* open.inbox.catchUp();
  return [...distil.setAside.entries()].flatMap(([turn, { at, reason }]): readonly AsideTurn[] => {
    const head = open.inbox.turn(turn);
    if (head === undefined || head.gone) return [];
    const { role, saidAt, authority, seq, session: conversation, writer } = head;
    const from = authority === TRUSTED ? OWN : doorOf(writer);
    return [{ turn, at, reason, conversation, role, saidAt, authority, from, seq }];
  });
}

function* withWords({ open: { inbox } }: Memory, one: AsideTurn): Steps<SetAsideTurn> {
  const head = inbox.turn(one.turn);
  const words = head && (yield* inbox.wordsOf([head])).get(one.turn);
  const excerpt = (words?.content ?? "").slice(0, MAX_TURN_EXCERPT_CHARS).toWellFormed();
  return { ...one, ...readGroup(one.from), session: words?.session, actor: words?.actor, excerpt };
}

const DISMISS_FIELDS: ReadonlySet<string> = new Set<keyof DismissTurnsInput>(["turns", "from", "upTo"]);

/** Nothing will be made of these turns. Their words stay as long as all turns do. */
export function* dismissTurns(memory: Memory, input: DismissTurnsInput): Steps<DismissedTurns> {
  checkPerson(memory.speaker, "dismiss turns");
  const given = fieldsOf(input, DISMISS_FIELDS, "dismissTurns");
  const ids = maybe(given, "turns", parseIds(MAX_SET_ASIDE));
  const from = maybe(given, "from", parseName);
  const upTo = maybe(given, "upTo", parseWhole(0, Number.MAX_SAFE_INTEGER)) ?? Number.POSITIVE_INFINITY;
  if ((ids === undefined) === (from === undefined))
    throw badArgument("dismissTurns needs either turns (their ids) or from (a writer), and not both");
  const state = yield* memory.open.replica.catchUp();
  const theirs = (yield* waitingTurns(memory, state)).filter(
    (one) => from !== undefined && isAsked(one.from, from) && one.seq <= upTo,
  );
  const asked = [...new Set(ids ?? theirs.map(({ turn }) => turn))];
  let turns: readonly string[] = [];
  yield* memory.open.replica.commit(({ distil }) => {
    const missing = ids?.find((turn) => !distil.setAside.has(turn));
    if (missing !== undefined) throw notSetAside(missing);
    turns = asked.filter((turn) => distil.setAside.has(turn));
    const stamp = { v: EVENT_VERSION, at: memory.engine.now(), by: byHand(memory) } as const;
    return turns.length === 0 ? [] : [{ type: "turns-dismissed", ...stamp, why: { rule: "by-hand" }, turns }];
  });
  return { turns };
}

function parseIds(most: number): Parse<readonly string[]> {
  return (value, name) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most)
      throw badArgument(`${name} must be a list of 1 to ${most} ids of turns`);
    return value.map((one) => parseName(one, name));
  };
}

/** The turns that are distilled again in one run. */
export const parseTurnIds = parseIds(MAX_TURNS_PER_BATCH);

export function notInInbox(turn: string): TidelineError {
  return new TidelineError(
    "no-such-turn",
    `There is no turn ${turn.slice(0, 64)} in this conversation, or it is no longer kept. Begin again from the first page.`,
  );
}

export function notSetAside(turn: string): TidelineError {
  return new TidelineError(
    "no-such-turn",
    `No turn ${turn.slice(0, 64)} is set aside in this origin: it may have been distilled again or dismissed. review({ grouped: true }) lists those that are.`,
  );
}
