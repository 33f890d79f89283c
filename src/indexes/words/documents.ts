/**
 * What does a search need to know of each fact without looking at it? One row per document (the number of a fact in
 * this index), in columns.
 *
 * The rows also say who stands next to whom: the documents of an episode are chained in the order of their positions,
 * even if they were added in another order.
 */

import type { Fact } from "../../model/fact.ts";
import { happenedAt } from "../../model/happened.ts";
import { eachInSlices, type Slices } from "../../ports/slices.ts";
import { joinsNames } from "../../text/values/names.ts";
import { readWhen } from "../../text/values/when.ts";
import { type Analysis, nameParts } from "../../text/words/analyse.ts";
import { LANGUAGES, type Language } from "../../text/words/stems.ts";
import { Column } from "../column.ts";
import { statesNothing } from "./stated-text.ts";

/** Flags of a document. */
export const LIVE = 1;
/** In the first person, or about "the user", as a machine calls its principal. */
export const FIRST_PERSON = 2;
export const TIMED = 4;
/** Said by a machine or a document, not by a person. */
export const NO_PERSON = 8;
/** It names somebody or something. */
export const NAMING = 16;
/** It has a word that joins names, such as "called" or "renamed". */
export const JOINING = 32;
/** It states nothing: it is below class 3 and only asks. */
export const ONLY_ASKING = 64;

export const NONE = -1;
/** A text that names a longer time (a year) does not say when precisely enough. */
const MAX_NAMED_MS = 100 * 86_400_000;
const MAX_LENGTH = 65_535;
/** A language of fewer facts than this share is hardly used here: more likely a few texts were mistaken for it. */
const SPOKEN_SHARE = 1 / 200;
/** How a machine writes down what its principal said: "User prefers tea." */
const OF_USER = /\b(?:the user|User)\b/;
const MACHINES: ReadonlySet<string> = new Set([
  "agent",
  "tool_output",
  "retrieved_document",
  "dream",
  "other",
]);

export interface PackedDocuments {
  readonly columns: readonly Uint8Array[];
  readonly people: readonly string[];
  readonly episodes: readonly string[];
}

/** Gives names new numbers, in the order in which they are asked for. */
class Renumbered {
  readonly names: string[] = [];
  private readonly numbers = new Map<number, number>();
  private readonly all: readonly string[];

  constructor(all: readonly string[]) {
    this.all = all;
  }

  of(number: number): number {
    if (number < 0) return number;
    let given = this.numbers.get(number);
    if (given === undefined) {
      given = this.names.push(this.all[number] as string) - 1;
      this.numbers.set(number, given);
    }
    return given;
  }
}

/** How many rows are read in one slice. */
const IDS_PER_SLICE = 2_048;

export class Documents {
  /** Ids by document; "" if the fact is gone. */
  readonly ids: string[] = [];
  readonly flags = new Column((length) => new Uint8Array(length));
  /** Length in weighted terms. */
  readonly lengths = new Column((length) => new Uint16Array(length));
  /** Share of the text that asks instead of stating, in 255ths. */
  readonly asking = new Column((length) => new Uint8Array(length));
  /** Number of the person who said it; `NONE` if the fact has no actor. */
  readonly speakers = new Column((length) => new Int32Array(length));
  readonly episodes = new Column((length) => new Int32Array(length));
  readonly positions = new Column((length) => new Float64Array(length));
  /** Neighbours in the episode; `NONE` at its ends. */
  readonly before = new Column((length) => new Int32Array(length));
  readonly after = new Column((length) => new Int32Array(length));
  /** When it was said or came into force. */
  readonly times = new Column((length) => new Float64Array(length));
  /** When, by its own words, something happened or will happen; NaN if it names no day, week or month. */
  readonly named = new Column((length) => new Float64Array(length));
  /** Index in `LANGUAGES` plus 1; 0 if the language is unknown. */
  readonly languages = new Column((length) => new Uint8Array(length));

  // Statistics count live facts only: a fact that nobody can recall must change no answer.
  liveCount = 0;
  liveEpisodeCount = 0;
  /** Live facts that are in an episode. */
  inEpisodeCount = 0;
  totalLength = 0;
  goneCount = 0;
  /** Live facts with a word that joins names. */
  joiningCount = 0;
  /** Live facts in the first person. */
  firstPersonCount = 0;

  /** Live facts by language. */
  private readonly spoken = new Int32Array(LANGUAGES.length + 1);
  private readonly people: string[] = [];
  /** Live facts by speaker. */
  private readonly factsBySpeaker: number[] = [];
  private readonly personByName = new Map<string, number>();
  private readonly peopleByPart = new Map<string, number[]>();
  private readonly episodeNames: string[] = [];
  private readonly episodeByName = new Map<string, number>();
  private readonly lastOfEpisode: number[] = [];
  /** Live facts by episode. */
  private readonly episodeFacts: number[] = [];
  /** Live facts whose speaker is named. */
  private spokenByName = 0;
  private readonly ordinals = new Map<string, number>();

  get size(): number {
    return this.ids.length;
  }

  /** Facts that are here; `size` also counts the rows of facts that are gone. */
  get count(): number {
    return this.ids.length - this.goneCount;
  }

  get episodeCount(): number {
    return this.lastOfEpisode.length;
  }

  ordinalOf(id: string): number | undefined {
    return this.ordinals.get(id);
  }

  /** Speakers of live facts whose name is this word or contains it. */
  peopleNamed(part: string): readonly number[] {
    return (this.peopleByPart.get(part) ?? []).filter(
      (person) => (this.factsBySpeaker[person] as number) > 0,
    );
  }

  /** Some live fact has a named speaker. */
  get hasPeople(): boolean {
    return this.spokenByName > 0;
  }

  /** Languages that a sufficient share of live facts is written in. */
  languagesSpoken(): readonly Language[] {
    const least = SPOKEN_SHARE * this.liveCount;
    return LANGUAGES.filter((_, i) => {
      const count = this.spoken[i + 1] as number;
      return count > 0 && count >= least;
    });
  }

  /** Live facts have more than one named speaker. */
  get hasManyVoices(): boolean {
    let count = 0;
    for (let i = 0; i < this.factsBySpeaker.length && count < 2; i++)
      if ((this.factsBySpeaker[i] as number) > 0) count++;
    return count > 1;
  }

  add(fact: Fact, analysis: Analysis, length: number, isLive: boolean): number {
    const ordinal = this.ids.length;
    this.ids.push(fact.id);
    this.ordinals.set(fact.id, ordinal);
    this.flags.push(flagsOf(fact, analysis, isLive));
    this.lengths.push(Math.min(MAX_LENGTH, Math.round(length)));
    this.asking.push(Math.round(analysis.askingShare * 255));
    this.speakers.push(fact.actor === undefined ? NONE : this.person(fact.actor));
    this.times.push(fact.validFrom ?? happenedAt(fact));
    this.named.push(analysis.isTimed ? namedTime(fact) : Number.NaN);
    this.languages.push(analysis.language === undefined ? 0 : 1 + LANGUAGES.indexOf(analysis.language));
    this.join(fact, ordinal);
    if (isLive) this.tally(ordinal, 1);
    return ordinal;
  }

  /** The row stays as a hole: its number is never reused. */
  remove(id: string): number | undefined {
    const ordinal = this.ordinals.get(id);
    if (ordinal === undefined) return undefined;
    if (this.isLive(ordinal)) this.tally(ordinal, -1);
    this.ordinals.delete(id);
    this.ids[ordinal] = "";
    this.flags.values[ordinal] = 0;
    this.goneCount++;
    this.leave(ordinal);
    return ordinal;
  }

  setLive(ordinal: number, isLive: boolean): void {
    if (isLive !== this.isLive(ordinal)) this.tally(ordinal, isLive ? 1 : -1);
    const flags = this.flags.values[ordinal] as number;
    this.flags.values[ordinal] = isLive ? flags | LIVE : flags & ~LIVE;
  }

  isLive(ordinal: number): boolean {
    return ((this.flags.values[ordinal] as number) & LIVE) !== 0;
  }

  /** The columns, in the order in which they are stored. */
  private columns() {
    const { flags, lengths, asking, speakers, episodes, positions, before, after, times, named, languages } =
      this;
    return [
      flags,
      lengths,
      asking,
      speakers,
      episodes,
      positions,
      before,
      after,
      times,
      named,
      languages,
    ] as const;
  }

  /**
   * The rows of these documents, in this order, as bytes per column. `place` is the new number of each document.
   * Names that none of them has are left out: the names of an erased fact must not be stored.
   */
  pack(order: Int32Array, place: Int32Array): PackedDocuments {
    const people = new Renumbered(this.people);
    const episodes = new Renumbered(this.episodeNames);
    const columns = this.columns().map((column) => {
      const isLink = column === this.before || column === this.after;
      const names = column === this.speakers ? people : column === this.episodes ? episodes : undefined;
      const values = column.values.slice(0, order.length);
      for (let i = 0; i < order.length; i++) {
        const value = column.values[order[i] as number] as number;
        values[i] = value >= 0 && isLink ? (place[value] as number) : (names?.of(value) ?? value);
      }
      return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    });
    return { columns, people: people.names, episodes: episodes.names };
  }

  /** Reads rows that `pack` wrote; undefined if they do not fit the ids. */
  static *from(
    ids: readonly string[],
    { columns, people, episodes }: PackedDocuments,
  ): Slices<Documents | undefined> {
    const made = new Documents();
    for (const name of people) made.person(name);
    for (const name of episodes) made.episode(name);
    const targets = made.columns();
    for (let c = 0; c < targets.length; c++) {
      const bytes = columns[c];
      const target = targets[c] as Column<Float64Array>;
      const width = target.values.BYTES_PER_ELEMENT;
      if (bytes === undefined || bytes.length !== width * ids.length) return undefined;
      target.adopt(bytes);
    }
    yield* eachInSlices(ids, IDS_PER_SLICE, (id, ordinal) => {
      made.ids.push(id);
      made.ordinals.set(id, ordinal);
      if (made.isLive(ordinal)) made.tally(ordinal, 1);
      const episode = made.episodes.values[ordinal] as number;
      if (episode >= 0 && (made.after.values[ordinal] as number) < 0) made.lastOfEpisode[episode] = ordinal;
    });
    return made;
  }

  private tally(ordinal: number, by: 1 | -1): void {
    const length = (this.lengths.values[ordinal] as number) * by;
    this.liveCount += by;
    this.totalLength += length;
    const speaker = this.speakers.values[ordinal] as number;
    if (speaker >= 0) {
      this.spokenByName += by;
      (this.factsBySpeaker[speaker] as number) += by;
    }
    const episode = this.episodes.values[ordinal] as number;
    if (episode >= 0) {
      const facts = (this.episodeFacts[episode] as number) + by;
      this.episodeFacts[episode] = facts;
      if (facts === (by === 1 ? 1 : 0)) this.liveEpisodeCount += by;
      this.inEpisodeCount += by;
    }
    const language = this.languages.values[ordinal] as number;
    (this.spoken[language] as number) += by;
    const flags = this.flags.values[ordinal] as number;
    if ((flags & JOINING) !== 0) this.joiningCount += by;
    if ((flags & FIRST_PERSON) !== 0) this.firstPersonCount += by;
  }

  private person(actor: string): number {
    const parts = nameParts(actor);
    const name = parts.join(" ");
    const known = this.personByName.get(name);
    if (known !== undefined) return known;
    const person = this.people.push(name) - 1;
    this.factsBySpeaker.push(0);
    this.personByName.set(name, person);
    for (const part of new Set(parts)) {
      const others = this.peopleByPart.get(part);
      if (others === undefined) this.peopleByPart.set(part, [person]);
      else others.push(person);
    }
    return person;
  }

  private episode(name: string): number {
    const known = this.episodeByName.get(name);
    if (known !== undefined) return known;
    const episode = this.episodeNames.push(name) - 1;
    this.episodeByName.set(name, episode);
    this.lastOfEpisode.push(NONE);
    this.episodeFacts.push(0);
    return episode;
  }

  /** Inserts it behind the last fact of its episode whose position is not greater than its own. */
  private join(fact: Fact, ordinal: number): void {
    const episode = fact.episode === undefined ? NONE : this.episode(fact.episode);
    let previous = episode < 0 ? NONE : (this.lastOfEpisode[episode] as number);
    const position = fact.position ?? (previous < 0 ? 0 : (this.positions.values[previous] as number));
    let next = NONE;
    while (previous >= 0 && (this.positions.values[previous] as number) > position) {
      next = previous;
      previous = this.before.values[previous] as number;
    }
    this.episodes.push(episode);
    this.positions.push(position);
    this.before.push(previous);
    this.after.push(next);
    this.tie(previous, ordinal, next, ordinal, episode);
  }

  private leave(ordinal: number): void {
    const previous = this.before.values[ordinal] as number;
    const next = this.after.values[ordinal] as number;
    this.tie(previous, next, next, previous, this.episodes.values[ordinal] as number);
  }

  /** Makes `right` follow `previous`, and `left` precede `next`. */
  private tie(previous: number, right: number, next: number, left: number, episode: number): void {
    if (previous >= 0) this.after.values[previous] = right;
    if (next >= 0) this.before.values[next] = left;
    else if (episode >= 0) this.lastOfEpisode[episode] = left;
  }
}

/**
 * The middle of the day, week or month that the text names; if it names several, the one nearest to when it was said.
 */
function namedTime(fact: Fact): number {
  const saidAt = happenedAt(fact);
  const spans = readWhen(fact.content, saidAt)?.spans ?? [];
  let nearest = Number.NaN;
  for (const { from, to } of spans) {
    const middle = (from + to) / 2;
    if (to - from > MAX_NAMED_MS) continue;
    if (Number.isNaN(nearest) || Math.abs(middle - saidAt) < Math.abs(nearest - saidAt)) nearest = middle;
  }
  return nearest;
}

function flagsOf(fact: Fact, analysis: Analysis, isLive: boolean): number {
  return (
    (isLive ? LIVE : 0) |
    (analysis.isFirstPerson || OF_USER.test(fact.content) ? FIRST_PERSON : 0) |
    (analysis.isTimed ? TIMED : 0) |
    (MACHINES.has(fact.source) ? NO_PERSON : 0) |
    (analysis.names.length > 0 ? NAMING : 0) |
    (analysis.terms.some(({ text }) => joinsNames(text)) ? JOINING : 0) |
    (statesNothing(fact) ? ONLY_ASKING : 0)
  );
}
