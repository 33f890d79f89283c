/**
 * What does a text claim, in a form that shows whether another claim excludes it?
 *
 * A claim is a sentence without the words that do not matter for this question: articles, "to be", fillers, the
 * negation itself (it becomes the claim's sign) and attitudes (liking and hating are one attitude with two signs). Its
 * *roles* are the places in the sentence that only one value can fill at a time: the amount in "the rent is 1,400
 * euros", the city in "I live in Rome", the adjective in "the office is open".
 *
 * Only plain statements count: no questions, no "if" or "maybe". In a text that is not English, only numbers and dates
 * give roles.
 */

import { readStatement } from "../sameness/statement.ts";
import {
  ATTITUDES,
  CONTRARY_VERBS,
  EVENTS_WITH_ONE_DATE,
  isWiderPlace,
  ROLE_OF_ONE,
  SINGLE_RELATIONS,
} from "../values/roles.ts";
import { BE_AND_HAVE, FACT_VERBS, PREPOSITIONS, SUBJECT_VERBS } from "../words/grammar.ts";
import { makeToken, type Token } from "../words/token.ts";
import { foldCase } from "../words/words.ts";
import { frameOf } from "./frame.ts";
import { stripMarker } from "./marker.ts";
import { deniedByNegation } from "./negation.ts";

export type RoleKind = "number" | "date" | "time" | "name" | "value" | "antonym";

/** A place that only one value can fill at a time. */
export interface Role {
  /** Equal for claims about the same subject and attribute. */
  readonly key: string;
  readonly value: string;
  readonly kind: RoleKind;
}

export interface Claim {
  readonly sign: 1 | -1;
  readonly isPast: boolean;
  /** It is about people in general: "nobody is fishing in the river". */
  readonly isGeneric: boolean;
  /** What is claimed or denied, word by word, in base forms. */
  readonly roots: readonly string[];
  readonly roles: readonly Role[];
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const MAX_CLAIM_CHARS = 2_000;
const MAX_CLAIMS = 4;
const MIN_ROOTS = 2;
const NEGATORS = set("not never no nobody none nothing neither nor nowhere");
const DROPPED = set(
  `is are am was were be been being do does did there the a an very really quite so too also still just now currently
  some any always usually generally`,
);
const GENERIC = set("nobody somebody someone anybody anyone people person one");
const PAST_SIGNS = set("was were did had");
const CLAUSE_END = set("because since although though but while whereas which unless until so whenever");
const UNCERTAIN = set(
  `if unless whether suppose maybe perhaps might would could should probably possibly think believe guess wish hope said
  says told claims heard asked wonder seems apparently allegedly may`,
);
const QUESTION_WORDS = set("what when where why how who whom whose which");
const HEDGES = set(
  "about around approximately roughly least most more less over under up almost nearly between",
);
const PAST = set(
  "was were did had went came saw ate drank took made got gave knew led spoke wrote ran bought met",
);
const STATIVE = set(
  `is are am has have cost costs weigh weighs last lasts take takes earn earns pay pays need needs require requires
  contain contains hold holds own owns start starts begin begins end ends open opens close closes launch launches
  expire expires runs run
  ist sind kostet hat est sont es son cuesta tiene costa`,
);
const INDEFINITE =
  /^\s*(?:a|an|some|several|many|few|one|two|three|four|five|six|people|somebody|someone)\b/i;
const PRONOUN_SUBJECTS = set("he she it they this that these those");
const ADVERBS = set("very quite really always usually now currently often too so");

export function readClaims(text: string): readonly Claim[] {
  if (text.length > MAX_CLAIM_CHARS || /\?["')\]\s]*$/.test(text)) return [];
  const sentences = sentencesOf(readStatement(stripMarker(text).text));
  const isDefinite = !INDEFINITE.test(text);
  return sentences.slice(0, MAX_CLAIMS).flatMap((tokens, i) => {
    const claim = readClaim(text, tokens, i > 0 || isDefinite);
    return claim === undefined ? [] : [claim];
  });
}

/** Each sentence, up to a clause that explains it. */
function sentencesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const sentences: Token[][] = [[]];
  for (const token of tokens) {
    if (token.before === "." && (sentences.at(-1)?.length ?? 0) > 0) sentences.push([]);
    sentences.at(-1)?.push(token);
  }
  return sentences.map((sentence) => {
    const end = sentence.findIndex(({ text }, i) => i > 1 && CLAUSE_END.has(text));
    return end < 0 ? sentence : sentence.slice(0, end);
  });
}

function readClaim(text: string, tokens: readonly Token[], isDefinite: boolean): Claim | undefined {
  const first = tokens[0]?.text ?? "";
  if (tokens.length < 2 || QUESTION_WORDS.has(first) || tokens.some((one) => UNCERTAIN.has(one.text)))
    return undefined;
  const denied = deniedByNegation(tokens)?.statements[0];
  const stated = denied === undefined ? tokens : denied.split(" ").map(plainWord);
  const { words, sign } = withoutNegation(stated);
  const kept = words.filter((word) => !DROPPED.has(word) && !GENERIC.has(word));
  const roots = kept.map((word, i) => (isThing(kept[i - 1]) ? singular(word) : root(word)));
  if (roots.length < MIN_ROOTS) return undefined;
  const whole = (denied === undefined ? sign : -sign) as 1 | -1;
  const holdsRoles = whole === 1 && isDefinite && !PRONOUN_SUBJECTS.has(first);
  return {
    sign: whole,
    isPast: tokens.some((one) => PAST_SIGNS.has(one.text)),
    isGeneric: tokens.some((one) => GENERIC.has(one.text)),
    roots,
    roles: holdsRoles ? rolesOf(text, tokens) : [],
  };
}

/** After an attitude or a preposition comes a noun, whose "-ing" stays: "I like fishing" is not about fish. */
function isThing(before: string | undefined): boolean {
  return before === "like" || PREPOSITIONS.has(before ?? "");
}

function plainWord(word: string): Token {
  return makeToken(foldCase(word), word, "word", "", false);
}

/** The words without the negation, and whether they are claimed or denied. */
function withoutNegation(tokens: readonly Token[]): {
  readonly words: readonly string[];
  readonly sign: 1 | -1;
} {
  const words: string[] = [];
  let sign: 1 | -1 = 1;
  for (let i = 0; i < tokens.length; i++) {
    const word = tokens[i]?.text as string;
    const attitude = ATTITUDES.get(word);
    if (NEGATORS.has(word)) {
      sign = -sign as 1 | -1;
      if (word === "no" && tokens[i + 1]?.text === "one") i++;
    } else if (attitude !== undefined) {
      if (attitude < 0) sign = -sign as 1 | -1;
      words.push("like");
    } else words.push(word);
  }
  return { words, sign };
}

/** A form that a noun's singular and plural share. It need not be a word; it is only compared with other such forms. */
function singular(word: string): string {
  return word.length < 4
    ? word
    : word
        .replace(/ies$/, "y")
        .replace(/(ss|x|z|ch|sh)es$/, "$1")
        .replace(/([^su])s$/, "$1");
}

/** The same, and also shared by a verb's forms in -s and -ing. */
export function root(word: string): string {
  const plain = singular(word);
  const base = /[aeiouy].*ing$/.test(plain) ? plain.slice(0, -3).replace(/([bdgklmnprt])\1$/, "$1") : plain;
  return base.length > 3 ? base.replace(/e$/, "") : base;
}

function rolesOf(text: string, tokens: readonly Token[]): readonly Role[] {
  const { key, values } = frameOf(text, tokens);
  const parts = key.split(" ");
  const verb = parts.findIndex((part, i) => i > 0 && isVerb(part));
  const roles: Role[] = [];
  let next = 0;
  for (let i = 0; i < parts.length && verb > 0; i++) {
    const kind = kindOfMask(parts[i] as string);
    if (kind === undefined) continue;
    const value = values[next++];
    if (value === undefined || i < verb || !holdsOne(kind, parts, i)) continue;
    roles.push({ key: keyWithHole(parts, values, i, kind), value, kind });
  }
  return [...roles, ...predicateOf(tokens), ...holderOf(tokens)];
}

/** "Anna is my manager" fills the same role as "My manager is Anna". */
function holderOf(tokens: readonly Token[]): readonly Role[] {
  const be = tokens.findIndex(({ text }) => text === "is");
  const role = tokens.slice(be + 1).map(({ text }) => text);
  const holder = tokens.slice(0, be);
  if (be < 1 || be > 3 || !ROLE_OF_ONE.test(role.join(" "))) return [];
  if (!holder.every(({ raw }) => /^\p{Lu}/u.test(raw))) return [];
  const value = holder.map(({ text }) => text).join(" ");
  return [{ key: `${role.join(" ")} is <value>`, value, kind: "value" }];
}

function isVerb(word: string): boolean {
  return BE_AND_HAVE.has(word) || FACT_VERBS.has(word) || SUBJECT_VERBS.has(word) || STATIVE.has(word);
}

function kindOfMask(part: string): RoleKind | undefined {
  if (part === "<money>" || part === "<number>") return "number";
  if (part === "<date>" || part === "<time>" || part === "<name>" || part === "<value>")
    return part.slice(1, -1) as RoleKind;
  return undefined;
}

/** Can this place of the sentence hold only one value? */
function holdsOne(kind: RoleKind, parts: readonly string[], at: number): boolean {
  if (kind === "value") return true;
  const before = parts.slice(0, at);
  if (kind === "name") return SINGLE_RELATIONS.test(before.join(" "));
  if (kind !== "number" && before.some((word) => EVENTS_WITH_ONE_DATE.has(word))) return true;
  if (parts.some((word) => PAST.has(word) || /..ed$/.test(word)) || before.some((word) => HEDGES.has(word)))
    return false;
  return before.some((word) => STATIVE.has(word));
}

const TAIL_ENDS = set("with as since where near together now currently for");

/** The sentence with all its other values filled in, so that only claims that agree in those are compared. */
function keyWithHole(
  parts: readonly string[],
  values: readonly string[],
  hole: number,
  kind: RoleKind,
): string {
  let next = 0;
  const filled = parts.map((part, i) => {
    if (kindOfMask(part) === undefined) return part;
    const value = values[next++] as string;
    return i === hole ? part : value;
  });
  const end = kind === "name" && TAIL_ENDS.has(filled[hole + 1] ?? "") ? hole + 1 : filled.length;
  return filled.slice(0, end).join(" ");
}

/** What follows "is" ("the office is open"), if its opposite would exclude it; or a verb that excludes another verb. */
function predicateOf(tokens: readonly Token[]): readonly Role[] {
  const words = tokens.map(({ text }) => text);
  const be = words.findIndex((word) => word === "is" || word === "are" || word === "am");
  if (be > 0) {
    let at = be + 1;
    while (ADVERBS.has(words[at] ?? "") || PREPOSITIONS.has(words[at] ?? "")) at++;
    const value = words[at];
    return value === undefined || tokens[at]?.kind !== "word" ? [] : [antonym(words, at)];
  }
  const verb = words.findIndex((word, i) => i > 0 && CONTRARY_VERBS.has(root(word)));
  return verb < 0 ? [] : [antonym(words, verb)];
}

function antonym(words: readonly string[], at: number): Role {
  const rest = words.filter((_, i) => i !== at).map(root);
  return { key: `± ${rest.join(" ")}`, value: words[at] as string, kind: "antonym" };
}

/** Can both be true: a country and a city in it, or a first name and the full name? */
export function mayBothBeMeant(a: string, b: string): boolean {
  if (isWiderPlace(a) !== isWiderPlace(b)) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return ` ${long} `.includes(` ${short} `);
}
