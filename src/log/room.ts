/**
 * How much room do the facts of each class take in an origin?
 *
 * Kept beside the facts, since counting them anew would read every one of them. What it says is what a count would
 * say: after any event, from any snapshot.
 *
 * Each class has a room of its own (`limits.ts`). So however much a lower class has written, nothing of a higher class
 * is refused for it.
 */
import { TidelineError } from "../errors.ts";
import { MAX_CHARS_BY_CLASS, MAX_FACTS_BY_CLASS } from "../limits.ts";
import type { Fact } from "../model/fact.ts";
import { AUTHORITIES, TRUSTED } from "../model/source.ts";
import { wordsBeside } from "../model/wording.ts";

/** By class. */
export interface Room {
  readonly facts: readonly number[];
  /** Of their words; class 3 is not counted. */
  readonly chars: readonly number[];
}

export const EMPTY_ROOM: Room = { facts: AUTHORITIES.map(() => 0), chars: AUTHORITIES.map(() => 0) };

/** A fact came (nothing was before), went (nothing is after), or was changed. */
export function roomAfter(room: Room, before: Fact | undefined, after: Fact | undefined): Room {
  if (before !== undefined && after !== undefined && takesTheSame(before, after)) return room;
  const count = new RoomCount(room);
  count.replace(before, after);
  return count.room;
}

/** The same for many facts, one after the other. */
export class RoomCount {
  private readonly facts: number[];
  private readonly chars: number[];

  constructor({ facts, chars }: Room) {
    this.facts = [...facts];
    this.chars = [...chars];
  }

  get room(): Room {
    return { facts: this.facts, chars: this.chars };
  }

  replace(before: Fact | undefined, after: Fact | undefined): void {
    if (before !== undefined) this.count(before, -1);
    if (after !== undefined) this.count(after, 1);
  }

  private count(fact: Fact, sign: 1 | -1): void {
    (this.facts[fact.authority] as number) += sign;
    (this.chars[fact.authority] as number) += sign * charsOf(fact);
  }
}

function takesTheSame(before: Fact, after: Fact): boolean {
  if (before.authority !== after.authority) return false;
  return before.authority === TRUSTED || WORDS.every((field) => before[field] === after[field]);
}

const WORDS = ["content", "tags", "aliases", "metadata", "slot", "episode", "recurrence"] as const;

function charsOf(fact: Fact): number {
  if (fact.authority === TRUSTED) return 0;
  return wordsBeside(fact).reduce((sum, word) => sum + word.length, fact.content.length);
}

/** Whatever takes more room than before must have it. */
export function checkRoom(before: Room, after: Room): void {
  for (const authority of AUTHORITIES) {
    checkOne("facts", authority, MAX_FACTS_BY_CLASS[authority], before.facts, after.facts);
    checkOne("characters", authority, MAX_CHARS_BY_CLASS[authority], before.chars, after.chars);
  }
}

function checkOne(
  what: string,
  authority: number,
  most: number,
  before: readonly number[],
  after: readonly number[],
): void {
  const [now = 0, then = 0] = [before[authority], after[authority]];
  if (then <= now || then <= most) return;
  throw new TidelineError(
    "origin-full",
    `The origin holds ${now} ${what} of class ${authority}; there is room for ${most}. Purge some of that class, or use another origin. Nothing was written.`,
    { authority, most },
  );
}
