/**
 * A person has decided a contradiction: which events follow?
 *
 * The fact that stays supersedes the other, which keeps its history. If the fact that stays is of a lower class, the
 * decision is also an endorsement: from now on it counts as the principal's own words. "both" means that the facts do
 * not exclude each other after all; they are not listed again.
 */
import { TidelineError } from "../errors.ts";
import type { State } from "../log/fold.ts";
import { badArgument, fieldsOf, parseName } from "../model/arguments.ts";
import { type By, EVENT_VERSION, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import type { Hash } from "../ports/hash.ts";
import { isCurrent } from "../write/same.ts";
import { checkSeen } from "../write/seen.ts";
import { startOf } from "../write/span.ts";

/** What a person decided about a contradiction. */
export interface ResolveOptions {
  /** The id of the fact that stays, or "both". */
  readonly keep: string;
  /** The digest of the fact that stays, as the person saw it. Required if keeping it is also an endorsement. */
  readonly seen?: string | undefined;
}

/** The time, the author, and the hash function for digests. */
interface Resolving {
  readonly now: number;
  readonly by: By;
  readonly hash: Hash;
}

const WHY = { rule: "by-hand/resolved" } as const;

export function decideResolve(
  state: State,
  id: string,
  options: ResolveOptions,
  { now, by, hash }: Resolving,
): readonly MemoryEvent[] {
  const { keep, seen } = fieldsOf(options, new Set(["keep", "seen"]), "resolve") as Partial<ResolveOptions>;
  const kept = parseName(keep, "keep");
  const [a, b] = pairOf(state, id, kept, now);
  const stamp = { v: EVENT_VERSION, at: now, by, why: WHY } as const;
  if (kept === "both")
    return [...settled(a, stamp), ...settled(b, stamp), ...related(a, b, stamp), ...related(b, a, stamp)];
  const [winner, loser] = kept === a.id ? [a, b] : [b, a];
  const on = { ...stamp, fact: winner.id } as const;
  const events: MemoryEvent[] = [...settled(winner, stamp), ...settled(loser, stamp)];
  const isAdopted = winner.authority < loser.authority;
  if (isAdopted || seen !== undefined) checkSeen(winner, seen, hash, []);
  if (isAdopted) events.push({ type: "endorsed", ...on, authority: TRUSTED });
  if (winner.quarantined) events.push({ type: "released", ...on });
  const validTo = Math.min(loser.validTo ?? now, Math.max(startOf(loser), Math.min(startOf(winner), now)));
  events.push({ type: "superseded", ...stamp, fact: loser.id, successor: winner.id, validTo });
  if (winner.links.some((link) => link.kind === "contradicts" && link.to === loser.id))
    events.push({ type: "unlinked", ...on, kind: "contradicts", to: loser.id });
  if (!winner.links.some((link) => link.kind === "supersedes" && link.to === loser.id))
    events.push({ type: "linked", ...on, kind: "supersedes", to: loser.id });
  return events;
}

/** The two facts: from the id of a contradiction that `contradictions()` listed, or a fact and the one kept instead. */
function pairOf(state: State, id: string, keep: string, now: number): readonly [Fact, Fact] {
  const ids = parseName(id, "id").split("~");
  if (ids.length !== 2 && (keep === "both" || !state.facts.has(id))) throw noContradiction(id);
  const [first, second] = ids.length === 2 ? (ids as [string, string]) : [id, keep];
  const [a, b] = [knownFact(state, first), knownFact(state, second)];
  if (a.id === b.id)
    throw badArgument("resolve needs a contradiction's id, or a fact's id and another fact to keep");
  if (keep !== "both" && keep !== a.id && keep !== b.id)
    throw badArgument(`keep must be ${a.id}, ${b.id} or both`);
  for (const fact of [a, b])
    if (!isCurrent(fact, now))
      throw badArgument(`${fact.id} is no longer current: there is nothing to resolve`);
  return [a, b];
}

function noContradiction(id: string): TidelineError {
  return new TidelineError(
    "no-such-fact",
    `There is no contradiction ${id.slice(0, 140)}. contradictions() lists them, each with the two facts to choose from; keep is the id of one of these, or both.`,
  );
}

function knownFact(state: State, id: string): Fact {
  const fact = state.facts.get(id);
  if (fact === undefined)
    throw new TidelineError("no-such-fact", `There is no fact ${id.slice(0, 64)} in this origin.`);
  return fact;
}

type Stamp = { readonly v: number; readonly at: number; readonly by: By; readonly why: typeof WHY };

/** A person has looked at the fact: ends its challenge and takes it off the review list. */
function settled(fact: Fact, stamp: Stamp): readonly MemoryEvent[] {
  const events: MemoryEvent[] = [];
  if (fact.validity === "challenged") events.push({ type: "revalidated", ...stamp, fact: fact.id });
  if (fact.review !== undefined) events.push({ type: "revised", ...stamp, fact: fact.id, review: null });
  return events;
}

/** Records that both hold: each fact gets a `relates` link to the other. */
function related(from: Fact, to: Fact, stamp: Stamp): readonly MemoryEvent[] {
  const events: MemoryEvent[] = [];
  if (from.links.some((link) => link.kind === "contradicts" && link.to === to.id))
    events.push({ type: "unlinked", ...stamp, fact: from.id, kind: "contradicts", to: to.id });
  if (!from.links.some((link) => link.kind === "relates" && link.to === to.id))
    events.push({ type: "linked", ...stamp, fact: from.id, kind: "relates", to: to.id });
  return events;
}
