/**
 * Which facts answer the same question with different values, and which of them comes first?
 *
 * Facts are tied if one was written as contradicting the other: by a person, or because it may have changed the other
 * (`write/changed.ts`). Of tied facts the higher class comes first, then the one that memory learned last. It takes the
 * place of the best of them, so the current value leads, whichever the words of the question fit.
 *
 * A possible change is a guess of the engine's. It counts where the question is about both facts: what has hardly
 * anything to do with the question does not come to the place of what does.
 *
 * No date that a writer claims counts here. Below class 3 only an author's own words are tied. A lower class is tied to
 * the principal's words only if it is distilled (class 2): then the latest one that disputes them stands directly under
 * them; all others keep their place behind them. So nobody moves up, or in front of anybody, by disputing.
 */
import type { Fact } from "../model/fact.ts";
import { POSSIBLE_CHANGE } from "../model/review.ts";
import { isPlain } from "../text/claims/change.ts";
import { readTelling, type Telling } from "../text/claims/telling.ts";
import { readStatement } from "../text/sameness/statement.ts";
import type { Found } from "./candidate.ts";
import { speaksOfIt } from "./cut.ts";
import { likelihoodOf } from "./features/likelihood.ts";
import { type FactOf, isContradicted, isDispute, latestFirst, mayReplace, opposed } from "./opposed.ts";

/**
 * With what may have replaced a fact that was found: it is as much about the question. `accepts`: may this fact be
 * recalled?
 */
export function withTied<F extends Found>(
  found: readonly F[],
  factOf: FactOf,
  accepts: (fact: Fact) => boolean,
): readonly (F | Found)[] {
  const byId = new Map<string, F | Found>(found.map((one) => [one.fact.id, one]));
  let isTied = false;
  for (const one of [...found].sort((a, b) => b.relevance - a.relevance)) {
    for (const fact of followers(one.fact, factOf)) {
      const known = byId.get(fact.id);
      if (known === undefined && !accepts(fact)) continue;
      if (isGuess(fact, one.fact) && ownOdds(known) < LEAST_OF_GUESSED * oddsOf(one.relevance)) continue;
      if (known !== undefined && known.relevance >= one.relevance && known.standing >= one.standing) continue;
      isTied = true;
      byId.set(fact.id, broughtBy(byId.get(one.fact.id) as F | Found, fact, known));
    }
  }
  return isTied ? [...byId.values()] : found;
}

/** What a possible change must have of the odds of the fact that it may have changed, by itself. */
const LEAST_OF_GUESSED = 0.003;

/** Does nothing say that it replaces the other but a guess when it was written, and that no plain one? */
function isGuess(newer: Fact, older: Fact): boolean {
  if (newer.review !== POSSIBLE_CHANGE || newer.authority !== older.authority) return false;
  const [before, after] = [tellingOf(older), tellingOf(newer)];
  return before === undefined || after === undefined || !isPlain(before, after);
}

function tellingOf({ content }: Fact): Telling | undefined {
  return readTelling(content, readStatement(content));
}

/** Its odds without what links lend it. */
function ownOdds(known: Found | undefined): number {
  return known?.features === undefined ? 0 : oddsOf(likelihoodOf(known.features));
}

/** Odds make facts comparable, however likely facts are in general to be about such a question. */
function oddsOf(relevance: number): number {
  return relevance / (1 - relevance);
}

/** What may have replaced it, directly or not, the latest first. */
function followers(fact: Fact, factOf: FactOf): readonly Fact[] {
  if (!isContradicted(fact)) return [];
  const chain: Fact[] = [];
  const passed = new Set([fact.id]);
  let open: readonly Fact[] = [fact];
  while (open.length > 0 && passed.size <= MAX_TIED) {
    const next = open
      .flatMap((one) => latestOfClasses(mayReplace(one, factOf), one))
      .filter(({ id }) => !passed.has(id));
    for (const { id } of next) passed.add(id);
    chain.push(...next);
    open = next;
  }
  return chain.sort(latestFirst);
}

/** Of each class the latest: others that dispute the same fact wait in the review. */
function latestOfClasses(facts: readonly Fact[], { authority }: Fact): readonly Fact[] {
  const own = facts.filter((one) => one.authority >= authority);
  const lower = facts.find((one) => one.authority < authority);
  return lower === undefined ? own : [...own, lower];
}

/** How many facts of one chain are followed. */
const MAX_TIED = 16;

function broughtBy(by: Found, fact: Fact, known: Found | undefined): Found {
  const { relevance, standing, open } = by;
  const via = { from: by.fact.id, kind: "contradicts" } as const;
  const own: Found = known ?? {
    ...{ fact, relevance, standing, open, lanes: ["graph"] },
    via,
    isDoubtful: by.isDoubtful,
  };
  return {
    ...own,
    // It may have none of the question's words: it stands there for what it replaces, if that has something of them.
    via: own.via ?? (by.via !== undefined || speaksOfIt(by) ? via : undefined),
    relevance: Math.max(relevance, own.relevance),
    standing: Math.max(standing, own.standing),
    open: Math.min(open, own.open),
    isDoubtful: own.isDoubtful === true && by.isDoubtful === true,
  };
}

/**
 * The same list, with what may have changed a fact before that fact, and what disputes it behind it. `figureIn`: by what
 * a guessed change leads if it is not behind the fact, as after `withTied`. `moved`: the item now stands at the place of
 * another.
 */
export function currentFirst<T>(
  list: readonly T[],
  factIn: (item: T) => Fact,
  figureIn: (item: T) => number,
  moved: (item: T, to: T) => T = (item) => item,
): readonly T[] {
  if (!list.some((item) => isContradicted(factIn(item)))) return list;
  const itemOf = new Map(list.map((item) => [factIn(item).id, item]));
  const factOf = (id: string): Fact | undefined => {
    const item = itemOf.get(id);
    return item === undefined ? undefined : factIn(item);
  };
  const left = new Set(list);
  const placed: T[] = [];
  const early: T[] = [];
  const higher = higherOpposed(list, factIn, itemOf, factOf);
  const put = (item: T, at: T): void => {
    if (!left.delete(item)) return;
    const fact = factIn(item);
    for (const newer of followers(fact, factOf)) {
      const other = itemOf.get(newer.id) as T;
      const leads = !isGuess(newer, fact) || figureIn(other) >= figureIn(item);
      if (leads && newer.authority >= fact.authority) put(other, at);
    }
    placed.push(item === at ? item : moved(item, at));
    const disputes = mayReplace(fact, factOf).filter((other) => isDispute(other, fact));
    if (disputes[0] !== undefined) put(itemOf.get(disputes[0].id) as T, at);
    for (const one of early) if (!waits(one)) put(one, at);
  };
  // Whatever a lower class says against a higher one comes behind it.
  const waits = (item: T): boolean => higher.get(item)?.some((one) => left.has(one)) === true;
  for (const item of list) {
    if (!left.has(item)) continue;
    if (waits(item)) early.push(item);
    else put(item, item);
  }
  return placed;
}

/** The items of a higher class that contradict an item, where there are any. */
function higherOpposed<T>(
  list: readonly T[],
  factIn: (item: T) => Fact,
  itemOf: ReadonlyMap<string, T>,
  factOf: FactOf,
): ReadonlyMap<T, readonly T[]> {
  const higher = new Map<T, readonly T[]>();
  for (const item of list) {
    const fact = factIn(item);
    const above = opposed(fact, factOf).filter((other) => other.authority > fact.authority);
    if (above.length > 0)
      higher.set(
        item,
        above.map(({ id }) => itemOf.get(id) as T),
      );
  }
  return higher;
}
