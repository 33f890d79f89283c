/**
 * By which other names is somebody or something known? "Bob" is Robert Miller if a fact says so; Northgate is Elmgate
 * once a fact says it was renamed.
 *
 * The names are looked up in the index of one class when a question names somebody: among the facts with that name,
 * those with a word that joins names ("called", "renamed") are read. A class reads its own facts only, so a web page
 * that calls Anna "Bert" leads to no fact of the owner's. The search goes one step, and keeps nothing.
 */

import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { JOINING, LIVE } from "../indexes/words/documents.ts";
import type { Fact } from "../model/fact.ts";
import { mentionsIn, namingIn } from "../text/values/names.ts";
import { ABOUT, nameParts } from "../text/words/analyse.ts";

/** Other names, folded and split into words, of everybody and everything with this word in their name. */
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

/** Ids of the live facts that name it and may join it with another name; if there are many, the oldest. */
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
