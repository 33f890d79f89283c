/**
 * Do two nearly identical sentences differ in something that matters? Then they must not be merged, however near each
 * other an embedding places them.
 *
 * Ask only about near texts: for texts that merely share a topic it would report too much. Values that only one side
 * gives are no conflict; values that both sides give and that differ are.
 */
import { areOpposite, differInTense } from "../values/antonyms.ts";
import { casedText } from "../words/case.ts";
import { PREPOSITIONS, PRONOUNS } from "../words/grammar.ts";
import type { Token } from "../words/token.ts";
import { canonical } from "./canonical.ts";
import { readStatement } from "./statement.ts";

export type ConflictKind =
  | "negation"
  | "date"
  | "time"
  | "number"
  | "unit"
  | "antonym"
  | "modality"
  | "tense"
  | "name"
  | "identifier"
  | "roles";

export interface Conflict {
  readonly kind: ConflictKind;
  /** What the first text says and the second does not, and the other way round. */
  readonly a: readonly string[];
  readonly b: readonly string[];
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const NEGATORS = set("not no never without nobody nothing none neither nor nowhere");
const MODALS = set("must may might can could should shall will would");
const CLOCK_WORDS = set("today tomorrow yesterday now currently recently");
const CAPITAL = /^\p{Lu}/u;
const IDENTIFIER = /[@/_\d]|\w\.\w|[+#]$/;
/**
 * Matches a verb in the third person singular, or a past tense. It shows that the word before it, which opens the
 * sentence, is a name.
 */
const AFTER_NAME = /(?:[^s]s|ed)$|^(?:was|will|can|must|may|led|met|bought|went|is|has)$/;

export function conflict(a: string, b: string): Conflict | undefined {
  if (canonical(a) === canonical(b)) return undefined;
  const sides: Sides = { a: readStatement(a), b: readStatement(b) };
  const only: Sides = { a: without(sides.a, sides.b), b: without(sides.b, sides.a) };
  return (
    inNegation(sides) ??
    inValue("date", only) ??
    inValue("time", only) ??
    inNumber(sides) ??
    inCase(sides) ??
    inWords("antonym", only, areOpposite) ??
    inWords("modality", only, (x, y) => MODALS.has(x) && MODALS.has(y)) ??
    inWords("tense", only, differInTense) ??
    inName(sides, only) ??
    inWords("identifier", only, (x, y) => IDENTIFIER.test(x) && IDENTIFIER.test(y)) ??
    inRoles(sides, only)
  );
}

interface Sides {
  readonly a: readonly Token[];
  readonly b: readonly Token[];
}

/** The tokens of one side that the other lacks. A repeated token counts as often as it is missing. */
function without(tokens: readonly Token[], others: readonly Token[]): readonly Token[] {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  return tokens.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function inNegation({ a, b }: Sides): Conflict | undefined {
  const [inA, inB] = [a.filter(isNegator), b.filter(isNegator)];
  return inA.length === inB.length ? undefined : found("negation", inA, inB);
}

function isNegator({ text }: Token): boolean {
  return NEGATORS.has(text);
}

function inValue(kind: "date" | "time", only: Sides): Conflict | undefined {
  const [a, b] = [
    only.a.filter((token) => token.kind === kind),
    only.b.filter((token) => token.kind === kind),
  ];
  return a.length > 0 && b.length > 0 ? found(kind, a, b) : undefined;
}

/** Numbers with their units: 5 km and 5 miles differ in the unit, 5 km and 6 km in the number. */
function inNumber({ a, b }: Sides): Conflict | undefined {
  const [amountsA, amountsB] = [amounts(a), amounts(b)];
  const onlyA = amountsA.filter((amount) => !amountsB.includes(amount));
  const onlyB = amountsB.filter((amount) => !amountsA.includes(amount));
  if (onlyA.length === 0 || onlyB.length === 0) return undefined;
  const figures = (list: readonly string[]) => list.map((amount) => amount.split(" ")[0]).join(" ");
  if (figures(onlyA) !== figures(onlyB)) return { kind: "number", a: onlyA, b: onlyB };
  const haveUnits = [...onlyA, ...onlyB].every((amount) => amount.includes(" "));
  return haveUnits ? { kind: "unit", a: onlyA, b: onlyB } : undefined;
}

/** The same letters, but a different unit or code by their case: "5 mW" and "5 MW", "aB3x" and "ab3X". */
function inCase({ a, b }: Sides): Conflict | undefined {
  const [formsA, formsB] = [formsByText(a), formsByText(b)];
  for (const [text, ofA] of formsA) {
    const ofB = formsB.get(text);
    if (ofB === undefined || [...ofA].some((form) => ofB.has(form))) continue;
    const isUnit = a.some((token, i) => token.text === text && a[i - 1]?.kind === "number");
    return { kind: isUnit ? "unit" : "identifier", a: [...ofA], b: [...ofB] };
  }
  return undefined;
}

function formsByText(tokens: readonly Token[]): ReadonlyMap<string, ReadonlySet<string>> {
  const forms = new Map<string, Set<string>>();
  tokens.forEach(({ text }, i) => {
    forms.set(text, (forms.get(text) ?? new Set()).add(casedText(tokens, i)));
  });
  return forms;
}

function amounts(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ kind, text }, i) => {
    if (kind !== "number") return [];
    const unit = tokens[i + 1];
    return unit?.kind === "unit" ? [`${text} ${unit.text}`] : [text];
  });
}

function inWords(
  kind: ConflictKind,
  only: Sides,
  exclude: (a: string, b: string) => boolean,
): Conflict | undefined {
  for (const x of only.a) {
    const y = only.b.find(({ text }) => exclude(x.text, text));
    if (y) return found(kind, [x], [y]);
  }
  return undefined;
}

function inName(sides: Sides, only: Sides): Conflict | undefined {
  const a = only.a.filter((token) => isName(token, sides.a));
  const b = only.b.filter((token) => isName(token, sides.b));
  return a.length > 0 && b.length > 0 ? found("name", a, b) : undefined;
}

/** A word with a capital inside a sentence, or at its start before a verb in the third person singular. */
function isName(token: Token, tokens: readonly Token[]): boolean {
  if (token.kind !== "word" || !CAPITAL.test(token.raw) || PRONOUNS.has(token.text)) return false;
  if (token !== tokens[0]) return token.before !== ".";
  return AFTER_NAME.test(tokens[1]?.text ?? "") && !token.text.endsWith("s");
}

/** The same words in another order: somebody else did it. */
function inRoles({ a, b }: Sides, only: Sides): Conflict | undefined {
  if (only.a.length > 0 || only.b.length > 0) return undefined;
  return isMovedPhrase(a, b) ? undefined : found("roles", a, b);
}

/** "In May I moved to Rome" and "I moved to Rome in May". */
function isMovedPhrase(a: readonly Token[], b: readonly Token[]): boolean {
  return a.some(({ text }, k) => {
    const opens = isPhraseStart(text) || isPhraseStart(a[0]?.text ?? "");
    return opens && k > 0 && b.every((token, i) => token.text === a[(i + k) % a.length]?.text);
  });
}

function isPhraseStart(text: string): boolean {
  return (PREPOSITIONS.has(text) && text !== "to" && text !== "by") || CLOCK_WORDS.has(text);
}

function found(kind: ConflictKind, a: readonly Token[], b: readonly Token[]): Conflict {
  return { kind, a: a.map(({ text }) => text), b: b.map(({ text }) => text) };
}
