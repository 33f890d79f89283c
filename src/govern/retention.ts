/**
 * Which facts have been kept for long enough, and by which rule?
 *
 * The age of a fact counts from the day on which it was first told: saying it again keeps nothing longer. If several rules
 * describe a fact, the one with the shortest time applies, and the others are named. A hold that describes the fact wins
 * over all of them. Immunity protects a fact from upkeep, not from a rule that the owner has made.
 */
import type { FactsMeant, Hold, Retention, Rule } from "../log/retention.ts";
import type { Fact } from "../model/fact.ts";
import { DAY_MS } from "../model/time.ts";

/** A fact whose time is over. */
export interface DueFact {
  readonly fact: Fact;
  readonly rule: string;
  /** Rules that would keep it for longer. */
  readonly overruled: readonly string[];
}

export function dueFacts(
  facts: Iterable<Fact>,
  origin: string,
  { rules }: Retention,
  now: number,
): readonly DueFact[] {
  const due: DueFact[] = [];
  // The shortest first; of equal ones, the older.
  const ordered = [...rules.values()].sort((a, b) => a.afterDays - b.afterDays || a.seq - b.seq);
  const here = ordered.filter((rule) => isMeantHere(rule, origin));
  for (const fact of facts) {
    const [first, ...others] = here.filter((rule) => describes(rule, fact));
    if (first === undefined || !isOver(first, fact, now)) continue;
    due.push({ fact, rule: first.name, overruled: others.map(({ name }) => name) });
  }
  return due;
}

function isOver({ afterDays }: Rule, { createdAt }: Fact, now: number): boolean {
  return now - createdAt >= afterDays * DAY_MS;
}

/** The first hold that describes the fact. */
export function holdOn(fact: Fact, origin: string, { holds }: Retention): Hold | undefined {
  for (const hold of holds.values())
    if (isMeantHere(hold, origin) && (hold.facts?.includes(fact.id) ?? true) && describes(hold, fact))
      return hold;
  return undefined;
}

/** A turn is held by its id, or by a hold on everything, here or everywhere: it has none of the other marks of a fact. */
export function holdOnTurn(turn: string, origin: string, { holds }: Retention): Hold | undefined {
  for (const hold of holds.values()) {
    const { segments, tags, sources, classes, facts } = hold;
    const isOnAll = [segments, tags, sources, classes].every((one) => one === undefined);
    if (isMeantHere(hold, origin) && isOnAll && (facts?.includes(turn) ?? true)) return hold;
  }
  return undefined;
}

function isMeantHere(meant: FactsMeant, origin: string): boolean {
  return meant.origin === undefined || meant.origin === origin;
}

function describes({ segments, tags, sources, classes }: FactsMeant, fact: Fact): boolean {
  return (
    (segments?.includes(fact.segment) ?? true) &&
    (classes?.includes(fact.authority) ?? true) &&
    (sources?.some((one) => one === (fact.sourceName ?? fact.source)) ?? true) &&
    (tags?.some((tag) => fact.tags.includes(tag)) ?? true)
  );
}
