/**
 * What does a statement speak of, as far as another statement may change it? Whose matter it is, names and other words,
 * values, and how plainly it says that something has changed.
 *
 * Statements that ask, guess or tell of the past have nothing that can change. Nothing is looked up: the same text
 * always gives the same answer.
 */
import { MATTERS, MAX_MATTER_WORDS } from "../values/matters.ts";
import { PEOPLE } from "../values/people.ts";
import { ATTITUDES, SINGLE_LEADS } from "../values/roles.ts";
import { PREPOSITIONS } from "../words/grammar.ts";
import { TITLES } from "../words/name-words.ts";
import { type Language, stem } from "../words/stems.ts";
import { isAnyStopWord, languageOf } from "../words/stop-words.ts";
import type { Token } from "../words/token.ts";
import { ADDING, type Cue, cueAt, GREETINGS, PAST_STATES, QUALIFIERS, TOO_COMMON } from "./change-words.ts";

/** The opening of a sentence that can end in one way only, and its end. */
export interface Lead {
  readonly opening: string;
  readonly value: string;
}

/** What a statement is about, as far as another statement may change it. */
export interface Telling {
  /** How plainly it says that something has changed. */
  readonly cue: Cue;
  /** It says that something is the case now: nothing of the past, no question, no guess. */
  readonly isState: boolean;
  /** "also", "another": it adds to what was said. */
  readonly adds: boolean;
  readonly matters: ReadonlySet<string>;
  /** Words with a capital, folded. The first word of a sentence has one too. */
  readonly names: ReadonlySet<string>;
  /** Stems of the other telling words. */
  readonly things: ReadonlySet<string>;
  /** The same words as they stand. */
  readonly words: readonly string[];
  /** Kinds of values that it states. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Names and things beside a word of change: what the change is about. */
  readonly aimed: ReadonlySet<string>;
  /** Whom its sentence is about, by each of his names: "me", a relation, a name. Empty if it is about a thing. */
  readonly subject: readonly string[];
  /** Everybody who occurs in it. */
  readonly people: ReadonlySet<string>;
  /** Words that divide a matter into several: "work", "private"; by group. */
  readonly qualifiers: ReadonlyMap<string, string>;
  /** It opens without a subject, as people write of themselves: "Gave up on Tolstoy". */
  readonly isBare: boolean;
  /** It says what somebody likes or dislikes. */
  readonly isAttitude: boolean;
  /** The first telling word. */
  readonly opening: string;
  /** "The capital of Japan is" and what follows, if only one thing can follow. */
  readonly lead: Lead | undefined;
}

/** A turn of a conversation speaks of many things: what it says of one of them cannot be told by its words. */
const MAX_TOKENS = 24;
/** The speaker. */
export const ME = "me";
const MINE = new Set(
  `my our mine ours mein meine meinen meinem meiner unser unsere mi mis nuestro nuestra mon ma mes notre nos mio mia miei
  nostro nostra`.split(/\s+/),
);
const SPEAKER = new Set(
  `i we me us myself ich wir mir mich uns yo nosotros me nos je j nous moi io noi mi ci`.split(/\s+/),
);
/** Verbs that need no pronoun to be about the speaker. */
const FIRST_PERSON = new Set(
  `vivo vivimos trabajo trabajamos tengo tenemos tomo bebo como uso prefiero conduzco mudé mudamos cambié dejé vendí soy estoy
  abito lavoro prendo bevo mangio preferisco guido sono abbiamo`.split(/\s+/),
);
const ELISION = /^(?:j|m|l|d|n|s|qu|c)'/;
const OWN_ELISION = /^(?:j|m)'/;
const QUESTION_WORDS = new Set(
  "what when where why how who whom whose which do does did is are can could".split(" "),
);
const UNCERTAIN = new Set(
  `if unless whether suppose maybe perhaps might probably possibly wish hope wonder wondering apparently thinking
  considering`.split(/\s+/),
);
const ARTICLE = /^\s*(?:the|an?|der|die|das|el|la|los|las|le|les|il|lo|gli|some(?:body|one)?)\b/i;
/** "I opened a shop" tells what happened. */
const EVENT = /^(?!need)..+ed$/;
const VERB_END = /(?:s|ed)$/;
const PAST_VERBS = new Set("took left went gave got came began became made had".split(" "));
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/;
const DAY = /^(?:\d{1,2}(?:st|nd|rd|th))$/;
const ORDINAL_WORDS = new Set("second ground top".split(" "));
const CAPITAL = /^\p{Lu}/u;

export function readTelling(text: string, tokens: readonly Token[]): Telling | undefined {
  if (tokens.length < 2 || tokens.length > MAX_TOKENS || /\?["')\]\s]*$/.test(text)) return undefined;
  const words = tokens.map(({ text: word }) => word.replace(ELISION, ""));
  const language = languageOf(tokens.map(({ lists }) => lists)) ?? "en";
  const { names, things, telling, values } = contents(tokens, language);
  const people = peopleIn(tokens);
  const cue = strongest(words);
  const aimed = aimedAt(words, language);
  return {
    cue,
    isState: isState(words, cue),
    adds: words.some((word, i) => ADDING.has(word) || ADDING.has(`${word} ${words[i + 1]}`)),
    aimed,
    matters: mattersIn(words),
    names,
    things,
    words: telling,
    values,
    subject: subjectOf(tokens),
    people,
    qualifiers: qualifiersIn(words),
    isBare: isBare(text, tokens, people),
    isAttitude: words.some((word) => ATTITUDES.has(word)),
    lead: leadOf(words),
    opening: openingOf(tokens, language),
  };
}

function strongest(words: readonly string[]): Cue {
  let cue: Cue = 0;
  for (let i = 0; i < words.length; i++) cue = Math.max(cue, cueAt(words, i)) as Cue;
  return cue;
}

const BEFORE_CUE = 3;
const AFTER_CUE = 4;

/** What stands beside a plain word of change. */
function aimedAt(words: readonly string[], language: Language): ReadonlySet<string> {
  const aimed = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    if (cueAt(words, i) < 2) continue;
    for (let at = Math.max(0, i - BEFORE_CUE); at <= Math.min(words.length - 1, i + AFTER_CUE); at++) {
      const word = withoutGenitive(words[at] as string);
      if (isAnyStopWord(word) || TOO_COMMON.has(word)) continue;
      aimed.add(word);
      aimed.add(stem(word, language));
    }
  }
  return aimed;
}

function isState(words: readonly string[], cue: Cue): boolean {
  if (QUESTION_WORDS.has(words[0] ?? "") || words.some((word) => UNCERTAIN.has(word))) return false;
  if (cue === 0 && words.some((word, i) => EVENT.test(word) && /^(?:i|we)$/.test(words[i - 1] ?? "")))
    return false;
  const isPast = words.some((word, i) => PAST_STATES.has(word) || PAST_STATES.has(`${word} ${words[i + 1]}`));
  return !isPast || cue > 0;
}

function mattersIn(words: readonly string[]): ReadonlySet<string> {
  const matters = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    let phrase = "";
    for (let length = 0; length < MAX_MATTER_WORDS && i + length < words.length; length++) {
      phrase = length === 0 ? (words[i] as string) : `${phrase} ${words[i + length]}`;
      for (const matter of MATTERS.get(withoutGenitive(phrase)) ?? []) matters.add(matter);
    }
  }
  return matters;
}

function withoutGenitive(word: string): string {
  return word.endsWith("'s") ? word.slice(0, -2) : word;
}

function contents(tokens: readonly Token[], language: Language) {
  const names = new Set<string>();
  const things = new Set<string>();
  const telling: string[] = [];
  const values = new Map<string, string[]>();
  const note = (kind: string, value: string) => {
    const known = values.get(kind);
    if (known === undefined) values.set(kind, [value]);
    else known.push(value);
  };
  for (const [i, token] of tokens.entries()) {
    const word = withoutGenitive(token.text);
    if (GREETINGS.has(word) || isGreeted(tokens, i)) continue;
    if (token.kind === "time") {
      note("time", word);
      things.add(word);
    } else if (WEEKDAY.test(word)) note("day", word.replace(/s$/, ""));
    else if (token.kind === "date" || DAY.test(word))
      note(DAY.test(word) && tokens[i + 1]?.text === "floor" ? "rank" : "day", word);
    else if (ORDINAL_WORDS.has(word)) note("rank", word);
    else if (token.kind === "number") note("number", word);
    else if (token.kind === "word" && !isAnyStopWord(word) && !PREPOSITIONS.has(word)) {
      const isName = !TITLES.has(word) && CAPITAL.test(token.raw) && word.length > 1;
      if (isName) names.add(word);
      if (isName && i > 0 && token.before !== ".") note("name", word);
      else if (!TOO_COMMON.has(word) && cueAt([word], 0) === 0) {
        telling.push(word);
        things.add(stem(word, language));
      }
    }
  }
  return { names, things, telling, values };
}

/** "Hey Gina", "Thanks, Nate": a name that somebody is called by. */
function isGreeted(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return (
    before !== undefined &&
    GREETINGS.has(before.text) &&
    CAPITAL.test(before.raw) &&
    CAPITAL.test((tokens[at] as Token).raw)
  );
}

function peopleIn(tokens: readonly Token[]): ReadonlySet<string> {
  const people = new Set<string>();
  for (const [i, { text }] of tokens.entries()) {
    const word = withoutGenitive(text);
    const relation = PEOPLE.get(word);
    if (relation !== undefined) people.add(relation);
    else if (SPEAKER.has(word) || FIRST_PERSON.has(word) || OWN_ELISION.test(word)) people.add(ME);
    else if (MINE.has(word) && !PEOPLE.has(withoutGenitive(tokens[i + 1]?.text ?? ""))) people.add(ME);
  }
  return people;
}

/** The first that can be one: a speaker, somebody's relation, a name that opens the sentence. */
function subjectOf(tokens: readonly Token[]): readonly string[] {
  for (let i = 0; i < Math.min(tokens.length, 6); i++) {
    const { text, raw } = tokens[i] as Token;
    const word = withoutGenitive(text);
    const before = tokens[i - 1]?.text ?? "";
    if (SPEAKER.has(word) || FIRST_PERSON.has(word) || OWN_ELISION.test(word)) return [ME];
    if (i > 0 && (word === "is" || word === "are")) return [];
    if (PREPOSITIONS.has(before) || (i > 1 && PREPOSITIONS.has(tokens[i - 2]?.text ?? ""))) continue;
    if (MINE.has(word)) {
      const relation = PEOPLE.get(withoutGenitive(tokens[i + 1]?.text ?? ""));
      const both = tokens.slice(i + 2, i + 4).map(({ text: word }) => word);
      if (both.includes("i") || both.includes("me")) return [ME];
      return relation === undefined ? [ME] : [relation, ...nameAt(tokens, i + 2)];
    }
    const relation = PEOPLE.get(word);
    if (relation !== undefined) return [relation, ...nameAt(tokens, i + 1)];
    if (i === 0 && CAPITAL.test(raw) && (isNamed(tokens) || isGenitive(tokens))) return [word];
  }
  return [];
}

function nameAt(tokens: readonly Token[], at: number): readonly string[] {
  const token = tokens[at];
  return token !== undefined && CAPITAL.test(token.raw) ? [withoutGenitive(token.text)] : [];
}

/** Does the sentence open with somebody's name and a verb? "Tom is the chair" is about the chair. */
function isNamed(tokens: readonly Token[]): boolean {
  const [first, second] = tokens.map(({ text }) => text);
  if (first === undefined || second === undefined || tokens[0]?.text !== withoutGenitive(first)) return false;
  if (first.length < 2 || isAnyStopWord(first) || WEEKDAY.test(first) || first.endsWith("ing")) return false;
  if (MATTERS.has(first) || cueAt([first], 0) > 0 || second === "is" || second === "was") return false;
  return (
    CAPITAL.test(tokens[1]?.raw ?? "") ||
    cueAt([second], 0) === 2 ||
    VERB_END.test(second) ||
    PAST_VERBS.has(second)
  );
}

/** "Clementine's landlord": it is about what is somebody else's. */
function isGenitive([first]: readonly Token[]): boolean {
  const word = withoutGenitive(first?.text ?? "");
  if (word === first?.text || isAnyStopWord(word) || WEEKDAY.test(word)) return false;
  return !MATTERS.has(word) && !TOO_COMMON.has(word) && cueAt([word], 0) === 0;
}

function qualifiersIn(words: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const word of words) {
    const group = QUALIFIERS.get(word);
    if (group !== undefined && !found.has(group)) found.set(group, word);
  }
  return found;
}

function isBare(text: string, tokens: readonly Token[], people: ReadonlySet<string>): boolean {
  const [first, second] = tokens;
  if (people.size > 0 || first === undefined) return false;
  const word = first.text;
  if (word === "they") return true;
  if (ARTICLE.test(text) || isNamed(tokens) || isGenitive(tokens)) return false;
  if (isAnyStopWord(withoutGenitive(word)) || PREPOSITIONS.has(word) || TOO_COMMON.has(word)) return true;
  if (WEEKDAY.test(word) || first.kind === "date" || first.kind === "time") return true;
  if (PAST_VERBS.has(word) || VERB_OPENING.test(word) || opensWithCue(tokens)) return true;
  return MATTERS.has(withoutGenitive(word)) && (second === undefined || isVerb(second.text));
}

const MAX_OPENING = 3;
/** "Wiped Windows off the laptop", "Going vegan". */
const VERB_OPENING = /(?:ed|ing)$/;

function opensWithCue(tokens: readonly Token[]): boolean {
  const words = tokens.slice(0, MAX_OPENING).map(({ text }) => text);
  return cueAt(words, 0) > 0;
}

function isVerb(word: string): boolean {
  return isAnyStopWord(word) || VERB_END.test(word) || PAST_VERBS.has(word) || cueAt([word], 0) > 0;
}

function openingOf(tokens: readonly Token[], language: Language): string {
  const first = tokens.find(({ text, kind }) => kind === "word" && !isAnyStopWord(text) && !TITLES.has(text));
  if (first === undefined) return "";
  const word = withoutGenitive(first.text);
  return (
    PEOPLE.get(word) ??
    (CAPITAL.test(first.raw) && !TOO_COMMON.has(word) && first !== tokens[0] ? word : stem(word, language))
  );
}

const MAX_LEAD_WORDS = 14;
const MAX_END_WORDS = 8;
const LEAD_ENDS = new Set("is are of by for to in with".split(" "));

/** Splits after the last word that a value may follow. */
function leadOf(words: readonly string[]): Lead | undefined {
  for (let end = Math.min(words.length - 1, MAX_LEAD_WORDS); end > 1; end--) {
    if (!LEAD_ENDS.has(words[end - 1] as string) || words.length - end > MAX_END_WORDS) continue;
    const opening = words.slice(0, end).join(" ");
    if (SINGLE_LEADS.test(opening)) return { opening, value: words.slice(end).join(" ") };
  }
  return undefined;
}
