/**
 * May this fact be recalled? This is the only place that decides it.
 *
 * A fact must be active, valid (or challenged, and is then marked), in force at the time asked about, and neither
 * suppressed nor quarantined. A card about somebody is not recalled: it only says what its facts say. The origin needs no check: a state holds one origin.
 */
import type { Fact } from "../model/fact.ts";
import { happenedAt } from "../model/happened.ts";
import type { Includable } from "./hit.ts";

export { isLive } from "../model/sight.ts";

export interface Asking {
  readonly now: number;
  /** Ask what was true at this time instead of now. */
  readonly asOf: number | undefined;
  readonly include: ReadonlySet<Includable>;
}

/** Why a fact is left out, as a slug. */
export type Barrier =
  | "quarantined"
  | "erased"
  | "pruned"
  | "suppressed"
  | "archived"
  | "superseded"
  | "merged"
  | "invalidated"
  | "not-yet-valid"
  | "no-longer-valid"
  | "other-value-then"
  | "card";

export function barrierOf(fact: Fact, { now, asOf, include }: Asking): Barrier | undefined {
  if (fact.erased) return "erased";
  if (fact.derived === "card") return "card";
  if (fact.quarantined) return "quarantined";
  if (fact.lifecycle === "pruned") return "pruned";
  if (fact.lifecycle === "archived" && !include.has("archived")) return "archived";
  if (fact.suppressed && !include.has("suppressed")) return "suppressed";
  return barrierInTime(fact, asOf ?? now, asOf !== undefined, include);
}

function barrierInTime(
  fact: Fact,
  at: number,
  isPast: boolean,
  include: ReadonlySet<Includable>,
): Barrier | undefined {
  const { validity, validFrom, validTo, interludes } = fact;
  if (validity === "merged" || validity === "invalidated")
    return include.has(validity) ? undefined : validity;
  if (validity === "superseded") {
    if (include.has("superseded")) return undefined;
    // Asked about its own time, a superseded fact is the value that was current then.
    if (!isPast || validTo === undefined) return "superseded";
  }
  const from = validFrom ?? (isPast ? happenedAt(fact) : undefined);
  if (from !== undefined && from > at) return "not-yet-valid";
  if (validTo !== undefined && validTo <= at) return "no-longer-valid";
  return interludes?.some(([begin, end]) => begin <= at && at < end) ? "other-value-then" : undefined;
}
