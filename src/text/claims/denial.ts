/**
 * Does a sentence say that something stated before no longer holds, or was wrong? "I no longer work at Acme", "We use
 * Postgres instead of MySQL", "Actually, the launch is on 13 May".
 *
 * It needs a marker to say so, because "I am not allergic to peanuts" may be the first statement on the matter.
 * Questions, wishes, conditions and reports of what others said deny nothing. The denied statements are returned as
 * canonical forms to look up. If nobody ever stated one of them, the look-up finds nothing and nothing is denied.
 */
import { canonical } from "../sameness/canonical.ts";
import { readStatement } from "../sameness/statement.ts";
import type { Token } from "../words/token.ts";
import { foldForms } from "../words/words.ts";
import { readContrast } from "./contrast.ts";
import { frame } from "./frame.ts";
import { stripMarker } from "./marker.ts";
import { deniedByNegation } from "./negation.ts";

export interface Denial {
  readonly kind: "negation" | "correction";
  /** Canonical forms of plain statements that the sentence says are not, or no longer, true. */
  readonly denies: readonly string[];
  /** The frame of the statement that a correction replaces, if it has values. */
  readonly frame?: string;
  /** The sentence without its marker: what it says is true. */
  readonly statement: string;
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const MAX_DENIAL_CHARS = 2_000;
/** A quick check before the careful one: every denial has at least one of these. */
const SIGNS =
  /\b(?:no longer|any ?more|any longer|stopped|quit|gave up|given up|ceased|discontinued|used to|true|false|case|not|instead|actually|correction|update|wrong|mistake|misspoke|scratch|in fact|nope?|meant|precise|bad|correct)\b/i;
const UNCERTAIN = set(
  `if unless whether suppose supposing imagine wish wishes hope hopes maybe perhaps might would could should probably
  think thinks believe believes guess guesses said says say told tells claim claims claimed heard hears reported
  according wrote asked asks wonder wonders thought assumed assume seems seem apparently allegedly let`,
);
const QUESTION_WORDS = set("what when where why how who whom whose which");
const AUXILIARIES = set("do does did is are am was were can could will would should have has had may shall");
const SUBJECTS = set("i you he she it we they this that there my your the");
const TRUTH =
  /^\s*(?:it|that)(?:'s| is| isn't| was| wasn't)\s*(?:(?:not|no longer) )?(?:true|false|correct|the case|a fact)(?: any ?more)?,? that\s+/i;
const VERDICT =
  /^\s*(?:it|that|this)(?:'s| is| isn't| was| wasn't)\s*(?:(?:not|no longer) )?(?:true|false|correct|the case|a fact)\b/i;
const INNER_ACTUALLY = /^(.*\b(?:is|are|was|were))\s+(?:actually|in fact)\s+(.+)$/is;
const TRAILING_ACTUALLY = /^(.*\S)\s*,\s*(?:actually|in fact)[\s.!]*$/is;

/** "It is no longer true: …" says itself which statement it is about, and tells nothing of any other. */
export function isVerdict(text: string): boolean {
  return VERDICT.test(stripMarker(foldForms(text).trim()).text);
}

export function denialOf(text: string): Denial | undefined {
  if (text.length > MAX_DENIAL_CHARS || !SIGNS.test(text)) return undefined;
  const { text: rest, isCorrection } = stripMarker(foldForms(text).trim());
  const truth = denialOfTruth(rest);
  if (truth !== undefined) return truth ?? undefined;
  const tokens = readStatement(rest);
  if (tokens.length < 2 || isQuestion(rest, tokens)) return undefined;
  const negated = deniedByNegation(tokens);
  if (negated) {
    if (tokens.slice(0, negated.at).some(isUncertain) || tokens.some(isCondition)) return undefined;
    return { kind: "negation", denies: forms(negated.statements), statement: rest };
  }
  if (tokens.some(isUncertain)) return undefined;
  return readCorrection(rest, isCorrection);
}

function readCorrection(text: string, isMarked: boolean): Denial | undefined {
  const contrast = readContrast(text);
  if (contrast) return named(correction(contrast.statement, forms(contrast.denied)));
  const inner = INNER_ACTUALLY.exec(text);
  if (inner) return correction(`${inner[1]} ${inner[2]}`, []);
  const trailing = TRAILING_ACTUALLY.exec(text);
  if (trailing) return correction(trailing[1] as string, []);
  return isMarked ? correction(text, []) : undefined;
}

function correction(statement: string, denies: readonly string[]): Denial {
  const { key, values } = frame(statement);
  return { kind: "correction", denies, ...(values.length > 0 ? { frame: key } : {}), statement };
}

/**
 * A contrast itself says which name it replaces, so it must not replace other names ("We use Kafka") by their frame.
 */
function named({ frame: key, ...denial }: Denial): Denial {
  return key === undefined || key.includes("<name>") ? denial : { ...denial, frame: key };
}

/** "It is not true that S" denies S. null: it denies nothing, and neither does the rest of the sentence. */
function denialOfTruth(text: string): Denial | null | undefined {
  const opening = TRUTH.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const claim = text.slice(opening.length);
  const isNegative = /n't|\bnot\b|\bno longer\b/i.test(opening) !== /\bfalse\b/i.test(opening);
  const tokens = readStatement(claim);
  if (!isNegative || tokens.some(isUncertain) || isQuestion(claim, tokens) || deniedByNegation(tokens))
    return null;
  return { kind: "negation", denies: [canonical(claim)], statement: text };
}

function isQuestion(text: string, tokens: readonly Token[]): boolean {
  if (/\?["')\]\s]*$/.test(text)) return true;
  const [first, second] = tokens;
  if (QUESTION_WORDS.has(first?.text ?? "")) return true;
  return AUXILIARIES.has(first?.text ?? "") && SUBJECTS.has(second?.text ?? "");
}

function isUncertain({ text }: Token): boolean {
  return UNCERTAIN.has(text);
}

function isCondition({ text }: Token): boolean {
  return text === "if" || text === "unless";
}

function forms(statements: readonly string[]): readonly string[] {
  return [...new Set(statements.map(canonical))];
}
