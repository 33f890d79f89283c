/**
 * Which number is written here, and of what? 1,400 and 1400 and 1.400,00 are one number; €1400, 1400 euros and EUR
 * 1,400 are one amount.
 *
 * A number with two readings stays as written: 1.400 (thousands or a decimal point?), 3.50 without a unit (a version?),
 * 1,5 without a unit (a list?), 007 (a name?).
 */
import { casedText, isCasedUnit } from "../words/case.ts";
import { hasListed, makeToken, NUMBERS, rewrite, type Token } from "../words/token.ts";
import { listWords } from "../words/word-lists.ts";
import { CURRENCIES, LEADING_CURRENCIES, MONEY_SCALES, OTHER_UNITS, UNITS } from "./units.ts";

const GROUPED = /^[-+]?[1-9]\d{0,2}(?:[,']\d{3})+(?:\.\d+)?$/;
const GROUPED_EUROPEAN = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+,\d{1,2}$/;
const DECIMAL_COMMA = /^[-+]?\d+,\d{1,2}$/;
const DECIMAL = /^[-+]?\d+\.\d+$/;
const WITH_SUFFIX = /^([-+]?\d(?:[\d.,':-]*\d)?)(\p{L}+(?:\/h)?)$/u;
const ENDS_WITH_DIGIT = /\d$/;
const SHORT_GROUP = /^[-+]?[1-9]\d{0,2}$/;
const GROUP = /^\d{3}(?:[.,]\d{1,2})?$/;
const MAX_GROUPS = 5;
const NO_WHOLE_PART = /^[-+]?\.\d+$/;
const STARTS_UNSIGNED = /^[\d.]/;
const ONLY_DIGITS = /^\d+$/;
const SIMPLE = /^\d+(?:\.\d+)?$/;
/** These precede amounts, not versions. After one of them 3.50 is 3.5 even without a unit. */
const AMOUNT_VERBS = new Set(
  "cost costs pay pays paid spend spends spent weigh weighs owe owes earn earns".split(" "),
);
/** After these a number is a name: clause 1.10 is not clause 1.1, whatever letter follows. */
const NUMBERED = new Set(
  "section clause paragraph article chapter version release rule item point step figure table v".split(" "),
);

/** Beside one of these a number may be more than its digits: part of an amount, or negative. */
const BESIDE_NUMBER = listWords([
  ...CURRENCIES.keys(),
  ...UNITS.keys(),
  ...OTHER_UNITS,
  ...MONEY_SCALES.keys(),
  ...AMOUNT_VERBS,
  ...["per", "-", "minus"],
]);

/** Puts numbers, units and currencies into one form: the number first, then its unit. */
export function readNumbers(tokens: readonly Token[]): readonly Token[] {
  if (!hasListed(tokens, NUMBERS)) return tokens;
  const parts = splitSuffixes(tokens);
  const out: Token[] = [];
  for (let i = 0; i < parts.length; ) {
    const token = parts[i] as Token;
    if (token.kind === "number") i = readAmount(parts, i, out);
    else {
      out.push(token);
      i++;
    }
  }
  return out;
}

function isNumber(token: Token): boolean {
  return token.kind === "number";
}

/** "5km" is "5 km", "3pm" is "3 pm", "$5k" is "$5 k". "3d" and "4th" are words of their own. */
function splitSuffixes(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(hasSuffix)) return tokens;
  return tokens.flatMap((token) => {
    const match = isNumber(token) ? WITH_SUFFIX.exec(token.text) : null;
    const suffix = match?.[2] ?? "";
    const isUnit = UNITS.has(suffix) || CURRENCIES.has(suffix) || suffix === "am" || suffix === "pm";
    const raw = token.raw.slice(token.raw.length - suffix.length);
    if (!match || !(isUnit || MONEY_SCALES.has(suffix) || isCasedUnit(raw))) return token;
    const number = match[1] as string;
    return [
      makeToken(number, number, "number", token.before, token.isGlued),
      makeToken(suffix, raw, "word", "", true),
    ];
  });
}

function hasSuffix({ kind, text }: Token): boolean {
  return kind === "number" && !ENDS_WITH_DIGIT.test(text);
}

/**
 * Reads the amount at `from`, appends it to `out`, and returns the index to go on from. May take a sign or currency
 * back from `out`.
 */
function readAmount(parts: readonly Token[], from: number, out: Token[]): number {
  const token = parts[from] as Token;
  if (standsAlone(out.at(-1), parts[from + 1])) {
    const text = plainNumber(token.text, false);
    out.push(text === token.text ? token : rewrite(token, text));
    return from + 1;
  }
  const inner = takeSign(out, token);
  const lead = takeLeadingCurrencies(out);
  const groups = groupsAfter(parts, from);
  const isMoney = lead !== undefined || CURRENCIES.has(parts[from + groups + 1]?.text ?? "");
  let next = from + 1 + (isMoney ? groups : 0);
  let text = token.text;
  for (let i = from + 1; i < next; i++) text += parts[i]?.text;
  const scale = scaleAt(parts[next], lead !== undefined);
  if (scale !== undefined) next++;
  else if (MONEY_SCALES.has(parts[next]?.text ?? "") && parts[next]?.isGlued)
    text += casedText(parts, next++);
  const unit = unitAt(parts, next, lead);
  next += unit.length;
  const sign = inner === NO_SIGN ? takeSign(out, token) : inner;
  if (lead !== undefined) takeLeadingCurrencies(out);
  const isAmount = unit.name !== undefined || isAmountBetween(out.at(-1)?.text, parts[next]?.text);
  const before = sign.before ?? lead?.before ?? token.before;
  out.push(rewrite(token, sign.text + scaled(plainNumber(text, isAmount), scale), "number", before));
  const spelt = unit.length === 1 ? (parts[next - 1] as Token).raw : unit.name;
  if (unit.name !== undefined) out.push(makeToken(unit.name, spelt ?? unit.name, "unit", "", false));
  return next;
}

/** Neither the word before the number nor the one after it changes how it is read. */
function standsAlone(previous: Token | undefined, next: Token | undefined): boolean {
  if (previous !== undefined && (previous.lists & BESIDE_NUMBER) !== 0) return false;
  return next === undefined || (next.lists & (BESIDE_NUMBER | NUMBERS)) === 0;
}

function isAmountBetween(previous = "", next = ""): boolean {
  return AMOUNT_VERBS.has(previous) || (OTHER_UNITS.has(next) && !NUMBERED.has(previous));
}

/**
 * Takes the currency sign or code before a number back from `out`. If there are several ("USD $5"), the last one
 * counts.
 */
function takeLeadingCurrencies(out: Token[]): Token | undefined {
  const lead = takeLeadingCurrency(out);
  while (lead !== undefined && takeLeadingCurrency(out) !== undefined);
  return lead;
}

function takeLeadingCurrency(out: Token[]): Token | undefined {
  const last = out.at(-1);
  if (last === undefined || !LEADING_CURRENCIES.has(last.text)) return undefined;
  out.pop();
  const country = out.at(-1);
  if (last.text !== "$" || !last.isGlued || !country || !CURRENCIES.has(`${country.text}$`)) return last;
  out.pop();
  return rewrite(country, `${country.text}$`);
}

interface Sign {
  readonly text: string;
  readonly before?: Token["before"];
}

const NO_SIGN: Sign = { text: "" };

/** "-" before a number is its sign or, after another number, makes a range. */
function takeSign(out: Token[], number: Token): Sign {
  const last = out.at(-1);
  if (
    last === undefined ||
    (last.text !== "-" && last.text !== "minus") ||
    !STARTS_UNSIGNED.test(number.text)
  )
    return NO_SIGN;
  const left = out.at(-2);
  const isAfterNumber = left?.kind === "number" || left?.kind === "unit";
  if (!isAfterNumber) {
    out.pop();
    return { text: "-", before: last.before };
  }
  if (last.text === "minus" || !SIMPLE.test(left.text)) return NO_SIGN;
  out.splice(-2);
  return { text: `${left.text}-`, before: left.before };
}

/**
 * How many groups of three digits follow, separated by spaces: "1 400 000". "100usd" is not a group but an amount of
 * its own.
 */
function groupsAfter(parts: readonly Token[], from: number): number {
  if (!SHORT_GROUP.test(parts[from]?.text ?? "")) return 0;
  let groups = 0;
  while (groups < MAX_GROUPS && isGroup(parts[from + groups + 1], parts[from + groups + 2])) groups++;
  return groups;
}

function isGroup(token: Token | undefined, next: Token | undefined): boolean {
  return token !== undefined && GROUP.test(token.text) && !(next?.isGlued && next.kind === "word");
}

function scaleAt(token: Token | undefined, isMoney: boolean): number | undefined {
  return isMoney && token?.isGlued ? MONEY_SCALES.get(token.text) : undefined;
}

interface Unit {
  readonly name: string | undefined;
  readonly length: number;
}

function unitAt(parts: readonly Token[], at: number, lead: Token | undefined): Unit {
  const leading = lead === undefined ? undefined : CURRENCIES.get(lead.text);
  const token = parts[at];
  if (token === undefined) return { name: leading, length: 0 };
  // "$100 CAD": the code is more exact than the sign.
  const currency = CURRENCIES.get(token.text);
  if (currency !== undefined) return { name: currency, length: 1 };
  if (leading !== undefined) return { name: leading, length: 0 };
  const next = parts[at + 1]?.text ?? "";
  if (token.text === "per" && next === "cent") return { name: "%", length: 2 };
  const unit = UNITS.get(token.text);
  if (unit !== "°") return { name: unit, length: unit === undefined ? 0 : 1 };
  if (next === "c" || next === "celsius") return { name: "°c", length: 2 };
  if (next === "f" || next === "fahrenheit") return { name: "°f", length: 2 };
  return { name: unit, length: 1 };
}

/** One spelling per number: no grouping and a decimal point; for an amount, no trailing zeros either. */
function plainNumber(text: string, isAmount: boolean): string {
  if (ONLY_DIGITS.test(text)) return text;
  if (GROUPED.test(text)) return withoutZeros(text.replace(/[,']/g, ""));
  if (GROUPED_EUROPEAN.test(text)) return withoutZeros(text.replaceAll(".", "").replace(",", "."));
  if (NO_WHOLE_PART.test(text)) return text.replace(".", "0.");
  if (!isAmount) return text;
  if (DECIMAL_COMMA.test(text)) return withoutZeros(text.replace(",", "."));
  // A number with three decimals may be a thousand written with a point.
  return DECIMAL.test(text) && !/\.\d{3}$/.test(text) ? withoutZeros(text) : text;
}

function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function scaled(text: string, scale: number | undefined): string {
  if (scale === undefined || !/^[-+]?\d+(?:\.\d+)?$/.test(text)) return text;
  const value = Math.round(Number(text) * scale * 1e6) / 1e6;
  return Number.isSafeInteger(value) ? String(value) : text;
}
