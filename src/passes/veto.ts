/**
 * Which changes may an automatic pass never make, whatever it decides?
 *
 * Immunity (`lifecycle/immunity.ts`) protects facts from being taken out of sight. Classes protect what the principal
 * said: a fact of a lower class never supersedes, absorbs, challenges, confirms or overrules one of a higher class, and
 * a higher fact is never linked to it. No pass gives a fact more standing than its source has: not by adding it with a
 * higher class, not by asserting it again in somebody's name, not by pinning it. And no pass gets round immunity by
 * removing a fact's protection first and the fact afterwards.
 *
 * Every veto has a rule, which pass reports and the ageing forecast show: `immunity/…` for an immunity, `class` for
 * what a class forbids, `standing` for what only a person may give or take, `threat` for a derived text that looks like
 * an attack, `room` for a link that exceeds the limit of links, `gone` for a fact that no longer exists.
 */

import { isSameSlot } from "../indexes/keys.ts";
import { independentAssertions } from "../lifecycle/assertions.ts";
import { citingFact, guardOf, type Immunity, immunityOf } from "../lifecycle/immunity.ts";
import type { State } from "../log/fold.ts";
import { judgeContext } from "../log/judge-context.ts";
import type { Fact } from "../model/fact.ts";
import { PROTECTED_SEGMENTS } from "../model/segment.ts";
import { type Authority, SOURCE_FIGURES, TRUSTED } from "../model/source.ts";
import { type Words, wordsIn } from "../model/wording.ts";
import { isLive } from "../recall/eligible.ts";
import { noRoomBetween, noRoomForDispute, OVERRULING } from "../write/link-room.ts";
import type { Threat } from "../write/threat.ts";
import type { Change, PassEvent, PassView } from "./pass.ts";

type EventOfPass<T extends PassEvent["type"]> = Extract<PassEvent, { readonly type: T }>;

/** The view that a change is judged on. */
export interface Judging extends PassView {
  /** Lists the threats found in these words. */
  scan(said: Words): readonly Threat[];
  /** Is there a credential in these words, and is none to be stored? */
  isRefusedSecret(said: Words): boolean;
}

export interface Veto {
  readonly rule: string;
  /** In a few words, for a person. */
  readonly because: string;
}

/** Why the change is forbidden; undefined if it is allowed. */
export function vetoOf(explicit: boolean, change: Change, view: Judging): Veto | undefined {
  const { state } = view;
  if ("erase" in change) return vetoErasing(explicit, state.facts.get(change.erase), view);
  const { event } = change;
  if (event.type === "added") return vetoAdding(event, view);
  const fact = state.facts.get(event.fact);
  if (fact === undefined) return gone("it");
  return (
    vetoByClass(event, fact, state) ??
    (explicit ? undefined : vetoRaising(event, fact, view)) ??
    vetoByImmunity(explicit, event, fact, view)
  );
}

function gone(what: string): Veto {
  return { rule: "gone", because: `${what} is not there any more` };
}

function byClass(because: string): Veto {
  return { rule: "class", because };
}

function byStanding(because: string): Veto {
  return { rule: "standing", because };
}

function byImmunity(immunity: Immunity | undefined): Veto | undefined {
  return immunity && { rule: `immunity/${immunity.reason}`, because: immunity.text };
}

/** The highest class of a derived fact: 2 if it consists of unchanged quotes of its evidence, 1 if it is reworded. */
const QUOTED = 2;
const REWORDED = 1;

/**
 * A derived fact takes the lowest class of its evidence, and a pass never writes with a source of class 3. Its text is
 * scanned for threats, like everything that the principal did not say.
 */
function vetoAdding(
  event: EventOfPass<"added">,
  { state, scan, isRefusedSecret }: Judging,
): Veto | undefined {
  if (state.facts.has(event.fact)) return byStanding("there is a fact of that id");
  if (SOURCE_FIGURES[event.source].authority === TRUSTED)
    return byClass("a pass does not speak as the principal");
  const evidence = (event.evidence ?? []).map((id) => state.facts.get(id));
  if (evidence.includes(undefined)) return gone("what it is derived from");
  const facts = evidence as readonly Fact[];
  if (facts.some(({ derived }) => derived !== undefined))
    return byClass("what a pass derived is no evidence");
  if (event.authority > highestOf(event.body?.content ?? "", facts))
    return byClass("it is of a higher class than what it is derived from");
  const said = wordsIn(event.body);
  if (isRefusedSecret(said)) return { rule: "secret", because: "it holds a credential" };
  if (scan(said).length > 0) return { rule: "threat", because: "it looks like an attack" };
  const isRaised = event.tier === "permanent" || event.pinned === true || event.essential !== undefined;
  return isRaised || PROTECTED_SEGMENTS.has(event.segment)
    ? byStanding("only what the principal said is protected")
    : undefined;
}

/**
 * The highest class that a text may have which a pass derived: that of the lowest evidence, and 2 if it consists of
 * unchanged quotes, else 1. A model never speaks as the owner.
 */
export function highestOf(content: string, evidence: readonly Fact[]): Authority {
  const most = isQuoted(content, evidence) ? QUOTED : REWORDED;
  return Math.min(most, ...evidence.map((fact) => fact.authority)) as Authority;
}

/** Marks the place of a quote; no text of a fact holds it. */
const QUOTE = "\u{F8FF}";
/** Quotes one after the other, each a sentence or line of its own: a question mark or a bracket could change one. */
const ONLY_QUOTES = new RegExp(
  `^\\s*(?:- )?["“]?${QUOTE}["”]?(?:[.;,]?\\s+(?:- )?["“]?${QUOTE}["”]?)*[.]?\\s*$`,
  "u",
);

/** Does the text consist of its evidence only, word for word? */
function isQuoted(content: string, evidence: readonly Fact[]): boolean {
  if (evidence.length === 0 || content.includes(QUOTE)) return false;
  const rest = [...evidence]
    .sort((a, b) => b.content.length - a.content.length)
    .reduce((text, fact) => text.replaceAll(fact.content, QUOTE), content);
  return ONLY_QUOTES.test(rest);
}

/**
 * Forbids giving a fact more standing than its source has, and removing a protection. A person's own instruction may do
 * both.
 */
function vetoRaising(event: PassEvent, fact: Fact, view: PassView): Veto | undefined {
  switch (event.type) {
    case "pinned":
      return fact.authority < TRUSTED ? byStanding("only what the principal said is pinned") : undefined;
    case "unpinned":
      return fact.pinned ? byStanding("only a person unpins") : undefined;
    case "unconfirmed":
      return fact.confirmedAt === undefined ? undefined : byStanding("it is confirmed");
    case "released":
      return fact.quarantined ? byStanding("only a person releases") : undefined;
    case "endorsed":
      return event.authority < fact.authority ? byStanding("only a person takes a class away") : undefined;
    case "unlinked":
      return vetoSettling(event, fact, view.state);
    case "revised":
      return vetoRevising(event, fact, view);
    default:
      return undefined;
  }
}

function vetoRevising(event: EventOfPass<"revised">, fact: Fact, view: PassView): Veto | undefined {
  const { tier, segment, essential, body } = event;
  if (essential !== undefined) return byStanding("only a person says what must not be forgotten");
  if (fact.tier === "permanent" && tier !== undefined && tier !== "permanent")
    return byStanding("it is permanent");
  const isRaised = tier === "permanent" || (segment !== undefined && PROTECTED_SEGMENTS.has(segment));
  if (isRaised && fact.authority < TRUSTED) return byStanding("only what the principal said is protected");
  const isUnguarded = tier === "short" || body?.subject !== undefined || body?.attribute !== undefined;
  return isUnguarded ? byImmunity(guardOf(fact, judgeContext(view.state, view.now))) : undefined;
}

/** Only a person settles a dispute with what the principal said. */
function vetoSettling({ kind, to }: EventOfPass<"unlinked">, fact: Fact, state: State): Veto | undefined {
  const other = state.facts.get(to);
  if (kind !== "contradicts" || other === undefined || other.authority === fact.authority) return undefined;
  return Math.max(fact.authority, other.authority) === TRUSTED
    ? byStanding("only a person settles a dispute with what the principal said")
    : undefined;
}

function vetoErasing(explicit: boolean, fact: Fact | undefined, view: PassView): Veto | undefined {
  if (fact === undefined) return gone("it");
  if (explicit) return undefined;
  if (fact.lifecycle !== "pruned") return byStanding("only what was pruned before is erased");
  return byImmunity(immunityOf(fact, judgeContext(view.state, view.now)));
}

function vetoByClass(event: PassEvent, fact: Fact, state: State): Veto | undefined {
  const other = otherParty(event);
  if (other !== undefined) {
    const authority = state.facts.get(other)?.authority;
    if (authority === undefined) return gone(other);
    if (authority < fact.authority) return byClass(`${other} is of a lower class`);
  }
  if (event.type === "linked") return vetoLinking(event, fact, state);
  if (event.type === "confirmed" && independentAssertions(fact) === 0)
    return byClass("nobody of class 2 or above has asserted it");
  if (event.type === "endorsed" && event.authority > fact.authority) return byClass("only a person endorses");
  if (event.type === "observed") return vetoSaying(event, fact, state);
  return undefined;
}

/** A pass may repeat an assertion only in the fact's own class, and only on evidence of that class or above. */
function vetoSaying(event: EventOfPass<"observed">, fact: Fact, state: State): Veto | undefined {
  if (event.authority !== fact.authority) return byClass("what another class says is a fact of its own");
  for (const id of event.evidence ?? []) {
    const authority = state.facts.get(id)?.authority;
    if (authority === undefined) return gone(id);
    if (authority < fact.authority) return byClass(`${id} is of a lower class`);
  }
  return undefined;
}

/** A fact's links belong to it: no pass links a fact to what a lower class said. */
function vetoLinking({ kind, to }: EventOfPass<"linked">, fact: Fact, state: State): Veto | undefined {
  const target = state.facts.get(to);
  if (target === undefined) return undefined;
  if (target.authority < fact.authority) return byClass(`${to} is of a lower class`);
  if (OVERRULING.has(kind) && target.authority > fact.authority)
    return byClass("it is of a lower class than the other");
  const isDispute = kind === "contradicts" && target.authority > fact.authority;
  const factOf = (id: string) => state.facts.get(id);
  const because = isDispute ? noRoomForDispute(fact, target, factOf) : noRoomBetween(fact, target, factOf);
  return because === undefined ? undefined : { rule: "room", because };
}

/** The fact that would replace this one, or that challenges it. */
function otherParty(event: PassEvent): string | undefined {
  if (event.type === "superseded" || event.type === "merged") return event.successor;
  return event.type === "challenged" ? event.against : undefined;
}

function vetoByImmunity(explicit: boolean, event: PassEvent, fact: Fact, view: PassView): Veto | undefined {
  if (explicit || !hides(event, fact, view)) return undefined;
  return byImmunity(immunityOf(fact, judgeContext(view.state, view.now)));
}

/**
 * Does the event put the fact out of sight? Being superseded by the principal's own word does not count, nor being
 * merged into a fact that is as well protected.
 */
function hides(event: PassEvent, fact: Fact, view: PassView): boolean {
  switch (event.type) {
    case "archived":
    case "pruned":
    case "suppressed":
    case "quarantined":
    case "invalidated":
      return true;
    case "revised":
      return (
        typeof event.validTo === "number" ||
        typeof event.validFrom === "number" ||
        Array.isArray(event.interludes)
      );
    case "superseded": {
      const successor = view.state.facts.get(event.successor);
      return successor?.authority !== TRUSTED || !isAsGuarded(successor, fact, view);
    }
    case "merged":
      return !isAsProtected(view.state.facts.get(event.successor), fact, view);
    default:
      return false;
  }
}

/**
 * Is the successor as well protected as the fact? Never if the fact is evidence: the derived fact names it by id, so no
 * other fact can take its place.
 */
function isAsProtected(successor: Fact | undefined, fact: Fact, view: PassView): boolean {
  if (successor === undefined || successor.lifecycle !== "active") return false;
  if (citingFact(fact, judgeContext(view.state, view.now)) !== undefined) return false;
  return (
    (fact.tier !== "permanent" || successor.tier === "permanent") &&
    (!fact.pinned || successor.pinned) &&
    (fact.essential === undefined || successor.essential !== undefined) &&
    (fact.confirmedAt === undefined || successor.confirmedAt !== undefined) &&
    isAsGuarded(successor, fact, view)
  );
}

/**
 * If the fact is guarded as the principal's word: does the successor stay in sight in its place, in the same slot and
 * guarded as well? True if the fact has no such guard.
 */
function isAsGuarded(successor: Fact, fact: Fact, view: PassView): boolean {
  const context = judgeContext(view.state, view.now);
  const guard = guardOf(fact, context);
  if (guard === undefined) return true;
  if (!isLive(successor)) return false;
  const isOfSlot =
    fact.slot === undefined || (successor.slot !== undefined && isSameSlot(fact.slot, successor.slot));
  return isOfSlot && guardOf(successor, context) !== undefined;
}
