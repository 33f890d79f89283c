/**
 * Whom or what does a sentence mean by "she", "his" or "the van", if the sentence before it says so for certain?
 *
 * Only an opening pronoun and a plain "the", "this" or "that" before a noun are put in words, and only if the sentence
 * before names exactly one person, or exactly one thing with that noun, and is itself a plain statement. English.
 */
import { mentionsIn } from "../../text/values/names.ts";
import { PEOPLE } from "../../text/values/people.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import { CONDITION, UNCERTAIN } from "./english.ts";
import { KIN } from "./kin.ts";

const NEGATED = /(?<!\p{L})(?:not|no|never|none|nobody|without|neither|nor|\p{L}+n't)(?!\p{L})/iu;
const ANY_PERSON = /(?<![\p{L}'])(?:he|she|they|him|his|her|hers|them|their|you|your)(?![\p{L}])/iu;
const MY_PEOPLE = new RegExp(
  `(?<!\\p{L})(?:[Mm]y|[Oo]ur) (?:(?!and )\\p{Ll}+ ){0,2}?(?:${KIN})(?: \\p{Lu}[\\p{L}'-]+)?(?!['\\p{L}])`,
  "gu",
);
const PLURAL =
  /^(?:.* )?(?:sons|daughters|kids|children|boys|girls|parents|grandparents|brothers|sisters|dogs|cats|neighbou?rs|friends|clients|customers|agents|employees|staff|colleagues|cousins)$/iu;
const FEMALE =
  /(?<!\p{L})(?:wife|daughter|stepdaughter|mother|mum|mom|sister|grandmother|granny|grandma|granddaughter|aunt|niece|girlfriend|landlady|missus)(?!\p{L})/iu;
const MALE =
  /(?<!\p{L})(?:husband|son|stepson|father|dad|brother|grandfather|grandpa|grandson|uncle|nephew|boyfriend|landlord)(?!\p{L})/iu;
const SUBJECT = /^(he|she|they)(['’](?:s|re|ve|ll|d))?(?= )/iu;
const POSSESSIVE = /^(his|her|their)(?= )/iu;
/** "She's been" has; "she's a nurse" is. */
const PARTICIPLE =
  /^ (?:(?:already|just|recently|never|always|also) )?(?:been|got|had|gone|done|\p{L}+(?:ed|own|aken|itten|oken))(?!\p{L})/iu;
const SHORT: Readonly<Record<string, string>> = { re: "are", ve: "have", ll: "will", d: "would" };
const POINTED_AT = /(?<!\p{L})(the|this|that) (\p{Ll}{3,})(?! \p{Ll}+ (?:of|for)\b)(?![\p{L}'’-])/giu;

/** All of them, to be compiled before they are needed. */
export const PATTERNS: readonly RegExp[] = [
  NEGATED,
  ANY_PERSON,
  MY_PEOPLE,
  PLURAL,
  FEMALE,
  MALE,
  SUBJECT,
  POSSESSIVE,
  PARTICIPLE,
  POINTED_AT,
];

/** The sentence in words that need no other, or undefined if it is not certain what they are. */
export function named(sentence: string, before: string): string | undefined {
  const said = before.replaceAll("’", "'");
  if (said.includes("?") || NEGATED.test(said) || CONDITION.test(said) || UNCERTAIN.test(said))
    return undefined;
  return withPerson(sentence, said) ?? withThing(sentence, said);
}

function withPerson(sentence: string, before: string): string | undefined {
  const subject = SUBJECT.exec(sentence);
  const opening = subject ?? POSSESSIVE.exec(sentence);
  if (opening === null) return undefined;
  const [whole, pronoun = "", short = ""] = opening;
  const person = onlyPerson(before);
  if (person === undefined || !agrees(person, pronoun)) return undefined;
  const rest = sentence.slice(whole.length);
  const who = (person[0] ?? "").toUpperCase() + person.slice(1);
  if (subject === null) return `${who}${who.endsWith("s") ? "'" : "'s"}${rest}`;
  if (short === "") return `${who}${rest}`;
  const letters = short.slice(1).toLowerCase();
  const verb = SHORT[letters] ?? (PARTICIPLE.test(rest) ? "has" : "is");
  return `${who} ${verb}${rest}`;
}

/** The one person whom the sentence names, as it names them. */
function onlyPerson(before: string): string | undefined {
  if (ANY_PERSON.test(before)) return undefined;
  const own = before.match(MY_PEOPLE) ?? [];
  const names = mentionsIn(before).filter(({ name }) => !own.some((phrase) => phrase.includes(name)));
  const relatives = before.match(/\p{L}+/gu)?.filter((word) => PEOPLE.has(word.toLowerCase())) ?? [];
  if (own.length === 1 && relatives.length <= 1)
    return names.every(({ kind }) => kind !== "person" && kind !== "thing") ? own[0] : undefined;
  const [only] = names;
  return own.length === 0 && relatives.length === 0 && names.length === 1 && only?.kind === "person"
    ? only.name
    : undefined;
}

function agrees(person: string, pronoun: string): boolean {
  const said = pronoun.toLowerCase();
  if (said === "they" || said === "their") return PLURAL.test(person);
  if (PLURAL.test(person)) return false;
  return !(said === "she" || said === "her" ? MALE : FEMALE).test(person);
}

/** "The van" where a sentence before spoke of "my old van", or of "a blue Volvo van". */
function withThing(sentence: string, before: string): string | undefined {
  for (const { index, 0: whole, 2: noun = "" } of sentence.matchAll(POINTED_AT)) {
    if (isStopWord(noun.toLowerCase(), "en")) continue;
    const thing = onlyThing(noun, before);
    if (thing === undefined) continue;
    const words = index === 0 ? (thing[0] ?? "").toUpperCase() + thing.slice(1) : thing;
    return sentence.slice(0, index) + words + sentence.slice(index + whole.length);
  }
  return undefined;
}

function onlyThing(noun: string, before: string): string | undefined {
  const times = before.match(new RegExp(`(?<!\\p{L})${noun}s?(?!\\p{L})`, "giu"))?.length ?? 0;
  if (times !== 1) return undefined;
  const phrase = new RegExp(
    `(?<!\\p{L})(my|our|an?) ((?:[\\p{L}\\p{N}'-]+ ){0,4}?)${noun}(?!\\p{L})`,
    "iu",
  ).exec(before);
  if (phrase === null) return undefined;
  const [, article = "", words = ""] = phrase;
  if (words.split(" ").some((word) => isStopWord(word.toLowerCase(), "en"))) return undefined;
  const isOwn = /^(?:my|our)$/i.test(article);
  if (!isOwn && words === "") return undefined;
  return `${isOwn ? article.toLowerCase() : "the"} ${words}${noun}`;
}
