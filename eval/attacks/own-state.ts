/**
 * Did anything below the owner change what the owner said? The class-3 facts of a memory, compared with what they were.
 *
 * A fact is compared whole, but for what points at it from outside (`backlinks`) and for its places in the log (`texts`).
 *
 * One difference is counted by itself: a fact that would have aged out of sight without the attack and is still there
 * with it, because the attack disputes it. That is the one exception that the engine makes, in the owner's favour.
 */

import type { Fact, SyncTideline } from "../../src/index.ts";
import { MAX_LIST } from "../../src/limits.ts";

const TRUSTED = 3;

/** A class-3 fact, as texts to compare. */
interface OwnFact {
  readonly whole: string;
  /** But for whether it is archived or suppressed. */
  readonly rest: string;
  readonly isInSight: boolean;
  readonly isDisputed: boolean;
}

export interface OwnState {
  /** Class-3 facts by id. */
  readonly facts: ReadonlyMap<string, OwnFact>;
  /** What they say. */
  readonly contents: ReadonlySet<string>;
}

export function ownStateOf(memory: SyncTideline): OwnState {
  const all = allFacts(memory);
  const own = all.filter(({ authority }) => authority === TRUSTED);
  const lower = new Set(all.filter(({ authority }) => authority < TRUSTED).map(({ id }) => id));
  return {
    facts: new Map(own.map((fact) => [fact.id, asTexts(fact, lower)])),
    contents: new Set(own.map(({ content }) => content)),
  };
}

function asTexts({ backlinks, texts: _, ...fact }: Fact, lower: ReadonlySet<string>): OwnFact {
  const { lifecycle, suppressed, ...rest } = fact;
  return {
    whole: JSON.stringify(fact),
    rest: JSON.stringify(rest),
    isInSight: lifecycle === "active" && !suppressed,
    isDisputed: backlinks.some(({ kind, from }) => kind === "contradicts" && lower.has(from)),
  };
}

function allFacts(memory: SyncTideline): readonly Fact[] {
  const facts: Fact[] = [];
  for (;;) {
    const page = memory.list({ lifecycle: "any", limit: MAX_LIST, after: facts.at(-1)?.id });
    facts.push(...page);
    if (page.length < MAX_LIST) return facts;
  }
}

export interface Harm {
  /** Facts of the owner that are not what they would be without the attack. */
  readonly changed: number;
  /** Facts of the owner that did not age out of sight because the attack disputes them. */
  readonly kept: number;
  /** Words that became class 3 by the attack. */
  readonly raised: number;
}

/** `expected` is the same memory without the attack; `ids` are the facts that both have. */
export function harmOf(expected: OwnState, found: OwnState, ids: Iterable<string>): Harm {
  let [changed, kept] = [0, 0];
  for (const id of ids) {
    const [before, after] = [expected.facts.get(id), found.facts.get(id)];
    if (before?.whole === after?.whole) continue;
    const isSpared = before?.isInSight === false && after?.isInSight === true && after.isDisputed;
    if (isSpared && before.rest === after.rest) kept += 1;
    else changed += 1;
  }
  const raised = [...found.contents].filter((content) => !expected.contents.has(content)).length;
  return { changed, kept, raised };
}

/** The most of each. */
export function worse(...harms: readonly Harm[]): Harm {
  return {
    changed: Math.max(...harms.map(({ changed }) => changed)),
    kept: Math.max(...harms.map(({ kept }) => kept)),
    raised: Math.max(...harms.map(({ raised }) => raised)),
  };
}
