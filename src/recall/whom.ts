/**
 * Is a fact about the one whom the question is about?
 *
 * A fact is about whom it names, and about its speaker where it names nobody or speaks in the first person. What
 * Bert said of himself does not answer a question about Anna, however well the words match; and if it matches
 * far better than anything about Anna, then nothing here answers the question.
 */

import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { FIRST_PERSON, NAMING, NO_PERSON, NONE } from "../indexes/words/documents.ts";
import type { Query } from "./query.ts";

/** Of somebody else. */
const OTHER_PERSON = 0.4;
/** A question about oneself, and a machine's words. */
const MACHINE = 0.5;
/** A question about oneself, and what one of several named speakers says of themselves. */
const OTHER_SPEAKER = 0.6;
/** In the third person, about somebody else who is named. */
const OTHER_NAME = 0.6;

export type Concern = "asked" | "open" | "other";

export class Whom {
  private readonly query: Query;
  private readonly index: ClassLexicon;
  private readonly about = new Set<number>();
  /** One person is asked about, by name. */
  readonly isAskingAboutOne: boolean;
  /** It makes no difference: every factor is 1. */
  readonly isIndifferent: boolean;
  private readonly hasManyVoices: boolean;

  constructor(query: Query, index: ClassLexicon) {
    this.query = query;
    this.index = index;
    this.hasManyVoices = query.isAboutSelf && index.documents.hasManyVoices;
    const [person] = query.people;
    this.isAskingAboutOne = query.people.length === 1 && !query.isAboutBoth;
    this.isIndifferent = !this.isAskingAboutOne && (!query.isAboutSelf || query.people.length > 0);
    if (query.people.length === 1 && person !== undefined)
      for (const about of person.abouts) index.postings.each(about, (document) => this.about.add(document));
  }

  /** What the relevance is multiplied with. */
  factor(document: number): number {
    const flags = this.index.documents.flags.values[document] as number;
    if (this.isAskingAboutOne) {
      const concern = this.concern(document);
      if (concern !== "other") return 1;
      const isOwn = (this.index.documents.speakers.values[document] as number) !== NONE;
      return isOwn || (flags & FIRST_PERSON) !== 0 ? OTHER_PERSON : OTHER_NAME;
    }
    if (!this.query.isAboutSelf || this.query.people.length > 0) return 1;
    if ((flags & NO_PERSON) !== 0) return MACHINE;
    const isNamed = (this.index.documents.speakers.values[document] as number) !== NONE;
    return isNamed && this.hasManyVoices && (flags & FIRST_PERSON) !== 0 ? OTHER_SPEAKER : 1;
  }

  /** Only where one person is asked about. */
  concern(document: number): Concern {
    const { speakers, flags } = this.index.documents;
    const [person] = this.query.people;
    const speaker = speakers.values[document] as number;
    if (person === undefined || this.about.has(document)) return "asked";
    if (speaker !== NONE) return person.speakers.includes(speaker) ? "asked" : "other";
    return ((flags.values[document] as number) & (FIRST_PERSON | NAMING)) === 0 ? "open" : "other";
  }
}
