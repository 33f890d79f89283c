/**
 * How are facts and turns erased for good, together with everything that holds their words? For a purge, for a rule of
 * retention, and for a shred. What a hold describes is never erased.
 */
import { TidelineError } from "../errors.ts";
import { emptyFormer, type FormerWords, noteFormer, type PurgePlan, purgePlan } from "../govern/purge.ts";
import { holdOn, holdOnTurn } from "../govern/retention.ts";
import { MAX_ERASED_PER_EVENT } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { eachPage, readPage } from "../log/pages.ts";
import type { Hold } from "../log/retention.ts";
import type { Steps } from "../log/steps.ts";
import type { Why } from "../model/event.ts";
import { originKey } from "../model/origin.ts";
import { byHand } from "./change.ts";
import type { Memory } from "./memory.ts";
import { turnsHolding } from "./turns-of.ts";

/** What is asked for. */
export interface Asked {
  readonly facts: readonly string[];
  readonly turns: readonly string[];
}

/** Everything that goes, and what stays although it holds some of the words. */
export interface Erasing extends PurgePlan {
  /** Turns in the inbox whose words go too. */
  readonly turns: readonly string[];
}

export function* erasureOf(memory: Memory, state: State, asked: Asked): Steps<Erasing> {
  const former = yield* formerWords(memory, state);
  const plan = purgePlan(state, asked.facts, former);
  const gone = plan.facts.flatMap((fact) => state.facts.get(fact.id) ?? []);
  const turns = [...new Set([...asked.turns, ...(yield* turnsHolding(memory, gone))])];
  return { ...plan, turns };
}

/** `why`: as the events say. */
export function* carryOut(memory: Memory, state: State, work: Erasing, why: Why): Steps<void> {
  const { engine, open } = memory;
  // Turns first: if the process stops here, the fact is still there and can be erased again.
  yield* open.inbox.erase(work.turns, engine.now(), why, byHand(memory));
  const reasons = [...work.reasons, ...setAsideReasons(state, work.turns)];
  // First: digests that an earlier version left must not let anybody confirm a guess at what is erased.
  yield* engine.rules();
  yield* open.healCarried();
  const ids = work.facts.map((fact) => fact.id);
  open.forget(ids);
  for (const { facts, seqs } of erasures(state, ids, reasons))
    yield* open.replica.erase(facts, engine.now(), why, { seqs, by: byHand(memory) });
}

/** A fact or a turn that would go, and the hold on it. */
export interface HeldFact {
  readonly id: string;
  readonly hold: Hold;
}

/** The first fact or turn that would go although a hold describes it. */
export function* heldAmong(
  memory: Memory,
  state: State,
  { facts, turns }: Erasing,
): Steps<HeldFact | undefined> {
  const retention = yield* memory.engine.retention();
  if (retention.holds.size === 0) return undefined;
  const key = originKey(memory.origin);
  for (const { id } of facts) {
    const fact = state.facts.get(id);
    const hold = fact && holdOn(fact, key, retention);
    if (hold !== undefined) return { id, hold };
  }
  for (const id of turns) {
    const hold = memory.open.inbox.turn(id)?.gone === false && holdOnTurn(id, key, retention);
    if (hold) return { id, hold };
  }
  return undefined;
}

export function* refuseHeld(memory: Memory, state: State, work: Erasing): Steps<void> {
  const held = yield* heldAmong(memory, state, work);
  if (held !== undefined) throw onHold(`${held.id} would go, and it`, held.hold);
}

/** The reason of a hold is not told: whoever meets it need not be the owner. */
export function onHold(what: string, { name }: Hold): TidelineError {
  return new TidelineError(
    "on-hold",
    `${what} is under the hold "${name}". Nothing was erased. When it may go, release the hold first: tideline retention release ${name}`,
    { hold: name },
  );
}

/** The events that hold why these turns were set aside: the reason may repeat the turn's words. */
function setAsideReasons({ distil }: State, turns: readonly string[]): readonly number[] {
  return turns.flatMap((turn) => {
    const aside = distil.setAside.get(turn);
    return aside?.reason === undefined ? [] : [aside.seq];
  });
}

/** Words about facts that are in the log but no longer in the state. The log is read only if there may be some. */
function* formerWords(memory: Memory, state: State): Steps<ReadonlyMap<string, FormerWords>> {
  const former = emptyFormer(state.facts.values());
  let oldest = Number.POSITIVE_INFINITY;
  for (const id of former.keys()) oldest = Math.min(oldest, state.facts.get(id)?.texts[0] ?? oldest);
  if (former.size === 0) return former;
  yield* eachPage(readerOf(memory), oldest - 1, ({ events }) => {
    for (const recorded of events) noteFormer(former, recorded);
  });
  return former;
}

/** `about`: how many events are read at a time. */
export function readerOf({ engine, origin }: Memory, about?: number) {
  return (afterSeq: number) => readPage(engine.store, origin, afterSeq, about);
}

interface Erasure {
  readonly facts: string[];
  readonly seqs: readonly number[];
}

/**
 * Splits the erasure so that no part exceeds the limit of bodies. A fact with more bodies loses its oldest first. What was
 * asked for goes last: if the process stops in between, it is still there, and asking again finds the rest.
 */
function* erasures(state: State, ids: readonly string[], reasons: readonly number[]): Generator<Erasure> {
  const textsOf = (id: string) => state.facts.get(id)?.texts ?? [];
  const surplus = ids.flatMap((id) => textsOf(id).slice(0, -MAX_ERASED_PER_EVENT));
  const loose = [...reasons, ...surplus];
  for (let at = 0; at < loose.length; at += MAX_ERASED_PER_EVENT)
    yield { facts: [], seqs: loose.slice(at, at + MAX_ERASED_PER_EVENT) };
  const parts: string[][] = [];
  let bodies = 0;
  for (const id of ids) {
    const more = textsOf(id).length;
    if (parts.length === 0 || bodies + more > MAX_ERASED_PER_EVENT) {
      parts.push([]);
      bodies = 0;
    }
    parts.at(-1)?.push(id);
    bodies += more;
  }
  for (const facts of parts.reverse()) yield { facts, seqs: [] };
}
