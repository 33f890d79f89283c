/**
 * Is a repetition worth an event? The log keeps everything for ever, so a lower class that says the same thing again
 * and again would fill it. Beyond the limits a repetition is answered as ever and leaves no trace.
 */
import { MAX_TEXTS_RESTATED, MAX_TIMES_OBSERVED } from "../limits.ts";
import { hasRoomForChange } from "../log/quota.ts";
import { authorOf, isSameAuthor } from "../model/author.ts";
import type { Fact } from "../model/fact.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import type { Draft } from "./draft.ts";
import type { Known } from "./known.ts";

/** A lower class says what a higher class said. */
export function isRestatementLogged({ totals }: Known, fact: Fact, authority: Authority): boolean {
  return fact.texts.length < MAX_TEXTS_RESTATED && hasRoomForChange(totals, authority);
}

/**
 * The fact's own class says it again. A writer who has not said it yet is always noted: the fact is then no longer one
 * author's.
 */
export function isObservationLogged(
  { totals }: Known,
  fact: Fact,
  { author }: Draft,
  authority: Authority,
): boolean {
  if (authority === TRUSTED || !(fact.shared || isSameAuthor(authorOf(fact), author))) return true;
  return fact.observationCount < MAX_TIMES_OBSERVED && hasRoomForChange(totals, authority);
}
