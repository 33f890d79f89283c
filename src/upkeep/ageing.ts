/**
 * How does one fact age under each policy? Its curve so far, from what really happened to it, and a forecast.
 *
 * The past is the fact folded again, event by event and use by use, and judged at each moment by the policy itself. The
 * forecast is the sweep itself, run day by day on a copy of the state in which nothing else happens. No ageing formula
 * is repeated here. The forecast holds only as long as nobody uses the fact.
 */

import { isAbout } from "../govern/event-log.ts";
import type { LifecyclePolicy, Retention } from "../lifecycle/policy.ts";
import { emptyState, evolve, type State } from "../log/fold.ts";
import { judgeContext } from "../log/judge-context.ts";
import { EVENT_VERSION, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { DAY_MS } from "../model/time.ts";
import type { Change } from "../passes/pass.ts";
import { type Veto, vetoOf } from "../passes/veto.ts";
import { withMarks } from "../passes/waiting.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { sweepPass } from "./sweep.ts";

/** A time, and how much of the fact is left then. */
export type AgeingPoint = readonly [at: number, left: number];

/** What a sweep will do with the fact, unless something happens to the fact before. */
export interface Outlook {
  readonly at: number;
  readonly what: "archived" | "pruned" | "suppressed" | "erased" | "promoted";
  readonly rule: string;
  readonly why: string;
}

/** How a fact ages under one policy. */
export interface PolicyAgeing {
  readonly policy: string;
  /** True for the policy that the workspace uses. */
  readonly isInForce: boolean;
  readonly left: number;
  /** Once less than this share is left, the policy may take the fact out of sight. */
  readonly goesBelow: number | undefined;
  readonly past: readonly AgeingPoint[];
  readonly forecast: readonly AgeingPoint[];
  readonly outlook: readonly Outlook[];
  /** Why the fact stays although the policy would take it out of sight. */
  readonly keptBy: string | undefined;
  /** The rule that keeps the fact, such as "immunity/disputed". */
  readonly keptByRule: string | undefined;
  /** For a person: "Archived on about 3 March 2027, unless used." */
  readonly text: string;
}

/** How a fact aged and will age, under each policy. */
export interface Ageing {
  readonly id: string;
  readonly now: number;
  readonly createdAt: number;
  /** The end of the forecast curves. */
  readonly horizon: number;
  /** Times at which the fact was used; the latest ones only. */
  readonly uses: readonly number[];
  readonly useCount: number;
  /** What happened to the fact, oldest first. */
  readonly events: readonly { readonly at: number; readonly type: MemoryEvent["type"] }[];
  readonly policies: readonly PolicyAgeing[];
}

export interface AgeingInput {
  readonly state: State;
  readonly fact: Fact;
  /** Events of the origin's stream, from the fact's first event on. */
  readonly events: readonly RecordedEvent[];
  /** Events of the origin's access marks, as far as they have not been summed up and dropped. */
  readonly marks: readonly RecordedEvent[];
  readonly policies: readonly LifecyclePolicy[];
  readonly inForce: string;
  readonly now: number;
  /**
   * How far to look ahead. Default: a quarter longer than until the last expected change, at least 30 days, at most two
   * years.
   */
  readonly days?: number | undefined;
}

const GRID = 96;
const MAX_STEPS = 400;
const MAX_USES_TOLD = 500;
const LOOK_AHEAD_DAYS = 5 * 365;
const DAY_BY_DAY = 200;
const LEAST_DAYS = 30;
const MOST_DAYS = 730;
const SIMULATED = "forecast";

export function ageingOf(input: AgeingInput): Ageing {
  const { state, fact, now, policies, inForce } = input;
  const history = input.events.filter(({ event }) => isAbout(event, fact.id));
  const uses = usesOf(fact, input.events, input.marks);
  const versions = versionsOf(state, fact, history, uses);
  const ahead = policies.map((policy) => ({ policy, ...forecastOf(policy, state, fact, now) }));
  const last = Math.max(0, ...ahead.flatMap(({ outlook }) => outlook.map(({ at }) => at - now)));
  const days = input.days ?? Math.min(MOST_DAYS, Math.max(LEAST_DAYS, (1.25 * last) / DAY_MS));
  const horizon = now + days * DAY_MS;
  return {
    id: fact.id,
    now,
    createdAt: fact.createdAt,
    horizon,
    uses: uses.slice(-MAX_USES_TOLD),
    useCount: fact.accessCount,
    events: history.map(({ event }) => ({ at: event.at, type: event.type })),
    policies: ahead.map(({ policy, outlook, keptBy: veto, versions: future }) => {
      const { left, goesBelow } = retentionAt(policy, state, fact, now);
      const keptBy = veto?.because;
      return {
        policy: policy.id,
        isInForce: policy.id === inForce,
        left: rounded(left),
        goesBelow,
        past: curve(policy, state, versions, fact.createdAt, now),
        forecast: curve(policy, state, future, now, horizon),
        outlook,
        keptBy,
        keptByRule: veto?.rule,
        text: inWords(fact, outlook, keptBy),
      };
    }),
  };
}

/** The fact as it was from a time on. */
interface Version {
  readonly from: number;
  readonly fact: Fact;
}

/**
 * When the fact was used. Of uses that were summed up only the latest times are known; the others are dated at the
 * fact's creation.
 */
function usesOf(
  fact: Fact,
  events: readonly RecordedEvent[],
  marks: readonly RecordedEvent[],
): readonly number[] {
  let summed: readonly number[] = [];
  let upTo = 0;
  for (const { event } of events) {
    if (event.type !== "checkpointed") continue;
    const own = event.access.find(([id]) => id === fact.id);
    if (own !== undefined) {
      const [, count, , times] = own;
      const unknown = Math.max(0, count - times.length);
      summed = [...Array.from({ length: Math.min(unknown, MAX_STEPS) }, () => fact.createdAt), ...times];
    }
    if (event.final) upTo = Math.max(upTo, event.upTo);
  }
  const single = marks.flatMap(({ seq, event }) =>
    event.type === "accessed" && seq > upTo
      ? event.marks.flatMap(([id, at]) => (id === fact.id ? [at] : []))
      : [],
  );
  return [...summed, ...single].sort((a, b) => a - b);
}

/** The versions of the fact, folded again from its own events and uses in the order of their times. */
function versionsOf(
  present: State,
  fact: Fact,
  history: readonly RecordedEvent[],
  uses: readonly number[],
): readonly Version[] {
  const steps = [
    ...history.map((recorded) => ({ at: timeOf(recorded.event), recorded })),
    ...uses.slice(-MAX_STEPS).map((at) => ({ at, recorded: undefined })),
  ].sort((a, b) => a.at - b.at || (a.recorded?.seq ?? 0) - (b.recorded?.seq ?? 0));
  let state = emptyState(present.origin);
  const versions: Version[] = [];
  for (const { at, recorded } of steps) {
    state =
      recorded === undefined
        ? withMarks(state, [[fact.id, at, "recall"]])
        : evolve(state, recorded.event, recorded.seq, recorded.bodyGone);
    const version = state.facts.get(fact.id);
    if (version !== undefined) versions.push({ from: at, fact: version });
  }
  return versions.length === 0 ? [{ from: fact.createdAt, fact }] : versions;
}

/** A fact exists from `createdAt` on, which may be earlier than the event that added it (an import, for example). */
function timeOf(event: MemoryEvent): number {
  return event.type === "added" ? Math.min(event.createdAt, event.at) : event.at;
}

export interface FactForecast {
  readonly outlook: readonly Outlook[];
  readonly keptBy: Veto | undefined;
  readonly versions: readonly Version[];
}

/**
 * Simulates one sweep a day, of this fact alone, until the fact is gone or the look-ahead ends. Far ahead it simulates
 * one sweep a week; if a weekly sweep changes something, that week is repeated day by day. A promoted fact is judged
 * again on the same day, as a sweep does.
 */
export function forecastOf(
  policy: LifecyclePolicy,
  present: State,
  fact: Fact,
  now: number,
  days = LOOK_AHEAD_DAYS,
): FactForecast {
  const pass = sweepPass(policy);
  const outlook: Outlook[] = [];
  const versions: Version[] = [{ from: now, fact }];
  let keptBy: Veto | undefined;
  let state = present;
  let stride = 1;
  for (let day = 0; day <= days && state.facts.has(fact.id); day += stride) {
    const view = viewOn(state, now + day * DAY_MS);
    const judged = pass
      .decide([fact.id], view)
      .map((change) => ({ change, veto: vetoOf(false, change, view) }));
    const done = judged.flatMap(({ change, veto }) => (veto === undefined ? [change] : []));
    keptBy ??= judged.find(({ veto }) => veto !== undefined)?.veto;
    if (done.length > 0 && stride > 1) {
      day -= stride;
      stride = 1;
      continue;
    }
    for (const change of done) {
      const what = whatBecomes(change);
      if (what !== undefined)
        outlook.push({ at: view.now, what, rule: change.rule, why: change.say ?? change.rule });
      state = evolve(state, eventFor(change, view.now), state.head.seq);
      const next = state.facts.get(fact.id);
      if (next !== undefined) versions.push({ from: view.now, fact: next });
    }
    if (done.some(isPromotion)) stride = 0;
    else stride = day < DAY_BY_DAY || done.length > 0 ? 1 : 7;
  }
  return { outlook, keptBy: outlook.some(({ what }) => what !== "promoted") ? undefined : keptBy, versions };
}

/** Would a sweep on one of these days do something with the fact, if nothing kept it? */
export function isJudgedOn(
  policy: LifecyclePolicy,
  state: State,
  fact: Fact,
  now: number,
  days: readonly number[],
): boolean {
  const pass = sweepPass(policy);
  return days.some((day) => pass.decide([fact.id], viewOn(state, now + day * DAY_MS)).length > 0);
}

/** Ageing adds no words, so there is nothing to scan. */
function viewOn(state: State, now: number) {
  return { state, now, newId: () => SIMULATED, scan: () => [], isRefusedSecret: () => false };
}

function isPromotion(change: Change): boolean {
  return whatBecomes(change) === "promoted";
}

function whatBecomes(change: Change): Outlook["what"] | undefined {
  if ("erase" in change) return "erased";
  const { type } = change.event;
  if (type === "revised") return "promoted";
  return type === "archived" || type === "pruned" || type === "suppressed" ? type : undefined;
}

function eventFor(change: Change, at: number): MemoryEvent {
  const why = { rule: change.rule, pass: SIMULATED };
  if ("erase" in change)
    return { type: "erased", v: EVENT_VERSION, at, why, erases: [], facts: [change.erase] };
  return { ...change.event, v: EVENT_VERSION, at, why } as MemoryEvent;
}

function retentionAt(policy: LifecyclePolicy, state: State, fact: Fact, now: number): Retention {
  const context = judgeContext(state, now);
  return (
    policy.retention?.(fact, context) ?? { left: policy.score(fact, context).value, goesBelow: undefined }
  );
}

/** Evenly spaced points, plus two points around each change (just before, and at it), so that a use shows as a step. */
function curve(
  policy: LifecyclePolicy,
  state: State,
  versions: readonly Version[],
  from: number,
  to: number,
): readonly AgeingPoint[] {
  const changes = versions.map((version) => version.from).filter((at) => at > from && at < to);
  const grid = Array.from({ length: GRID + 1 }, (_, i) => Math.round(from + ((to - from) * i) / GRID));
  const times = [...new Set([...grid, ...changes.flatMap((at) => [at - 1, at])])]
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b);
  let next = 0;
  let version = versions[0] as Version;
  return times.map((at) => {
    while (next < versions.length && (versions[next] as Version).from <= at)
      version = versions[next++] as Version;
    return [at, rounded(retentionAt(policy, state, version.fact, at).left)];
  });
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

const STATES: Partial<Record<string, string>> = { archived: "It is archived", pruned: "It is pruned" };
const FATES: Readonly<Record<Outlook["what"], string>> = {
  archived: "archived",
  pruned: "pruned",
  suppressed: "taken out of ranking",
  erased: "erased for good",
  promoted: "promoted",
};

function inWords(fact: Fact, outlook: readonly Outlook[], keptBy: string | undefined): string {
  const going = outlook.filter(({ what }) => what !== "promoted");
  const [first, ...later] = going;
  const standing = STATES[fact.lifecycle] ?? (fact.suppressed ? "It is out of ranking" : undefined);
  if (first === undefined) {
    if (standing !== undefined) return `${standing}, and nothing more is due.`;
    return keptBy === undefined
      ? "It is not expected to drop out of recall in the next five years."
      : `It stays: ${keptBy}.`;
  }
  const told = `${FATES[first.what]} on about ${dayText(first.at)}`;
  const then = later.map(({ what, at }) => `, ${FATES[what]} on about ${dayText(at)}`).join("");
  const begin =
    standing === undefined ? (told[0]?.toUpperCase() ?? "") + told.slice(1) : `${standing}; ${told}`;
  return `${begin}${then}, unless ${standing === undefined ? "used" : "brought back"}.`;
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

export function dayText(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
