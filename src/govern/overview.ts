/**
 * How does memory stand, at a glance? What is known, by segment and state; what faded lately, and why; what was
 * refused; what waits for a person; which passes ran.
 *
 * Figures come from the state. The reasons of recent changes come from the end of the log, which is read back only as
 * far as the period asked about.
 */

import type { State } from "../log/fold.ts";
import type { PassRecord } from "../log/upkeep-state.ts";
import type { EventOf, MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { needsReview, reviewReason } from "../model/review.ts";
import { SEGMENTS, type Segment } from "../model/segment.ts";
import type { Authority, SourceTag } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";
import type { RecordedEvent } from "../ports/storage.ts";

/** One word for a fact's state: the first of these that fits. */
export const FACT_STATES = [
  "quarantined",
  "pruned",
  "archived",
  "superseded",
  "merged",
  "invalidated",
  "expired",
  "suppressed",
  "challenged",
  "current",
] as const;
/** The state of a fact, in one word for a person. */
export type FactState = (typeof FACT_STATES)[number];

export function stateOf(fact: Fact, now: number): FactState {
  if (fact.quarantined) return "quarantined";
  if (fact.lifecycle !== "active") return fact.lifecycle;
  if (fact.validity === "superseded" || fact.validity === "merged" || fact.validity === "invalidated")
    return fact.validity;
  if (fact.validTo !== undefined && fact.validTo <= now) return "expired";
  if (fact.suppressed) return "suppressed";
  return fact.validity === "challenged" ? "challenged" : "current";
}

type Counts = Readonly<Record<FactState, number>>;

/** A fact that went out of sight. */
export interface Faded {
  readonly fact: string;
  /** The beginning of its text. */
  readonly content: string;
  readonly segment: Segment;
  readonly what: "archived" | "pruned" | "suppressed";
  readonly at: number;
  readonly rule: string | undefined;
  readonly policy: string | undefined;
  readonly pass: string | undefined;
  /** The score that the policy gave it then. */
  readonly score: number | undefined;
  /** For a person. */
  readonly why: string;
}

/** A write that the gate refused: its words are kept nowhere. */
export interface RefusedWrite {
  readonly seq: number;
  readonly at: number;
  readonly segment: Segment;
  readonly source: SourceTag;
  readonly authority: Authority;
  readonly rule: string | undefined;
}

/** The state of a memory, and what happened lately. */
export interface Overview {
  readonly now: number;
  readonly policy: string;
  readonly facts: number;
  readonly events: number;
  readonly purged: number;
  readonly states: Counts;
  readonly segments: readonly {
    readonly segment: Segment;
    readonly facts: number;
    readonly states: Counts;
  }[];
  /** The last days, oldest first: how many facts were added, and how many went out of sight. */
  readonly days: readonly { readonly day: number; readonly added: number; readonly faded: number }[];
  readonly faded: {
    readonly since: number;
    readonly count: number;
    readonly facts: readonly Faded[];
    /** Purged, or pruned and then erased: their words are gone for good. */
    readonly erased: number;
  };
  readonly refused: { readonly count: number; readonly latest: readonly RefusedWrite[] };
  readonly review: { readonly count: number; readonly byReason: Readonly<Record<string, number>> };
  /** The latest run of each pass. */
  readonly passes: readonly PassRecord[];
}

const SHOWN_FADED = 100;
const SHOWN_REFUSED = 20;
const SHOWN_CHARS = 200;
const DAYS_SHOWN = 30;

export interface OverviewInput {
  readonly state: State;
  /** The end of the log. */
  readonly latest: readonly RecordedEvent[];
  readonly now: number;
  readonly policy: string;
  /** "Lately" begins here. */
  readonly since: number;
}

export function overviewOf({ state, latest, now, policy, since }: OverviewInput): Overview {
  const { facts, tombstones, refusals, head } = state;
  const faded = fadedSince(state, latest, since);
  const takenAt = [...state.upkeep.absences.values()].flatMap(({ taken }) => taken?.at ?? []);
  return {
    now,
    policy,
    events: head.seq,
    purged: tombstones.size,
    ...figuresOf(facts.values(), takenAt, now),
    faded: {
      since,
      count: faded.length,
      facts: faded.slice(0, SHOWN_FADED),
      erased: erasedSince(state, since),
    },
    refused: { count: refusals.count, latest: refusedIn(latest) },
    passes: latestPasses(state),
  };
}

/**
 * The overview of these facts alone, for a caller who may see no others. It tells that passes ran, but not what they
 * did.
 */
export function overviewAmong(facts: readonly Fact[], all: Overview): Overview {
  return {
    ...all,
    purged: 0,
    ...figuresOf(facts, [], all.now),
    faded: { since: all.faded.since, count: 0, facts: [], erased: 0 },
    refused: { count: 0, latest: [] },
    passes: all.passes.map(withoutCounts),
  };
}

export function withoutCounts(pass: PassRecord): PassRecord {
  return { ...pass, counts: {}, taken: undefined, halted: undefined };
}

/** `takenAt`: when facts went out of sight. */
function figuresOf(
  facts: Iterable<Fact>,
  takenAt: readonly number[],
  now: number,
): Pick<Overview, "facts" | "states" | "segments" | "days" | "review"> {
  const states = noCounts();
  const bySegment = new Map(SEGMENTS.map((segment) => [segment, noCounts()]));
  const byReason: Record<string, number> = {};
  const createdAt: number[] = [];
  let forReview = 0;
  for (const fact of facts) {
    createdAt.push(fact.createdAt);
    const state = stateOf(fact, now);
    states[state]++;
    (bySegment.get(fact.segment) as Record<FactState, number>)[state]++;
    if (!needsReview(fact)) continue;
    forReview++;
    const reason = reviewReason(fact);
    byReason[reason] = (byReason[reason] ?? 0) + 1;
  }
  return {
    facts: createdAt.length,
    states,
    segments: [...bySegment].map(([segment, counts]) => ({ segment, facts: sum(counts), states: counts })),
    days: daysOf(createdAt, takenAt, now),
    review: { count: forReview, byReason },
  };
}

function noCounts(): Record<FactState, number> {
  return Object.fromEntries(FACT_STATES.map((state) => [state, 0])) as Record<FactState, number>;
}

function sum(counts: Counts): number {
  return FACT_STATES.reduce((total, state) => total + counts[state], 0);
}

/** Facts that went out of sight since then and still are, the latest first. */
function fadedSince(state: State, latest: readonly RecordedEvent[], since: number): readonly Faded[] {
  const reasons = new Map<string, Taking>();
  for (const { event } of latest) if (isTaking(event)) reasons.set(`${event.type} ${event.fact}`, event);
  const faded: Faded[] = [];
  for (const [id, { taken, suppressed }] of state.upkeep.absences.entries()) {
    const fact = state.facts.get(id);
    if (fact === undefined || fact.quarantined) continue;
    const what = fact.lifecycle === "active" ? "suppressed" : fact.lifecycle;
    const absence = fact.lifecycle === "active" ? suppressed : taken;
    if (absence === undefined || absence.at < since) continue;
    const why = reasons.get(`${what} ${id}`)?.why;
    const score = typeof why?.inputs?.score === "number" ? why.inputs.score : undefined;
    const { at, pass, rule } = absence;
    faded.push({
      fact: id,
      content: shorten(fact.content),
      segment: fact.segment,
      ...{ what, at, rule, policy: why?.policy, pass, score },
      why: inWords(fact, what, rule, score, at),
    });
  }
  return faded.sort((a, b) => b.at - a.at || (a.fact < b.fact ? -1 : 1));
}

function erasedSince(state: State, since: number): number {
  let count = 0;
  for (const { erasedAt } of state.tombstones.values()) if (erasedAt >= since) count++;
  return count;
}

type Taking = EventOf<"archived" | "pruned" | "suppressed">;

function isTaking(event: MemoryEvent): event is Taking {
  return event.type === "archived" || event.type === "pruned" || event.type === "suppressed";
}

const DONE: Readonly<Record<string, string>> = {
  archived: "Archived",
  pruned: "Pruned",
  suppressed: "Taken out of ranking",
};

function inWords(
  fact: Fact,
  what: string,
  rule: string | undefined,
  score: number | undefined,
  at: number,
): string {
  if (rule === undefined || isByHand(rule)) return `${DONE[what]} by hand.`;
  const days = Math.floor((at - fact.lastAccessedAt) / DAY_MS);
  const use = fact.accessCount === 0 ? "it was never used" : `it was last used ${days} days before`;
  const fell = score === undefined ? "" : `its score had fallen to ${score.toFixed(3)}, and `;
  return `${DONE[what]} by the rule ${rule}: ${fell}${use}.`;
}

/** Did a person do it, to one fact or to many at once ("by-hand/dismissed")? */
function isByHand(rule: string): boolean {
  return rule === "by-hand" || rule.startsWith("by-hand/");
}

function refusedIn(latest: readonly RecordedEvent[]): readonly RefusedWrite[] {
  const refused: RefusedWrite[] = [];
  for (let i = latest.length - 1; i >= 0 && refused.length < SHOWN_REFUSED; i--) {
    const { seq, event } = latest[i] as RecordedEvent;
    if (event.type !== "refused") continue;
    const { at, segment, source, authority, why } = event;
    refused.push({ seq, at, segment, source, authority, rule: why?.rule });
  }
  return refused;
}

function daysOf(createdAt: readonly number[], takenAt: readonly number[], now: number): Overview["days"] {
  const today = Math.floor(now / DAY_MS);
  const added = new Map<number, number>();
  const gone = new Map<number, number>();
  const count = (map: Map<number, number>, at: number) => {
    const day = Math.floor(at / DAY_MS);
    map.set(day, (map.get(day) ?? 0) + 1);
  };
  for (const at of createdAt) count(added, at);
  for (const at of takenAt) count(gone, at);
  return Array.from({ length: DAYS_SHOWN }, (_, i) => {
    const day = today - DAYS_SHOWN + 1 + i;
    return { day: day * DAY_MS, added: added.get(day) ?? 0, faded: gone.get(day) ?? 0 };
  });
}

function latestPasses(state: State): readonly PassRecord[] {
  const latest = new Map<string, PassRecord>();
  for (const record of state.upkeep.passes.values()) latest.set(record.name, record);
  return [...latest.values()].sort((a, b) => b.begunAt - a.begunAt);
}

function shorten(text: string): string {
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS - 1)}…`;
}
