/**
 * What must go when a fact goes, so that its words are nowhere?
 *
 * What was derived from it (evidence, `derived_from`), what says the same, and what quotes it, word for word
 * (`text/quote.ts`): in its own words, or in its labels (tags, aliases, metadata, names) as they are or ever were. And
 * so on from there. Where only the reason of an archiving quotes it, that reason goes and the fact stays.
 *
 * Never anything of a higher class: what the principal said is not taken along by what a tool said. It stays, with the
 * quote in it, and the answer names it.
 */
import type { State } from "../log/fold.ts";
import type { Fact, Json } from "../model/fact.ts";
import { stringsIn, wordsBeside } from "../model/wording.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { Compared, quotes, restates, type Statement, statementOf } from "../text/sameness/quote.ts";

/** It is what was asked for; was derived from what goes; says the same; quotes it; or has it in its labels. */
export type PurgeReason = "asked" | "derived" | "restates" | "quotes" | "labels";

export interface PurgedFact {
  readonly id: string;
  readonly content: string;
  readonly why: PurgeReason;
}

/** It stays. */
export interface SparedFact {
  readonly id: string;
  readonly content: string;
  readonly why: Exclude<PurgeReason, "asked"> | "reason";
}

export interface PurgePlan {
  /** The fact itself first, then what goes with it, in the order in which it was found. */
  readonly facts: readonly PurgedFact[];
  /** They stay without the reason for which they were archived: it quotes what goes. */
  readonly cleared: readonly SparedFact[];
  /** They are of a higher class, and stay as they are. */
  readonly kept: readonly SparedFact[];
  /** The events with those reasons. */
  readonly reasons: readonly number[];
}

/** Words about a fact that its present state need not hold: all it was ever labelled with, and why it was archived. */
export interface FormerWords {
  readonly labels: Set<string>;
  readonly reasons: { readonly seq: number; readonly text: string }[];
}

export function purgePlan(state: State, id: string, former: ReadonlyMap<string, FormerWords>): PurgePlan {
  const asked = state.facts.get(id);
  if (asked === undefined) return { facts: [], cleared: [], kept: [], reasons: [] };
  const rows = rowsOf(state, former);
  const found = new Map<string, PurgedFact>([[id, { id, content: asked.content, why: "asked" }]]);
  const kept = new Map<string, SparedFact>();
  const cleared = new Map<string, SparedFact & { readonly seqs: readonly number[] }>();
  // A map is walked in order, with what is added on the way.
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

/** Each text is read once, however many facts have it and however many go. */
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

/** How the words of one fact hang on another. */
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

/** All that stands beside the words of a fact, now or formerly. */
function labelsOf(fact: Fact, former: FormerWords | undefined): readonly string[] {
  const said = fact.observations.flatMap((one) => [one.episode, one.actor]);
  const others = [fact.objection, ...said].filter((words) => words !== undefined);
  return [...wordsBeside(fact), ...others, ...(former?.labels ?? [])];
}

/** For facts of which more was said than once: of the others the state holds every word. */
export function emptyFormer(facts: Iterable<Fact>): Map<string, FormerWords> {
  const former = new Map<string, FormerWords>();
  for (const { id, texts } of facts) if (texts.length > 1) former.set(id, { labels: new Set(), reasons: [] });
  return former;
}

/** Adds what an event said of one of these facts beside its words, whether that still holds or was replaced. */
export function noteFormer(former: ReadonlyMap<string, FormerWords>, { seq, event }: RecordedEvent): void {
  const words = "fact" in event ? former.get(event.fact) : undefined;
  if (words === undefined || !("body" in event) || event.body === undefined) return;
  for (const [name, said] of Object.entries(event.body) as [string, Json][])
    if (name === "reason") words.reasons.push({ seq, text: String(said) });
    else if (name !== "content") for (const label of stringsIn(said)) words.labels.add(label);
}
