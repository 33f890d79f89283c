/**
 * Which facts does a statement change that nobody gave a slot? ("My manager is Priya", then "I report to Kevin now")
 *
 * If it is a sentence about the writer's own things again, with another value where only one can hold and with a word
 * like "now" ("I take 50 mg of sertraline", "I take 100 mg of sertraline now"), the older fact ends. Otherwise a change is only *possible*: the facts
 * are linked as contradicting each other, recall puts the newer one first, and a person decides. Only the facts that match best are taken, and none
 * if more than two match equally well.
 *
 * A statement about an earlier time, or one that is over, changes nothing. Facts of a higher class, or of another
 * author, are disputed and stay as they are.
 */

import type { KeyIndex } from "../indexes/keys.ts";
import { cosineOfTexts } from "../indexes/vectors/encoder.ts";
import { relatedTo } from "../indexes/word-table/related.ts";
import { MAX_CHANGE_CANDIDATES } from "../limits.ts";
import type { Fact } from "../model/fact.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import { changeWeight, isOwnWord, keysOfTelling, mayChange, thingKey } from "../text/claims/change.ts";
import { withoutNow } from "../text/claims/change-words.ts";
import { contradiction } from "../text/claims/contradiction.ts";
import { isVerdict } from "../text/claims/denial.ts";
import { differInOneValue, frame, type SentenceFrame } from "../text/claims/frame.ts";
import { readTelling, type Telling } from "../text/claims/telling.ts";
import { readStatement } from "../text/sameness/statement.ts";
import { mentionsIn, namingIn } from "../text/values/names.ts";
import type { Known } from "./known.ts";
import { holdsBeside } from "./link-room.ts";
import { mayEnd } from "./own-word.ts";
import { isCurrent } from "./same.ts";
import type { Claim } from "./slot.ts";
import { endOf, startOf } from "./span.ts";

export interface Changed {
  /** The facts that it ends. */
  readonly facts: readonly Fact[];
  /** The facts that it may have changed. */
  readonly possible: readonly Fact[];
  /** The fact that it would end if that were not of a higher class or another author's. */
  readonly disputed: Fact | undefined;
  /** The fact of a higher class that it may have changed. */
  readonly questioned: Fact | undefined;
}

export const NOTHING_CHANGED: Changed = {
  facts: [],
  possible: [],
  disputed: undefined,
  questioned: undefined,
};

/** Did it find something that it may have changed, and that a person should decide about? */
export function mayHaveChanged({ possible, questioned }: Changed): boolean {
  return possible.length > 0 || questioned !== undefined;
}

/** More facts than this that match equally well are too many to tell which one is meant. */
const MAX_MEANT = 2;
/** Related words that are followed for each word. */
const MAX_RELATED = 8;
const LEAST_RELATED = 0.6;
/** The weight of an attitude that has turned: more than any other evidence. */
const OPPOSITE = 99;
const NO_STEMS: ReadonlySet<string> = new Set();

export function findChanged(state: Known, keys: KeyIndex, claim: Claim, authority: Authority): Changed {
  const { telling, denial } = claim.reading;
  // What announces a correction says itself what it corrects (`denied.ts`).
  if (telling === undefined || denial?.kind === "correction" || isOver(claim)) return NOTHING_CHANGED;
  // A slot of its own keeps it apart from everything (`meets`): the thousands that share its words need no look.
  if (claim.slot !== undefined || isVerdict(claim.content)) return NOTHING_CHANGED;
  const isMet = (fact: Fact) => fact.authority >= authority && meets(fact, claim, authority);
  const framed = sameSentence(state, keys, claim, isMet);
  const mayBeEnded = (fact: Fact) => mayEnd(state, fact, claim.author, authority);
  if (framed.certain.length > 0)
    return {
      ...NOTHING_CHANGED,
      facts: framed.certain.filter(mayBeEnded),
      disputed: framed.certain.find((fact) => !mayBeEnded(fact)),
    };
  const weighed =
    framed.possible.length > 0
      ? framed.possible.map((fact) => ({ fact, weight: 1 }))
      : mayChange(telling) && !isRename(claim.content)
        ? weigh(state, keys, claim.content, telling, isMet)
        : [];
  return {
    ...NOTHING_CHANGED,
    possible: meant(weighed.filter(({ fact }) => mayBeEnded(fact))),
    questioned: meant(weighed.filter(({ fact }) => fact.authority > authority))[0],
  };
}

/** "Acme was renamed to Globex" changes a name, and nothing else that was said about what has it. */
function isRename(content: string): boolean {
  return namingIn(content, mentionsIn(content))?.kind === "rename";
}

/** Is what it says past already? */
function isOver({ validTo, at }: Claim): boolean {
  return validTo !== undefined && validTo <= at;
}

/**
 * Does the fact hold when the claim begins, and did it begin no later? Against a higher class, no date that the claim
 * gives itself counts. A slot of its own keeps a fact apart.
 */
function meets(fact: Fact, claim: Claim, authority: Authority): boolean {
  if (fact.id === claim.id || fact.quarantined || fact.lifecycle !== "active") return false;
  if (fact.slot !== undefined || claim.slot !== undefined || holdsBeside(fact, claim.id)) return false;
  if (authority === TRUSTED && isOfAnotherSpeaker(fact, claim)) return false;
  const start = startOf(claim);
  return fact.authority > authority
    ? startOf(fact) < endOf(claim) && isCurrent(fact, claim.at)
    : startOf(fact) <= start && isCurrent(fact, start);
}

/** Of several people who speak in one memory, each has an "I". */
function isOfAnotherSpeaker({ actor }: Fact, { author }: Claim): boolean {
  return actor !== undefined && author.actor !== undefined && actor !== author.actor;
}

type Fits = (fact: Fact) => boolean;

interface SameSentence {
  /** Where only one of the values can hold. */
  readonly certain: readonly Fact[];
  readonly possible: readonly Fact[];
}

/**
 * Facts that say the same sentence with another value. It is certain only of what people say of their own, and only
 * with a word like "now": without it, they may speak of two things that look alike.
 */
function sameSentence(state: Known, keys: KeyIndex, { content, reading }: Claim, isMet: Fits): SameSentence {
  const { telling } = reading;
  if (telling === undefined || !telling.isState || telling.adds) return NO_SENTENCE;
  const plain = telling.cue > 0 ? withoutNow(content) : content;
  const isNow = plain !== content;
  const own = isNow ? frame(plain) : undefined;
  const framed = latest(state, keys.framed(own?.key ?? reading.frameKey), isMet);
  if (framed.length === 0) return NO_SENTENCE;
  const said = own ?? frame(plain);
  const alike: Fact[] = [];
  for (const fact of framed) {
    if (differAtTheEnd(frame(fact.content), said)) alike.push(fact);
    // Too many to tell which one is meant.
    if (alike.length > MAX_MEANT) return NO_SENTENCE;
  }
  const excluded = alike.filter((fact) => excludes(fact.content, plain));
  if (isNow && isOwnWord(telling) && excluded.length > 0) return { certain: excluded, possible: [] };
  // The latest stands for those before it, which it may have changed itself.
  const isMeasured = MEASURED.test(said.key) && (isOwnWord(telling) || !ENDS_IN_LABEL.test(said.key));
  return { certain: [], possible: (isMeasured ? alike : excluded).slice(0, 1) };
}

/** "The rent of flat 1 is 900" and "The rent of flat 2 is 900" are about two flats. */
function differAtTheEnd(a: SentenceFrame, b: SentenceFrame): boolean {
  return a.values.at(-1) !== b.values.at(-1) && differInOneValue(a, b);
}

const NO_SENTENCE: SameSentence = { certain: [], possible: [] };

/** Of figures and dates, one sentence seldom has two. */
const MEASURED = /<(?:number|money|date|time)>/;

/** "The shed has shelf one" and "The shed has shelf two": the number says which one it is, and there are several. */
const ENDS_IN_LABEL = /\b(?:has|have|contains|includes) (?:\S+ )?\p{L}+ <number>$/u;

function excludes(a: string, b: string): boolean {
  const kind = contradiction(a, b)?.kind;
  return kind !== undefined && kind !== "negation" && kind !== "antonym";
}

interface Weighed {
  readonly fact: Fact;
  readonly weight: number;
}

function weigh(
  state: Known,
  keys: KeyIndex,
  content: string,
  telling: Telling,
  isMet: Fits,
): readonly Weighed[] {
  const weighed: Weighed[] = [];
  const related = telling.cue === 0 ? NO_STEMS : relatedStems(telling.words);
  const asked = new Set([...keysOfTelling(telling), ...[...related].map(thingKey)]);
  for (const fact of candidates(state, keys, asked, isMet)) {
    const older = readTelling(fact.content, readStatement(fact.content));
    if (older === undefined) continue;
    const isOpposite =
      telling.isAttitude && older.isAttitude && contradiction(fact.content, content) !== undefined;
    const likeness = () => cosineOfTexts(fact.content, content);
    const weight = isOpposite ? OPPOSITE : changeWeight(older, telling, related, likeness);
    if (weight > 0) weighed.push({ fact, weight });
  }
  return weighed.sort((a, b) => b.weight - a.weight || (a.fact.id < b.fact.id ? 1 : -1));
}

/** Those that match best, if it is clear which. */
function meant(weighed: readonly Weighed[]): readonly Fact[] {
  const most = weighed[0]?.weight;
  const best = weighed.filter(({ weight }) => weight === most).map(({ fact }) => fact);
  return best.length > MAX_MEANT ? [] : best;
}

/** The facts that share the most with it, by look-up. */
function candidates(state: Known, keys: KeyIndex, asked: Iterable<string>, isMet: Fits): readonly Fact[] {
  const shared = new Map<Fact, number>();
  for (const key of asked)
    for (const fact of latest(state, keys.about(key), isMet)) shared.set(fact, (shared.get(fact) ?? 0) + 1);
  return [...shared]
    .sort(([a, x], [b, y]) => y - x || (a.id < b.id ? 1 : -1))
    .slice(0, MAX_CHANGE_CANDIDATES)
    .map(([fact]) => fact);
}

/** Stems of words that mean nearly the same as one of these, as far as the word table knows. */
function relatedStems(words: readonly string[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const word of words)
    for (const { term, cosine } of relatedTo(word).slice(0, MAX_RELATED))
      if (cosine >= LEAST_RELATED) stems.add(term);
  return stems;
}

/** The latest that fit. Thousands may share a key, so what is cheap to check is checked first. */
function latest(state: Known, ids: readonly string[], fits: Fits): readonly Fact[] {
  const facts: Fact[] = [];
  for (let i = ids.length - 1; i >= 0 && facts.length < MAX_CHANGE_CANDIDATES; i--) {
    const fact = state.facts.get(ids[i] as string);
    if (fact !== undefined && fits(fact)) facts.push(fact);
  }
  return facts;
}
