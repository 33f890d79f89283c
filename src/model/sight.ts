/**
 * May a fact be shown to somebody who is not the owner? Only if recall could show it to them at some time.
 *
 * This one rule decides what recall finds, what agents and readers see in any answer, and what a write of a lower class
 * is compared with. For all of them a fact out of sight does not exist.
 */
import type { Fact } from "./fact.ts";

/** Could a recall without special options return it, at some time? A card is asked for by its name, and is no fact. */
export function isLive(fact: Fact): boolean {
  return (
    !fact.erased &&
    fact.derived !== "card" &&
    !isPutAway(fact) &&
    (fact.validity === "valid" || fact.validity === "challenged")
  );
}

/** Is it live, or was it the current value once, so that a recall about that time returns it? */
export function isInSight(fact: Fact): boolean {
  const wasValue = fact.validity === "superseded" && fact.validTo !== undefined;
  return isLive(fact) || (wasValue && !fact.erased && !isPutAway(fact));
}

/** Has somebody or something taken it out of use, whether or not it is true? */
export function isPutAway({ lifecycle, suppressed, quarantined }: Fact): boolean {
  return lifecycle !== "active" || suppressed || quarantined;
}
