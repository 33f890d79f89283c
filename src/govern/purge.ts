/**
 * What must go when a fact goes?
 *
 * What was derived from it (evidence, `derived_from`), and so on from there; and what quotes it word for word.
 * Never anything of a higher class: what the principal said is not taken along by what a tool said.
 */
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { canonical } from "../text/canonical.ts";

export interface PurgedFact {
  readonly id: string;
  readonly content: string;
  readonly why: "asked" | "derived" | "quotes";
}

/** Shorter texts stand in others by chance. */
const QUOTABLE_CHARS = 16;

/** The fact itself first, then what goes with it, in the order in which it was found. */
export function purgeSet(state: State, id: string): readonly PurgedFact[] {
  const found = new Map<string, PurgedFact>();
  const queue: PurgedFact[] = [];
  const take = (fact: Fact, why: PurgedFact["why"]): void => {
    if (found.has(fact.id)) return;
    const purged = { id: fact.id, content: fact.content, why };
    found.set(fact.id, purged);
    queue.push(purged);
  };
  const first = state.facts.get(id);
  if (first === undefined) return [];
  take(first, "asked");
  const all = [...state.facts.values()].map((fact) => ({ fact, form: canonical(fact.content) }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const gone = state.facts.get(next.id) as Fact;
    const form = canonical(gone.content);
    for (const { fact, form: other } of all) {
      if (fact.authority > gone.authority) continue;
      if (isDerived(fact, gone.id)) take(fact, "derived");
      else if (form.length >= QUOTABLE_CHARS && other.includes(form)) take(fact, "quotes");
    }
  }
  return [...found.values()];
}

function isDerived(fact: Fact, from: string): boolean {
  return (
    fact.evidence.includes(from) ||
    fact.links.some((link) => link.kind === "derived_from" && link.to === from)
  );
}
