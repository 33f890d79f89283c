/**
 * What becomes of a write? gate → secrets → threat → same? → slot → denied? → events.
 *
 * Pure: state, draft and rules in, events out. Every rule by which facts of different classes meet is here or in the
 * files it names, and all of them follow one principle: a lower class changes nothing that a higher class said.
 *
 * Long because it holds the stages of a write in their order.
 */
import { type ErrorCode, TidelineError } from "../errors.ts";
import type { KeyIndex } from "../indexes/keys.ts";
import { mayChoose } from "../lifecycle/layers.ts";
import { MAX_REFUSALS_LOGGED } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { hasRoomForRefusal } from "../log/refusals.ts";
import { EVENT_VERSION, type EventOf, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Layer, Segment } from "../model/segment.ts";
import { type Authority, PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { type Words, wordsIn } from "../model/wording.ts";
import { readWish } from "../text/claims/wish.ts";
import { type Denied, findDenied, NOTHING_DENIED } from "./denied.ts";
import { changeLinks, doubtEvents, doubtLinks } from "./doubt.ts";
import type { Draft } from "./draft.ts";
import {
  addedEvent,
  byOf,
  effectEvents,
  given,
  historyEvents,
  interludeEvents,
  matchedEvents,
  mergedEvents,
  type StampBy,
  stamp,
} from "./events.ts";
import { type GateVerdict, gateOf } from "./gate.ts";
import { objectionIn } from "./host-verdict.ts";
import { type Impact, impactOf, NO_IDS, NO_IMPACT } from "./impact.ts";
import { type Known, knownTo } from "./known.ts";
import { checkRoom, mayNotLink } from "./link-room.ts";
import { isOwnMannerWish } from "./manner.ts";
import { mayEnd } from "./own-word.ts";
import { isObservationLogged, isRestatementLogged } from "./repetition.ts";
import { broughtEvents, heldAgain } from "./restated.ts";
import { findRetry, retryMark } from "./retry.ts";
import { reviewFor } from "./review-for.ts";
import type { WriteRules } from "./rules.ts";
import { findSame, type SameFacts } from "./same.ts";
import { named, type Secret, secretsAmong } from "./secrets.ts";
import { type Claim, type Effect, ending, withoutFacts } from "./slot.ts";
import { startOf } from "./span.ts";
import type { Threat } from "./threat.ts";

/** The code of the error with which a write is refused. */
export type RefusalCode = Extract<ErrorCode, "write-gate" | "secret-refused" | "erased-fact">;

/** What becomes of a write that is stored, as the caller is told. */
export type AddOutcome = "added" | "reinforced" | "superseded" | "disputed" | "quarantined";

export interface Decision {
  readonly outcome: "added" | "reinforced" | "superseded" | "refused";
  readonly fact: string;
  readonly events: readonly MemoryEvent[];
  /** Why it was refused. */
  readonly reason?: string;
  readonly rule?: string;
  readonly code?: RefusalCode;
  /** What the caller should know: the write was stored as less than it claimed to be. */
  readonly note?: string | undefined;
  /** The segment, if the caller gave none. */
  readonly guessed?: Segment;
  /** The class of a refusal for which the log has no room. */
  readonly unlogged?: Authority;
}

export function decideAdd(state: State, keys: KeyIndex, given: Draft, rules: WriteRules): Decision {
  const evidence = given.evidence.map((id) => knownFact(state, id).authority);
  const permanent = given.pinned || given.tier === "permanent" || given.essential !== undefined;
  const { source, segment, speaker } = given;
  const request = { source, segment, origin: state.origin, voice: speaker.voice, evidence, permanent };
  const gate = gateOf(request, given.granted);
  const isLayered = given.layer === undefined || mayChoose(given.layer, gate.authority);
  const draft =
    gate.authority < TRUSTED ? saidByNow(isLayered ? given : { ...given, layer: undefined }) : given;
  const secrets = rules.secrets === "allow" ? [] : secretsAmong(saidIn(draft, gate));
  const refusal = gate.allowed && rules.secrets === "refuse" ? refusalOf(secrets) : undefined;
  const decision =
    gate.allowed && refusal === undefined
      ? decideAllowed(state, keys, draft, gate, secrets, rules)
      : refuse(state, draft, { ...gate, ...refusal }, secrets, rules);
  const note = gate.note ?? (isLayered || !gate.allowed ? undefined : layerNote(given.layer, gate.authority));
  return note === undefined ? decision : { ...decision, note };
}

function layerNote(layer: Layer | undefined, authority: Authority): string {
  return `A fact of class ${authority} is not put into the layer "${layer}", in which it would not fade. A person can promote it.`;
}

/** Below class 3 nothing happens in the future: such a fact would come before others when a question asks for a time. */
function saidByNow(draft: Draft): Draft {
  return (draft.occurredAt ?? 0) > draft.at ? { ...draft, occurredAt: draft.at } : draft;
}

/** How the host of a library lets a credential in. Surfaces name their own way instead. */
export const ALLOW_BY_OPTION = 'open the workspace with secrets: "mark" or "allow"';

/** What is said about a refused credential: its kind, and never a character of it. */
export function refusalOf(secrets: readonly Secret[]): Refusal | undefined {
  const [first] = secrets;
  if (first === undefined) return undefined;
  return {
    code: "secret-refused",
    rule: `secret/${first.kind}`,
    reason: `This holds ${named(secrets)}, and this workspace does not store credentials. The text was not stored. Keep it in a password manager, and remember where it is. If it is no credential, put it in other words, or ${ALLOW_BY_OPTION}.`,
  };
}

function decideAllowed(
  state: State,
  keys: KeyIndex,
  draft: Draft,
  gate: GateVerdict,
  secrets: readonly Secret[],
  rules: WriteRules,
): Decision {
  const retried = findRetry(state, draft, gate.authority, rules);
  if (retried !== undefined) return { outcome: retried.outcome, fact: retried.fact, events: [] };
  const known = knownTo(gate.authority, state);
  for (const link of draft.links) {
    const target = knownFact(known, link.to);
    const isTheirs = mayEnd(known, target, draft.author, gate.authority);
    const reason = mayNotLink(link, target, gate.authority, isTheirs);
    if (reason !== undefined)
      return refuse(state, draft, { ...gate, rule: "gate/overruling-link", reason }, secrets, rules);
    checkRoom({ authority: gate.authority, links: [] }, target, known);
  }
  // Class 3 is the principal's own words and nothing else. Everything of a lower class is scanned.
  const found = gate.authority < TRUSTED ? rules.scan(saidIn(draft, gate)) : [];
  const threats =
    isOwnTurn(draft, gate) && isOwnMannerWish(saidIn(draft, gate), found, rules.scan) ? [] : found;
  const same = findSame(known, keys, draft, gate.authority, {
    isMultiValued: rules.isMultiValued,
    isHeld: threats.length > 0,
  });
  if (same.above !== undefined) return restate(known, draft, gate, same.above, rules);
  if (same.equal !== undefined && draft.corrects === undefined) {
    const again = { ...draft, id: same.equal.id };
    const denied = threats.length > 0 ? NOTHING_DENIED : findDenied(known, keys, again, gate.authority);
    if (!isOutdated(same.equal, denied, gate.authority))
      return reinforce(
        ...([known, keys, draft, gate] as const),
        { ...same, equal: same.equal },
        { denied, threats, secrets },
        rules,
      );
  }
  return addFact(known, keys, draft, gate, same, { threats, secrets }, rules);
}

/** All words that came with the draft: an order to the agent may stand in a tag as well as in a sentence. */
function saidIn(draft: Draft, gate: GateVerdict): Words {
  const words = wordsIn(draft);
  if (gate.source === "other") words.sourceName = draft.source;
  return words;
}

function knownFact({ facts }: Known, id: string): Fact {
  const fact = facts.get(id);
  if (fact === undefined)
    throw new TidelineError(
      "no-such-fact",
      `There is no fact ${id.slice(0, 64)} in this origin. Nothing was written.`,
    );
  return fact;
}

/** The rule, and what the caller is told. */
interface Refusal {
  readonly code?: RefusalCode;
  readonly rule: string;
  readonly reason: string;
}

function refuse(
  state: State,
  draft: Draft,
  gate: Pick<GateVerdict, "source" | "authority"> & Refusal,
  secrets: readonly Secret[],
  rules: WriteRules,
): Decision {
  const { segment, at } = draft;
  const { authority, rule, code = "write-gate" } = gate;
  if (!hasRoomForRefusal(state.refusals, authority, at)) {
    const reason = `${gate.reason} It is counted and not logged: the log holds ${MAX_REFUSALS_LOGGED} refusals of this class within the hour.`;
    return { outcome: "refused", fact: "", events: [], reason, rule, code, unlogged: authority };
  }
  const event: EventOf<"refused"> = {
    type: "refused",
    v: EVENT_VERSION,
    at,
    by: byOf(draft, gate),
    why: { rule: gate.rule },
    segment,
    source: gate.source,
    authority: gate.authority,
    // A PIN or a card number can be guessed from its digest. So if there is a credential, the draft's id is digested
    // instead of the text.
    digest: rules.digestOfRefused(secrets.length > 0 ? draft.id : draft.content),
  };
  return { outcome: "refused", fact: "", events: [event], reason: gate.reason, rule, code };
}

/**
 * A lower class says what a higher class said: this leaves a trace, if there are not too many, but no observation. If the
 * principal said it again in a turn of a conversation, the fact's decay clock restarts, and nothing else changes.
 */
function restate(state: Known, draft: Draft, gate: GateVerdict, fact: Fact, rules: WriteRules): Decision {
  const { source, authority } = gate;
  if (!isRestatementLogged(state, fact, authority))
    return { outcome: "reinforced", fact: fact.id, events: [] };
  const { idempotency, request } = retryMark(draft, authority, "reinforced", fact.origin, rules);
  const restated: EventOf<"restated"> = {
    ...{ type: "restated", ...stamp(draft, gate, "same/lower-class"), fact: fact.id, source, authority },
    ...given({ turns: draft.turns, idempotency, body: request === undefined ? undefined : { request } }),
  };
  if (!isOwnTurn(draft, gate) || fact.authority !== TRUSTED || draft.createdAt <= fact.lastAccessedAt)
    return { outcome: "reinforced", fact: fact.id, events: [restated] };
  const touched: EventOf<"revised"> = {
    ...{ type: "revised", ...stamp(draft, gate, "same/own-turn"), fact: fact.id },
    touchedAt: draft.createdAt,
  };
  return { outcome: "reinforced", fact: fact.id, events: [restated, touched] };
}

/** Did the principal say it in a turn of his own? A pass that read the turn vouches for it, and nobody else can. */
function isOwnTurn({ granted }: Draft, { authority }: GateVerdict): boolean {
  return granted === PROTECTING_CLASS && authority === PROTECTING_CLASS;
}

/** Has the fact's own class said the opposite since? Then saying it again is a new statement, not a restatement. */
function isOutdated(fact: Fact, denied: Denied, authority: Authority): boolean {
  return denied.facts.some(
    (one) =>
      one.authority === authority &&
      (startOf(one) > startOf(fact) || (startOf(one) === startOf(fact) && one.id > fact.id)),
  );
}

/** What was found in the words of an accepted write. */
interface Found {
  readonly threats: readonly Threat[];
  readonly secrets: readonly Secret[];
}

function reinforce(
  state: Known,
  keys: KeyIndex,
  draft: Draft,
  gate: GateVerdict,
  { equal: fact, below }: SameFacts & { readonly equal: Fact },
  { denied, threats, secrets }: Found & { readonly denied: Denied },
  rules: WriteRules,
): Decision {
  const { source, authority } = gate;
  const objection = threats.length === 0 ? undefined : objectionIn(threats);
  const { idempotency, request } = retryMark(draft, authority, "reinforced", state.origin, rules);
  const body = given({
    episode: draft.episode,
    actor: draft.actor,
    sourceName: source === "other" && draft.source !== fact.sourceName ? draft.source : undefined,
    objection: objection === fact.objection ? undefined : objection,
    request,
  });
  const evidence = draft.evidence.filter((id) => id !== fact.id);
  const observed: EventOf<"observed"> = {
    type: "observed",
    ...stamp(draft, gate, "same/restated"),
    fact: fact.id,
    source,
    authority,
    saidAt: draft.createdAt,
    ...(evidence.length === 0 ? {} : { evidence }),
    ...given({ turns: draft.turns, idempotency }),
    ...(Object.keys(body).length === 0 ? {} : { body }),
  };
  const events: MemoryEvent[] = isObservationLogged(state, fact, draft, authority) ? [observed] : [];
  if (!mayEnd(state, fact, draft.author, authority)) return { outcome: "reinforced", fact: fact.id, events };
  if (fact.lifecycle === "archived" && authority === TRUSTED) {
    events.push({ type: "restored", ...stamp(draft, gate, "same/said-again"), fact: fact.id });
  }
  // What lower classes said while this fact was out of sight.
  const lower = below.filter((one) => one.authority < authority);
  if (fact.validity !== "superseded")
    events.push(...mergedEvents(lower, fact.id, stamp(draft, gate, ABSORBED)));
  if (secrets.length > 0 && fact.review === undefined)
    events.push({ type: "revised", ...stamp(draft, gate, "secret/marked"), fact: fact.id, review: SECRET });
  const claim = heldAgain(draft, fact);
  const impact = threats.length > 0 ? NO_IMPACT : impactOf(state, keys, claim, authority, rules);
  events.push(...broughtEvents(state, draft, gate, fact, { claim, impact }, rules));
  if (isMoved(fact, claim))
    events.push(...displaced(impact, claim, denied, (rule) => stamp(draft, gate, rule)));
  const again = { ...draft, id: fact.id, segment: fact.segment };
  for (const one of denied.facts)
    events.push(...effectEvents(ending(one, again), again, (rule) => stamp(draft, gate, rule), denied.facts));
  if (impact.doubt !== undefined && fact.validity === "valid") {
    const linker = { id: fact.id, authority, links: [...fact.links, ...draft.links] };
    events.push(...doubtEvents(state, linker, impact.doubt, stamp(draft, gate, "conflict/higher-class")));
  }
  return { outcome: "reinforced", fact: fact.id, events };
}

/** Do the fact's dates change? */
function isMoved(fact: Fact, { validFrom, validTo }: Claim): boolean {
  return fact.validity !== "superseded" && (validFrom !== fact.validFrom || validTo !== fact.validTo);
}

/** What a value does to the other values of its slot when its dates change. */
function displaced(
  { place }: Impact,
  claim: Claim,
  denied: Denied,
  stampBy: StampBy,
): readonly MemoryEvent[] {
  const { effects, interludes } = withoutFacts(place, new Set(denied.facts.map((fact) => fact.id)));
  return [
    ...effects.flatMap((effect) => effectEvents(effect, claim, stampBy, denied.facts)),
    ...interludeEvents(claim.id, interludes, stampBy),
  ];
}

function addFact(
  state: Known,
  keys: KeyIndex,
  draft: Draft,
  gate: GateVerdict,
  same: SameFacts,
  { threats, secrets }: Found,
  rules: WriteRules,
): Decision {
  const isHeld = threats.length > 0;
  const absorbed: ReadonlySet<string> =
    same.below.length === 0 ? NO_IDS : new Set(same.below.map((fact) => fact.id));
  const impact = isHeld ? NO_IMPACT : impactOf(state, keys, draft, gate.authority, rules, absorbed);
  const { place, denied, changed, doubt } = impact;
  const { authority } = gate;
  const implied =
    same.equal === undefined ? impact.effects : [...impact.effects, ...replaced(same.equal, impact, draft)];
  const declared = isHeld
    ? []
    : declaredOver(state, draft, authority, new Set([...implied.map(({ fact }) => fact.id), ...absorbed]));
  const effects = [...implied, ...declared];
  const { content } = draft;
  const news = isHeld
    ? undefined
    : rules.news?.({ content, authority, replaces: replacedIds(effects, absorbed) }, state);
  const wish = draft.wish ?? readWish(content)?.wish;
  const review = isSecretAlone(threats, secrets)
    ? SECRET
    : reviewFor(draft, gate.authority, {
        ...{ said: saidIn(draft, gate), threats, doubt, denied, changed, news, wish },
      });
  const ends = effects.some(endsIt);
  const outcome = ends && place.successor === undefined ? "superseded" : "added";
  const found = {
    threats,
    challenged: doubt !== undefined,
    until: place.until,
    review,
    outcome,
    news,
    wish,
  } as const;
  const added = addedEvent(draft, gate, rules, state.origin, found);
  const events: MemoryEvent[] = [added];
  const stampBy = (rule: string) => stamp(draft, gate, rule);
  for (const effect of implied) events.push(...effectEvents(effect, draft, stampBy, denied.facts));
  // The link itself came with the draft.
  for (const effect of declared)
    events.push(...effectEvents(effect, draft, stampBy, []).filter(({ type }) => type !== "linked"));
  events.push(...mergedEvents(same.below, draft.id, stampBy(ABSORBED)));
  events.push(...interludeEvents(draft.id, place.interludes, stampBy));
  events.push(...historyEvents(draft, stampBy, impact));
  events.push(...matchedEvents(impact, authority, stampBy));
  if (doubt !== undefined) {
    const linker = { id: draft.id, authority, links: draft.links };
    events.push(...doubtLinks(state, linker, doubt, stampBy("conflict/higher-class")));
  }
  const linker = { id: draft.id, authority, links: draft.links };
  events.push(...changeLinks(state, linker, changed, stampBy));
  return { outcome, fact: draft.id, events, ...(draft.isSegmentGiven ? {} : { guessed: added.segment }) };
}

/**
 * The facts that the caller says are replaced, by a link of kind `supersedes` or `corrects`: those that hold, began no
 * later and are the writer's to end.
 */
function declaredOver(
  state: Known,
  draft: Draft,
  authority: Authority,
  taken: ReadonlySet<string>,
): readonly Effect[] {
  const named = draft.links.filter(({ kind }) => kind === "supersedes" || kind === "corrects");
  return [...new Set(named.map(({ to }) => to))]
    .map((id) => knownFact(state, id))
    .filter(
      (fact) =>
        !taken.has(fact.id) &&
        (fact.validity === "valid" || fact.validity === "challenged") &&
        startOf(fact) <= startOf(draft) &&
        mayEnd(state, fact, draft.author, authority),
    )
    .map((fact) => ending(fact, draft, "link/supersedes"));
}

const ABSORBED = "same/higher-class";

/** Does the effect end the fact, now or on a later date? */
function endsIt(effect: Effect): boolean {
  return effect.do === "supersede" || effect.do === "end";
}

function replacedIds(effects: readonly Effect[], absorbed: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...effects.filter(endsIt).map((effect) => effect.fact.id), ...absorbed]);
}

/** The same was said before, and ended when its opposite was said: the draft takes the place of that earlier fact. */
function replaced(fact: Fact, { effects }: Impact, draft: Draft): readonly Effect[] {
  if (effects.some((effect) => effect.fact.id === fact.id)) return [];
  // Of its own class: what lower classes said moves nothing here.
  const peers = effects.filter((effect) => endsIt(effect) && effect.fact.authority === fact.authority);
  const since = Math.min(startOf(draft), ...peers.map((effect) => startOf(effect.fact)));
  const validTo = Math.max(startOf(fact), Math.min(fact.validTo ?? since, since));
  return [{ do: "supersede", fact, validTo }];
}

/** The review reason of a fact that holds a credential, in a workspace that marks credentials. */
export const SECRET = "secret";

/** Is there a credential, and no worse threat? */
function isSecretAlone(threats: readonly Threat[], secrets: readonly Secret[]): boolean {
  return secrets.length > 0 && threats.every(({ kind }) => kind === "credential");
}
