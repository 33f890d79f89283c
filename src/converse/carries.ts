/**
 * Does a quote carry a fact? Every name, number, date, negation and content word of the fact must stand in what is
 * quoted, and nothing that changes the meaning of the quoted sentence may be left out: a negation, a condition, another
 * tense, somebody else who is spoken of.
 *
 * Long because the rules belong together: each of them closes a way to make a true quote carry a false fact.
 */

import { DAY_MS } from "../model/time.ts";
import { readStatement } from "../text/sameness/statement.ts";
import { differInTense } from "../text/values/antonyms.ts";
import { dateSpansIn } from "../text/values/date-spans.ts";
import { mentionsIn } from "../text/values/names.ts";
import { PEOPLE } from "../text/values/people.ts";
import { readWhen, type When } from "../text/values/when.ts";
import { analyse } from "../text/words/analyse.ts";
import { statementsOf } from "../text/words/questions.ts";
import type { Language } from "../text/words/stems.ts";
import { stem, withoutAccents } from "../text/words/stems.ts";
import { isAnyStopWord } from "../text/words/stop-words.ts";
import type { Token } from "../text/words/token.ts";
import { ORDER } from "./order.ts";
import { partOfDay } from "./part-of-day.ts";
import { relativeDate } from "./relative-date.ts";

/** A quote with the sentence that it stands in. */
export interface Evidence {
  readonly quote: string;
  /** The whole sentences that the quote touches. */
  readonly sentence: string;
  /** When it was said, on the speaker's wall clock. */
  readonly at: number;
  /** Does the principal speak? */
  readonly isPrincipals: boolean;
  /** The speaker's name, if it is somebody else. */
  readonly actor: string | undefined;
}

export type NotCarried =
  | "word-not-quoted"
  | "date-not-quoted"
  | "negation"
  | "condition"
  | "tense"
  | "question"
  | "other-person"
  | "reported"
  | "order";

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const NEGATIONS = set(
  `not no never none nobody nothing neither nor without hardly barely rarely seldom scarcely cannot nicht kein keine
  keinen keinem keiner nie niemals nichts ne pas jamais aucun aucune rien nunca jamás nada ningún ninguna sin non mai
  niente nessun nessuna senza não nem sem niet geen nooit inte aldrig ikke aldri не нет никогда stopped quit ceased
  except unless instead former formerly ex denied refused avoid avoided lack lacks fake false wrong untrue`,
);
/** Words that make a sentence say less than its other words: if they are quoted, the fact has to have them too. */
const CONDITIONS = set(
  `if unless whether when whenever once supposedly allegedly apparently wish wished hope hoping hoped imagine pretend
  suppose assuming if-only wenn falls vielleicht könnte würde si peut-être quizás se forse talvez als misschien если joke
  joking kidding sarcasm used dream dreamed dreamt dreams maybe perhaps possibly`,
);
/** The same, for their own clause: "I'm off dairy, so we could try oat milk" says that I am off dairy. */
const DOUBTS = set("could would should might may probably almost nearly ought considering thinking tempted");
/** Time and direction: they must be the same on both sides. */
const TENSES = set("was were had will did used");
const PIVOTS = set(
  `to from by against before after since until till only always than but except instead under over more less most
  least first last every each all both other another same again anymore longer too between during sometimes often
  ago yet still already`,
);
const REPORTS = set(
  `says say said saying tells tell told telling claims claimed claim thinks thought believes believed heard wrote writes
  asked asks according insists insisted swears mentioned rumour rumor sagt sagte behauptet dit disait dice disse`,
);
/** May stand in a fact although nobody said them: articles, forms of "be" and "have" in the present, who is meant. */
const FREE = set(
  `a an the user users is are am be been being has have having do does that which who of and 's this it there as with for
  in on at they them their he she his her him hers its i me my mine myself we us our ours one named called`,
);
const FIRST = set(
  "i me my mine myself we us our ours ich mich mir mein meine meinen meinem meiner wir uns unser unsere je j moi mon ma mes nous notre nos yo mi mis nosotros io mio mia miei noi eu meu minha nós ik mijn wij ons jag min mitt mina jeg я меня мне мой моя мы нас наш",
);
const SECOND = set("you your yours yourself");
const THIRD = set(
  "he she they him her them his hers their theirs er sie ihm ihn ihr il elle lui él ella lei lui ele ela hij zij",
);

/** undefined if the evidence carries the fact. `extra`: evidence from elsewhere in the conversation. */
export function whyNotCarried(
  content: string,
  main: Evidence,
  extra: readonly Evidence[],
): NotCarried | undefined {
  const said = new Said(content, main);
  const all = [main, ...extra];
  if (isAsked(main.sentence)) return "question";
  return (
    unquoted(content, said, all) ??
    changedMeaning(said) ??
    anotherPerson(content, said, main, extra) ??
    outOfOrder(said, main)
  );
}

/** May this time be claimed for the fact? Only if the quoted sentence speaks of it. */
export function isTimeQuoted(time: number, { sentence, at }: Evidence): boolean {
  const spans = timesIn(sentence, at).flatMap((one) => one.spans);
  return spans.some(({ from, to }) => time >= from - DAY_MS && time <= to + DAY_MS);
}

/** Every time of which a sentence speaks. */
function timesIn(sentence: string, at: number): readonly Pick<When, "phrase" | "spans">[] {
  const times = [readWhen(sentence, at), partOfDay(sentence, at), relativeDate(sentence, at)].filter(
    (time) => time !== undefined,
  );
  return [...times, ...dateSpansIn(sentence, at)];
}

/** The fact and the sentence, word by word. */
class Said {
  readonly fact: readonly Token[];
  readonly clause: readonly Token[];
  readonly sentence: readonly Token[];
  readonly language: Language;

  constructor(content: string, { sentence, quote }: Evidence) {
    this.language = analyse(sentence).language ?? "en";
    this.fact = readStatement(content);
    this.sentence = readStatement(sentence);
    this.clause = readStatement(clausesOf(sentence, quote, content, this.language));
  }

  stemOf(word: string): string {
    return stemOf(word, this.language);
  }

  factHas(words: ReadonlySet<string>): boolean {
    return this.fact.some(({ text }) => words.has(text));
  }
}

function stemOf(word: string, language: Language): string {
  return withoutAccents(stem(plain(word), language));
}

/** "sister's" is "sister". */
function plain(word: string): string {
  return word.replace(/[’']s?$/, "");
}

// ── clauses

const SUBJECT =
  "(?:i|i['’]\\p{L}+|we|we['’]\\p{L}+|he|he['’]\\p{L}+|she|she['’]\\p{L}+|they|they['’]\\p{L}+|it|it['’]s|you|you['’]\\p{L}+|my|our|his|her|their|there|this|that|ich|wir|er|sie|mein|meine|je|nous|il|elle|mon|ma|yo|mi|io|eu|ik|wij|я|мы)";
/** What follows from a fact takes nothing of it back: "allergic to nuts, so nothing with praline". */
const CONSEQUENCE =
  ",\\s+(?:so|therefore)\\s+(?=(?:please\\s+)?(?:no|nothing|never|not|don['’]t)(?![\\p{L}]))|,\\s+also\\s+(?=(?:bitte\\s+)?(?:kein|keine|keinen|nichts|nie|nicht)(?![\\p{L}]))";
/** A new clause has a subject of its own; without one, the negation before it goes on. */
const NEW_CLAUSE = new RegExp(
  `(?:[,;:—–]|\\s-)\\s+(?:(?:and|but|so|because|although|though|while|whereas|yet|or|und|aber|weil|et|mais|y|pero|e|ma|mas|en|maar|и|но)\\s+)?(?=${SUBJECT}(?![\\p{L}’']))|\\s+(?:and|but|so|because|although|though|while|whereas|yet|or|und|aber|weil|et|mais|y|pero|e|ma|mas|en|maar|и|но)\\s+(?=${SUBJECT}(?![\\p{L}’']))|${CONSEQUENCE}|${ORDER}`,
  "giu",
);

/** The clauses of the sentence that hold the fact's own words. */
function clausesOf(sentence: string, quote: string, content: string, language: Language): string {
  const clauses = sentence.split(NEW_CLAUSE);
  if (clauses.length < 2) return sentence;
  const words = new Set(contentWords(readStatement(content)).map((word) => stemOf(word, language)));
  const held = clauses.filter(
    (clause) =>
      contentWords(readStatement(clause)).some((word) => words.has(stemOf(word, language))) ||
      (clause.trim() !== "" && quote.trim() === clause.trim()),
  );
  return held.length === 0 ? sentence : held.join(", ");
}

function contentWords(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ text }) => (isAnyStopWord(text) || FREE.has(text) ? [] : [text]));
}

// ── the rules

/** Every word must stand in what is quoted, apart from those that are free. */
function unquoted(content: string, said: Said, all: readonly Evidence[]): NotCarried | undefined {
  const quoted = new Set<string>();
  for (const { quote, actor, at } of all) {
    // "This arvo" is an afternoon.
    const part = partOfDay(quote, at)?.part ?? "";
    for (const { text } of [quote, actor ?? "", part].flatMap(readStatement)) {
      quoted.add(text);
      quoted.add(said.stemOf(text));
    }
  }
  for (const token of said.fact) {
    const { text, kind } = token;
    if (quoted.has(text) || quoted.has(said.stemOf(text))) continue;
    if (kind === "date") {
      if (!isDateQuoted(content, all)) return "date-not-quoted";
      continue;
    }
    if (kind === "number" && isPartOfDate(text, content) && isDateQuoted(content, all)) continue;
    const isLoose = FREE.has(plain(text)) || (isAnyStopWord(text) && !isWeighty(text));
    if (!isLoose) return "word-not-quoted";
  }
  return undefined;
}

function isWeighty(word: string): boolean {
  return (
    NEGATIONS.has(word) ||
    CONDITIONS.has(word) ||
    DOUBTS.has(word) ||
    TENSES.has(word) ||
    PIVOTS.has(word) ||
    SECOND.has(word)
  );
}

/** Every date of the fact is one of which a quoted sentence speaks ("tomorrow"). */
function isDateQuoted(content: string, all: readonly Evidence[]): boolean {
  return all.some(({ sentence, at }) => {
    const meant = timesIn(sentence, at).flatMap((one) => one.spans);
    const dates = dateSpansIn(content, at);
    return (
      dates.length > 0 &&
      dates.every(({ spans }) =>
        spans.some((span) => meant.some(({ from, to }) => span.from < to && from < span.to)),
      )
    );
  });
}

function isPartOfDate(number: string, content: string): boolean {
  return dateSpansIn(content, 0).some(({ phrase }) => phrase.includes(number));
}

/** What the quoted clause says besides must not take back what the fact says. */
function changedMeaning(said: Said): NotCarried | undefined {
  const has = (tokens: readonly Token[], words: ReadonlySet<string>) =>
    tokens.some(({ text }) => words.has(plain(text)));
  if (has(said.clause, NEGATIONS) !== has(said.fact, NEGATIONS)) return "negation";
  if (missing(said.sentence, said.fact, CONDITIONS)) return "condition";
  if (missing(said.clause, said.fact, DOUBTS)) return "condition";
  if (missing(said.sentence, said.fact, REPORTS)) return "reported";
  if (missing(said.clause, said.fact, TENSES)) return "tense";
  const inClause = said.clause.map(({ text }) => text);
  for (const { text } of said.fact) {
    if (inClause.includes(text) || isAnyStopWord(text)) continue;
    const same = inClause.filter(
      (word) => said.stemOf(word) === said.stemOf(text) || differInTense(word, text),
    );
    if (same.length > 0 && same.every((word) => differInTense(word, text))) return "tense";
  }
  return undefined;
}

/** Does the sentence have one of these words that the fact lacks? */
function missing(sentence: readonly Token[], fact: readonly Token[], words: ReadonlySet<string>): boolean {
  return sentence.some(({ text }) => words.has(text) && !fact.some((one) => one.text === text));
}

/**
 * Is the fact about whom the sentence is about? A person who is named before what is said of them must be named in the
 * fact; and a fact in the first person needs a first person.
 */
function anotherPerson(
  content: string,
  said: Said,
  main: Evidence,
  extra: readonly Evidence[],
): NotCarried | undefined {
  const isFirst = isFirstPerson(content, said, main, extra);
  const isAboutUser = /(?<![\p{L}])(?:users?|owners?|principals?)(?![\p{L}])/iu.test(content);
  if ((isFirst || isAboutUser) && !main.isPrincipals) return "other-person";
  if (said.factHas(SECOND)) return "other-person";
  const predicate = predicateAt(said);
  const before = said.clause.slice(0, predicate);
  if ((isFirst || isAboutUser) && !said.clause.some(({ text }) => FIRST.has(text) || isFirstShort(text)))
    return "other-person";
  const named = peopleIn(before, main.sentence);
  const inFact = new Set(said.fact.map(({ text }) => personOf(text)));
  for (const person of named) if (!inFact.has(person)) return "other-person";
  const subject = before.find(({ text }) => FIRST.has(text) || THIRD.has(text) || SECOND.has(text));
  if (subject !== undefined && SECOND.has(subject.text)) return "other-person";
  const isThird = before.some(({ text }) => THIRD.has(text));
  // "I love tea" is no fact about my sister, whoever else is quoted.
  if (namesFromElsewhere(said, main, extra) && !(isThird && resolvesTo(said, main, extra)))
    return "other-person";
  if (isThird && (isFirst || isAboutUser) && !before.some(({ text }) => FIRST.has(text)))
    return "other-person";
  if (isThird && !said.factHas(THIRD)) return resolvesTo(said, main, extra) ? undefined : "other-person";
  if (!isFirst && !isAboutUser && !main.isPrincipals && before.some(({ text }) => FIRST.has(text)))
    return isNamed(said, main.actor) ? undefined : "other-person";
  // "I love tea" is no fact about Anna, whoever else is quoted.
  if (!isFirst && !isAboutUser && main.isPrincipals && isPlainFirst(before)) return "other-person";
  return undefined;
}

const OWNED = /(?<!\p{L})(?:my|our)((?: [\p{L}\p{N}'’-]+)+)/giu;

/**
 * Does the fact speak in the first person? "My sister Ella" and "my old van" only name somebody or something, where the
 * principal's other quote names them in these words and the main sentence says "she" or "the van" for them.
 */
function isFirstPerson(content: string, said: Said, main: Evidence, extra: readonly Evidence[]): boolean {
  const own = main.isPrincipals ? extra.filter((one) => one.isPrincipals) : [];
  let rest = content;
  for (const { index, 0: phrase } of content.matchAll(OWNED)) {
    const name = longestIn(phrase, own);
    if (name !== undefined && isMeantBy(name, said, main, own)) rest = blanked(rest, index, name.length);
  }
  return readStatement(rest).some(({ text }) => FIRST.has(text));
}

/** As many words of the phrase, from its first, as stand together in a quote. */
function longestIn(phrase: string, own: readonly Evidence[]): string | undefined {
  const words = phrase.split(" ");
  for (let count = words.length; count > 1; count--) {
    const name = words.slice(0, count).join(" ");
    if (own.some(({ quote }) => holdsWords(quote, name))) return name;
  }
  return undefined;
}

function holdsWords(text: string, words: string): boolean {
  const bare = plain(words).toLowerCase();
  return ` ${readStatement(text)
    .map((token) => token.text)
    .join(" ")} `.includes(` ${bare.replaceAll(/[^\p{L}\p{N}'’ ]/gu, " ")} `);
}

/** The main sentence says a pronoun for the person, or "the" and the noun for the one thing of that noun. */
function isMeantBy(name: string, said: Said, main: Evidence, own: readonly Evidence[]): boolean {
  if (said.clause.slice(0, predicateAt(said)).some(({ text }) => THIRD.has(text))) return true;
  const noun = readStatement(name).at(-1)?.text ?? "";
  const times = own.flatMap(({ sentence }) => readStatement(sentence)).filter(({ text }) => text === noun);
  return times.length === 1 && pointedAt(main.sentence).has(noun);
}

/** The words that a sentence puts "the", "this" or "that" before. */
function pointedAt(sentence: string): ReadonlySet<string> {
  const nouns = sentence.toLowerCase().matchAll(/(?<!\p{L})(?:the|this|that) ([\p{L}\p{N}'’-]+)/gu);
  return new Set(Array.from(nouns, ([, noun = ""]) => noun));
}

function blanked(text: string, from: number, length: number): string {
  return `${text.slice(0, from)}${" ".repeat(length)}${text.slice(from + length)}`;
}

/** Is there a relative or a person in the fact of whom only another quote speaks? */
function namesFromElsewhere(said: Said, main: Evidence, extra: readonly Evidence[]): boolean {
  const here = new Set(said.sentence.map(({ text }) => personOf(text)));
  const there = new Set(extra.flatMap(({ sentence }) => personsIn(sentence)));
  const speaker = new Set(readStatement(main.actor ?? "").map(({ text }) => plain(text)));
  return said.fact.some(({ text }) => {
    const person = personOf(text);
    return there.has(person) && !here.has(person) && !speaker.has(person);
  });
}

function personsIn(sentence: string): readonly string[] {
  const names = mentionsIn(sentence).flatMap(({ key, kind }) => (kind === "person" ? key.split(" ") : []));
  const relatives = readStatement(sentence).flatMap(({ text }) =>
    PEOPLE.has(plain(text)) ? [personOf(text)] : [],
  );
  return [...names, ...relatives];
}

function isFirstShort(text: string): boolean {
  return /^(?:i|we)['’]/.test(text);
}

/** Is the first person itself the subject, and not something that is theirs ("my sister")? */
function isPlainFirst(before: readonly Token[]): boolean {
  const subjects = set("i we ich wir je nous yo io noi eu ik wij jag jeg я мы");
  return before.some(({ text }) => subjects.has(text) || isFirstShort(text));
}

/** The place in the clause of the first word of the fact that is neither a function word nor a person. */
function predicateAt(said: Said): number {
  const names = new Set(
    mentionsIn(said.sentence.map(({ raw }) => raw).join(" ")).flatMap(({ key }) => key.split(" ")),
  );
  const words = new Set(
    contentWords(said.fact)
      .filter((word) => !PEOPLE.has(plain(word)) && !names.has(plain(word)))
      .map((word) => said.stemOf(word)),
  );
  const at = said.clause.findIndex(({ text }) => words.has(said.stemOf(text)));
  return at < 0 ? said.clause.length : at;
}

/** The people that these words name: relatives and the like, and names. */
function peopleIn(tokens: readonly Token[], sentence: string): ReadonlySet<string> {
  const names = new Set(mentionsIn(sentence).flatMap(({ key, isWeak }) => (isWeak ? [] : key.split(" "))));
  const found = new Set<string>();
  for (const { text } of tokens) {
    const word = plain(text);
    if (PEOPLE.has(word) || names.has(word)) found.add(personOf(word));
  }
  return found;
}

function personOf(word: string): string {
  return PEOPLE.get(plain(word)) ?? plain(word);
}

/** A pronoun was put in words: that is right only if just one person was named before. */
function resolvesTo(said: Said, main: Evidence, extra: readonly Evidence[]): boolean {
  const people = new Set([main, ...extra].flatMap(({ sentence }) => whoIsIn(sentence)));
  const inFact = said.fact.map(({ text }) => personOf(text));
  const named = [...people].filter((person) => person.split(" ").some((part) => inFact.includes(part)));
  return people.size === 1 && named.length === 1;
}

/**
 * Relatives and names; "my sister Ella" is one. What stands after "in" or "to" is nobody's name if it looks like a place,
 * and else nobody can tell whose.
 */
function whoIsIn(sentence: string): readonly string[] {
  const tokens = readStatement(sentence);
  const names = mentionsIn(sentence).flatMap(({ key, kind }) => {
    const at = tokens.findIndex(({ text }) => plain(text) === key.split(" ")[0]);
    const before = plain(tokens[at - 1]?.text ?? "");
    if (PEOPLE.has(before)) return [];
    if (!PLACE_BEFORE.has(before)) return [key];
    return kind === "place" ? [] : [UNCLEAR];
  });
  const relatives = tokens.flatMap(({ text }) => (PEOPLE.has(plain(text)) ? [personOf(text)] : []));
  return [...names, ...relatives];
}

const UNCLEAR = "";
const PLACE_BEFORE = set("in to from near");

function isNamed(said: Said, actor: string | undefined): boolean {
  if (actor === undefined) return false;
  const parts = readStatement(actor).map(({ text }) => text);
  return parts.length > 0 && parts.every((part) => said.fact.some(({ text }) => plain(text) === part));
}

/** Content words stand in the fact in the order in which they were said: "Anna pays Tom" is not "Tom pays Anna". */
function outOfOrder(said: Said, main: Evidence): NotCarried | undefined {
  const clause = contentWords(said.clause).map((word) => said.stemOf(word));
  const fact = contentWords(said.fact).map((word) => said.stemOf(word));
  const places = fact.map((word) => clause.indexOf(word)).filter((place) => place >= 0);
  const isInOrder = places.every((place, i) => i === 0 || place >= (places[i - 1] as number));
  if (isInOrder && !isSpliced(said, new Set(fact))) return undefined;
  return isRunOf(fact, clause, datesIn(main, said)) ? undefined : "order";
}

const COORDINATORS = set("and but or nor while whereas then und aber oder et mais ou y pero o e ma en maar");
/** They stand before a verb, and are neither subject nor verb. */
const BESIDE_VERB =
  /^(?:later|then|also|now|soon|afterwards|next|just|still|always|never|usually|often|\p{L}+ly)$/u;
const SUBJECTS = set("i we he she they ich wir er je nous il elle yo nosotros él ella io noi lui lei");
/** A subject and its verb. */
const STATED_WORDS = 2;

/**
 * Does the fact join the beginning of one statement with the end of another? "Tom pays Anna and Bob visits Rome" does not
 * say that Tom pays Rome: what the second statement begins with is left out. "I like tea and coffee" says that I like
 * coffee: nothing stands before it.
 */
function isSpliced(said: Said, stated: ReadonlySet<string>): boolean {
  let usedBefore = 0;
  let subjectsHere = 0;
  let usedHere = 0;
  let hasOtherOpening = false;
  for (const { text, before } of said.clause) {
    if (before !== "" || COORDINATORS.has(text)) {
      usedBefore += subjectsHere + usedHere;
      subjectsHere = 0;
      usedHere = 0;
      hasOtherOpening = false;
    }
    const isSubject = SUBJECTS.has(text);
    if (!isSubject && (isAnyStopWord(text) || FREE.has(text) || BESIDE_VERB.test(text))) continue;
    const isUsed = isSubject ? said.fact.some((one) => one.text === text) : stated.has(said.stemOf(text));
    if (!isUsed) hasOtherOpening ||= usedHere === 0;
    else if (isSubject) subjectsHere++;
    else if (hasOtherOpening && usedBefore >= STATED_WORDS) return true;
    else usedHere++;
  }
  return false;
}

/**
 * Where the first place of a word says nothing, because it is said twice ("I like tea, and my sister likes coffee"), the
 * fact is one run of the words as they were said. Nothing may be left out of the run: "Tom owes Anna money, Bob owes Tom
 * rent" would else say that Anna owes Tom rent. A date may stand where the words for it stood.
 */
function isRunOf(fact: readonly string[], clause: readonly string[], dates: ReadonlySet<string>): boolean {
  const dated = (words: readonly string[]) =>
    words
      .map((word) => (dates.has(word) ? "" : word))
      .filter((word, i, all) => word !== "" || all[i - 1] !== "");
  const [stated, said] = [dated(fact), dated(clause)];
  return said.some((_, from) => stated.every((word, i) => said[from + i] === word));
}

/** The words by which the sentence and the fact say when it is. */
function datesIn({ sentence, at }: Evidence, said: Said): ReadonlySet<string> {
  const phrases = timesIn(sentence, at).map(({ phrase }) => phrase);
  return new Set([
    ...phrases.flatMap((phrase) => readStatement(phrase).map(({ text }) => said.stemOf(text))),
    ...said.fact.flatMap(({ kind, text }) => (kind === "date" ? [said.stemOf(text)] : [])),
  ]);
}

function isAsked(sentence: string): boolean {
  return /[?？]\s*["'”’)]*\s*$/.test(sentence) || statementsOf(sentence) === "";
}

/** The long ones, to be compiled before they are needed. */
export const PATTERNS: readonly RegExp[] = [NEW_CLAUSE, OWNED, BESIDE_VERB];
