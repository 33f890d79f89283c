/**
 * What does a correction or a negation put an end to? ("I no longer work at Acme", "Actually it is on 13 May")
 *
 * Only what it names: a fact that says exactly what is denied, or the one fact that has the same frame with
 * another value. If it names nothing, or more than one, it is stored and listed for review. What it names and is told
 * afterwards, of an earlier time, is history at once (`findLaterDenial`).
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
  /** What it ends. */
  readonly facts: readonly Fact[];
  /** What it would end, if its source were not of a lower class, or another author. */
  readonly above: readonly Fact[];
  readonly unmatched: boolean;
}

/** Why a person should look at a denial that names nothing. */
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
 * Denials that stand, of what is now said once more: "I work at Acme", after "I no longer work at Acme". Which one a
 * correction means by its frame is told by what it corrected: that said the same, and the correction took its place.
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

/** What stands in the place of what said the same; of that, what lower classes said counts for nothing. */
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

/** It is of this class or above, and about the same slot if it is about one. */
function mayRefute(denial: Fact, { slot }: Claim, authority: Authority): boolean {
  if (denial.authority < authority) return false;
  return denial.slot === undefined || (slot !== undefined && isSameSlot(denial.slot, slot));
}

/**
 * The denial that came after what is told only now: "I no longer eat meat", and then, of last year, "I eat meat". Of the
 * same author or a higher class: nobody else makes history of what somebody says. A correction that found what it corrects
 * means no other.
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

/** It corrects what the claim says, to another value. */
function correctsFrame(fact: Fact, { reading, content }: Claim): boolean {
  const denial = denialOf(fact.content);
  if (denial?.kind !== "correction" || denial.frame !== reading.frameKey) return false;
  return differInOneValue(frame(denial.statement), frame(content));
}

type LastSuccessors = Map<string, Fact | undefined>;

/** What took its place, and the place of that, up to what nothing has replaced. A circle leads nowhere. */
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
  // Whether it was understood is told by what its own class and those above said: nobody below has a part in that.
  const namedHere = named.filter((fact) => !isLower(fact));
  const meant = namedHere.length > 0 ? namedHere : byFrame.filter((fact) => !isLower(fact));
  const namedBelow = named.filter(isLower);
  const below = named.length > 0 ? namedBelow : byFrame.filter(isLower);
  const isEnded = (fact: Fact) => mayEnd(state, fact, claim.author, authority);
  const facts = [...meant.filter(isEnded), ...below];
  const above = meant.filter((fact) => !isEnded(fact));
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
  // Thousands may share a frame: which class a fact has is looked at before its words are read.
  lookUp(state, ids, draft, (fact) => {
    if (!isOpposed(fact, draft, authority)) return false;
    const some = fact.authority === authority ? peers : fact.authority > authority ? above : lower;
    if (some.length === AMBIGUOUS || (some === lower && peers.length === AMBIGUOUS)) return false;
    const fits = differInOneValue(frame(fact.content), own);
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

/** `fits` reads words, and is asked last. */
function lookUp(
  state: Known,
  ids: readonly string[],
  claim: Claim,
  fits: (fact: Fact) => boolean,
): readonly Fact[] {
  const start = startOf(claim);
  return factsOf(state, ids, claim, (fact) => isCurrent(fact, start) && fits(fact));
}

/** A loop: lists made of lists, of thousands that share a frame, would take longer than all the rest. */
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
