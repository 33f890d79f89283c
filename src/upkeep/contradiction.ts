/**
 * Which facts of one origin cannot both hold now?
 *
 * Facts meet only where they can exclude each other: in one slot, in one role of a sentence, or by the rarest word
 * of what one of them denies. So finding them costs about as much as reading each fact once, whatever their
 * number. Among many values of one role each is set against the one that stands best (the highest class, then
 * the latest), so a crowd is a list and not a square.
 *
 * Found, never decided: a person says which one stays (`resolve`). What lower classes say adds to the list, behind
 * what higher classes say, and changes nothing else.
 */

import { isSameSlot, slotKey } from "../index/keys.ts";
import { MAX_CONTRADICTIONS, MAX_DENIED_CANDIDATES } from "../limits.ts";
import type { Fact } from "../model/fact.ts";
import { canonical } from "../text/canonical.ts";
import { type Claim, type Role, readClaims } from "../text/claim.ts";
import { areIncompatible, type ContradictionKind, exclusion } from "../text/contradiction.ts";
import { isCurrent } from "../write/same.ts";
import { startOf } from "../write/slot.ts";

export interface Contradiction {
  /** For `resolve`. */
  readonly id: string;
  /** The older and the newer fact. */
  readonly a: string;
  readonly b: string;
  readonly kind: ContradictionKind | "slot" | "linked";
  /** What each of them says there. */
  readonly says: { readonly a: string; readonly b: string };
  /** The one that stands better: of the higher class, or the later one. A suggestion. */
  readonly keep: string;
  readonly why: string;
}

export interface ContradictionOptions {
  /** What holds at this time. */
  readonly now: number;
  /** Attributes whose slots hold several values at once. */
  readonly isMultiValued?: ((attribute: string) => boolean) | undefined;
}

/** How many facts are read before others get a turn. */
const FACTS_PER_STEP = 100;

/** All at once. */
export function findContradictions(
  facts: Iterable<Fact>,
  options: ContradictionOptions,
): readonly Contradiction[] {
  const search = searchContradictions(facts, options);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
  }
}

/** Step by step, so that a long search can make room for others. */
export function* searchContradictions(
  facts: Iterable<Fact>,
  options: ContradictionOptions,
): Generator<void, readonly Contradiction[]> {
  // The higher class first: where a bound is reached, it is not a lower class that decides what is left out.
  const current = [...facts].filter((fact) => holdsNow(fact, options.now)).sort(byStanding);
  const meeting = new Meeting(current, options);
  for (let i = 0; i < current.length; i++) {
    meeting.read(current[i] as Fact);
    if (i % FACTS_PER_STEP === FACTS_PER_STEP - 1) yield;
  }
  yield* meeting.compare();
  return meeting.listed();
}

function holdsNow(fact: Fact, now: number): boolean {
  return fact.lifecycle === "active" && !fact.quarantined && isCurrent(fact, now) && startOf(fact) <= now;
}

/** The highest class, then the latest, then the higher id: the first of a group stands best. */
function byStanding(a: Fact, b: Fact): number {
  return b.authority - a.authority || startOf(b) - startOf(a) || (a.id < b.id ? 1 : -1);
}

interface Said {
  readonly fact: Fact;
  readonly claim: Claim;
}

interface Filled {
  readonly fact: Fact;
  readonly role: Role;
}

/** Where facts meet. Read all, then compare. */
class Meeting {
  private readonly options: ContradictionOptions;
  private readonly facts: ReadonlyMap<string, Fact>;
  private readonly slots = new Map<string, Fact[]>();
  private readonly roles = new Map<string, Filled[]>();
  private readonly denials: Said[] = [];
  /** By root: what is stated with it. */
  private readonly stated = new Map<string, Said[]>();
  private readonly found = new Map<string, Contradiction & { readonly rank: number }>();

  constructor(current: readonly Fact[], options: ContradictionOptions) {
    this.options = options;
    this.facts = new Map(current.map((fact) => [fact.id, fact]));
  }

  read(fact: Fact): void {
    if (fact.slot !== undefined && !this.options.isMultiValued?.(fact.slot.attribute))
      push(this.slots, slotKey(fact.slot), fact);
    for (const claim of readClaims(fact.content)) {
      if (claim.sign < 0) this.denials.push({ fact, claim });
      else for (const word of new Set(claim.roots)) push(this.stated, word, { fact, claim });
      for (const role of claim.roles) push(this.roles, `${role.kind} ${role.key}`, { fact, role });
    }
    for (const { kind, to } of fact.links) {
      const other = kind === "contradicts" ? this.facts.get(to) : undefined;
      if (other !== undefined) this.note(fact, other, "linked", fact.content, other.content);
    }
  }

  *compare(): Generator<void> {
    let steps = 0;
    for (const facts of this.slots.values()) {
      this.compareSlot(facts);
      if (++steps % FACTS_PER_STEP === 0) yield;
    }
    for (const filled of this.roles.values()) {
      if (filled.length > 1) this.compareRole(filled);
      if (++steps % FACTS_PER_STEP === 0) yield;
    }
    for (const denial of this.denials) {
      this.compareDenial(denial);
      if (++steps % FACTS_PER_STEP === 0) yield;
    }
  }

  /** Higher classes first, then the latest; and no more than anybody reads. */
  listed(): readonly Contradiction[] {
    const all = [...this.found.values()];
    all.sort((x, y) => y.rank - x.rank || (x.b < y.b ? 1 : x.b > y.b ? -1 : x.a < y.a ? -1 : 1));
    return all.slice(0, MAX_CONTRADICTIONS).map(({ rank: _, ...contradiction }) => contradiction);
  }

  private compareSlot([best, ...others]: readonly Fact[]): void {
    if (best?.slot === undefined) return;
    const form = canonical(best.content);
    for (const other of others) {
      if (other.slot === undefined || !isSameSlot(best.slot, other.slot)) continue;
      if (canonical(other.content) !== form) this.note(best, other, "slot", best.content, other.content);
    }
  }

  /** Each value against the one that stands best among those that it excludes. */
  private compareRole(filled: readonly Filled[]): void {
    const best = new Map<string, Filled>();
    for (const one of filled) if (!best.has(one.role.value)) best.set(one.role.value, one);
    if (best.size < 2) return;
    const values = [...best.values()].slice(0, MAX_DENIED_CANDIDATES);
    for (const { fact, role } of filled) {
      const other = values.find((one) => one.fact.id !== fact.id && areIncompatible(one.role, role));
      if (other !== undefined) this.note(fact, other.fact, role.kind, role.value, other.role.value);
    }
  }

  private compareDenial({ fact, claim }: Said): void {
    let candidates: readonly Said[] | undefined;
    for (const word of claim.roots) {
      const here = this.stated.get(word) ?? [];
      if (candidates === undefined || here.length < candidates.length) candidates = here;
    }
    for (const other of (candidates ?? []).slice(0, MAX_DENIED_CANDIDATES)) {
      if (other.fact.id === fact.id) continue;
      const found = exclusion(claim, other.claim);
      if (found !== undefined) this.note(fact, other.fact, found.kind, found.a, found.b);
    }
  }

  private note(one: Fact, two: Fact, kind: Contradiction["kind"], saysOne: string, saysTwo: string): void {
    if (saidToHoldBoth(one, two)) return;
    const isOlder = startOf(one) < startOf(two) || (startOf(one) === startOf(two) && one.id < two.id);
    const [a, b] = isOlder ? [one, two] : [two, one];
    const id = `${a.id}~${b.id}`;
    if (this.found.has(id)) return;
    const [keep] = [one, two].sort(byStanding) as [Fact, Fact];
    this.found.set(id, {
      id,
      a: a.id,
      b: b.id,
      kind,
      says: isOlder ? { a: saysOne, b: saysTwo } : { a: saysTwo, b: saysOne },
      keep: keep.id,
      why: REASONS[kind],
      rank: Math.min(one.authority, two.authority),
    });
  }
}

/** Somebody decided that both hold: each relates to the other. (A pass links one way only.) */
function saidToHoldBoth(a: Fact, b: Fact): boolean {
  const relates = (from: Fact, to: Fact) =>
    from.links.some((link) => link.kind === "relates" && link.to === to.id);
  return relates(a, b) && relates(b, a);
}

const REASONS: Readonly<Record<Contradiction["kind"], string>> = {
  slot: "Both stand in the same slot, which holds one value.",
  linked: "One of them was written as contradicting the other.",
  negation: "One denies what the other says.",
  number: "The same sentence with another number.",
  date: "The same sentence with another date.",
  time: "The same sentence with another time.",
  name: "The same role with another name.",
  value: "The same attribute with another value.",
  antonym: "The same sentence with the opposite word.",
};

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
