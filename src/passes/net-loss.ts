/**
 * When is a pass about to take too much?
 *
 * A pass may be wrong about everything at once: its model was fooled, a figure was set to nonsense. So a guarded pass
 * takes only a share of an origin's facts out of recall, and never all of them. What goes beyond that is withheld, the
 * log says so, and a person decides (`allowLoss`, or `undo`). Until then no run of that name takes anything of that class.
 *
 * Several nights are counted together: within a week all guarded runs take at most half, however little each took.
 *
 * Each class is counted by itself. Facts of lower classes neither widen what may be taken of the owner's, nor does
 * their flood keep the owner's own facts from being looked after.
 */
import type { State } from "../log/fold.ts";
import { haltedPasses, isInRecall, type PassRecord, TAKING, type UpkeepState } from "../log/upkeep-state.ts";
import type { Fact } from "../model/fact.ts";
import { DAY_MS } from "../model/time.ts";
import { idsInSlices } from "./in-slices.ts";
import type { Change, PassView } from "./pass.ts";

/** Of the facts of a class that are in recall, a pass takes at most this share; so few may always go. */
const MOST_TAKEN = 0.25;
const FEW = 8;
/** Of the facts that there were a week ago, its runs take at most this share. */
const MOST_IN_A_WEEK = 0.5;
const WEEK_MS = 7 * DAY_MS;
/** Where there are fewer facts than this, "all of them" says nothing. */
const LEAST_TO_COUNT = 3;

/** Facts that a pass may take out of recall, and those it would have taken. */
export interface NetLoss {
  readonly authority: number;
  readonly inRecall: number;
  readonly most: number;
}

/** How many facts of each class are withheld: "class-3" and so on. */
export type LossCounts = Readonly<Record<string, number>>;

export class LossGuard {
  private readonly inRecall: ReadonlyMap<number, number>;
  /** Taken and changed so far, by class. */
  private readonly taken = new Map<number, Set<string>>();
  private readonly touched = new Map<number, Set<string>>();
  /** What would have been taken beyond the bound, by class. */
  private readonly withheld = new Map<number, Set<string>>();
  private inLog: LossCounts = {};
  /** Classes that a person has not answered for. */
  private readonly closed: ReadonlySet<number>;
  /** Taken by earlier runs within the week, by class. */
  private readonly before: ReadonlyMap<number, number>;

  /** `name`: of the pass. */
  constructor(
    inRecall: ReadonlyMap<number, number>,
    { name, now, upkeep }: { readonly name: string; readonly now: number; readonly upkeep: UpkeepState },
  ) {
    this.inRecall = inRecall;
    this.closed = new Set(
      haltedRunsOf(name, upkeep).flatMap(({ halted = {} }) => Object.keys(halted).map(classIn)),
    );
    this.before = takenBy(narrowingRuns(upkeep, now));
  }

  /** The guard for one decision: it counts on top of what was committed, and is dropped if the decision is made again. */
  trial(): LossTrial {
    return new LossTrial(this);
  }

  refuses(fact: Fact, change: Change, more: LossTrial): NetLoss | undefined {
    const { authority, id } = fact;
    const takes = takesAway(change) && isInRecall(fact);
    if (!takes && !isChange(change)) return undefined;
    const there = this.inRecall.get(authority) ?? 0;
    const touched = sizeOf(this.touched, more.touched, authority, id);
    if (!takes) return touched >= there && there >= LEAST_TO_COUNT ? this.loss(authority) : undefined;
    const isTooMuch =
      this.closed.has(authority) ||
      sizeOf(this.taken, more.taken, authority, id) > this.most(authority) ||
      (touched >= there && there >= LEAST_TO_COUNT);
    return isTooMuch ? this.loss(authority) : undefined;
  }

  /** Only what was not committed before. */
  count(what: "taken" | "touched", more: LossTrial, { authority, id }: Fact): void {
    if (this[what].get(authority)?.has(id) !== true) idsOf(more[what], authority).add(id);
  }

  commit({ taken, touched, withheld }: LossTrial): void {
    for (const [all, more] of [
      [this.taken, taken],
      [this.touched, touched],
      [this.withheld, withheld],
    ] as const)
      for (const [authority, ids] of more) for (const id of ids) idsOf(all, authority).add(id);
  }

  /** By class, as `counts` of an event: how many facts it would have taken that it may not. undefined: none new. */
  alarm(more?: LossTrial): LossCounts | undefined {
    const counts: Record<string, number> = {};
    for (const authority of new Set([...this.withheld.keys(), ...(more?.withheld.keys() ?? [])])) {
      if (this.closed.has(authority)) continue;
      const ids = new Set([...idsOf(this.withheld, authority), ...(more?.withheld.get(authority) ?? [])]);
      if (ids.size > 0) counts[`class-${authority}`] = ids.size;
    }
    return Object.keys(counts).length === 0 ? undefined : counts;
  }

  /**
   * What the log is to say with a decision: the first time that something of a class is withheld. That is written with
   * the decision and not at the end: a run that is cut off later has stopped, too.
   */
  firstAlarm(more: LossTrial | undefined): LossCounts | undefined {
    const all = this.alarm(more);
    return all !== undefined && Object.keys(all).some((name) => !(name in this.inLog)) ? all : undefined;
  }

  /** What the log is to say at the end. undefined: it says so already. */
  lastAlarm(): LossCounts | undefined {
    const all = this.alarm() ?? {};
    return Object.entries(all).some(([name, count]) => count > (this.inLog[name] ?? 0)) ? all : undefined;
  }

  /** The log says so now. True for the first time. */
  isNoted(counts: LossCounts): boolean {
    const isFirst = Object.keys(this.inLog).length === 0;
    this.inLog = counts;
    return isFirst;
  }

  private loss(authority: number): NetLoss {
    return { authority, inRecall: this.inRecall.get(authority) ?? 0, most: this.most(authority) };
  }

  private most(authority: number): number {
    const there = this.inRecall.get(authority) ?? 0;
    const before = this.before.get(authority) ?? 0;
    const thisWeek = Math.max(FEW, Math.floor((there + before) * MOST_IN_A_WEEK)) - before;
    return Math.max(0, Math.min(thisWeek, Math.max(FEW, Math.floor(there * MOST_TAKEN))));
  }
}

/** The runs of this name that wait for a person, because they would have taken too much. */
export function haltedRunsOf(name: string, upkeep: UpkeepState): readonly PassRecord[] {
  return haltedPasses(upkeep).filter((record) => record.name === name);
}

/** The runs that keep this one from taking more. What was undone is back; what a person allowed is not in `taken`. */
export function narrowingRuns({ passes }: UpkeepState, now: number): readonly PassRecord[] {
  return [...passes.values()].filter(
    ({ begunAt, undoneAt, taken = {} }) =>
      begunAt > now - WEEK_MS && undoneAt === undefined && Object.keys(taken).length > 0,
  );
}

function takenBy(runs: readonly PassRecord[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const [name, count] of runs.flatMap(({ taken = {} }) => Object.entries(taken)))
    counts.set(classIn(name), (counts.get(classIn(name)) ?? 0) + count);
  return counts;
}

function classIn(name: string): number {
  return Number(name.replace("class-", ""));
}

/** What one decision takes. */
export class LossTrial {
  readonly taken = new Map<number, Set<string>>();
  readonly touched = new Map<number, Set<string>>();
  readonly withheld = new Map<number, Set<string>>();
  private readonly guard: LossGuard;

  constructor(guard: LossGuard) {
    this.guard = guard;
  }

  /** Why the change is withheld; undefined if it may be made, which is then counted. */
  refuses(change: Change, { state }: PassView): NetLoss | undefined {
    const fact = factIn(change, state);
    if (fact === undefined) return undefined;
    const loss = this.guard.refuses(fact, change, this);
    const { authority, id } = fact;
    if (loss !== undefined) {
      idsOf(this.withheld, authority).add(id);
      return loss;
    }
    if (takesAway(change)) this.guard.count("taken", this, fact);
    if (isChange(change)) this.guard.count("touched", this, fact);
    return undefined;
  }
}

/** How many facts of each class are in recall; undefined now and then, to let other work run. */
export function* countInRecall(view: { readonly state: State }): Generator<undefined, Map<number, number>> {
  const counts = new Map<number, number>();
  for (const [i, id] of (yield* idsInSlices(view)).entries()) {
    if (i % FACTS_PER_SLICE === 0) yield undefined;
    const fact = view.state.facts.get(id);
    if (fact !== undefined && isInRecall(fact))
      counts.set(fact.authority, (counts.get(fact.authority) ?? 0) + 1);
  }
  return counts;
}

const FACTS_PER_SLICE = 512;

const CHANGING: ReadonlySet<string> = new Set([...TAKING, "revised", "challenged", "endorsed"]);

function takesAway(change: Change): boolean {
  return "erase" in change || TAKING.has(change.event.type);
}

function isChange(change: Change): boolean {
  return "erase" in change || CHANGING.has(change.event.type);
}

function factIn(change: Change, state: State): Fact | undefined {
  return state.facts.get("erase" in change ? change.erase : change.event.fact);
}

function idsOf(sets: Map<number, Set<string>>, authority: number): Set<string> {
  const known = sets.get(authority);
  if (known !== undefined) return known;
  const fresh = new Set<string>();
  sets.set(authority, fresh);
  return fresh;
}

/** With `id`. What a decision takes more is not among what was committed. */
function sizeOf(
  committed: ReadonlyMap<number, ReadonlySet<string>>,
  more: ReadonlyMap<number, ReadonlySet<string>>,
  authority: number,
  id: string,
): number {
  const [before, now] = [committed.get(authority), more.get(authority)];
  const isCounted = before?.has(id) === true || now?.has(id) === true;
  return (before?.size ?? 0) + (now?.size ?? 0) + (isCounted ? 0 : 1);
}
