/**
 * What does a correction or a negation put an end to? ("I no longer work at Acme", "Actually it is on 13 May")
 *
 * Only what it names: a fact that says exactly what is denied, or the one fact that has the same frame with
 * another value. If it names nothing, or more than one, it is stored and listed for review. What it names and is told
 * afterwards, of an earlier time, is history at once (`findLaterDenial`).
 */
import { isSameSlot, type KeyIndex } from "../index/keys.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { canonical } from "../text/canonical.ts";
import { type Denial, denialOf } from "../text/denial.ts";
import { frame } from "../text/frame.ts";
import { isCurrent } from "./same.ts";
import type { Claim } from "./slot.ts";
import { endOf, startOf } from "./span.ts";

export interface Denied {
  /** What it ends. */
  readonly facts: readonly Fact[];
  /** What it would end, if its source were not of a lower class. */
  readonly above: readonly Fact[];
  readonly unmatched: boolean;
}

/** Why a person should look at a denial that names nothing. */
export const DENIAL_UNMATCHED = "denial-unmatched";

export const NOTHING_DENIED: Denied = { facts: [], above: [], unmatched: false };

export function findDenied(state: State, keys: KeyIndex, claim: Claim, authority: Authority): Denied {
  const denied = deniedByWords(state, keys, claim, authority);
  const refuted = findRefuted(state, keys, claim, authority);
  if (refuted.length === 0) return denied;
  const facts = [...denied.facts, ...refuted.filter((fact) => fact.authority === authority)];
  const above = [...denied.above, ...refuted.filter((fact) => fact.authority > authority)];
  return { facts, above, unmatched: denied.unmatched };
}

/**
 * Denials that stand, of what is now said once more: "I work at Acme", after "I no longer work at Acme". Those that ended
 * something are found through that, too, which said the same; of that, what lower classes said counts for nothing.
 */
function findRefuted(state: State, keys: KeyIndex, claim: Claim, authority: Authority): readonly Fact[] {
  const refuted = new Set<Fact>();
  const consider = (denial: Fact | undefined) => {
    if (denial === undefined || refuted.has(denial) || !mayRefute(denial, claim, authority)) return;
    const isMeant = (one: Fact) => isReached(one, claim) && denies(one, claim);
    if (lookUp(state, [denial.id], claim, isMeant).length > 0) refuted.add(denial);
  };
  for (const id of keys.denying(claim.reading)) {
    const denial = state.facts.get(id);
    if (denial === undefined || !mayRefute(denial, claim, authority)) continue;
    // Which one a correction means by its frame is told by what it corrected.
    if (denialOf(denial.content)?.denies.includes(claim.reading.form)) consider(denial);
  }
  for (const id of keys.sameAs(claim.reading.form)) {
    const fact = state.facts.get(id);
    if (fact?.validity !== "superseded" || fact.authority < authority || fact.quarantined) continue;
    if (canonical(fact.content) === claim.reading.form) consider(lastSuccessor(state, fact));
  }
  return [...refuted];
}

/** It is of this class or above, and about the same slot if it is about one. */
function mayRefute(denial: Fact, { slot }: Claim, authority: Authority): boolean {
  if (denial.authority < authority) return false;
  return denial.slot === undefined || (slot !== undefined && isSameSlot(denial.slot, slot));
}

/**
 * The denial that came after what is told only now: "I no longer eat meat", and then, of last year, "I eat meat". Of the
 * same class or above: nobody below makes history of what the principal says. A correction that found what it corrects
 * means no other.
 */
export function findLaterDenial(
  state: State,
  keys: KeyIndex,
  claim: Claim,
  authority: Authority,
): Fact | undefined {
  const ids = keys.denying(claim.reading);
  if (ids.length === 0) return undefined;
  const [start, end] = [startOf(claim), endOf(claim)];
  const later = ids
    .flatMap((id) => state.facts.get(id) ?? [])
    .filter((fact) => fact.id !== claim.id && startOf(fact) > start && startOf(fact) < end)
    .filter((fact) => fact.validity === "valid" && !fact.quarantined && isCurrent(fact, claim.at))
    .filter((fact) => mayRefute(fact, claim, authority) && namesLate(fact, claim));
  return later.sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))[0];
}

function namesLate(fact: Fact, { reading }: Claim): boolean {
  const denial = denialOf(fact.content);
  if (denial === undefined) return false;
  if (denial.denies.includes(reading.form)) return true;
  const isOpen = denial.kind === "correction" && fact.review === DENIAL_UNMATCHED;
  return isOpen && denial.frame === reading.frameKey && canonical(denial.statement) !== reading.form;
}

/** What took its place, and the place of that, up to what nothing has replaced. */
function lastSuccessor(state: State, fact: Fact): Fact | undefined {
  const seen = new Set([fact.id]);
  let last: Fact | undefined = fact;
  while (last?.validity === "superseded") {
    last = last.supersededBy === undefined ? undefined : state.facts.get(last.supersededBy);
    if (last === undefined || seen.has(last.id)) return undefined;
    seen.add(last.id);
  }
  return last;
}

function denies(fact: Fact, { reading }: Claim): boolean {
  const denial = denialOf(fact.content);
  if (denial === undefined)
    return fact.segment === "correction" && frame(fact.content).key === reading.frameKey;
  return (
    denial.denies.includes(reading.form) ||
    (denial.kind === "correction" && denial.frame === reading.frameKey)
  );
}

function deniedByWords(state: State, keys: KeyIndex, claim: Claim, authority: Authority): Denied {
  const denial = claim.reading.denial ?? correctionOf(claim);
  if (denial === undefined) return NOTHING_DENIED;
  const named = denial.denies.flatMap((form) =>
    lookUp(
      state,
      keys.sameAs(form),
      claim,
      (fact) => isOpposed(fact, claim, authority) && canonical(fact.content) === form,
    ),
  );
  const byFrame = framed(state, keys, claim, denial, authority);
  const isLower = (fact: Fact) => fact.authority < authority;
  // Whether it was understood is told by what its own class and those above said: nobody below has a part in that.
  const namedHere = named.filter((fact) => !isLower(fact));
  const meant = namedHere.length > 0 ? namedHere : byFrame.filter((fact) => !isLower(fact));
  const namedBelow = named.filter(isLower);
  const below = named.length > 0 ? namedBelow : byFrame.filter(isLower);
  const facts = [...meant.filter((fact) => fact.authority === authority), ...below];
  const above = meant.filter((fact) => fact.authority > authority);
  return { facts, above, unmatched: meant.length === 0 };
}

/** Whatever stands in the correction segment corrects something, marker or not. */
function correctionOf(draft: Claim): Denial | undefined {
  if (draft.segment !== "correction") return undefined;
  return { kind: "correction", denies: [], frame: draft.reading.frameKey, statement: draft.content };
}

/** More than one is as good as many: it is not known which is meant. */
const AMBIGUOUS = 2;

/** The one fact with the frame of a correction and another value. */
function framed(
  state: State,
  keys: KeyIndex,
  draft: Claim,
  denial: Denial,
  authority: Authority,
): readonly Fact[] {
  const key = denial.frame;
  if (denial.kind !== "correction" || key === undefined) return [];
  const ids = keys.framed(key);
  if (ids.length === 0) return [];
  const { reading, content } = draft;
  // What says the same, with its marker or without, has no other value.
  const same = [reading.form, denial.statement === content ? reading.form : canonical(denial.statement)];
  const [peers, above, lower]: [Fact[], Fact[], Fact[]] = [[], [], []];
  // Thousands may share a frame: which class a fact has is looked at before its words are read.
  lookUp(state, ids, draft, (fact) => {
    if (!isOpposed(fact, draft, authority)) return false;
    const some = fact.authority === authority ? peers : fact.authority > authority ? above : lower;
    if (some.length === AMBIGUOUS || (some === lower && peers.length === AMBIGUOUS)) return false;
    const fits = frame(fact.content).key === key && !same.includes(canonical(fact.content));
    if (fits) some.push(fact);
    return fits;
  });
  // Its own class first: what lower classes said must not make the principal's correction ambiguous. What it says
  // against a higher class is against it whatever its own class has said: else a decoy would keep it out of doubt.
  const nearest = peers.length > 0 ? peers : above.length > 0 ? [] : lower;
  return [nearest, above].flatMap((some) => (some.length === 1 ? some : []));
}

/** What is said of the past denies nothing that began since; what is said now denies plans too. */
function isReached(fact: Fact, claim: Claim): boolean {
  const start = startOf(claim);
  return start >= claim.at || startOf(fact) <= start;
}

/** Against a higher class it is as long as both hold: no date that it gives itself keeps it out of doubt. */
function isOpposed(fact: Fact, claim: Claim, authority: Authority): boolean {
  return fact.authority > authority ? startOf(fact) < endOf(claim) : isReached(fact, claim);
}

function lookUp(
  state: State,
  ids: readonly string[],
  claim: Claim,
  fits: (fact: Fact) => boolean,
): readonly Fact[] {
  const start = startOf(claim);
  return ids
    .flatMap((id) => state.facts.get(id) ?? [])
    .filter((fact) => fact.id !== claim.id && !fact.quarantined && isCurrent(fact, start) && fits(fact));
}
