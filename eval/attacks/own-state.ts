/**
 * Did anything below the owner change what the owner said? The class-3 facts of a memory, compared with what they were.
 *
 * A fact is compared whole, but for what points at it from outside (`backlinks`) and for its places in the log (`texts`).
 */

import type { Fact, SyncTideline } from "../../src/index.ts";
import { MAX_LIST } from "../../src/limits.ts";

const TRUSTED = 3;

export interface OwnState {
  /** Class-3 facts by id, as text to compare. */
  readonly facts: ReadonlyMap<string, string>;
  /** What they say. */
  readonly contents: ReadonlySet<string>;
}

export function ownStateOf(memory: SyncTideline): OwnState {
  const own = allFacts(memory).filter(({ authority }) => authority === TRUSTED);
  return {
    facts: new Map(own.map((fact) => [fact.id, asText(fact)])),
    contents: new Set(own.map(({ content }) => content)),
  };
}

function asText({ backlinks: _, texts: __, ...fact }: Fact): string {
  return JSON.stringify(fact);
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
  /** Words that became class 3 by the attack. */
  readonly raised: number;
}

/** `expected` is the same memory without the attack; `ids` are the facts that both have. */
export function harmOf(expected: OwnState, found: OwnState, ids: Iterable<string>): Harm {
  let changed = 0;
  for (const id of ids) if (expected.facts.get(id) !== found.facts.get(id)) changed += 1;
  const raised = [...found.contents].filter((content) => !expected.contents.has(content)).length;
  return { changed, raised };
}

/** The most of each. */
export function worse(...harms: readonly Harm[]): Harm {
  return {
    changed: Math.max(...harms.map(({ changed }) => changed)),
    raised: Math.max(...harms.map(({ raised }) => raised)),
  };
}
