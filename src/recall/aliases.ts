/**
 * By which other names is somebody or something known here? "Bob" is Robert Miller where a fact says so; Northgate is
 * Elmgate since it was renamed.
 *
 * Looked up in the index of a class when a question names somebody: of the facts that have the name, those with a word
 * that joins names are read. So a page that calls Anna Bert leads to no fact of the owner's. One step only, and nothing
 * is kept.
 */

import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { JOINING, LIVE } from "../indexes/words/documents.ts";
import type { Fact } from "../model/fact.ts";
import { mentionsIn, namingIn } from "../text/values/names.ts";
import { ABOUT, nameParts } from "../text/words/analyse.ts";

/** Other names, folded and by their words, of whom or what bears this word in their name. */
export type OtherNames = (word: string) => readonly string[];
export const NO_OTHERS: OtherNames = () => [];

const MAX_READ = 32;
const JOINING_LIVE = JOINING | LIVE;

export function otherNamesIn(index: ClassLexicon, factOf: (id: string) => Fact | undefined): OtherNames {
  if (index.documents.joiningCount === 0) return NO_OTHERS;
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const others = new Set<string>();
    for (const id of joiningFacts(word, index)) {
      const fact = factOf(id);
      const naming = fact && namingIn(fact.content, mentionsIn(fact.content));
      if (naming === undefined) continue;
      const [from, to] = [nameParts(naming.from), nameParts(naming.to)];
      if (from.includes(word)) for (const part of to) others.add(part);
      if (to.includes(word)) for (const part of from) others.add(part);
    }
    others.delete(word);
    const found = [...others].sort();
    known.set(word, found);
    return found;
  };
}

/** Ids of the facts that name it and may join it with another name; of many, the oldest. */
function joiningFacts(word: string, { postings, documents }: ClassLexicon): readonly string[] {
  const about = postings.terms.get(ABOUT + word);
  if (about === undefined) return [];
  const joining: string[] = [];
  postings.each(about, (document) => {
    const isLive = ((documents.flags.values[document] as number) & JOINING_LIVE) === JOINING_LIVE;
    if (isLive) joining.push(documents.ids[document] as string);
  });
  return joining.length < 2 ? joining : [...new Set(joining)].sort().slice(0, MAX_READ);
}
