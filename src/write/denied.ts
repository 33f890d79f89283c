/**
 * Which facts does a correction or a negation end? ("I no longer work at Acme", "Actually it is on 13 May")
 *
 * Only those that it names: a fact that says exactly what is denied, or the single fact with the same frame (the
 * sentence without its value) and another value. If it matches no fact, or more than one by its frame, it is stored and
 * listed for review. If a fact that it names is told later, about an earlier time, that fact is history at once
 * (`findLaterDenial`).
 */
import { isSameSlot, type KeyIndex } from "../indexes/keys.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { type Denial, denialOf } from "../text/claims/denial.ts";
import { differInOneValue, frame } from "../text/claims/frame.ts";
import { canonical } from "../text/sameness/canonical.ts";
import type { Known } from "./known.ts";
import { mayEnd } from "./own-word.ts";
import { isCurrent } from "./same.ts";
import type { Claim } from "./slot.ts";
import { endOf, startOf } from "./span.ts";

export interface Denied {
  /** The facts that it ends. */
  readonly facts: readonly Fact[];
  /** The facts that it would end if they were not of a higher class or another author's. */
  readonly above: readonly Fact[];
  readonly unmatched: boolean;
}

/** The review reason of a denial that matches no fact. */
export const DENIAL_UNMATCHED = "denial-unmatched";

export const NOTHING_DENIED: Denied = { facts: [], above: [], unmatched: false };

export function findDenied(state: Known, keys: KeyIndex, claim: Claim, authority: Authority): Denied {
  const denied = deniedByWords(state, keys, claim, authority);
  const refuted = findRefuted(state, keys, claim, authority);
  if (refuted.length === 0) return denied;
  const isEnded = (fact: Fact) => mayEnd(state, fact, claim.author, authority);
  const facts = [...denied.facts, ...refuted.filter(isEnded)];
  const above = [...denied.above, ...refuted.filter((fact) => !isEnded(fact))];
  return { facts, above, unmatched: denied.unmatched };
}

/**
 * Standing denials of what is now said again: "I work at Acme", after "I no longer work at Acme". A correction may deny
 * it only by its frame; then it counts if it took the place of a fact that said the same.
 */
function findRefuted(state: Known, keys: KeyIndex, claim: Claim, authority: Authority): readonly Fact[] {
  const { form } = claim.reading;
  const denying = keys.denying({ form });
  const ended = endersOf(state, keys, claim, authority);
  if (denying.length === 0 && ended.length === 0) return [];
  const isMet = (denial: Fact) => mayRefute(denial, claim, authority) && isReached(denial, claim);
  const named = lookUp(state, denying, claim, (one) => isMet(one) && deniesForm(one, form));
  const meant = lookUp(state, ended, claim, (one) => isMet(one) && denies(one, claim));
  return [...new Set([...named, ...meant])];
}

/**
 * The ids of the facts that now stand in place of superseded facts that said the same. Lower classes' facts are
 * ignored.
 */
function endersOf(state: Known, keys: KeyIndex, { reading }: Claim, authority: Authority): readonly string[] {
  const ids = keys.sameAs(reading.form);
  if (ids.length === 0) return ids;
  const enders = new Set<string>();
  const known: LastSuccessors = new Map();
  for (const id of ids) {
    const fact = state.facts.get(id);
    if (fact?.validity !== "superseded" || fact.authority < authority || fact.quarantined) continue;
    const last = lastSuccessor(state, fact, known)?.id;
    if (last !== undefined && !enders.has(last) && canonical(fact.content) === reading.form) enders.add(last);
  }
  return [...enders];
}

/** Is the denial of this class or above and, if it is about a slot, about the same slot? */
function mayRefute(denial: Fact, { slot }: Claim, authority: Authority): boolean {
  if (denial.authority < authority) return false;
  return denial.slot === undefined || (slot !== undefined && isSameSlot(denial.slot, slot));
}

/**
 * The denial that came after the time of a claim that is told only now: "I no longer eat meat", and then, about last
 * year, "I eat meat". Only denials of the same author or a higher class count: nobody else turns somebody's statement
 * into history. A correction that has already found the fact that it corrects applies to no other.
 */
export function findLaterDenial(
  state: Known,
  keys: KeyIndex,
  claim: Claim,
  authority: Authority,
): Fact | undefined {
  const { form, frameKey } = claim.reading;
  const byWords = keys.denying({ form });
  const byFrame = keys.denying({ frameKey });
  if (byWords.length === 0 && byFrame.length === 0) return undefined;
  const [start, end] = [startOf(claim), endOf(claim)];
  const isLater = (fact: Fact) =>
    startOf(fact) > start &&
    startOf(fact) < end &&
    fact.validity === "valid" &&
    isCurrent(fact, claim.at) &&
    (fact.authority > authority || mayEnd(state, fact, claim.author, authority)) &&
    mayRefute(fact, claim, authority);
  const isOpen = (fact: Fact) => fact.review === DENIAL_UNMATCHED && isLater(fact);
  const named = factsOf(state, byWords, claim, (one) => isLater(one) && deniesForm(one, form));
  const open = [...factsOf(state, byFrame, claim, isOpen)].sort(byStart);
  const meant = open.find((fact) => correctsFrame(fact, claim));
  return [...named, ...(meant === undefined ? [] : [meant])].sort(byStart)[0];
}

function byStart(a: Fact, b: Fact): number {
  return startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1);
}

function deniesForm(fact: Fact, form: string): boolean {
  return denialOf(fact.content)?.denies.includes(form) ?? false;
}

/** Does the fact correct what the claim says, to another value? */
function correctsFrame(fact: Fact, { reading, content }: Claim): boolean {
  const denial = denialOf(fact.content);
  if (denial?.kind !== "correction" || denial.frame !== reading.frameKey) return false;
  return differInOneValue(frame(denial.statement), frame(content));
}

type LastSuccessors = Map<string, Fact | undefined>;

/** Follows `supersededBy` to the fact that nothing has replaced. A circle gives undefined. */
function lastSuccessor(state: Known, fact: Fact, known: LastSuccessors): Fact | undefined {
  const passed: string[] = [];
  let last: Fact | undefined = fact;
  while (last?.validity === "superseded" && !known.has(last.id)) {
    known.set(last.id, undefined);
    passed.push(last.id);
    last = last.supersededBy === undefined ? undefined : state.facts.get(last.supersededBy);
  }
  const end = last?.validity === "superseded" ? known.get(last.id) : last;
  for (const id of passed) known.set(id, end);
  return end;
}

function denies(fact: Fact, claim: Claim): boolean {
  if (denialOf(fact.content) === undefined)
    return fact.segment === "correction" && differInOneValue(frame(fact.content), frame(claim.content));
  return deniesForm(fact, claim.reading.form) || correctsFrame(fact, claim);
}

function deniedByWords(state: Known, keys: KeyIndex, claim: Claim, authority: Authority): Denied {
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
  // Only facts of its own class and above decide whether the denial was understood: lower classes have no part in that.
  const namedHere = named.filter((fact) => !isLower(fact));
  const meant = namedHere.length > 0 ? namedHere : byFrame.filter((fact) => !isLower(fact));
  const namedBelow = named.filter(isLower);
  const below = named.length > 0 ? namedBelow : byFrame.filter(isLower);
  const isEnded = (fact: Fact) => mayEnd(state, fact, claim.author, authority);
  const facts = [...meant.filter(isEnded), ...below];
  const above = meant.filter((fact) => !isEnded(fact));
  return { facts, above, unmatched: meant.length === 0 };
}

/** Every fact in the correction segment corrects something, even without a correcting word. */
function correctionOf(draft: Claim): Denial | undefined {
  if (draft.segment !== "correction") return undefined;
  return { kind: "correction", denies: [], frame: draft.reading.frameKey, statement: draft.content };
}

/** Two matches are as bad as many: it is unknown which one is meant. */
const AMBIGUOUS = 2;

/** The single fact with the frame of a correction and another value, in each class group. */
function framed(
  state: Known,
  keys: KeyIndex,
  draft: Claim,
  denial: Denial,
  authority: Authority,
): readonly Fact[] {
  const key = denial.frame;
  if (denial.kind !== "correction" || key === undefined) return [];
  const ids = keys.framed(key);
  if (ids.length === 0) return [];
  const own = frame(denial.statement);
  const [peers, above, lower]: [Fact[], Fact[], Fact[]] = [[], [], []];
  // Thousands of facts may share a frame, so a fact's class is checked before its words are read.
  lookUp(state, ids, draft, (fact) => {
    if (!isOpposed(fact, draft, authority)) return false;
    const some = fact.authority === authority ? peers : fact.authority > authority ? above : lower;
    if (some.length === AMBIGUOUS || (some === lower && peers.length === AMBIGUOUS)) return false;
    const fits = differInOneValue(frame(fact.content), own);
    if (fits) some.push(fact);
    return fits;
  });
  // Its own class first: what lower classes said must not make the principal's correction ambiguous. A contradiction of
  // a higher class counts whatever its own class has said: otherwise a decoy would keep it from being challenged.
  const nearest = peers.length > 0 ? peers : above.length > 0 ? [] : lower;
  return [nearest, above].flatMap((some) => (some.length === 1 ? some : []));
}

/** A statement about the past denies nothing that began since; a statement about now denies plans too. */
function isReached(fact: Fact, claim: Claim): boolean {
  const start = startOf(claim);
  return start >= claim.at || startOf(fact) <= start;
}

/**
 * Against a higher class a claim counts as opposed as long as both hold at some time: no date that the claim gives
 * itself keeps it from being challenged.
 */
function isOpposed(fact: Fact, claim: Claim, authority: Authority): boolean {
  return fact.authority > authority ? startOf(fact) < endOf(claim) : isReached(fact, claim);
}

/** `fits` reads words, so it is called last. */
function lookUp(
  state: Known,
  ids: readonly string[],
  claim: Claim,
  fits: (fact: Fact) => boolean,
): readonly Fact[] {
  const start = startOf(claim);
  return factsOf(state, ids, claim, (fact) => isCurrent(fact, start) && fits(fact));
}

/** A loop: building intermediate lists of thousands of facts that share a frame would take longer than all the rest. */
function factsOf(
  state: Known,
  ids: readonly string[],
  claim: Claim,
  fits: (fact: Fact) => boolean,
): readonly Fact[] {
  const facts: Fact[] = [];
  for (const id of ids) {
    const fact = state.facts.get(id);
    if (fact !== undefined && id !== claim.id && !fact.quarantined && fits(fact)) facts.push(fact);
  }
  return facts;
}
