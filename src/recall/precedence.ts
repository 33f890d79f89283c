/**
 * Which class comes first?
 *
 * If the principal answers the question, the principal comes first. Whether that is so is decided by the question and
 * class 3 alone: nothing that anybody else wrote affects it. Otherwise, what a lower class said never stands above what
 * a higher class said that is at least as relevant, however fresh or often used it is.
 *
 * Within a class, a challenged fact never stands above a valid fact of the same slot, or one that it contradicts:
 * nobody gets in front of a fact by disputing it with a fresher, more used or more confident one.
 *
 * Facts that may have changed each other stand in the order of `ties.ts`.
 *
 * A policy weighs facts one by one. This file compares them with each other, and only ever lowers a score: that of a
 * lower class, or that of a challenged fact, by what its own class says.
 */
import { slotKey } from "../indexes/keys.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import type { Candidate } from "./candidate.ts";
import { amongMany } from "./features/likelihood.ts";
import { currentFirst } from "./ties.ts";

/**
 * How much of the question a class-3 fact may leave open and still answer it. With a higher value, whatever the owner
 * happens to have said about the topic comes before what only hearsay knows; with a lower one, a text that echoes the
 * question comes before the owner's answer (decision 026 has the curve).
 */
export const ANSWER_LEAVES_OPEN = 0.2;

/**
 * A class-3 fact counts as an answer, whatever it leaves open, if it would be more likely than not to be about the
 * question among many facts, too. The owner's only fact is likely to be meant, and need not answer for that.
 */
const LIKELY_ANSWER = 0.5;

const CLASSES = 4;
const DISTILLED = 2;
type Ranked = Pick<Candidate, "fact" | "relevance" | "standing" | "open" | "score" | "isDoubtful">;

/**
 * Sorted, the first first. `leastAnswer`: a class-3 fact with a lower relevance is no answer, because the cut removes
 * it. `few`: how few facts there are, from 0 for many to 1.
 */
export function inPrecedence<C extends Ranked>(
  weighed: readonly C[],
  leastAnswer: number,
  few: number,
): readonly C[] {
  const candidates = belowValid(weighed);
  const [first] = candidates;
  // All are of one class.
  if (candidates.every(({ fact }) => fact.authority === first?.fact.authority))
    return withChangesFirst([...candidates].sort(inOrder));
  return withChangesFirst(
    keepPrecedence(belowOwn(candidates, leastAnswer), answerIn(candidates, leastAnswer, few)?.score).sort(
      inOrder,
    ),
  );
}

/** A fact that moves gets the score of the place that it moves to. */
function withChangesFirst<C extends Ranked>(ordered: readonly C[]): readonly C[] {
  const moved = currentFirst(
    ordered,
    factIn,
    ({ relevance }) => relevance,
    (one, { score }) => ({ ...one, score }),
  );
  return moved === ordered ? ordered : behindHigher(moved);
}

/**
 * What moved back because it disputes the principal takes along what was behind it only because it is of a lower class:
 * below class 2, nothing stands above a higher class that is at least as relevant.
 */
function behindHigher<C extends Ranked>(ordered: readonly C[]): readonly C[] {
  // For each class, the best relevance of higher classes from each place on.
  const later = ordered.map(() => new Float64Array(CLASSES));
  for (let i = ordered.length - 2; i >= 0; i--) {
    const { fact, relevance } = ordered[i + 1] as C;
    for (let below = 0; below < CLASSES; below++) {
      const before = (later[i + 1] as Float64Array)[below] as number;
      (later[i] as Float64Array)[below] = fact.authority > below ? Math.max(before, relevance) : before;
    }
  }
  const placed: C[] = [];
  let waiting: readonly C[] = [];
  ordered.forEach((one, i) => {
    const mustWait = ({ fact, relevance }: C) =>
      fact.authority < DISTILLED && ((later[i] as Float64Array)[fact.authority] as number) >= relevance;
    if (mustWait(one)) waiting = [...waiting, one];
    else placed.push(one);
    const free = waiting.filter((other) => !mustWait(other));
    if (free.length === 0) return;
    placed.push(...free.map((other) => ({ ...other, score: Math.min(other.score, one.score) })));
    waiting = waiting.filter(mustWait);
  });
  return placed;
}

function factIn({ fact }: Ranked): Fact {
  return fact;
}

/** The principal's fact that answers the question best, if one does. */
function answerIn<C extends Ranked>(candidates: readonly C[], least: number, few: number): C | undefined {
  const isOwn = (one: Ranked) =>
    one.fact.authority === TRUSTED && one.relevance >= least && isAnswer(one, few);
  return candidates.filter(isOwn).sort(inOrder)[0];
}

/** Does the fact answer the question, so that it is more than a guess? */
export function isAnswer(
  { relevance, open, isDoubtful }: Pick<Ranked, "relevance" | "open" | "isDoubtful">,
  few: number,
): boolean {
  if (isDoubtful === true) return false;
  return open <= ANSWER_LEAVES_OPEN || amongMany(few, relevance) >= LIKELY_ANSWER;
}

/** What has at least this share of the question's words is meant, however unsure recall is that it answers. */
const HALF_THE_WORDS = 0.5;

/** Is it marked as uncertain, and neither an answer nor what the question names? Judged by its own class alone. */
export function isGuess(one: Candidate, few: number): boolean {
  if (one.isUncertain !== true || isAnswer(one, few)) return false;
  return (one.features?.has ?? 0) < HALF_THE_WORDS;
}

/**
 * Lowers each score to that of the answer (below class 3), and to the lowest score among facts of a higher class that
 * are at least as relevant.
 */
function keepPrecedence<C extends Ranked>(candidates: readonly C[], answer = Number.POSITIVE_INFINITY): C[] {
  const byRelevance = [...candidates].sort(
    (a, b) => b.relevance - a.relevance || b.fact.authority - a.fact.authority,
  );
  const least = new Array<number>(CLASSES).fill(Number.POSITIVE_INFINITY);
  return byRelevance.map((candidate) => {
    const { authority } = candidate.fact;
    let score = authority === TRUSTED ? candidate.score : Math.min(candidate.score, answer);
    for (let above = authority + 1; above < CLASSES; above++) score = Math.min(score, least[above] as number);
    least[authority] = Math.min(least[authority] ?? Number.POSITIVE_INFINITY, score);
    return score === candidate.score ? candidate : { ...candidate, score };
  });
}

/**
 * Lowers each score below class 3 to that of the principal's first fact, if that survives the cut and is at least as
 * relevant, where only half of what neighbours lent counts for the lower class: whoever writes an episode chooses the
 * neighbours. Behind the first, relevance as it is decides (`keepPrecedence`): compared with each of the principal's
 * facts in this way, what only hearsay knows would stand behind whatever the principal said at some length.
 */
function belowOwn<C extends Ranked>(candidates: readonly C[], leastOwn: number): readonly C[] {
  const isOwn = ({ fact, relevance }: Ranked) => fact.authority === TRUSTED && relevance >= leastOwn;
  const [own] = candidates.filter(isOwn).sort(inOrder);
  if (own === undefined) return candidates;
  const isBehind = ({ fact, relevance, standing, score }: Ranked) =>
    fact.authority !== TRUSTED && score > own.score && Math.min(relevance, standing) <= own.relevance;
  return candidates.map((one) => (isBehind(one) ? { ...one, score: own.score } : one));
}

/**
 * Lowers the score of a challenged fact to the lowest score among valid facts of its class in its slot or in
 * contradiction with it.
 */
function belowValid<C extends Ranked>(candidates: readonly C[]): readonly C[] {
  if (!candidates.some(({ fact }) => isChallenged(fact))) return candidates;
  const least = new Map<string, number>();
  for (const { fact, score } of candidates) {
    if (fact.validity !== "valid") continue;
    for (const tie of [fact.id, ...slotTie(fact)]) least.set(tie, Math.min(least.get(tie) ?? score, score));
  }
  const classes = new Map(candidates.map(({ fact }) => [fact.id, fact.authority]));
  return candidates.map((one) => {
    if (!isChallenged(one.fact)) return one;
    const against = contradictedBy(one.fact).filter((id) => classes.get(id) === one.fact.authority);
    const score = Math.min(
      one.score,
      ...[...against, ...slotTie(one.fact)].flatMap((tie) => least.get(tie) ?? []),
    );
    return score === one.score ? one : { ...one, score };
  });
}

function isChallenged({ validity }: Fact): boolean {
  return validity === "challenged";
}

/** Keys of facts compared before, collected together with their facts. */
const slotTies = new WeakMap<Fact, readonly string[]>();
const NO_TIE: readonly string[] = [];

/** A key shared by the values of one slot and one class. */
function slotTie(fact: Fact): readonly string[] {
  const { slot, authority } = fact;
  if (slot === undefined) return NO_TIE;
  const known = slotTies.get(fact);
  if (known !== undefined) return known;
  const tie = [`${authority} ${slotKey(slot)}`];
  slotTies.set(fact, tie);
  return tie;
}

function contradictedBy({ links, backlinks }: Fact): readonly string[] {
  const to = links.filter(({ kind }) => kind === "contradicts").map((link) => link.to);
  return [...to, ...backlinks.filter(({ kind }) => kind === "contradicts").map((link) => link.from)];
}

/** By score; ties: the higher class, then what is not challenged, then the older id. */
function inOrder(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    b.fact.authority - a.fact.authority ||
    Number(isChallenged(a.fact)) - Number(isChallenged(b.fact)) ||
    (a.fact.id < b.fact.id ? -1 : 1)
  );
}
