/**
 * What have passes already looked at, and what did asking a model take? The fold of the `looked` events.
 *
 * A pass asks about a fact again only if something about it has changed. Forgetting this costs no more than a question.
 */
import { MAX_LOOKS_KEPT } from "../limits.ts";
import type { EventOf } from "../model/event.ts";
import { DAY_MS } from "../model/time.ts";
import { VersionedMap } from "./versioned-map.ts";

export interface Look {
  readonly at: number;
  /** On how many nights, one after the other. */
  readonly nights: number;
}

/** What asking a model took on the latest day on which one was asked. */
export interface Asked {
  /** Since 1970. */
  readonly day: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Looks {
  /** By stage and fact. */
  readonly at: VersionedMap<Look>;
  /** When each stage looked last. */
  readonly stages: VersionedMap<number>;
  readonly asked: Asked;
}

export const NOTHING_LOOKED_AT: Looks = {
  at: VersionedMap.empty(),
  stages: VersionedMap.empty(),
  asked: { day: 0, calls: 0, inputTokens: 0, outputTokens: 0 },
};

/** Less than this after the last look it is still the same night. */
export const NIGHT_MS = 20 * 60 * 60_000;
/** More than this after it, a night was left out. */
const NEXT_NIGHT_MS = 2.5 * DAY_MS;

/** The key of a look: a stage looks at facts. */
export function lookKey(stage: string, fact: string): string {
  return `${stage} ${fact}`;
}

export function withLooked(looks: Looks, event: EventOf<"looked">): Looks {
  let { at } = looks;
  for (const fact of event.facts ?? []) {
    const key = lookKey(event.stage, fact);
    at = at.delete(key).set(key, lookAfter(looks.at.get(key), event.at));
  }
  while (at.size > MAX_LOOKS_KEPT) at = at.delete(at.keys().next().value as string);
  return { at, stages: looks.stages.set(event.stage, event.at), asked: askedWith(looks.asked, event) };
}

function lookAfter(before: Look | undefined, at: number): Look {
  const isSameNight = before !== undefined && at - before.at < NIGHT_MS;
  return isSameNight ? before : { at, nights: nightsAfter(before, at) };
}

/** How many nights one after the other it is, with one at this time. */
export function nightsAfter(before: Look | undefined, at: number): number {
  if (before === undefined || at - before.at > NEXT_NIGHT_MS) return 1;
  return at - before.at < NIGHT_MS ? before.nights : before.nights + 1;
}

function askedWith(asked: Asked, event: EventOf<"looked">): Asked {
  const day = Math.floor(event.at / DAY_MS);
  const before = day > asked.day ? NOTHING_LOOKED_AT.asked : asked;
  return {
    day: Math.max(day, asked.day),
    calls: before.calls + (event.calls ?? 0),
    inputTokens: before.inputTokens + (event.inputTokens ?? 0),
    outputTokens: before.outputTokens + (event.outputTokens ?? 0),
  };
}

/** What is found again counts from the beginning. */
export function withoutLook(looks: Looks, stage: string, fact: string): Looks {
  const key = lookKey(stage, fact);
  return looks.at.has(key) ? { ...looks, at: looks.at.delete(key) } : looks;
}
