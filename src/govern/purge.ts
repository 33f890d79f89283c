/**
 * Which facts must be purged together with a fact, so that its words are nowhere?
 *
 * Facts that were derived from it (evidence, `derived_from`), that say the same, or that quote it word for word
 * (`text/sameness/quote.ts`): in their text, or in their present or former labels (tags, aliases, metadata, names). The
 * same applies to each fact found. If only the reason of an archiving quotes it, the reason is erased and the fact
 * stays.
 *
 * Facts of a higher class always stay: what a tool said cannot take the principal's words along. They keep the quote,
 * and the answer names them.
 */
import type { State } from "../log/fold.ts";
import type { Fact, Json } from "../model/fact.ts";
import { stringsIn, wordsBeside } from "../model/wording.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { Compared, quotes, restates, type Statement, statementOf } from "../text/sameness/quote.ts";

/**
 * Why a fact goes: it was asked for, was derived from a fact that goes, says the same, quotes it, or has it in its
 * labels.
 */
export type PurgeReason = "asked" | "derived" | "restates" | "quotes" | "labels";

/** A fact that a purge erases, and why. */
export interface PurgedFact {
  readonly id: string;
  readonly content: string;
  readonly why: PurgeReason;
}

/** A fact that stays. */
export interface SparedFact {
  readonly id: string;
  readonly content: string;
  readonly why: Exclude<PurgeReason, "asked"> | "reason";
}

export interface PurgePlan {
  /** The facts themselves first, then those that go with it, in the order in which they were found. */
  readonly facts: readonly PurgedFact[];
  /** Facts that stay, but lose the reason for which they were archived, because it quotes what goes. */
  readonly cleared: readonly SparedFact[];
  /** Facts of a higher class, which stay as they are. */
  readonly kept: readonly SparedFact[];
  /** The sequence numbers of the events that hold those reasons. */
  readonly reasons: readonly number[];
}

/**
 * Words about a fact that its present state may no longer hold: every label it ever had, and the reasons for archiving
 * it.
 */
export interface FormerWords {
  readonly labels: Set<string>;
  readonly reasons: { readonly seq: number; readonly text: string }[];
}

/** What goes with these facts. */
export function purgePlan(
  state: State,
  ids: readonly string[],
  former: ReadonlyMap<string, FormerWords>,
): PurgePlan {
  const asked = ids.flatMap((id) => state.facts.get(id) ?? []);
  if (asked.length === 0) return { facts: [], cleared: [], kept: [], reasons: [] };
  const rows = rowsOf(state, former);
  const found = new Map<string, PurgedFact>(
    asked.map(({ id, content }) => [id, { id, content, why: "asked" }]),
  );
  const kept = new Map<string, SparedFact>();
  const cleared = new Map<string, SparedFact & { readonly seqs: readonly number[] }>();
  // Iterating over a map also visits entries that are added on the way.
  for (const next of found.keys()) {
    const gone = state.facts.get(next) as Fact;
    const statement = statementOf(gone.content);
    const holds = (text: Compared) => isQuoted(text, statement);
    for (const { fact, own, labels, reasons } of rows) {
      if (found.has(fact.id)) continue;
      const seqs = reasons.filter(({ text }) => holds(text)).map(({ seq }) => seq);
      const why = tieOf(fact, own, gone, statement) ?? (labels.some(holds) ? "labels" : undefined);
      const one = { id: fact.id, content: fact.content };
      if (why === undefined && seqs.length === 0) continue;
      if (fact.authority > gone.authority) kept.set(fact.id, { ...one, why: why ?? "reason" });
      else if (why !== undefined) found.set(fact.id, { ...one, why });
      else
        cleared.set(fact.id, {
          ...one,
          why: "reason",
          seqs: [...(cleared.get(fact.id)?.seqs ?? []), ...seqs],
        });
    }
  }
  const staying = <T extends SparedFact>(all: ReadonlyMap<string, T>) =>
    [...all.values()].filter((one) => !found.has(one.id));
  return {
    facts: [...found.values()],
    cleared: staying(cleared).map(({ seqs: _, ...one }) => one),
    kept: staying(kept),
    reasons: [...new Set(staying(cleared).flatMap(({ seqs }) => seqs))],
  };
}

/** A fact, and all of its words that may quote another. */
interface Row {
  readonly fact: Fact;
  readonly own: Compared;
  readonly labels: readonly Compared[];
  readonly reasons: readonly { readonly seq: number; readonly text: Compared }[];
}

/** Each text is prepared once, however many facts contain it and however many facts go. */
function rowsOf(state: State, former: ReadonlyMap<string, FormerWords>): readonly Row[] {
  const known = new Map<string, Compared>();
  const compared = (text: string): Compared => {
    const one = known.get(text) ?? new Compared(text);
    known.set(text, one);
    return one;
  };
  return Array.from(state.facts.values(), (fact) => {
    const words = former.get(fact.id);
    const reasons = (words?.reasons ?? []).map(({ seq, text }) => ({ seq, text: compared(text) }));
    return { fact, own: compared(fact.content), labels: labelsOf(fact, words).map(compared), reasons };
  });
}

function isQuoted(text: Compared, statement: Statement): boolean {
  const spelled = text.spelledFor(statement);
  return spelled !== undefined && quotes(spelled, statement);
}

/** How the words of one fact depend on another. */
function tieOf(
  fact: Fact,
  own: Compared,
  gone: Fact,
  statement: Statement,
): "derived" | "restates" | "quotes" | undefined {
  if (isDerived(fact, gone.id)) return "derived";
  const spelled = own.spelledFor(statement);
  if (spelled === undefined) return undefined;
  if (restates(spelled, statement)) return "restates";
  return quotes(spelled, statement) ? "quotes" : undefined;
}

function isDerived(fact: Fact, from: string): boolean {
  return (
    fact.evidence.includes(from) ||
    fact.links.some((link) => link.kind === "derived_from" && link.to === from)
  );
}

/** All words that accompany a fact, now or formerly. */
function labelsOf(fact: Fact, former: FormerWords | undefined): readonly string[] {
  const said = fact.observations.flatMap((one) => [one.episode, one.actor]);
  const others = [fact.objection, ...said].filter((words) => words !== undefined);
  return [...wordsBeside(fact), ...others, ...(former?.labels ?? [])];
}

/** An entry for each fact with more than one event that has a body. For other facts the state holds every word. */
export function emptyFormer(facts: Iterable<Fact>): Map<string, FormerWords> {
  const former = new Map<string, FormerWords>();
  for (const { id, texts } of facts) if (texts.length > 1) former.set(id, { labels: new Set(), reasons: [] });
  return former;
}

/** Adds what an event said about one of these facts besides its text, whether it still holds or was replaced. */
export function noteFormer(former: ReadonlyMap<string, FormerWords>, { seq, event }: RecordedEvent): void {
  const words = "fact" in event ? former.get(event.fact) : undefined;
  if (words === undefined || !("body" in event) || event.body === undefined) return;
  for (const [name, said] of Object.entries(event.body) as [string, Json][])
    if (name === "reason") words.reasons.push({ seq, text: String(said) });
    else if (name !== "content") for (const label of stringsIn(said)) words.labels.add(label);
}
