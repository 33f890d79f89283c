/**
 * What does the log know about its own upkeep?
 *
 * Which passes ran and what they did; who archived, pruned or suppressed a fact and when; which facts are cited as
 * evidence; which facts replaced others. This is a part of the state, folded event by event like the rest of it.
 */
import { MAX_DAYS_FOUND, MAX_LINKS_PER_FACT, MAX_PASSES_KEPT } from "../limits.ts";
import type { EventOf, MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { VersionedMap } from "./versioned-map.ts";

/** The rule (`why.rule`) of every event that an undo writes. */
export const UNDO_RULE = "undo";

/** One maintenance run. */
export interface PassRecord {
  readonly id: string;
  readonly name: string;
  readonly begunAt: number;
  readonly begunSeq: number;
  /** undefined: the pass is running, or it was interrupted and the next run of the same name finishes it. */
  readonly endedAt: number | undefined;
  readonly undoneAt: number | undefined;
  /** How many facts of each class it would have taken out of recall when it stopped; until a person has answered. */
  readonly halted: Readonly<Record<string, number>> | undefined;
  /** Number of its events by type, without those of an undo. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * How many facts of each class ("class-3" and so on) it took out of recall, for which no person has answered. Counted
   * for passes whose share is bounded.
   */
  readonly taken: Readonly<Record<string, number>> | undefined;
}

/** Leaves out when the fact holds: what is still to come is there, too. */
export function isInRecall(fact: Fact): boolean {
  const { lifecycle, validity, suppressed, quarantined, erased, derived } = fact;
  const holds = validity === "valid" || validity === "challenged";
  return lifecycle === "active" && holds && !suppressed && !quarantined && !erased && derived === undefined;
}

/** Events that take a fact out of recall. So does an erasure. */
export const TAKING: ReadonlySet<string> = new Set([
  "archived",
  "pruned",
  "suppressed",
  "quarantined",
  "superseded",
  "merged",
  "invalidated",
]);

/** The runs that wait for a person, because they would have taken too much out of recall; oldest first. */
export function haltedPasses({ passes }: Pick<UpkeepState, "passes">): readonly PassRecord[] {
  return [...passes.values()].filter(({ halted }) => halted !== undefined);
}

/** Who took a fact out of sight, and when: a pass if one is named, otherwise a person. */
export interface Taken {
  readonly at: number;
  readonly pass: string | undefined;
  readonly rule: string | undefined;
}

export interface Absence {
  /** The fact was archived or pruned. */
  readonly taken?: Taken | undefined;
  readonly suppressed?: Taken | undefined;
  /** When a person last brought the fact back or the principal last said it again, even if it was in sight then. */
  readonly broughtBackAt?: number | undefined;
}

/** How often a fact was shown to somebody who had not asked for it. This never counts as a use. */
export interface Shown {
  readonly count: number;
  readonly lastAt: number;
  /** The latest days (since 1970) on which a turn's own question found it, in order. */
  readonly days?: readonly number[];
}

/** Both together. The order makes no difference. */
export function withShown(known: Shown | undefined, more: Shown): Shown {
  if (known === undefined) return more;
  const days = withDays(known.days, more.days);
  return {
    count: known.count + more.count,
    lastAt: Math.max(known.lastAt, more.lastAt),
    ...(days === undefined ? {} : { days }),
  };
}

function withDays(known: readonly number[] | undefined, more: readonly number[] | undefined) {
  if (known === undefined || more === undefined) return known ?? more;
  return [...new Set([...known, ...more])].sort((a, b) => a - b).slice(-MAX_DAYS_FOUND);
}

export interface UpkeepState {
  /** The latest `MAX_PASSES_KEPT` passes, oldest first. */
  readonly passes: VersionedMap<PassRecord>;
  readonly absences: VersionedMap<Absence>;
  readonly shown: VersionedMap<Shown>;
  /** By a fact's id: the facts that name it as evidence. */
  readonly citedBy: VersionedMap<readonly string[]>;
  /** By a fact's id: the facts that it superseded or absorbed. */
  readonly standsFor: VersionedMap<readonly string[]>;
}

export function emptyUpkeep(): UpkeepState {
  const empty = VersionedMap.empty;
  return { passes: empty(), absences: empty(), shown: empty(), citedBy: empty(), standsFor: empty() };
}

/** Folds one event. Returns the same object if the event changes nothing here. `facts` as they were before it. */
export function evolveUpkeep(
  upkeep: UpkeepState,
  event: MemoryEvent,
  seq: number,
  facts: Facts,
): UpkeepState {
  const step = STEPS[event.type] as
    | ((upkeep: UpkeepState, event: MemoryEvent, seq: number) => UpkeepState)
    | undefined;
  const next = step === undefined ? upkeep : step(upkeep, event, seq);
  return "why" in event && event.why?.pass !== undefined ? countFor(next, event, facts) : next;
}

type Facts = Pick<ReadonlyMap<string, Fact>, "get">;

type FoldTable = {
  readonly [T in MemoryEvent["type"]]?: (upkeep: UpkeepState, event: EventOf<T>, seq: number) => UpkeepState;
};

const STEPS: FoldTable = {
  pass: notePass,
  added: noteEvidence,
  observed: (upkeep, event) => noteSaidAgain(noteEvidence(upkeep, event), event),
  superseded: noteSuccessor,
  merged: noteSuccessor,
  archived: (upkeep, event) =>
    noteAbsence(upkeep, event.fact, {
      taken: takenBy(event),
      // A pruning that was undone: the fact is archived again, because somebody wants its text kept.
      ...(event.why?.rule === UNDO_RULE ? { broughtBackAt: event.at } : {}),
    }),
  pruned: (upkeep, event) => noteAbsence(upkeep, event.fact, { taken: takenBy(event) }),
  suppressed: (upkeep, event) => noteAbsence(upkeep, event.fact, { suppressed: takenBy(event) }),
  restored: (upkeep, event) => noteAbsence(upkeep, event.fact, { taken: undefined, broughtBackAt: event.at }),
  unsuppressed: (upkeep, event) =>
    noteAbsence(upkeep, event.fact, {
      suppressed: undefined,
      // If a policy reverses its own decision, that does not mean that anybody wants the fact.
      ...(event.why?.policy === undefined ? { broughtBackAt: event.at } : {}),
    }),
  erased: forgetFacts,
};

function notePass(upkeep: UpkeepState, event: EventOf<"pass">, seq: number): UpkeepState {
  const known = upkeep.passes.get(event.pass);
  if (event.phase !== "begun") {
    if (known === undefined) return upkeep;
    const phase = PHASES[event.phase](event, known);
    return { ...upkeep, passes: upkeep.passes.set(event.pass, passRecord({ ...known, ...phase })) };
  }
  if (known !== undefined) return upkeep;
  const record = passRecord({
    id: event.pass,
    name: event.name,
    begunAt: event.at,
    begunSeq: seq,
    endedAt: undefined,
    undoneAt: undefined,
    halted: undefined,
    counts: {},
    taken: event.guarded === true ? {} : undefined,
  });
  let passes = upkeep.passes.set(record.id, record);
  while (passes.size > MAX_PASSES_KEPT) passes = passes.delete(passes.keys().next().value as string);
  return { ...upkeep, passes };
}

/** What a phase after the first changes. */
const PHASES = {
  ended: ({ at }: EventOf<"pass">): Partial<PassRecord> => ({ endedAt: at }),
  undone: ({ at }: EventOf<"pass">): Partial<PassRecord> => ({ undoneAt: at, halted: undefined }),
  halted: ({ counts }: EventOf<"pass">, known: PassRecord): Partial<PassRecord> => ({
    halted: { ...known.halted, ...counts },
  }),
  allowed: (_: EventOf<"pass">, { taken }: PassRecord): Partial<PassRecord> => ({
    halted: undefined,
    taken: taken && {},
  }),
} as const;

function countFor(upkeep: UpkeepState, event: MemoryEvent, facts: Facts): UpkeepState {
  const why = "why" in event ? event.why : undefined;
  const record = why?.pass === undefined ? undefined : upkeep.passes.get(why.pass);
  if (record === undefined || why?.rule === UNDO_RULE) return upkeep;
  const amount = event.type === "erased" ? (event.facts?.length ?? 0) : 1;
  const counts = { ...record.counts, [event.type]: (record.counts[event.type] ?? 0) + amount };
  const taken = withTaken(record.taken, event, facts);
  // Two processes may run the same pass. If its events continue after its end, it ended too early and runs again.
  const reopened = passRecord({ ...record, counts, taken, endedAt: undefined });
  return { ...upkeep, passes: upkeep.passes.set(record.id, reopened) };
}

function withTaken(known: PassRecord["taken"], event: MemoryEvent, facts: Facts): PassRecord["taken"] {
  if (known === undefined) return undefined;
  let taken = known;
  for (const id of takenIn(event)) {
    const fact = facts.get(id);
    if (fact === undefined || !isInRecall(fact)) continue;
    const name = `class-${fact.authority}`;
    taken = { ...taken, [name]: (taken[name] ?? 0) + 1 };
  }
  return taken;
}

function takenIn(event: MemoryEvent): readonly string[] {
  if (event.type === "erased") return event.facts ?? [];
  return "fact" in event && TAKING.has(event.type) ? [event.fact as string] : [];
}

function takenBy(event: EventOf<"archived" | "pruned" | "suppressed">): Taken {
  return { at: event.at, pass: event.why?.pass, rule: event.why?.rule };
}

function noteAbsence(upkeep: UpkeepState, fact: string, change: Absence): UpkeepState {
  const known = upkeep.absences.get(fact);
  return { ...upkeep, absences: upkeep.absences.set(fact, absence({ ...known, ...change })) };
}

/*
 * These two functions write out all fields in a fixed order. A snapshot omits undefined fields. If such a field is set
 * later by a spread, it comes last in a record that was read from a snapshot, but keeps its place in a record that was
 * folded from the log. The same events would then give different snapshot bytes.
 */

function passRecord(record: PassRecord): PassRecord {
  const { id, name, begunAt, begunSeq, endedAt, undoneAt, halted, counts, taken } = record;
  return { id, name, begunAt, begunSeq, endedAt, undoneAt, halted, counts, taken };
}

function absence({ taken, suppressed, broughtBackAt }: Absence): Absence {
  return { taken, suppressed, broughtBackAt };
}

/**
 * What the principal says again counts as brought back, even if it was in sight. Otherwise a fact that only a dispute
 * had kept in sight would be less protected than one that was archived and came back when it was said again.
 */
function noteSaidAgain(upkeep: UpkeepState, event: EventOf<"observed">): UpkeepState {
  const isPrincipal = event.authority === TRUSTED && event.why?.pass === undefined;
  return isPrincipal ? noteAbsence(upkeep, event.fact, { broughtBackAt: event.at }) : upkeep;
}

function noteEvidence(upkeep: UpkeepState, event: EventOf<"added" | "observed">): UpkeepState {
  let { citedBy } = upkeep;
  for (const cited of event.evidence ?? []) {
    // Citations by classes below `PROTECTING_CLASS` protect nothing, so they must not displace those that do.
    const protects =
      event.authority >= PROTECTING_CLASS && !("derived" in event && event.derived !== undefined);
    const isCrowding = !protects && isFull(citedBy.get(cited));
    if (!isCrowding) citedBy = withOneMore(citedBy, cited, event.fact);
  }
  return citedBy === upkeep.citedBy ? upkeep : { ...upkeep, citedBy };
}

function noteSuccessor(upkeep: UpkeepState, event: EventOf<"superseded" | "merged">): UpkeepState {
  return { ...upkeep, standsFor: withOneMore(upkeep.standsFor, event.successor, event.fact) };
}

type Lists = VersionedMap<readonly string[]>;

function withOneMore(lists: Lists, id: string, one: string): Lists {
  return lists.set(id, [...(lists.get(id) ?? []), one].slice(-MAX_LINKS_PER_FACT));
}

function isFull(list: readonly string[] | undefined): boolean {
  return list !== undefined && list.length >= MAX_LINKS_PER_FACT;
}

/** The facts in the list of `id`. If the list is full, it may lack some, so all facts of the origin are returned. */
export function listedFacts(lists: Lists, id: string, all: () => Iterable<string>): Iterable<string> {
  const listed = lists.get(id) ?? [];
  return isFull(listed) ? [...all()] : listed;
}

function forgetFacts(upkeep: UpkeepState, event: EventOf<"erased">): UpkeepState {
  let { absences, shown, citedBy, standsFor } = upkeep;
  for (const id of event.facts ?? []) {
    standsFor = standsFor.delete(id);
    absences = absences.delete(id);
    shown = shown.delete(id);
    citedBy = citedBy.delete(id);
  }
  return { ...upkeep, absences, shown, citedBy, standsFor };
}

/** What the marks say of facts that were shown in passing. */
export type ShownMarks = Pick<EventOf<"shown">, "shown" | "found">;

/** Adds to the counts: single marks. */
export function addShown(upkeep: UpkeepState, marks: ShownMarks): UpkeepState {
  let { shown } = upkeep;
  for (const [id, more] of shownIn(marks)) shown = shown.set(id, withShown(shown.get(id), more));
  return { ...upkeep, shown };
}

/** Replaces the counts: the sums of a checkpoint. */
export function setShown(upkeep: UpkeepState, marks: ShownMarks): UpkeepState {
  let { shown } = upkeep;
  for (const [id, sum] of shownIn(marks)) shown = shown.set(id, sum);
  return { ...upkeep, shown };
}

function shownIn({ shown, found = [] }: ShownMarks): readonly (readonly [string, Shown])[] {
  const daysOf = new Map(found);
  return shown.map(([id, count, lastAt]) => {
    const days = daysOf.get(id);
    return [id, { count, lastAt, ...(days === undefined ? {} : { days }) }];
  });
}

/** As the marks say it. */
export function marksOfShown(shown: Iterable<readonly [string, Shown]>): ShownMarks {
  const all = [...shown];
  const found = all.flatMap(([id, { days }]) => (days === undefined ? [] : [[id, days] as const]));
  return {
    shown: all.map(([id, { count, lastAt }]) => [id, count, lastAt] as const),
    ...(found.length === 0 ? {} : { found }),
  };
}
