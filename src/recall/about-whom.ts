/**
 * Is a fact about the person whom the question is about?
 *
 * A fact is about everybody it names, and about its speaker. If it has no named speaker, names nobody and does not
 * speak in the first person, it may be about anybody ("open"). What Bert said about himself does not answer a
 * question about Anna, however well the words match. If it matches far better than anything about Anna, then nothing
 * here answers the question (`judge.ts` decides that).
 */

import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { FIRST_PERSON, NAMING, NO_PERSON, NONE } from "../indexes/words/documents.ts";
import type { Query } from "./query.ts";

/** Factor for somebody else's own words, if the question is about one named person. */
const OTHER_PERSON = 0.4;
/** Factor for a machine's words, if the question is about the person who asks. */
const MACHINE = 0.5;
/**
 * Factor for what one of several named speakers says about themselves, if the question is about the person who asks.
 */
const OTHER_SPEAKER = 0.6;
/** Factor for a fact in the third person that names somebody else, if the question is about one named person. */
const OTHER_NAME = 0.6;

export type Concern = "asked" | "open" | "other";

export class AboutWhom {
  private readonly query: Query;
  private readonly index: ClassLexicon;
  private readonly about = new Set<number>();
  /** The question is about one person, by name. */
  readonly isAskingAboutOne: boolean;
  /** Every factor is 1. */
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

  /** The factor by which a fact's relevance is multiplied. */
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

  /** The question is about the person who asks, and the fact in the first person. */
  isOwnWord(document: number): boolean {
    return (
      this.query.isAboutSelf && ((this.index.documents.flags.values[document] as number) & FIRST_PERSON) !== 0
    );
  }

  /** Whom a fact concerns. Means something only if the question is about one person. */
  concern(document: number): Concern {
    const { speakers, flags } = this.index.documents;
    const [person] = this.query.people;
    const speaker = speakers.values[document] as number;
    if (person === undefined || this.about.has(document)) return "asked";
    if (speaker !== NONE) return person.speakers.includes(speaker) ? "asked" : "other";
    return ((flags.values[document] as number) & (FIRST_PERSON | NAMING)) === 0 ? "open" : "other";
  }
}
