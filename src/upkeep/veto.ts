/**
 * Which changes may an automatic pass not make, whatever it thinks?
 *
 * Immunity (`lifecycle/immunity.ts`) guards what would go out of sight; classes guard what the principal said: a
 * lower class supersedes, absorbs, challenges and overrules nothing above it, and confirms nothing.
 */
import { independentAssertions } from "../lifecycle/assertions.ts";
import { immunityOf } from "../lifecycle/immunity.ts";
import type { State } from "../log/fold.ts";
import { judgeContext } from "../log/judge-context.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import { noRoomBetween, OVERRULING } from "../write/link-room.ts";
import type { Change, PassEvent, PassView } from "./pass.ts";

/** Why not; undefined if it may be done. */
export function vetoOf(explicit: boolean, change: Change, view: PassView): string | undefined {
  const { state } = view;
  if ("erase" in change) return vetoErasing(explicit, state.facts.get(change.erase), view);
  const fact = state.facts.get(change.event.fact);
  if (fact === undefined) return change.event.type === "added" ? undefined : "it is not there any more";
  return vetoByClass(change.event, fact, state) ?? vetoByImmunity(explicit, change.event, fact, view);
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
  if (event.type === "linked" && OVERRULING.has(event.kind)) {
    const target = state.facts.get(event.to);
    if (target !== undefined && target.authority > fact.authority)
      return "it is of a lower class than the other";
  }
  if (event.type === "linked") {
    const target = state.facts.get(event.to);
    const noRoom = target && noRoomBetween(fact, target, (id) => state.facts.get(id));
    if (noRoom !== undefined) return noRoom;
  }
  if (event.type === "confirmed" && independentAssertions(fact) === 0)
    return "nobody of class 2 or above has asserted it";
  if (event.type === "endorsed" && event.authority > fact.authority) return "only a person endorses";
  return undefined;
}

/** The fact that would stand for, or against, this one. */
function otherParty(event: PassEvent): string | undefined {
  if (event.type === "superseded" || event.type === "merged") return event.successor;
  return event.type === "challenged" ? event.against : undefined;
}

function vetoByImmunity(explicit: boolean, event: PassEvent, fact: Fact, view: PassView): string | undefined {
  if (explicit) return undefined;
  const immunity = takesAway(event, fact, view.state)
    ? immunityOf(fact, judgeContext(view.state, view.now))
    : undefined;
  return immunity?.text;
}

/** Does it put the fact out of sight? What the principal says instead, and an equal that absorbs it, do not count. */
function takesAway(event: PassEvent, fact: Fact, state: State): boolean {
  switch (event.type) {
    case "archived":
    case "pruned":
    case "suppressed":
    case "quarantined":
    case "invalidated":
      return true;
    case "superseded":
      return state.facts.get(event.successor)?.authority !== TRUSTED;
    case "merged":
      return !isAsProtected(state.facts.get(event.successor), fact);
    default:
      return false;
  }
}

function isAsProtected(successor: Fact | undefined, fact: Fact): boolean {
  if (successor === undefined || successor.lifecycle !== "active") return false;
  return (
    (fact.tier !== "permanent" || successor.tier === "permanent") &&
    (!fact.pinned || successor.pinned) &&
    (fact.confirmedAt === undefined || successor.confirmedAt !== undefined)
  );
}
