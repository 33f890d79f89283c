/**
 * May a fact be shown to somebody who is not the owner? Only what recall could show them, at some time or other.
 *
 * The one rule behind what recall finds, what agents and readers see of any answer, and what a write of a lower class
 * is compared with: to all of them a fact out of sight is not there.
 */
import type { Fact } from "./fact.ts";

/** May it be recalled at some time, without anything being asked for specially? */
export function isLive(fact: Fact): boolean {
  return !fact.erased && !isPutAway(fact) && (fact.validity === "valid" || fact.validity === "challenged");
}

/** Is it live, or was it the value once, so that recall shows it to whoever asks for that time? */
export function isInSight(fact: Fact): boolean {
  const wasValue = fact.validity === "superseded" && fact.validTo !== undefined;
  return isLive(fact) || (wasValue && !fact.erased && !isPutAway(fact));
}

function isPutAway({ lifecycle, suppressed, quarantined }: Fact): boolean {
  return lifecycle !== "active" || suppressed || quarantined;
}
