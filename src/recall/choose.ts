/**
 * Which of what was found is looked at closely? The most relevant that may be shown, of each class.
 *
 * Trusted facts and the others are chosen apart: no number of lower ones takes a trusted one's place.
 */

import type { LexicalIndex } from "../index/lexical.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Found } from "./candidate.ts";
import { type Asking, type Barrier, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";
import type { Relevant } from "./relevance.ts";

/** For a limit: what age and trust may still move to the front. */
const CANDIDATES = 32;
const CANDIDATES_PER_HIT = 2;
/** Where filters leave too few, so many times more are looked at. */
const WIDER = 8;
const BUCKETS = 4_096;

export type Barred = Map<string, Barrier | "segment" | "tag">;

interface View {
  readonly state: State;
  readonly lexical: LexicalIndex;
}

export function choose(
  view: View,
  found: readonly Relevant[],
  asking: Asking,
  options: ParsedRecall,
  barred: Barred,
): readonly Found[] {
  const { documents } = view.lexical;
  const trusted: Relevant[] = [];
  const others: Relevant[] = [];
  for (const one of found) (documents.isTrusted(one.document) ? trusted : others).push(one);
  const wanted = CANDIDATES + CANDIDATES_PER_HIT * options.limit;
  const best = (list: readonly Relevant[]) => eligibleOf(view, list, wanted, asking, options, barred);
  return others.length === 0 ? best(trusted) : [...best(trusted), ...best(others)];
}

function eligibleOf(
  view: View,
  found: readonly Relevant[],
  wanted: number,
  asking: Asking,
  options: ParsedRecall,
  barred: Barred,
): readonly Found[] {
  for (let count = wanted; ; count *= WIDER) {
    const eligible = topOf(found, count, view.lexical.documents.ids).flatMap(
      ({ document, relevance, lanes, isDoubtful }): readonly Found[] => {
        const fact = view.state.facts.get(view.lexical.documents.ids[document] as string);
        if (fact === undefined) return [];
        const barrier = barrierOf(fact, asking) ?? filterOf(fact, options);
        if (barrier === undefined) return [{ fact, relevance, lanes, via: undefined, isDoubtful }];
        barred.set(fact.id, barrier);
        return [];
      },
    );
    if (eligible.length >= wanted || count >= found.length) return eligible.slice(0, wanted);
  }
}

export function filterOf(fact: Fact, { segments, tags }: ParsedRecall): "segment" | "tag" | undefined {
  if (segments !== undefined && !segments.has(fact.segment)) return "segment";
  return tags.every((tag) => fact.tags.includes(tag)) ? undefined : "tag";
}

/** The most relevant ones, best first; ties by id. */
function topOf(found: readonly Relevant[], count: number, ids: readonly string[]): readonly Relevant[] {
  const byRelevance = (a: Relevant, b: Relevant) =>
    b.relevance - a.relevance || ((ids[a.document] as string) < (ids[b.document] as string) ? -1 : 1);
  if (found.length <= count) return [...found].sort(byRelevance);
  const floor = floorOf(found, count);
  return found
    .filter(({ relevance }) => relevance >= floor)
    .sort(byRelevance)
    .slice(0, count);
}

/** A relevance that at least `count` of them reach, found by counting instead of sorting. */
function floorOf(found: readonly Relevant[], count: number): number {
  const counts = new Int32Array(BUCKETS + 1);
  for (const { relevance } of found) (counts[Math.floor(relevance * BUCKETS)] as number)++;
  let sum = 0;
  for (let bucket = BUCKETS; bucket > 0; bucket--) {
    sum += counts[bucket] as number;
    if (sum >= count) return bucket / BUCKETS;
  }
  return 0;
}
