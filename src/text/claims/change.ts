/**
 * Does a statement tell that something said before has changed? "I live in Berlin", then "We moved to Oslo last week".
 *
 * Both statements are read for what they are about: matters with one value at a time (`values/matters.ts`), names,
 * other words, whose matter it is, and values of each kind. What they share is evidence that they speak of the same
 * thing. How much evidence is needed depends on the newer statement: little if it says that something changed ("moved",
 * "no longer", "from now on"), much if it only says something else.
 *
 * The answer is a weight, and never certain: `contradiction.ts` says which claims cannot both hold.
 */
import { PEOPLE } from "../values/people.ts";
import { mayBothBeMeant } from "./claim.ts";
import { ME, type Telling } from "./telling.ts";

const PETS = new Set(["dog", "cat", "baby"]);
const MATTER = 2;
/** Of two sentences that differ only in an end that can be one thing. */
const OTHER_END = 12;
const MAX_KEYS_OF_A_KIND = 4;
/** By cue: how much evidence makes a change possible. */
const LEAST: readonly number[] = [4, 3, 2];
/**
 * How near the texts must be as well where nothing says plainly what has changed, so that a shared word alone changes
 * nothing: more of the world than of the speaker's own, for a town has many clubs and trains.
 */
const LIKENESS = { own: 0.2, world: 0.5 } as const;

/**
 * How strongly the newer statement seems to change the older one; 0 if it does not. `related`: stems of words that mean
 * nearly the same as a word of the newer one. `likeness`: the cosine of the two texts, asked only where it decides.
 */
export function changeWeight(
  older: Telling,
  newer: Telling,
  related: ReadonlySet<string> = NONE,
  likeness: () => number = () => 1,
): number {
  if (!older.isState || !newer.isState || older.adds || newer.adds) return 0;
  if (hasOtherEnd(older, newer)) return OTHER_END;
  if (areApart(older, newer) || (areOfOthers(older, newer) && shared(older.names, newer.names) === 0))
    return 0;
  const weight = evidence(older, newer, related);
  if (weight < (LEAST[newer.cue] as number)) return 0;
  if (!isPlain(older, newer) && likeness() < leastLikeness(older, newer)) return 0;
  // What the speaker said of himself is meant sooner than what he said of the world.
  return weight + newer.cue + (isOwnWord(older) && isOwnWord(newer) ? 1 : 0);
}

/** What names a fact for the look-up of what it may change, or what may change it. */
export function keysOfTelling({ matters, names, things, people, lead }: Telling): readonly string[] {
  return [
    ...(lead === undefined ? [] : [`lead ${lead.opening}`]),
    ...[...matters].slice(0, MAX_KEYS_OF_A_KIND).map((one) => `matter ${one}`),
    ...[...people].filter((one) => one !== ME).map((one) => `person ${one}`),
    ...[...names].slice(0, MAX_KEYS_OF_A_KIND).map((one) => `name ${one}`),
    ...[...things].slice(0, MAX_KEYS_OF_A_KIND).map(thingKey),
  ];
}

export function thingKey(stem: string): string {
  return `thing ${stem}`;
}

/** Does the speaker speak of what is the speaker's own? */
export function isOwnWord({ people }: Telling): boolean {
  return people.has(ME);
}

/** May something that is said later change it? */
export function isChangeable({ isState, adds }: Telling): boolean {
  return isState && !adds;
}

/** May it change something? */
export function mayChange({ isState, adds, cue, lead, isAttitude }: Telling): boolean {
  return isState && !adds && (cue > 0 || lead !== undefined || isAttitude);
}

function hasOtherEnd({ lead: a }: Telling, { lead: b }: Telling): boolean {
  return (
    a !== undefined && a.opening === b?.opening && a.value !== b.value && !mayBothBeMeant(a.value, b.value)
  );
}

function evidence(older: Telling, newer: Telling, related: ReadonlySet<string>): number {
  if (newer.cue === 0) return 0;
  const matters = shared(older.matters, newer.matters);
  const near = Math.min(MAX_NEAR, relatedThings(older, newer, related));
  const words =
    shared(older.names, newer.names) + sharedThings(older, newer) + sharedRelations(older, newer) + near;
  const values = differing(older, newer);
  const aims = isAimed(older, newer) ? 1 : 0;
  if (!areOwn(older, newer) && !isSpecific(older, newer, { matters, words, values, aims })) return 0;
  if (matters + words === 0) return 0;
  const sameSubject = values > 0 && haveOneSubject(older, newer) ? 1 : 0;
  return MATTER * Math.min(matters, 2) + words + values + aims + sameSubject;
}

/** Are both of the speaker's world: the speaker, the family, the pets? */
function areOwn(older: Telling, newer: Telling): boolean {
  if (older.people.size === 0) return false;
  if (newer.people.has(ME) || newer.isBare || shared(older.people, newer.people) > 0) return true;
  return older.subject.some((one) => newer.names.has(one));
}

function leastLikeness(older: Telling, newer: Telling): number {
  return areOwn(older, newer) ? LIKENESS.own : LIKENESS.world;
}

/** Does the speaker say plainly that a matter of his own has changed? */
export function isPlain(older: Telling, newer: Telling): boolean {
  return newer.cue === 2 && newer.people.has(ME) && shared(older.matters, newer.matters) > 0;
}

interface Evidence {
  readonly matters: number;
  readonly words: number;
  readonly values: number;
  readonly aims: number;
}

/** By cue: how many signs are needed for what is not the speaker's own. The world has many flats and many cars. */
const LEAST_SIGNS: readonly number[] = [9, 6, 5];
const MAX_WORDS = 3;
const MAX_NEAR = 2;
const NONE: ReadonlySet<string> = new Set();

function isSpecific(older: Telling, newer: Telling, { matters, words, values, aims }: Evidence): boolean {
  if (words === 0 || older.cue === 2) return false;
  const isContinued = continues(older, newer);
  const signs = [matters > 0, values > 0, aims > 0, isContinued].filter(Boolean).length;
  const least = LEAST_SIGNS[newer.cue] as number;
  return Math.min(words, MAX_WORDS) + signs >= (isContinued ? least - 1 : least);
}

/** Are both about the same other person? */
function haveOneSubject(older: Telling, newer: Telling): boolean {
  return older.subject.some((one) => one !== ME && newer.subject.includes(one));
}

/** Does the newer one open with what the older one is about, or is it what the speaker did? */
function continues({ names, things, people }: Telling, { opening, people: others }: Telling): boolean {
  return others.has(ME) || names.has(opening) || things.has(opening) || people.has(opening);
}

function sharedRelations(older: Telling, newer: Telling): number {
  let count = 0;
  for (const one of older.people) if (one !== ME && newer.people.has(one)) count++;
  return count;
}

function isAimed({ things, names }: Telling, { aimed }: Telling): boolean {
  for (const one of aimed) if (things.has(one) || names.has(one)) return true;
  return false;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const one of a) if (b.has(one)) count++;
  return count;
}

function sharedThings(older: Telling, newer: Telling): number {
  let count = 0;
  for (const thing of older.things) if (newer.things.has(thing)) count++;
  return count;
}

/** Words of the older one that mean nearly the same as a word of the newer one. */
function relatedThings(older: Telling, newer: Telling, related: ReadonlySet<string>): number {
  let count = 0;
  for (const thing of older.things) if (related.has(thing) && !newer.things.has(thing)) count++;
  return count;
}

/** In how many kinds do both state values that differ? */
function differing(older: Telling, newer: Telling): number {
  let count = 0;
  for (const [kind, values] of older.values) {
    const others = newer.values.get(kind);
    if (others?.some((value) => !values.includes(value))) count++;
  }
  return count;
}

/** Is one of them about somebody who does not occur in the other? */
function areOfOthers(older: Telling, newer: Telling): boolean {
  return !mayBeAbout(newer, older.subject) || (!mayBeAbout(older, newer.subject) && !newer.people.has(ME));
}

/** Without people in it, a statement is the speaker's. Pets and babies are called by names that nobody explained. */
function mayBeAbout({ people, names, subject: other }: Telling, subject: readonly string[]): boolean {
  if (subject.length === 0) return true;
  if (subject.some((one) => people.has(one) || names.has(one))) return true;
  if (subject.includes(ME)) return other.length === 0 && [...people].every((one) => one === ME);
  return (
    subject.some((one) => PETS.has(one)) &&
    other.length === 1 &&
    !PEOPLE.has(other[0] as string) &&
    other[0] !== ME
  );
}

/** Does a word of the same group set them apart: a work phone and a private one? */
function areApart(older: Telling, newer: Telling): boolean {
  for (const [group, word] of older.qualifiers) {
    const other = newer.qualifiers.get(group);
    if (other !== undefined && other !== word) return true;
  }
  return false;
}
