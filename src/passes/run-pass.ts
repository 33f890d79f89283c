/**
 * How does a pass run? Piece by piece: decide on the current state, append, let other work run.
 *
 * A run holds the writer lock for one append at a time, and the event loop for one piece at a time. A dry run decides
 * on a copy of the state that it carries forward in memory, so its report says what a run at that moment would have
 * done.
 */
import { assert } from "../assert.ts";
import { MAX_CHANGES_PER_PASS } from "../limits.ts";
import { evolve, type State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { type By, EVENT_VERSION, type EventOf, type MemoryEvent, type Why } from "../model/event.ts";
import {
  countInRecall,
  haltedRunsOf,
  type LossCounts,
  LossGuard,
  type LossTrial,
  narrowingRuns,
} from "./net-loss.ts";
import type {
  Change,
  PassHost,
  PassOptions,
  PassReport,
  PassView,
  PieceOutcome,
  ReportedChange,
  SparedChange,
  Write,
  WritingPass,
} from "./pass.ts";
import { PassReporter } from "./pass-report.ts";
import { type Veto, vetoOf } from "./veto.ts";
import { withWaiting } from "./waiting.ts";

/**
 * The outcome of a piece with its report entries, made while the state it was judged on is at hand: a later return to
 * that state costs time.
 */
interface Judged extends Omit<PieceOutcome, "done"> {
  readonly done: readonly (Change | Write)[];
  readonly told: readonly ReportedChange[];
  /** What it takes out of recall, of a guarded pass. */
  readonly trial: LossTrial | undefined;
}

const NOTHING_DONE: Judged = { done: [], spared: [], told: [], trial: undefined };

/** `writes`: the pass may make changes that were decided as writes. Only the engine's own passes say so. */
export interface RunOptions extends PassOptions {
  readonly writes?: boolean | undefined;
}

export async function runPass<P>(
  pass: WritingPass<P>,
  host: PassHost,
  options: RunOptions = {},
): Promise<PassReport> {
  const run = await beginRun(pass, host, options);
  await run.guardLoss(options.allowLoss === true);
  const { maxChanges = MAX_CHANGES_PER_PASS, maxMs = Number.POSITIVE_INFINITY } = options;
  const startedAt = host.now();
  const pieces = pass.pieces(run.view);
  let more = false;
  for (let step = await pieces.next(NOTHING_DONE as PieceOutcome); !step.done; ) {
    const piece = step.value;
    const outcome = isNothing(piece) ? run.rest() : await host.drive(() => run.take(piece));
    await host.breathe();
    options.onProgress?.(run.looked, run.changed);
    more = run.stopped || run.changed >= maxChanges || host.now() - startedAt >= maxMs;
    step = more ? await pieces.return() : await pieces.next(outcome as PieceOutcome);
  }
  await host.drive(() => run.end());
  return run.reporter.report({ pass: run.passId, more, halted: run.guard?.alarm() });
}

/** True for an empty piece: the pass is still searching and only lets other work run. */
function isNothing(piece: unknown): boolean {
  return Array.isArray(piece) && piece.length === 0;
}

/** Waiting uses are counted before anything is judged, so that a sweep does not remove what was just recalled. */
async function beginRun<P>(pass: WritingPass<P>, host: PassHost, options: RunOptions): Promise<Run<P>> {
  const { replica } = host;
  if (options.dryRun === true) {
    const state = await host.drive(() => replica.catchUp());
    return new DryRun(pass, host, options, withWaiting(state, host.waiting()));
  }
  await host.drive(() => host.flushUses());
  return new LiveRun(pass, host, options, await host.drive(() => replica.catchUp()));
}

/** What a live run and a dry run share: judging a piece and recording its outcome. */
abstract class Run<P> {
  readonly reporter: PassReporter;
  readonly view: PassView;
  looked = 0;
  changed = 0;
  stopped = false;
  guard: LossGuard | undefined;
  /** A person has allowed what this run takes. */
  protected isAllowed = false;
  passId: string | undefined;
  protected readonly pass: WritingPass<P>;
  protected readonly host: PassHost;
  protected readonly onEvents: PassOptions["onEvents"];
  protected state: State;
  private readonly writes: boolean;

  constructor(pass: WritingPass<P>, host: PassHost, options: RunOptions, state: State) {
    const now = options.now ?? host.now();
    this.writes = options.writes === true;
    this.pass = pass;
    this.host = host;
    this.onEvents = options.onEvents;
    this.state = state;
    this.reporter = new PassReporter(pass.name, now, options.dryRun === true);
    const latest = () => this.state;
    this.view = {
      now,
      newId: () => host.newId(),
      get state() {
        return latest();
      },
    };
  }

  /** The author of the events: the engine, on behalf of whoever started the pass. */
  protected get by(): By {
    return { source: "engine", ...this.host.writer };
  }

  /** Counts what is there, so that a guarded pass does not take too much of it. */
  async guardLoss(isAllowed: boolean): Promise<void> {
    if (isAllowed) this.host.checkPerson("let a pass take more out of recall");
    this.isAllowed = isAllowed;
    if (isAllowed) await this.host.drive(() => this.allowLoss());
    if (this.pass.guarded !== true || isAllowed) return;
    const counting = countInRecall(this.view);
    let step = counting.next();
    for (; !step.done; step = counting.next()) await this.host.breathe();
    const { name } = this.pass;
    this.guard = new LossGuard(step.value, { name, now: this.view.now, upkeep: this.state.upkeep });
  }

  /** A person has answered: runs of this name go on. */
  protected abstract allowLoss(): Steps<void>;
  abstract take(piece: P): Steps<Judged>;
  abstract rest(): Judged;
  abstract end(): Steps<void>;

  protected judge(piece: P, state: State): Judged {
    const view: PassView = { state, now: this.view.now, newId: this.view.newId };
    const { scan, isRefusedSecret } = this.host;
    const judging = { ...view, scan, isRefusedSecret };
    const done: (Change | Write)[] = [];
    const spared: SparedChange[] = [];
    const told: ReportedChange[] = [];
    const trial = this.guard?.trial();
    for (const change of this.pass.decide(piece, view)) {
      if ("write" in change) {
        assert(this.writes, "only a pass of the engine writes");
        done.push(change);
        told.push(...this.reporter.tell(change, state));
        continue;
      }
      const veto = vetoOf(this.pass.explicit === true, change, judging) ?? tooMuch(change, view, trial);
      if (veto === undefined) {
        done.push(change);
        told.push(...this.reporter.tell(change, state));
      } else spared.push(this.reporter.spare(change, state, veto));
    }
    return { done, spared, told, trial };
  }

  protected note(piece: P, judged: Judged): void {
    const looked = Array.isArray(piece) ? piece.length : 1;
    this.looked += looked;
    this.changed += judged.done.length;
    if (judged.trial !== undefined) this.guard?.commit(judged.trial);
    this.reporter.add(looked, judged.told, judged.spared);
  }

  /** The events of a piece, in the order in which they were decided. Erasures are left out. */
  protected eventsOf(outcome: Judged, passId: string): readonly MemoryEvent[] {
    return outcome.done.flatMap((change) => {
      if ("write" in change) return [withPass(change.write, passId)];
      return "event" in change ? [this.stamped(change, passId)] : [];
    });
  }

  private stamped(change: Extract<Change, { readonly event: unknown }>, passId: string): MemoryEvent {
    const stamp = {
      v: EVENT_VERSION,
      at: this.host.now(),
      by: this.by,
      why: this.why(change, passId),
    } as const;
    return { ...change.event, ...stamp } as MemoryEvent;
  }

  protected why({ rule, inputs }: Pick<Change, "rule" | "inputs">, passId: string): Why {
    const { policy } = this.pass;
    return {
      rule,
      ...(policy === undefined ? {} : { policy }),
      pass: passId,
      ...(inputs === undefined ? {} : { inputs }),
    };
  }
}

function tooMuch(change: Change, view: PassView, trial: LossTrial | undefined): Veto | undefined {
  const loss = trial?.refuses(change, view);
  if (loss === undefined) return undefined;
  return {
    rule: "net-loss",
    because: `this run takes at most ${loss.most} of ${loss.inRecall} facts of class ${loss.authority} out of recall, and never all; a person must allow more`,
  };
}

/** A decided event keeps its author and its rule. */
function withPass(event: MemoryEvent, pass: string): MemoryEvent {
  const why = "why" in event ? event.why : undefined;
  return { ...event, why: { rule: "written", ...why, pass } } as MemoryEvent;
}

class LiveRun<P> extends Run<P> {
  *take(piece: P): Steps<Judged> {
    let outcome = NOTHING_DONE;
    let events: readonly MemoryEvent[] = [];
    let alarm: LossCounts | undefined;
    const { state } = yield* this.host.replica.commit((present) => {
      this.stopped = this.isUndone(present);
      outcome = this.stopped ? NOTHING_DONE : this.judge(piece, present);
      events = [];
      alarm = this.guard?.firstAlarm(outcome.trial);
      if (outcome.done.length === 0 && alarm === undefined) return events;
      const { id, isNew } = this.openPass(present);
      events = this.eventsOf(outcome, id);
      return [...(isNew ? [this.begin(id)] : []), ...events, ...this.halting(id, alarm)];
    });
    this.state = state;
    this.noteTold(alarm);
    if (events.length > 0) this.onEvents?.(events);
    yield* this.eraseFor(outcome);
    this.note(piece, outcome);
    return outcome;
  }

  /**
   * Moves on to the state that others have written meanwhile. Staying on an older state would mean going back to it
   * later, which costs time.
   */
  rest(): Judged {
    this.state = this.host.replica.known ?? this.state;
    return NOTHING_DONE;
  }

  *end(): Steps<void> {
    const alarm = this.guard?.lastAlarm();
    const open = this.passId ?? this.openPassId(this.state);
    if (open === undefined && alarm === undefined) return;
    const { state } = yield* this.host.replica.commit((present) => {
      const { id, isNew } = this.openPass(present);
      const record = present.upkeep.passes.get(id);
      const begun = isNew ? [this.begin(id)] : [];
      // Whoever has undone the run has answered.
      const halted = this.isUndone(present) ? [] : this.halting(id, alarm);
      const ended =
        record !== undefined && record.endedAt !== undefined && halted.length === 0
          ? []
          : [{ ...this.mark(id, "ended"), counts: record?.counts ?? {} }];
      const allowed = this.isAllowed ? [this.mark(id, "allowed")] : [];
      return [...begun, ...halted, ...ended, ...allowed];
    });
    this.state = state;
    this.noteTold(alarm);
  }

  private halting(id: string, counts: LossCounts | undefined): EventOf<"pass">[] {
    return counts === undefined ? [] : [{ ...this.mark(id, "halted"), counts }];
  }

  private noteTold(counts: LossCounts | undefined): void {
    if (counts !== undefined && this.guard?.isNoted(counts) === true) this.host.onHalted();
  }

  protected *allowLoss(): Steps<void> {
    const { state } = yield* this.host.replica.commit(({ upkeep }) => {
      // A run of another name that stopped has an answer of its own to wait for.
      const narrowing = narrowingRuns(upkeep, this.view.now).filter(({ halted }) => halted === undefined);
      const runs = [...haltedRunsOf(this.pass.name, upkeep), ...narrowing];
      return runs.map(({ id }) => this.mark(id, "allowed"));
    });
    this.state = state;
  }

  private *eraseFor({ done }: Judged): Steps<void> {
    const erased = done.flatMap((change) => ("erase" in change ? [change] : []));
    const rules = new Set(erased.map(({ rule }) => rule));
    for (const rule of rules) {
      const ids = erased.filter((change) => change.rule === rule).map((change) => change.erase);
      assert(this.passId !== undefined, "a pass that erases has begun");
      this.host.forget(ids);
      const why = this.why({ rule }, this.passId);
      this.state = (yield* this.host.replica.erase(ids, this.host.now(), why, { by: this.by })).state;
    }
  }

  /** The pass to write under: the one we began or joined, else an interrupted one of the same name, else a new one. */
  private openPass(state: State): { readonly id: string; readonly isNew: boolean } {
    const known = this.passId ?? this.openPassId(state);
    const isNew = known === undefined || !state.upkeep.passes.has(known);
    this.passId = known ?? this.host.newId();
    return { id: this.passId, isNew };
  }

  /** Has somebody undone this pass while it ran? Then the run stops. */
  private isUndone(state: State): boolean {
    return this.passId !== undefined && state.upkeep.passes.get(this.passId)?.undoneAt !== undefined;
  }

  private openPassId(state: State): string | undefined {
    let found: string | undefined;
    for (const record of state.upkeep.passes.values())
      if (record.name === this.pass.name && record.endedAt === undefined && record.undoneAt === undefined)
        found = record.id;
    return found;
  }

  private begin(id: string): EventOf<"pass"> {
    return { ...this.mark(id, "begun"), ...(this.pass.guarded === true ? { guarded: true } : {}) };
  }

  private mark(pass: string, phase: "begun" | "ended" | "halted" | "allowed"): EventOf<"pass"> {
    const { name, policy } = this.pass;
    const why = { rule: name, ...(policy === undefined ? {} : { policy }) };
    return {
      type: "pass",
      v: EVENT_VERSION,
      at: this.host.now(),
      by: this.by,
      why,
      pass,
      name,
      phase,
    };
  }
}

/** A dry run: the same as a live run, on a private copy of the state. */
class DryRun<P> extends Run<P> {
  *take(piece: P): Steps<Judged> {
    const before = this.state;
    const outcome = this.judge(piece, before);
    let { seq } = before.head;
    const events = this.eventsOf(outcome, DRY_RUN);
    for (const event of events) this.state = evolve(this.state, event, ++seq);
    if (events.length > 0) this.onEvents?.(events);
    const facts = outcome.done.flatMap((change) => ("erase" in change ? [change.erase] : []));
    if (facts.length > 0) this.state = evolve(this.state, this.erasure(facts), ++seq);
    this.state = { ...this.state, head: { ...before.head, seq } };
    this.note(piece, outcome);
    return outcome;
  }

  rest(): Judged {
    return NOTHING_DONE;
  }

  *end(): Steps<void> {
    // A dry run writes no `begun` event, so there is nothing to end.
  }

  protected *allowLoss(): Steps<void> {
    // A dry run answers for nobody.
  }

  private erasure(facts: readonly string[]): EventOf<"erased"> {
    return {
      type: "erased",
      v: EVENT_VERSION,
      at: this.host.now(),
      why: { rule: "rehearsal" },
      erases: [],
      facts,
    };
  }
}

const DRY_RUN = "rehearsal";
