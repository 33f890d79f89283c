/**
 * The principal adopts a fact: what follows?
 *
 * From now on the fact counts as their own words, and has the effects that it would have had if they had said it: a
 * slot's value, or a denial, takes effect from the date on which it holds. Past facts stay in the past and planned
 * facts wait. Superseded, merged and invalidated facts cannot be adopted, because another fact stands in their place or
 * they were wrong.
 */
import { type KeyIndex, readFact } from "../indexes/keys.ts";
import type { State } from "../log/fold.ts";
import { badArgument } from "../model/arguments.ts";
import { authorOf } from "../model/author.ts";
import { type By, EVENT_VERSION, type EventOf, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { changeLinks } from "./doubt.ts";
import {
  effectEvents,
  given,
  historyEvents,
  interludeEvents,
  matchedEvents,
  mergedEvents,
  recognised,
} from "./events.ts";
import { type Impact, impactOf } from "./impact.ts";
import type { WriteRules } from "./rules.ts";
import { findSame } from "./same.ts";
import type { Claim, Effect } from "./slot.ts";
import { startOf } from "./span.ts";

type Rules = Pick<WriteRules, "isMultiValued">;

const BY_HAND = { rule: "by-hand" } as const;

export function decideEndorse(
  state: State,
  keys: KeyIndex,
  fact: Fact,
  { now, by }: { readonly now: number; readonly by: By },
  rules: Rules,
): readonly MemoryEvent[] {
  checkStands(fact);
  const stamp = { v: EVENT_VERSION, at: now, by, why: BY_HAND } as const;
  const stampBy = () => stamp;
  const on = { ...stamp, fact: fact.id } as const;
  const looked: readonly MemoryEvent[] =
    fact.review === undefined ? [] : [{ type: "revised", ...on, review: null }];
  const isOwn = fact.authority === TRUSTED && fact.validity === "valid" && !fact.quarantined;
  if (isOwn) return looked;
  const events: MemoryEvent[] = [];
  if (fact.authority < TRUSTED) events.push({ type: "endorsed", ...on, authority: TRUSTED });
  if (fact.quarantined) events.push({ type: "released", ...on });
  events.push(...looked);
  const { claim, impact } = adopted(state, keys, fact, now, rules);
  const same = findSame(state, keys, claim, TRUSTED, { isHeld: false, ...rules });
  if (same.equal !== undefined) return [...events, { type: "merged", ...on, successor: same.equal.id }];
  events.push(...lasting(fact).map((labels): MemoryEvent => ({ type: "revised", ...on, ...labels })));
  if (fact.lifecycle !== "active" && touches(impact)) return [...events, ...inDoubt(fact, impact, stamp)];
  if (fact.validity === "challenged") events.push({ type: "revalidated", ...on });
  const dates = datesOf(fact, claim, impact);
  if (dates !== undefined) events.push({ type: "revised", ...on, ...dates });
  for (const effect of highestFirst(impact.effects))
    events.push(...effectEvents(effect, claim, stampBy, impact.denied.facts));
  events.push(...mergedEvents(same.below, fact.id, stamp));
  events.push(...interludeEvents(fact.id, impact.place.interludes, stampBy));
  events.push(...historyEvents(claim, stampBy, impact));
  events.push(...matchedEvents(impact, TRUSTED, stampBy));
  events.push(...changeLinks(state, { ...fact, authority: TRUSTED }, impact.changed, stampBy));
  return events;
}

/**
 * What must not be forgotten does not age once the principal has adopted it. Facts of class 2 were read when they were
 * written, and a person may have taken the label off since.
 */
function lasting(fact: Fact): readonly Pick<EventOf<"revised">, "essential" | "tier">[] {
  if (fact.authority === TRUSTED) return [];
  if (fact.essential !== undefined) return [{ tier: "permanent" }];
  const essential = fact.authority < PROTECTING_CLASS ? recognised(fact, TRUSTED) : undefined;
  return essential === undefined ? [] : [{ essential, tier: "permanent" }];
}

function checkStands({ id, validity, supersededBy }: Fact): void {
  if (validity === "valid" || validity === "challenged") return;
  const instead = supersededBy === undefined ? "" : ` ${supersededBy} took its place: endorse that one, or`;
  throw badArgument(
    `${id} was ${validity} and is no longer valid.${instead || " To have it back,"} add it again`,
  );
}

/**
 * The fact's effects as the principal's words. A fact without a `validFrom` holds since it was said. If the principal
 * has said otherwise since then, it holds from now on instead: the adoption is their latest word.
 */
function adopted(
  state: State,
  keys: KeyIndex,
  fact: Fact,
  now: number,
  rules: Rules,
): { readonly claim: Claim; readonly impact: Impact } {
  const claim: Claim = {
    ...fact,
    at: now,
    author: authorOf(fact),
    reading: readFact(fact.content, fact.slot),
  };
  const impact = impactOf(state, keys, claim, TRUSTED, rules);
  const isOver = fact.validTo !== undefined && fact.validTo <= now;
  if (fact.validFrom !== undefined || isOver) return { claim, impact };
  const since: Claim = { ...claim, validFrom: now };
  const latest = impactOf(state, keys, since, TRUSTED, rules);
  const isNews = latest.effects.some(
    (effect) => effect.fact.authority === TRUSTED && startOf(effect.fact) > startOf(fact),
  );
  return isNews ? { claim: since, impact: latest } : { claim, impact };
}

/** Whoever reads only the first effects reads those on the principal's own words. */
function highestFirst(effects: readonly Effect[]): readonly Effect[] {
  return [...effects].sort((a, b) => b.fact.authority - a.fact.authority);
}

function touches({ effects, place }: Impact): boolean {
  return effects.length > 0 || place.successor !== undefined;
}

/**
 * An archived fact supersedes nothing. It is challenged by the fact that it would end, until it is restored and adopted
 * again.
 */
function inDoubt(
  fact: Fact,
  { effects, place }: Impact,
  stamp: { readonly v: number; readonly at: number; readonly by: By; readonly why: typeof BY_HAND },
): readonly MemoryEvent[] {
  if (fact.validity === "challenged") return [];
  const against = (effects[0]?.fact ?? place.successor)?.id;
  return [{ type: "challenged", ...stamp, fact: fact.id, ...given({ against }) }];
}

function datesOf(fact: Fact, claim: Claim, { place }: Impact) {
  const dates = given({
    validFrom: claim.validFrom === fact.validFrom ? undefined : claim.validFrom,
    validTo: place.until === fact.validTo ? undefined : place.until,
  });
  return Object.keys(dates).length === 0 ? undefined : dates;
}
