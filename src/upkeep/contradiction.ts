/**
 * Which facts of one origin cannot both hold now?
 *
 * Two facts are compared only where they can exclude each other: in one slot, in one role of a sentence, or at the
 * rarest word of what one of them denies. So the search costs about as much as reading each fact once, however many
 * there are. If one role has many values, each is compared with the strongest of them (the highest class, then the
 * latest), so the cost grows with their number, not with its square.
 *
 * Contradictions are found here, never decided: a person says which fact stays (`resolve`). What lower classes say
 * extends the list behind what higher classes say, and changes nothing else. There the writers are interleaved in
 * rounds, so that none fills the list.
 */

import { groupOf, roundRobin } from "../govern/writer-group.ts";
import { isSameSlot, slotKey } from "../indexes/keys.ts";
import { MAX_CONTRADICTIONS, MAX_DENIED_CANDIDATES } from "../limits.ts";
import { type Fact, placeOf } from "../model/fact.ts";
import { POSSIBLE_CHANGE } from "../model/review.ts";
import { idsInSlices, sortInSlices } from "../passes/in-slices.ts";
import { type Claim, type Role, readClaims } from "../text/claims/claim.ts";
import { areIncompatible, type ContradictionKind, exclusion } from "../text/claims/contradiction.ts";
import { canonical } from "../text/sameness/canonical.ts";
import { isCurrent } from "../write/same.ts";
import { startOf } from "../write/span.ts";

/** Two facts that cannot both hold now. */
export interface Contradiction {
  /** Pass it to `resolve`. */
  readonly id: string;
  /** The older and the newer fact. */
  readonly a: string;
  readonly b: string;
  readonly kind: ContradictionKind | "slot" | "linked";
  /** What each fact says at the point where they differ. */
  readonly says: { readonly a: string; readonly b: string };
  /** The stronger fact: the one of the higher class, or the later one. This is only a suggestion. */
  readonly keep: string;
  readonly why: string;
  /** Whose fact caused it, as a group of a review: the fact of the lower class, or else the one that came later. */
  readonly from: string;
}

export interface ContradictionOptions {
  /** Only facts that hold at this time are compared. */
  readonly now: number;
  /** True for attributes whose slots may hold several values at once. */
  readonly isMultiValued?: ((attribute: string) => boolean) | undefined;
}

/** How many facts are read, and how many ids are checked, before other work can run. */
const FACTS_PER_STEP = 32;
const FACTS_PER_LOOK = 2_048;
/** How many comparisons are made before other work can run. */
const COMPARED_PER_STEP = 512;

/** Computing a canonical form takes about as long as this many comparisons. */
const CANONICAL_WEIGHT = 16;

type FactSource = Parameters<typeof idsInSlices>[0];

/** Searches the given facts in one go. */
export function contradictionsAmong(
  facts: Iterable<Fact>,
  options: ContradictionOptions,
): readonly Contradiction[] {
  const holding = [...facts].filter((fact) => holdsNow(fact, options.now));
  const search = among(holding, options);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
  }
}

/** Searches all facts of a state step by step, so that other work can run during a long search. */
export function* searchContradictions(
  facts: FactSource,
  options: ContradictionOptions,
): Generator<undefined, readonly Contradiction[]> {
  const holding: Fact[] = [];
  for (const [i, id] of (yield* idsInSlices(facts)).entries()) {
    if (i % FACTS_PER_LOOK === FACTS_PER_LOOK - 1) yield undefined;
    const fact = facts.state.facts.get(id);
    if (fact !== undefined && holdsNow(fact, options.now)) holding.push(fact);
  }
  return yield* among(holding, options);
}

/** Higher classes first: if a limit is reached, facts of a lower class do not decide what is left out. */
function* among(
  holding: readonly Fact[],
  options: ContradictionOptions,
): Generator<undefined, readonly Contradiction[]> {
  const current = yield* sortInSlices(holding, byStrength);
  const meeting = new Meeting(options);
  for (const [i, fact] of current.entries()) {
    meeting.read(fact);
    if (i % FACTS_PER_STEP === FACTS_PER_STEP - 1) yield undefined;
  }
  yield* meeting.compare();
  return yield* meeting.listed();
}

function holdsNow(fact: Fact, now: number): boolean {
  return fact.lifecycle === "active" && !fact.quarantined && isCurrent(fact, now) && startOf(fact) <= now;
}

/** The highest class, then the latest, then the higher id: the first fact of a group is the strongest. */
function byStrength(a: Fact, b: Fact): number {
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

interface Found extends Contradiction {
  /** The higher and the lower class of the two. */
  readonly classes: readonly [number, number];
}

/** Finds the places where facts meet. Read all facts first, then compare. */
class Meeting {
  private readonly options: ContradictionOptions;
  private readonly facts = new Map<string, Fact>();
  private readonly slots = new Map<string, Fact[]>();
  private readonly roles = new Map<string, Filled[]>();
  private readonly denials: Said[] = [];
  /** Facts that have a `contradicts` link to another. */
  private readonly linked: Fact[] = [];
  /** By the root of a word: the statements that contain it. */
  private readonly stated = new Map<string, Said[]>();
  private readonly found = new Map<string, Found>();
  /** The facts that occur in what was found, by the highest class of the weaker fact of such a pair. */
  private readonly named = new Map<string, number>();

  private compared = 0;

  constructor(options: ContradictionOptions) {
    this.options = options;
  }

  read(fact: Fact): void {
    this.facts.set(fact.id, fact);
    if (fact.slot !== undefined && !this.options.isMultiValued?.(fact.slot.attribute))
      push(this.slots, slotKey(fact.slot), fact);
    for (const claim of readClaims(fact.content)) {
      if (claim.sign < 0) this.denials.push({ fact, claim });
      else for (const word of new Set(claim.roots)) push(this.stated, word, { fact, claim });
      for (const role of claim.roles) push(this.roles, `${role.kind} ${role.key}`, { fact, role });
    }
    if (fact.links.some(({ kind }) => kind === "contradicts")) this.linked.push(fact);
  }

  *compare(): Generator<undefined> {
    for (const facts of this.slots.values()) yield* this.compareSlot(facts);
    for (const filled of this.roles.values()) yield* this.compareRole(filled);
    for (const denial of this.denials) yield* this.compareDenial(denial);
    // Last: what the words say tells more than that the two were linked.
    for (const fact of this.linked) yield* this.compareLinked(fact);
  }

  /** The principal's own contradictions first, then those of the writers, interleaved; no more than anybody reads. */
  *listed(): Generator<undefined, readonly Contradiction[]> {
    const all = yield* sortInSlices([...this.found.values()], byClasses);
    const { ordered } = roundRobin(all, ({ from }) => from);
    return ordered.slice(0, MAX_CONTRADICTIONS).map(({ classes: _, ...contradiction }) => contradiction);
  }

  /** Counts work done, and now and then lets other work run. */
  private *count(weight: number): Generator<undefined> {
    this.compared += weight;
    if (this.compared < COMPARED_PER_STEP) return;
    this.compared = 0;
    yield undefined;
  }

  private *compareLinked(fact: Fact): Generator<undefined> {
    for (const { kind, to } of fact.links) {
      const other = kind === "contradicts" ? this.facts.get(to) : undefined;
      if (other !== undefined && !this.isListed(fact, other))
        this.note(fact, other, "linked", fact.content, other.content);
      yield* this.count(1);
    }
  }

  /**
   * A possible change of what is listed already, each with the fact that stands best, adds nothing. Pairs with facts of
   * lower classes do not count: what others say against the two must not take their own pair off the list.
   */
  private isListed(fact: Fact, other: Fact): boolean {
    const weaker = Math.min(fact.authority, other.authority);
    const isNamed = ({ id }: Fact) => (this.named.get(id) ?? -1) >= weaker;
    return fact.review === POSSIBLE_CHANGE && isNamed(fact) && isNamed(other);
  }

  private *compareSlot([best, ...others]: readonly Fact[]): Generator<undefined> {
    yield* this.count(1);
    if (best?.slot === undefined || others.length === 0) return;
    const form = canonical(best.content);
    for (const other of others) {
      yield* this.count(CANONICAL_WEIGHT);
      if (other.slot === undefined || !isSameSlot(best.slot, other.slot)) continue;
      if (canonical(other.content) !== form) this.note(best, other, "slot", best.content, other.content);
    }
  }

  /** Compares each value with the strongest of those that it excludes. */
  private *compareRole(filled: readonly Filled[]): Generator<undefined> {
    yield* this.count(1);
    if (filled.length < 2) return;
    const best = new Map<string, Filled>();
    for (const one of filled) if (!best.has(one.role.value)) best.set(one.role.value, one);
    if (best.size < 2) return;
    const values = [...best.values()].slice(0, MAX_DENIED_CANDIDATES);
    for (const { fact, role } of filled) {
      const at = values.findIndex((one) => one.fact.id !== fact.id && areIncompatible(one.role, role));
      yield* this.count(at < 0 ? values.length : at + 1);
      const other = values[at];
      if (other !== undefined) this.note(fact, other.fact, role.kind, role.value, other.role.value);
    }
  }

  private *compareDenial({ fact, claim }: Said): Generator<undefined> {
    yield* this.count(1);
    let candidates: readonly Said[] | undefined;
    for (const word of claim.roots) {
      const here = this.stated.get(word) ?? [];
      if (candidates === undefined || here.length < candidates.length) candidates = here;
    }
    for (const other of (candidates ?? []).slice(0, MAX_DENIED_CANDIDATES)) {
      if (other.fact.id === fact.id) continue;
      yield* this.count(1);
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
    const weaker = Math.min(one.authority, two.authority);
    for (const { id: named } of [one, two])
      this.named.set(named, Math.max(weaker, this.named.get(named) ?? -1));
    const [keep] = [one, two].sort(byStrength) as [Fact, Fact];
    this.found.set(id, {
      id,
      a: a.id,
      b: b.id,
      kind,
      says: isOlder ? { a: saysOne, b: saysTwo } : { a: saysTwo, b: saysOne },
      keep: keep.id,
      why: REASONS[kind],
      from: groupOf(laterComing(one, two)),
      classes: [Math.max(one.authority, two.authority), Math.min(one.authority, two.authority)],
    });
  }
}

/** The higher classes first, then the latest. */
function byClasses(x: Found, y: Found): number {
  const [xHigh, xLow] = x.classes;
  const [yHigh, yLow] = y.classes;
  return yHigh - xHigh || yLow - xLow || (x.b < y.b ? 1 : x.b > y.b ? -1 : x.a < y.a ? -1 : 1);
}

/** The fact without which there would be no contradiction: of the lower class, or else later in the log. */
function laterComing(one: Fact, two: Fact): Fact {
  const difference = one.authority - two.authority || placeOf(two) - placeOf(one);
  return difference < 0 ? one : two;
}

/** Has somebody decided that both hold? Then each has a `relates` link to the other. (A pass links one way only.) */
function saidToHoldBoth(a: Fact, b: Fact): boolean {
  const relates = (from: Fact, to: Fact) =>
    from.links.some((link) => link.kind === "relates" && link.to === to.id);
  return relates(a, b) && relates(b, a);
}

const REASONS: Readonly<Record<Contradiction["kind"], string>> = {
  slot: "Both stand in the same slot, which holds one value.",
  linked: "One of them was written as contradicting the other, or may have changed it.",
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
