/**
 * Which plain statements in the present tense does a negation end? "I no longer work at Acme" ends "I work at Acme" and
 * "I am working at Acme". These are grammatical variants of the same words; nothing is inferred.
 */

import { MONTH_NAMES } from "../values/dates.ts";
import { casedTexts } from "../words/case.ts";
import { PLAIN_SUBJECTS } from "../words/grammar.ts";
import type { Token } from "../words/token.ts";
import { baseOfThird, basesOfProgressive, progressive, thirdPerson } from "../words/verbs.ts";

export interface Negated {
  /** The index of the marker, in words. */
  readonly at: number;
  readonly statements: readonly string[];
}

type Words = readonly string[];

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const BE = set("am is are");
/**
 * Words for the past, the future, the conditional or a negation. A sentence with one of them ends no statement in the
 * present.
 */
const NOT_PRESENT = set("will would may might could should shall did was were had going not never");
const STOPPED = set("stopped quit ceased discontinued");
const BETWEEN = set("have has just recently finally already now also");
const MONTH = `(?:${MONTH_NAMES.join("|")})`;
/**
 * Phrases after a negation that leave it whole: reasons, and since when. "After", "due to" and "because of" are left
 * out because they may limit the negation ("no coffee after 5 pm"), and "as of" may name a time to come. If a phrase is
 * missed, somebody has to review the fact.
 */
const REASONS: readonly RegExp[] = [
  / (?:since|because(?! of\b)) .*$/,
  / as of (?:now|today|yesterday|recently|(?:last|this) [a-z]+)$/,
  / (?:now|recently|lately|already)$/,
];
/**
 * After "stopped" and "used to" a time says when it ended. After "no longer" it may limit the negation: "no longer this
 * week".
 */
const REASONS_AND_TIMES: readonly RegExp[] = [
  ...REASONS,
  / (?:last|this) (?:year|month|week|summer|winter|spring|autumn|fall|night)$/,
  / (?:yesterday|today)$/,
  / (?:(?:\d+|some|(?:a )?few|several|couple of|long) )?(?:day|week|month|year|time|while)s? ago$/,
  new RegExp(` (?:in|on) (?:(?:${MONTH} )?\\d{4}|\\d{4}-\\d\\d-\\d\\d|${MONTH} \\d{1,2})$`),
];

export function deniedByNegation(tokens: readonly Token[]): Negated | undefined {
  const words = casedTexts(tokens);
  return noLonger(words) ?? notAnyMore(tokens, words) ?? stopped(words) ?? usedTo(words);
}

/** "I no longer work at Acme", "I am no longer a student". */
function noLonger(words: Words): Negated | undefined {
  const at = words.findIndex((word, i) => word === "no" && words[i + 1] === "longer");
  if (at < 0 || at + 2 >= words.length || words.slice(0, at).some((word) => NOT_PRESENT.has(word)))
    return undefined;
  const before = words.slice(0, at);
  const after = words.slice(at + 2);
  if (BE.has(before.at(-1) ?? "")) return negated(at, ofBeing(before, after));
  return at === 0 ? undefined : negated(at, ofDoing(before, after[0] as string, after.slice(1)));
}

/** "I do not work at Acme any more", "We are not using Jenkins any longer". */
function notAnyMore(tokens: readonly Token[], words: Words): Negated | undefined {
  const not = words.indexOf("not");
  const any = words.findIndex((word, i) => word === "any" && /^(?:more|longer)$/.test(words[i + 1] ?? ""));
  if (not < 0 || any < not + 2 || !isAdverb(tokens, any)) return undefined;
  const verb = words[not - 1] ?? "";
  const before = words.slice(0, not);
  const after = [...words.slice(not + 1, any), ...words.slice(any + 2)];
  if (before.some((word) => NOT_PRESENT.has(word))) return undefined;
  if (BE.has(verb)) return negated(not, ofBeing(before, after));
  if (verb !== "do" && verb !== "does") return negated(not, [[...before, ...after]]);
  const base = after[0] as string;
  const stated = verb === "does" ? thirdPerson(base) : base;
  return negated(not, ofDoing(before.slice(0, -1), stated, after.slice(1)));
}

/** "Any more" at the end, or as one word. "Any more coffee" is an amount. */
function isAdverb(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 2];
  if (next === undefined || next.before !== "" || tokens[at + 1]?.text === "longer") return true;
  return (
    tokens[at]?.raw.toLowerCase() === "anymore" || /^(?:because|since|as|now|due|after)$/.test(next.text)
  );
}

/** "I stopped smoking", "We have given up using Jenkins". */
function stopped(words: Words): Negated | undefined {
  const at = words.findIndex(
    (word, i) => STOPPED.has(word) || (/^g(?:a|i)ven?$/.test(word) && words[i + 1] === "up"),
  );
  if (at < 1) return undefined;
  const verbAt = at + (STOPPED.has(words[at] as string) ? 1 : 2);
  let subjectEnd = at;
  while (subjectEnd > 0 && BETWEEN.has(words[subjectEnd - 1] as string)) subjectEnd--;
  const subject = words.slice(0, subjectEnd);
  const bases = basesOfProgressive(words[verbAt] ?? "");
  if (subject.length === 0 || bases.length === 0 || subject.some((word) => NOT_PRESENT.has(word)))
    return undefined;
  const after = words.slice(verbAt + 1);
  const stated = bases
    .flatMap((base) => presentOf(subject, base))
    .map((verb) => [...subject, verb, ...after]);
  const ongoing = beFor(subject).map((be) => [...subject, be, words[verbAt] as string, ...after]);
  return negated(at, [...stated, ...ongoing], REASONS_AND_TIMES);
}

/** "I used to smoke", "There used to be a tree"; but not "I am used to it". */
function usedTo(words: Words): Negated | undefined {
  const at = words.findIndex((word, i) => word === "used" && words[i + 1] === "to");
  const verb = words[at + 2];
  const before = words[at - 1] ?? "";
  if (
    at < 1 ||
    verb === undefined ||
    /^(?:am|is|are|was|were|be|been|get|gets|got|getting|not|never)$/.test(before)
  )
    return undefined;
  const subject = words.slice(0, at);
  const after = words.slice(at + 3);
  if (verb === "be")
    return negated(
      at,
      beFor(subject).map((be) => [...subject, be, ...after]),
      REASONS_AND_TIMES,
    );
  const stated = presentOf(subject, verb).map((form) => [...subject, form, ...after]);
  const ongoing = beFor(subject).map((be) => [...subject, be, progressive(verb), ...after]);
  return negated(at, [...stated, ...ongoing], REASONS_AND_TIMES);
}

/** "is no longer X" ends "is X", and "is no longer working" also ends "works". */
function ofBeing(before: Words, after: Words): readonly Words[] {
  const subject = before.slice(0, -1);
  const simple = basesOfProgressive(after[0] ?? "").map((base) => [
    ...subject,
    before.at(-1) === "is" ? thirdPerson(base) : base,
    ...after.slice(1),
  ]);
  return [[...before, ...after], ...simple];
}

/** "no longer works" ends "works" and "is working". */
function ofDoing(subject: Words, verb: string, after: Words): readonly Words[] {
  const plain = [...subject, verb, ...after];
  const base = PLAIN_SUBJECTS.has(subject.at(-1) ?? "") ? verb : (baseOfThird(verb) ?? verb);
  const bes = base === verb ? beFor(subject) : ["is"];
  return [plain, ...bes.map((be) => [...subject, be, progressive(base), ...after])];
}

function presentOf(subject: Words, base: string): readonly string[] {
  if (subject.length === 1 && PLAIN_SUBJECTS.has(subject[0] as string)) return [base];
  return /^(?:he|she|it)$/.test(subject.at(-1) ?? "") ? [thirdPerson(base)] : [thirdPerson(base), base];
}

function beFor(subject: Words): readonly string[] {
  if (subject.length === 1 && subject[0] === "i") return ["am"];
  if (subject.length === 1 && PLAIN_SUBJECTS.has(subject[0] as string)) return ["are"];
  return /^(?:he|she|it)$/.test(subject.at(-1) ?? "") ? ["is"] : ["is", "are"];
}

/** Adds each statement without the time or reason that the negation gave: "I stopped smoking last year". */
function negated(at: number, statements: readonly Words[], tails = REASONS): Negated {
  const texts = statements.map((words) => words.join(" "));
  return { at, statements: texts.flatMap((text) => [text, ...withoutTail(text, tails)]) };
}

function withoutTail(text: string, tails: readonly RegExp[]): readonly string[] {
  const tail = tails.find((pattern) => pattern.test(text));
  return tail === undefined ? [] : [text.replace(tail, "")];
}
