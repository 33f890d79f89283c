/** What did one pass change? Fact by fact, read from the log, with what has been undone since. */
import type { State } from "../log/fold.ts";
import { type PassRecord, UNDO_RULE } from "../log/upkeep-state.ts";
import type { MemoryEvent, Why } from "../model/event.ts";
import type { RecordedEvent } from "../ports/storage.ts";

/** A field that a pass changed, before and after. */
export interface PassChange {
  readonly seq: number;
  readonly at: number;
  readonly what: MemoryEvent["type"];
  readonly rule: string;
  readonly inputs: Why["inputs"] | undefined;
  /**
   * The other fact, if there is one: the fact that this one was merged into, replaced by, linked to or challenged by.
   */
  readonly other: { readonly id: string; readonly content: string } | undefined;
  /** The kind of a link, and the new values of changed labels and figures. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** A fact that a pass changed. */
export interface ChangedFact {
  readonly fact: string;
  /** The current text; undefined once it has been erased. */
  readonly content: string | undefined;
  readonly segment: string | undefined;
  readonly lifecycle: string | undefined;
  readonly validity: string | undefined;
  readonly changes: readonly PassChange[];
  /** True if what this pass did to the fact has been undone. */
  readonly isUndone: boolean;
}

/** What one pass changed, fact by fact. */
export interface PassDiff {
  readonly pass: PassRecord;
  readonly facts: readonly ChangedFact[];
  readonly factCount: number;
}

const SHOWN_FACTS = 1_000;

/** `events`: the events of the stream, starting with the first one of the pass. */
export function passDiffOf(state: State, pass: PassRecord, events: readonly RecordedEvent[]): PassDiff {
  const byFact = new Map<string, { changes: PassChange[]; isUndone: boolean }>();
  for (const { seq, event } of events) {
    if (!("why" in event) || event.why?.pass !== pass.id) continue;
    for (const fact of factsIn(event)) {
      const entry = byFact.get(fact) ?? { changes: [], isUndone: false };
      byFact.set(fact, entry);
      if (event.why.rule === UNDO_RULE) entry.isUndone = true;
      else entry.changes.push(changeOf(seq, event, event.why, state));
    }
  }
  const changed = [...byFact].filter(([, { changes }]) => changes.length > 0);
  return {
    pass,
    factCount: changed.length,
    facts: changed.slice(0, SHOWN_FACTS).map(([id, { changes, isUndone }]) => {
      const fact = state.facts.get(id);
      const { content, segment, lifecycle, validity } = fact ?? {};
      return { fact: id, content, segment, lifecycle, validity, changes, isUndone };
    }),
  };
}

function factsIn(event: MemoryEvent): readonly string[] {
  if ("fact" in event) return [event.fact];
  return event.type === "erased" ? (event.facts ?? []) : [];
}

function changeOf(seq: number, event: MemoryEvent, why: Why, state: State): PassChange {
  const other = "successor" in event ? event.successor : "to" in event ? event.to : againstIn(event);
  return {
    seq,
    at: event.at,
    what: event.type,
    rule: why.rule,
    inputs: why.inputs,
    other: other === undefined ? undefined : { id: other, content: state.facts.get(other)?.content ?? "" },
    details: detailsOf(event),
  };
}

function againstIn(event: MemoryEvent): string | undefined {
  return event.type === "challenged" ? event.against : undefined;
}

const NAMED_ELSEWHERE: ReadonlySet<string> = new Set([
  "type",
  "v",
  "at",
  "fact",
  "to",
  "successor",
  "against",
]);

/** Figures and labels from the event's header; words are in the fact itself. */
function detailsOf(event: MemoryEvent): PassChange["details"] {
  const details: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(event)) {
    if (NAMED_ELSEWHERE.has(name)) continue;
    if (value === null || ["string", "number", "boolean"].includes(typeof value))
      details[name] = value as string | number | boolean | null;
  }
  return details;
}
