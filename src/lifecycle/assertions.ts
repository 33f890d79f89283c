/**
 * How many independent assertions support a fact?
 *
 * Two observations are independent if they come from different episodes or different days; repeating a statement within
 * one conversation adds nothing. Recalls never count, and neither do observations below class 2, because a statement
 * does not become true when a tool repeats it.
 */

import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";

const CONFIRMING: Authority = 2;

export function independentAssertions(fact: Fact): number {
  const confirming = fact.observations.filter((seen) => seen.authority >= CONFIRMING);
  return new Set(confirming.map(({ at, episode }) => `${Math.floor(at / DAY_MS)} ${episode ?? ""}`)).size;
}
