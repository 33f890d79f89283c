/**
 * How many independent assertions stand behind a fact?
 *
 * Saying it twice in one breath is saying it once: two observations are independent if they come from another
 * episode or from another day. Recalls never count, and neither do classes below 2: what a tool repeats does not
 * become true by that.
 */

import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";

const CONFIRMING: Authority = 2;

export function independentAssertions(fact: Fact): number {
  const confirming = fact.observations.filter((seen) => seen.authority >= CONFIRMING);
  return new Set(confirming.map(({ at, episode }) => `${Math.floor(at / DAY_MS)} ${episode ?? ""}`)).size;
}
