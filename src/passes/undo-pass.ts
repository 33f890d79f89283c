/**
 * How is a pass undone?
 *
 * Fact by fact. The log tells what the pass did to each fact and what the fact was before, so a compensating event can
 * lead back there. A fact that somebody else has changed since (uses aside) is left alone and listed; if a later pass
 * changed it, `cascade` undoes that pass first. Pruned facts come back as long as their text has not been erased.
 *
 * This is slow on purpose: the state before the pass is obtained by replaying the log up to it, page by page. The time
 * grows with the log, but other work runs between pages, and no lock is held.
 */
import { TidelineError } from "../errors.ts";
import { emptyState, evolve, type State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { type PassRecord, UNDO_RULE } from "../log/upkeep-state.ts";
import { EVENT_VERSION, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { inverseOf } from "./inverse.ts";
import type { OnEvents, PassEvent, PassHost } from "./pass.ts";

/** How a pass is taken back. */
export interface UndoOptions {
  /** Also undoes the later passes that stand in the way. */
  readonly cascade?: boolean | undefined;
  /** Reports what would happen and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Called with the number of events read so far, and the number of all events. */
  readonly onProgress?: ((read: number, events: number) => void) | undefined;
  /** Called with the compensating events once they are written; in a dry run, with those that would be written. */
  readonly onEvents?: OnEvents | undefined;
}

/** A fact that `undo` left as it is, and why. */
export interface SkippedUndo {
  readonly fact: string;
  readonly because: string;
  /** Later passes that changed it: `cascade` would undo them. */
  readonly passes: readonly string[];
}

/** What was taken back, and what was left. */
export interface UndoReport {
  readonly pass: string;
  readonly name: string;
  readonly dryRun: boolean;
  /** Facts that are now as they were before the pass. */
  readonly undone: readonly string[];
  /** Facts that were left alone, with the reason. */
  readonly skipped: readonly SkippedUndo[];
  /** Other passes that were undone, latest first. */
  readonly cascaded: readonly UndoReport[];
  readonly text: string;
}

export async function undoPass(id: string, host: PassHost, options: UndoOptions = {}): Promise<UndoReport> {
  return await undo(id, host, options, new Set([id]));
}

async function undo(
  id: string,
  host: PassHost,
  options: UndoOptions,
  visited: Set<string>,
): Promise<UndoReport> {
  let plan = await planUndo(id, host, options);
  const cascaded: UndoReport[] = [];
  if (options.cascade === true) {
    for (const later of blockers(plan, visited)) {
      visited.add(later);
      cascaded.push(await undo(later, host, options, visited));
    }
    if (cascaded.length > 0 && options.dryRun !== true) plan = await planUndo(id, host, options);
  }
  const { undone, skipped } =
    options.dryRun === true ? dryRun(plan, cascaded, host, options) : await carryOut(plan, host, options);
  const { name, undoneAt } = plan.record;
  const told = { pass: id, name, dryRun: options.dryRun === true, undone, skipped, cascaded };
  return { ...told, text: inWords(told, undoneAt) };
}

/** How many events are read, or facts planned, before other work gets the event loop. */
const EVENTS_PER_PAGE = 128;
/** How many events one append takes, roughly: a fact's events stay together. */
const EVENTS_PER_APPEND = 64;

/** The events that restore one fact, or why it has to be left alone. */
interface FactPlan {
  readonly id: string;
  readonly events: readonly PassEvent[];
  /** The fact at the time of planning; undefined if it is gone. */
  readonly seen: Fact | undefined;
  readonly changedBy: readonly string[];
  readonly passes: readonly string[];
}

interface UndoPlan {
  readonly record: PassRecord;
  readonly facts: readonly FactPlan[];
}

/** Replays the log: up to the pass for the state before it, from there on for what the pass and others did. */
async function planUndo(id: string, host: PassHost, { onProgress }: UndoOptions): Promise<UndoPlan> {
  const present = await host.drive(() => host.replica.catchUp());
  const record = present.upkeep.passes.get(id);
  if (record === undefined) throw noSuchPass(id);
  const trails = new Map<string, Trail>();
  let state = emptyState(present.origin);
  for (let seq = 0; seq < present.head.seq; ) {
    const page = await host.drive(() => host.read(seq, EVENTS_PER_PAGE));
    for (const piece of piecesOf(page.events)) {
      for (const recorded of piece) {
        if (recorded.seq >= record.begunSeq) note(trails, recorded, state, id);
        state = evolve(state, recorded.event, recorded.seq, recorded.bodyGone);
      }
      await host.breathe();
    }
    seq = page.events.at(-1)?.seq ?? present.head.seq;
    onProgress?.(seq, present.head.seq);
  }
  return { record, facts: await plansOf(trails, state, host) };
}

/** Plans on the replayed state that the trails end at. Changes after it are noticed when each fact is restored. */
async function plansOf(
  trails: ReadonlyMap<string, Trail>,
  replayed: State,
  host: PassHost,
): Promise<readonly FactPlan[]> {
  const facts: FactPlan[] = [];
  let looked = 0;
  for (const [fact, trail] of trails) {
    facts.push(...trail.plan(fact, replayed.facts.get(fact)));
    if (++looked % EVENTS_PER_PAGE === 0) await host.breathe();
  }
  return facts;
}

/** A backend may return far more events than were asked for, so a page is split. */
function* piecesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += EVENTS_PER_PAGE) yield items.slice(at, at + EVENTS_PER_PAGE);
}

/** What happened to one fact since the pass began. */
class Trail {
  private readonly inverses: (readonly PassEvent[])[] = [];
  /** Changes by others that have not been undone, by key: the id of a pass, or type and time of a single event. */
  private readonly others = new Map<string, string>();
  private touched = false;

  own(inverse: readonly PassEvent[]): void {
    this.touched = true;
    this.inverses.push(inverse);
  }

  /** An earlier undo of this pass has already restored the fact. */
  settled(): void {
    this.inverses.length = 0;
    this.others.clear();
    this.touched = false;
  }

  other(event: MemoryEvent): void {
    if (!this.touched) return;
    const why = "why" in event ? event.why : undefined;
    const key = why?.pass ?? `${event.type} ${event.at}`;
    if (why?.pass !== undefined && why.rule === UNDO_RULE) this.others.delete(key);
    else this.others.set(key, why?.pass === undefined ? event.type : `pass ${why.pass}`);
  }

  plan(id: string, seen: Fact | undefined): readonly FactPlan[] {
    if (!this.touched) return [];
    const passes = [...this.others].filter(([, by]) => by.startsWith("pass ")).map(([key]) => key);
    const events = [...this.inverses].reverse().flat();
    return [{ id, events, seen, changedBy: [...new Set(this.others.values())], passes }];
  }
}

function note(trails: Map<string, Trail>, { event }: RecordedEvent, before: State, pass: string): void {
  if (!("fact" in event) || event.type === "restated") return;
  const why = "why" in event ? event.why : undefined;
  const trail = trails.get(event.fact) ?? new Trail();
  trails.set(event.fact, trail);
  if (why?.pass !== pass) trail.other(event);
  else if (why.rule === UNDO_RULE) trail.settled();
  else trail.own(inverseOf(event, before));
}

/** Later passes first, because each builds on the ones before it. */
function blockers(plan: UndoPlan, visited: ReadonlySet<string>): readonly string[] {
  const found = new Set(plan.facts.flatMap((fact) => fact.passes));
  // Ids grow with time.
  return [...found].filter((id) => !visited.has(id)).sort((a, b) => (a < b ? 1 : -1));
}

interface Done {
  readonly undone: readonly string[];
  readonly skipped: readonly SkippedUndo[];
}

/** The dry run: what would be undone once the later passes were undone. */
function dryRun(
  plan: UndoPlan,
  cascaded: readonly UndoReport[],
  host: PassHost,
  { onEvents }: UndoOptions,
): Done {
  const undone: string[] = [];
  const skipped: SkippedUndo[] = [];
  const undoneBy = cascaded.map((one) => ({ pass: one.pass, undone: new Set(one.undone) }));
  for (const fact of plan.facts) {
    const settled = new Set(undoneBy.filter((one) => one.undone.has(fact.id)).map((one) => one.pass));
    const changedBy = fact.changedBy.filter((by) => !settled.has(by.replace(/^pass /, "")));
    const because = obstacle({ ...fact, changedBy }, fact.seen);
    if (because !== undefined) skipped.push({ fact: fact.id, because, passes: fact.passes });
    else {
      undone.push(fact.id);
      onEvents?.(eventsFor(fact, plan.record, host));
    }
  }
  return { undone, skipped };
}

async function carryOut(plan: UndoPlan, host: PassHost, { onEvents }: UndoOptions): Promise<Done> {
  const undone: string[] = [];
  const skipped: SkippedUndo[] = [];
  for (const piece of appendsOf(plan.facts)) {
    const done = await host.drive(() => undoPiece(piece, plan.record, host, onEvents));
    undone.push(...done.undone);
    skipped.push(...done.skipped);
    await host.breathe();
  }
  if (undone.length > 0 || plan.record.undoneAt === undefined)
    await host.drive(() => close(plan.record, host, undone.length, skipped.length));
  return { undone, skipped };
}

/** Groups facts so that each group makes one append. The events of one fact stay together. */
function* appendsOf(facts: readonly FactPlan[]): Generator<readonly FactPlan[]> {
  let piece: FactPlan[] = [];
  let events = 0;
  for (const fact of facts) {
    piece.push(fact);
    events += 1 + fact.events.length;
    if (events < EVENTS_PER_APPEND) continue;
    yield piece;
    piece = [];
    events = 0;
  }
  if (piece.length > 0) yield piece;
}

function* undoPiece(
  piece: readonly FactPlan[],
  record: PassRecord,
  host: PassHost,
  onEvents: OnEvents | undefined,
): Steps<Done> {
  let done: Done = { undone: [], skipped: [] };
  let events: MemoryEvent[] = [];
  yield* host.replica.commit((state) => {
    const undone: string[] = [];
    const skipped: SkippedUndo[] = [];
    events = [];
    for (const fact of piece) {
      const because = obstacle(fact, state.facts.get(fact.id));
      if (because !== undefined) skipped.push({ fact: fact.id, because, passes: fact.passes });
      else {
        undone.push(fact.id);
        events.push(...eventsFor(fact, record, host));
      }
    }
    done = { undone, skipped };
    return events;
  });
  if (events.length > 0) onEvents?.(events);
  return done;
}

/** The events that restore one fact, with time, author and rule, as they are written. */
function eventsFor({ events }: FactPlan, { id }: PassRecord, host: PassHost): readonly MemoryEvent[] {
  return events.map((event) => stamped(event, id, host));
}

function* close(record: PassRecord, host: PassHost, undone: number, skipped: number): Steps<void> {
  yield* host.replica.commit(() => [
    {
      type: "pass",
      v: EVENT_VERSION,
      at: host.now(),
      by: { source: "engine", ...host.writer },
      why: { rule: UNDO_RULE },
      pass: record.id,
      name: record.name,
      phase: "undone",
      counts: { undone, skipped },
    },
  ]);
}

function stamped(event: PassEvent, pass: string, host: PassHost): MemoryEvent {
  const by = { source: "engine", ...host.writer } as const;
  return { ...event, v: EVENT_VERSION, at: host.now(), by, why: { rule: UNDO_RULE, pass } } as MemoryEvent;
}

/** Why the fact has to be left alone; undefined if it can be restored. */
function obstacle(plan: FactPlan, present: Fact | undefined): string | undefined {
  if (present === undefined) return "its text was erased";
  if (plan.changedBy.length > 0) return `it was changed since, by ${plan.changedBy.join(", ")}`;
  if (plan.seen === undefined || !isSameButForUse(plan.seen, present)) return "it was changed meanwhile";
  return undefined;
}

const USE: ReadonlySet<string> = new Set(["accessCount", "lastAccessedAt", "accessTimes", "backlinks"]);

function isSameButForUse(a: Fact, b: Fact): boolean {
  return (
    a === b ||
    (Object.keys(a) as (keyof Fact)[]).every(
      (name) => USE.has(name) || a[name] === b[name] || JSON.stringify(a[name]) === JSON.stringify(b[name]),
    )
  );
}

/** `undoneAt`: when the pass was undone before, if it was. */
function inWords(
  { pass, name, dryRun, undone, skipped, cascaded }: Omit<UndoReport, "text">,
  undoneAt: number | undefined,
): string {
  const facts = `${undone.length} fact${undone.length === 1 ? "" : "s"}`;
  const before =
    undoneAt === undefined ? "" : ` was already undone on ${new Date(undoneAt).toISOString().slice(0, 10)}`;
  const head = `${name} ${pass}${before}: ${facts} ${dryRun ? "would be" : undone.length === 1 ? "is" : "are"} as before${skipped.length === 0 ? "" : `; ${skipped.length} left alone`}.`;
  const lines = skipped.slice(0, 20).map((one) => `- ${one.fact}: ${one.because}`);
  const rest = skipped.length > lines.length ? [`… and ${skipped.length - lines.length} more`] : [];
  return [...cascaded.map((one) => one.text), head, ...lines, ...rest].join("\n");
}

export function noSuchPass(id: string): TidelineError {
  return new TidelineError(
    "no-such-pass",
    `There is no pass ${id.slice(0, 64)} in this origin. passes() lists the passes that can be undone.`,
  );
}
