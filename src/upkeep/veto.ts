/**
 * Which changes may an automatic pass not make, whatever it thinks?
 *
 * Immunity (`lifecycle/immunity.ts`) guards what would go out of sight; classes guard what the principal said: a
 * lower class supersedes, absorbs, challenges, ties and overrules nothing above it, and confirms nothing. And no pass
 * gives a fact more standing than its source has: not by adding it with a higher class, not by saying it again in
 * somebody's name, not by pinning it; nor does one take a fact's protection first and the fact afterwards.
 */
import { independentAssertions } from "../lifecycle/assertions.ts";
import { citingFact, immunityOf } from "../lifecycle/immunity.ts";
import type { State } from "../log/fold.ts";
import { judgeContext } from "../log/judge-context.ts";
import type { Fact } from "../model/fact.ts";
import { PROTECTED_SEGMENTS } from "../model/segment.ts";
import { TRUSTED } from "../model/source.ts";
import { noRoomBetween, OVERRULING } from "../write/link-room.ts";
import type { Change, PassEvent, PassView } from "./pass.ts";

type EventOfPass<T extends PassEvent["type"]> = Extract<PassEvent, { readonly type: T }>;

/** Why not; undefined if it may be done. */
export function vetoOf(explicit: boolean, change: Change, view: PassView): string | undefined {
  const { state } = view;
  if ("erase" in change) return vetoErasing(explicit, state.facts.get(change.erase), view);
  const { event } = change;
  if (event.type === "added") return vetoAdding(event, state);
  const fact = state.facts.get(event.fact);
  if (fact === undefined) return "it is not there any more";
  return (
    vetoByClass(event, fact, state) ??
    (explicit ? undefined : vetoRaising(event, fact)) ??
    vetoByImmunity(explicit, event, fact, view)
  );
}

/** What is derived takes the lowest class of its evidence, and nobody but the principal speaks with their class. */
function vetoAdding(event: EventOfPass<"added">, state: State): string | undefined {
  if (state.facts.has(event.fact)) return "there is a fact of that id";
  const classes = (event.evidence ?? []).map((id) => state.facts.get(id)?.authority);
  if (classes.includes(undefined)) return "what it is derived from is not there any more";
  const most = classes.length === 0 ? TRUSTED - 1 : Math.min(...(classes as readonly number[]));
  if (event.authority > most) return "it is of a higher class than what it is derived from";
  if (event.authority >= TRUSTED) return undefined;
  const isRaised = event.tier === "permanent" || event.pinned === true;
  return isRaised || PROTECTED_SEGMENTS.has(event.segment)
    ? "only what the principal said is protected"
    : undefined;
}

/** More standing than the source gives, or a protection taken away. A person's own word does both. */
function vetoRaising(event: PassEvent, fact: Fact): string | undefined {
  switch (event.type) {
    case "pinned":
      return fact.authority < TRUSTED ? "only what the principal said is pinned" : undefined;
    case "unpinned":
      return fact.pinned ? "only a person unpins" : undefined;
    case "unconfirmed":
      return fact.confirmedAt === undefined ? undefined : "it is confirmed";
    case "released":
      return fact.quarantined ? "only a person releases" : undefined;
    case "revised":
      return vetoRevising(event, fact);
    default:
      return undefined;
  }
}

function vetoRevising({ tier, segment }: EventOfPass<"revised">, fact: Fact): string | undefined {
  if (fact.tier === "permanent" && tier !== undefined && tier !== "permanent") return "it is permanent";
  const isRaised = tier === "permanent" || (segment !== undefined && PROTECTED_SEGMENTS.has(segment));
  return isRaised && fact.authority < TRUSTED ? "only what the principal said is protected" : undefined;
}

function vetoErasing(explicit: boolean, fact: Fact | undefined, view: PassView): string | undefined {
  if (fact === undefined) return "it is not there any more";
  if (explicit) return undefined;
  if (fact.lifecycle !== "pruned") return "only what was pruned before is erased";
  return immunityOf(fact, judgeContext(view.state, view.now))?.text;
}

function vetoByClass(event: PassEvent, fact: Fact, state: State): string | undefined {
  const other = otherParty(event);
  if (other !== undefined) {
    const authority = state.facts.get(other)?.authority;
    if (authority === undefined) return `${other} is not there any more`;
    if (authority < fact.authority) return `${other} is of a lower class`;
  }
  if (event.type === "linked") return vetoLinking(event, fact, state);
  if (event.type === "confirmed" && independentAssertions(fact) === 0)
    return "nobody of class 2 or above has asserted it";
  if (event.type === "endorsed" && event.authority > fact.authority) return "only a person endorses";
  if (event.type === "observed") return vetoSaying(event, fact, state);
  return undefined;
}

/** It is said again by its own class, and on the strength of nothing below it. */
function vetoSaying(event: EventOfPass<"observed">, fact: Fact, state: State): string | undefined {
  if (event.authority !== fact.authority) return "what another class says is a fact of its own";
  for (const id of event.evidence ?? []) {
    const authority = state.facts.get(id)?.authority;
    if (authority === undefined) return `${id} is not there any more`;
    if (authority < fact.authority) return `${id} is of a lower class`;
  }
  return undefined;
}

/** What a fact is tied to is its own: no pass adds to it what a lower class said. */
function vetoLinking({ kind, to }: EventOfPass<"linked">, fact: Fact, state: State): string | undefined {
  const target = state.facts.get(to);
  if (target === undefined) return undefined;
  if (target.authority < fact.authority) return `${to} is of a lower class`;
  if (OVERRULING.has(kind) && target.authority > fact.authority)
    return "it is of a lower class than the other";
  return noRoomBetween(fact, target, (id) => state.facts.get(id));
}

/** The fact that would stand for, or against, this one. */
function otherParty(event: PassEvent): string | undefined {
  if (event.type === "superseded" || event.type === "merged") return event.successor;
  return event.type === "challenged" ? event.against : undefined;
}

function vetoByImmunity(explicit: boolean, event: PassEvent, fact: Fact, view: PassView): string | undefined {
  if (explicit) return undefined;
  const immunity = takesAway(event, fact, view)
    ? immunityOf(fact, judgeContext(view.state, view.now))
    : undefined;
  return immunity?.text;
}

/** Does it put the fact out of sight? What the principal says instead, and an equal that absorbs it, do not count. */
function takesAway(event: PassEvent, fact: Fact, view: PassView): boolean {
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
    case "superseded":
      return view.state.facts.get(event.successor)?.authority !== TRUSTED;
    case "merged":
      return !isAsProtected(view.state.facts.get(event.successor), fact, view);
    default:
      return false;
  }
}

/** What something is derived from cannot be replaced: the derived fact names it. */
function isAsProtected(successor: Fact | undefined, fact: Fact, view: PassView): boolean {
  if (successor === undefined || successor.lifecycle !== "active") return false;
  if (citingFact(fact, judgeContext(view.state, view.now)) !== undefined) return false;
  return (
    (fact.tier !== "permanent" || successor.tier === "permanent") &&
    (!fact.pinned || successor.pinned) &&
    (fact.confirmedAt === undefined || successor.confirmedAt !== undefined)
  );
}
