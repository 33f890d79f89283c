/**
 * By which other names is somebody or something known? "Bob" is Robert Miller if a fact says so; Northgate is Elmgate
 * once a fact says it was renamed; "my daughter" is Ella if a fact says "Ella, our daughter".
 *
 * The names are looked up in the index of one class when a question names somebody: among the facts with that name,
 * those with a word that joins names ("called", "renamed") are read. A class reads its own facts only, so a web page
 * that calls Anna "Bert" leads to no fact of the owner's. The search goes one step, and keeps nothing.
 */

import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { JOINING, LIVE } from "../indexes/words/documents.ts";
import type { Fact } from "../model/fact.ts";
import { mentionsIn, namingIn } from "../text/values/names.ts";
import { bearersIn, sameRelation } from "../text/values/relations.ts";
import { ABOUT, nameParts } from "../text/words/analyse.ts";
import { stem } from "../text/words/stems.ts";

/** Other names, folded and split into words, of everybody and everything with this word in their name. */
export type OtherNames = (word: string) => readonly string[];
type FactOf = (id: string) => Fact | undefined;
export const NO_OTHERS: OtherNames = () => [];

const MAX_READ = 32;
/** A relation that more facts name than this has too many bearers to mean one of them. */
const MOST_TELLING = 200;
const JOINING_LIVE = JOINING | LIVE;

export function otherNamesIn(index: ClassLexicon, factOf: FactOf): OtherNames {
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const relations = sameRelation(word);
    const others =
      relations === undefined ? joinedWith(word, index, factOf) : bearersOf(relations, index, factOf);
    others.delete(word);
    const found = [...others].sort();
    known.set(word, found);
    return found;
  };
}

function joinedWith(word: string, index: ClassLexicon, factOf: FactOf): Set<string> {
  const others = new Set<string>();
  if (index.documents.joiningCount === 0) return others;
  for (const id of joiningFacts(word, index)) {
    const fact = factOf(id);
    const naming = fact && namingIn(fact.content, mentionsIn(fact.content));
    if (naming === undefined) continue;
    const [from, to] = [nameParts(naming.from), nameParts(naming.to)];
    if (from.includes(word)) for (const part of to) others.add(part);
    if (to.includes(word)) for (const part of from) others.add(part);
  }
  return others;
}

/** The names of those who stand in one of these relations to the speaker: Piotr for "husband". */
function bearersOf(relations: ReadonlySet<string>, index: ClassLexicon, factOf: FactOf): Set<string> {
  const { postings, documents } = index;
  const telling: string[] = [];
  for (const term of new Set([...relations].map((word) => stem(word, "en")))) {
    const id = postings.terms.get(term);
    if (id === undefined || (postings.counts.values[id] as number) > MOST_TELLING) continue;
    postings.each(id, (document) => {
      if (documents.isLive(document)) telling.push(documents.ids[document] as string);
    });
  }
  const bearers = new Set<string>();
  for (const id of [...new Set(telling)].sort().slice(0, MAX_READ))
    for (const name of bearersIn(factOf(id)?.content ?? "", relations))
      for (const part of nameParts(name)) bearers.add(part);
  return bearers;
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
