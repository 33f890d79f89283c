/**
 * Which word of a text is somebody's name although it is a function word or a month as well? "Will has a dog", "When is
 * May's birthday?", "What is Mia allergic to?"
 *
 * A closed list, and only with a capital letter: inside a sentence the capital shows it. At the beginning of a sentence
 * every word has one; there a genitive or the verb of somebody ("has", "lives", "called") shows it. Where neither does,
 * the word is what it mostly is.
 */
import type { Token } from "./token.ts";

const NAME_WORDS = new Set("will may mia mina dina ella una".split(" "));
/** They stand before a name and are none. */
export const TITLES: ReadonlySet<string> = new Set(
  "dr mr mrs ms miss prof herr frau señor señora monsieur madame signor signora".split(" "),
);
const OF_SOMEBODY =
  /^(?:is|was|has|had|and|cannot|can't|isn't|wasn't|hasn't|does|doesn't|did|didn't|never|only|hat|ist|told|said|got|gave|took|went|came|likes|\p{L}{2,}(?:[^s]s|ed))$/u;
/** "this", "yes": no verbs. */
const NO_VERBS = new Set("this his its hers ours yours theirs yes thus always".split(" "));
/** What stands before a month: "in May", "3 May", "last May". */
const BEFORE_MONTH = new Set(
  `in since until till by from through during of on before after between to and or next last this early late mid every
  each im seit bis ab`.split(/\s+/),
);

export function isNameWord(tokens: readonly Token[], at: number): boolean {
  const { text, raw, kind, before } = tokens[at] as Token;
  const word = withoutGenitive(text);
  if (kind !== "word" || !NAME_WORDS.has(word) || !/^\p{Lu}\p{Ll}/u.test(raw)) return false;
  if (word === "may" && isMonth(tokens, at)) return false;
  if (word !== text || (at > 0 && before !== ".")) return true;
  const next = tokens[at + 1]?.text ?? "";
  return OF_SOMEBODY.test(next) && !NO_VERBS.has(next);
}

/** Is it "May" as a month: beside a number, or behind a word of time? */
export function isMonth(tokens: readonly Token[], at: number): boolean {
  const [previous, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.raw !== "May") return false;
  if (next?.kind === "number" && next.before === "") return true;
  if (previous === undefined || token.before !== "") return false;
  return previous.kind === "number" || BEFORE_MONTH.has(previous.text);
}

function withoutGenitive(text: string): string {
  return text.endsWith("'s") ? text.slice(0, -2) : text;
}
