/**
 * How much of a memory is useless? A rough estimate for `doctor`: texts that are not statements, and current facts with
 * the same words as another. It changes nothing; the engine merges duplicates by its own, stricter rules.
 */

import type { AsyncTideline } from "../../../memory/async.ts";
import type { Fact } from "../../../model/fact.ts";
import { factPages } from "../../fact-pages.ts";

export interface Judgement {
  readonly facts: number;
  readonly junk: readonly string[];
  readonly duplicates: readonly string[];
}

export async function judgeFacts(memory: AsyncTideline): Promise<Judgement> {
  const junk: string[] = [];
  const duplicates: string[] = [];
  const seen = new Set<string>();
  let facts = 0;
  for await (const page of factPages(memory)) {
    for (const fact of page) {
      if (fact.validity !== "valid" || fact.quarantined) continue;
      facts++;
      if (isJunk(fact)) junk.push(fact.id);
      const words = wordsOf(fact);
      if (seen.has(words)) duplicates.push(fact.id);
      seen.add(words);
    }
  }
  return { facts, junk, duplicates };
}

/** Fewer than two words, or more markup and data than words. */
function isJunk({ content }: Fact): boolean {
  const words = content.match(/\p{L}+/gu) ?? [];
  const isUnspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(content);
  if (words.length < 2 && !isUnspaced) return true;
  const letters = words.join("").length;
  return letters / content.replace(/\s/g, "").length < 0.5;
}

/** The words of a fact, whatever their order and case. Facts in different slots are never duplicates. */
function wordsOf({ content, slot }: Fact): string {
  const words = content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return JSON.stringify([slot?.subject, slot?.attribute, ...words.sort()]);
}
