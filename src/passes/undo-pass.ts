/**
 * How is a pass taken back?
 *
 * Fact by fact: the log says what the pass did to each and what the fact was before, so an event can be made that
 * leads back there. A fact that somebody else has changed since (uses aside) is left alone and named; if it was a
 * later pass, `cascade` takes that one back first. What was pruned comes back until its text was erased.
 *
 * Slow on purpose: the state before the pass is had by replaying the log up to it, page by page. The time grows with
 * the log, others have their turn between pages, and nothing is held back from them.
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

export interface UndoOptions {
  /** Takes back the later passes that stand in the way, too. */
  readonly cascade?: boolean | undefined;
  /** Says what would happen, and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Told how many of how many events were read. */
  readonly onProgress?: ((read: number, events: number) => void) | undefined;
  /** Told of the events that lead back, once they are written; in a dry run, of those that would be. */
  readonly onEvents?: OnEvents | undefined;
}

export interface SkippedUndo {
  readonly fact: string;
  readonly because: string;
  /** Later passes that changed it: `cascade` would take them back. */
  readonly passes: readonly string[];
}

export interface UndoReport {
  readonly pass: string;
  readonly name: string;
  readonly dryRun: boolean;
  /** Facts that are as they were before the pass. */
  readonly undone: readonly string[];
  /** Facts that were left alone, and why. */
  readonly skipped: readonly SkippedUndo[];
  /** Other passes that were taken back, latest first. */
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
    options.dryRun === true ? rehearse(plan, cascaded, host, options) : await carryOut(plan, host, options);
  const { name } = plan.record;
  const told = { pass: id, name, dryRun: options.dryRun === true, undone, skipped, cascaded };
  return { ...told, text: inWords(told) };
}

/** Events that are read, and facts that are looked at, before others have a turn. */
const EVENTS_PER_PAGE = 128;
/** Events that are appended at once. */
const EVENTS_PER_APPEND = 64;

/** What leads one fact back, or why it has to be left alone. */
interface FactPlan {
  readonly id: string;
  readonly events: readonly PassEvent[];
  /** The fact as the plan has seen it; undefined if it is gone. */
  readonly seen: Fact | undefined;
  readonly changedBy: readonly string[];
  readonly passes: readonly string[];
}

interface UndoPlan {
  readonly record: PassRecord;
  readonly facts: readonly FactPlan[];
}

/** Replays the log: up to the pass for what was, from there for what it and others did. */
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

/** On the state that the trails lead to: what happens from there on is seen when a fact's turn comes. */
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

/** A backend may give far more at once than was asked for. */
function* piecesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += EVENTS_PER_PAGE) yield items.slice(at, at + EVENTS_PER_PAGE);
}

/** What happened to one fact since the pass began. */
class Trail {
  private readonly inverses: (readonly PassEvent[])[] = [];
  /** By others, and not taken back since: passes by their id, single events by their type. */
  private readonly others = new Map<string, string>();
  private touched = false;

  own(inverse: readonly PassEvent[]): void {
    this.touched = true;
    this.inverses.push(inverse);
  }

  /** The pass has been undone here before. */
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

/** Later passes first: each stands on the ones before. */
function blockers(plan: UndoPlan, visited: ReadonlySet<string>): readonly string[] {
  const found = new Set(plan.facts.flatMap((fact) => fact.passes));
  // Ids grow with time.
  return [...found].filter((id) => !visited.has(id)).sort((a, b) => (a < b ? 1 : -1));
}

interface Done {
  readonly undone: readonly string[];
  readonly skipped: readonly SkippedUndo[];
}

/** As if the later passes had been taken back. */
function rehearse(
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

/** As many facts as make one append: the events of a fact stay together. */
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

/** What leads one fact back, as it is written down. */
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

/** Why the fact has to be left alone. */
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

function inWords({ pass, name, dryRun, undone, skipped, cascaded }: Omit<UndoReport, "text">): string {
  const facts = `${undone.length} fact${undone.length === 1 ? "" : "s"}`;
  const head = `${name} ${pass}: ${facts} ${dryRun ? "would be" : "are"} as before${skipped.length === 0 ? "" : `; ${skipped.length} left alone`}.`;
  const lines = skipped.slice(0, 20).map((one) => `- ${one.fact}: ${one.because}`);
  const rest = skipped.length > lines.length ? [`… and ${skipped.length - lines.length} more`] : [];
  return [...cascaded.map((one) => one.text), head, ...lines, ...rest].join("\n");
}

export function noSuchPass(id: string): TidelineError {
  return new TidelineError(
    "no-such-pass",
    `There is no pass ${id.slice(0, 64)} in this origin. passes() lists those that can be undone.`,
  );
}
