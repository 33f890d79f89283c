/**
 * Which facts contradict each other, and which of them may have replaced the other?
 *
 * One of them was written as contradicting the other: by a person, by a pass, or because it may have changed it
 * (`write/changed.ts`). The later one may have replaced the earlier one if both are of one author, the principal being
 * one; or if a distilled fact disputes the principal's own words. When memory learned a fact decides which is later, and
 * no date that a writer claims.
 */
import { authorOf, isSameAuthor } from "../model/author.ts";
import { type Fact, placeOf } from "../model/fact.ts";
import { isLive } from "../model/sight.ts";
import { TRUSTED } from "../model/source.ts";

const DISTILLED = 2;

export type FactOf = (id: string) => Fact | undefined;

/** What may have replaced the fact, the latest first. */
export function mayReplace(fact: Fact, factOf: FactOf): readonly Fact[] {
  return opposed(fact, factOf).filter((other) => isDispute(other, fact) || isLaterWord(other, fact));
}

/** What the fact may have replaced. */
export function mayBeReplaced(fact: Fact, factOf: FactOf): readonly Fact[] {
  return opposed(fact, factOf).filter((other) => isDispute(fact, other) || isLaterWord(fact, other));
}

/**
 * Facts that contradict it and are in use, the highest class and then the latest first. What is archived, suppressed or
 * quarantined replaces nothing, and nobody learns of it.
 */
export function opposed(fact: Fact, factOf: FactOf): readonly Fact[] {
  if (!isContradicted(fact)) return NOBODY;
  const { id, links, backlinks } = fact;
  const ids = new Set<string>();
  for (const { kind, to } of links) if (kind === "contradicts" && to !== id) ids.add(to);
  for (const { kind, from } of backlinks) if (kind === "contradicts" && from !== id) ids.add(from);
  return [...ids]
    .flatMap((one) => factOf(one) ?? [])
    .filter(isLive)
    .sort(latestFirst);
}

const NOBODY: readonly Fact[] = [];

/** Was it written as contradicting another fact, or another as contradicting it? */
export function isContradicted({ links, backlinks }: Fact): boolean {
  for (const { kind } of links) if (kind === "contradicts") return true;
  for (const { kind } of backlinks) if (kind === "contradicts") return true;
  return false;
}

/** Did the same author say it later, and does it stand unchallenged? The principal is one author. */
function isLaterWord(newer: Fact, older: Fact): boolean {
  return (
    newer.authority === older.authority &&
    newer.validity === "valid" &&
    placeOf(newer) > placeOf(older) &&
    (newer.authority === TRUSTED || isSameAuthor(authorOf(newer), authorOf(older)))
  );
}

/** Does a distilled fact dispute the principal's own words? */
export function isDispute(newer: Fact, older: Fact): boolean {
  return newer.authority === DISTILLED && older.authority === TRUSTED;
}

export function latestFirst(a: Fact, b: Fact): number {
  return b.authority - a.authority || placeOf(b) - placeOf(a) || (a.id < b.id ? 1 : -1);
}
