/**
 * Which articles can go? "The" nearly always; "a" and "an" where they stand before something and are not a
 * letter that names it: "plan A", "vitamin A", "reports to A", "the A team".
 */
import { hasListed, rewrite, type Token } from "../words/token.ts";
import { listWords } from "../words/word-lists.ts";

export const ARTICLES = listWords(["a", "an", "the"]);

const NAMED_BY_LETTER = new Set(
  `vitamin plan hepatitis type grade class group team option section part point building appendix level exhibit
  side series terminal gate block wing row zone variant version blood influenza person player party client
  company vendor server node variable drug sample model apartment flat unit room floor platform track lane line
  seat bus route exit hall ward shelf slot port lot phase stage step tier category schedule form figure table
  chart annex chapter paragraph item clause format factor`.split(/\s+/),
);
/** After "A" these make it a name: "A reports to B". */
const AFTER_NAME = new Set("is are was were has reports and or to not does did will can".split(" "));
/** With an article these mean something else: "a few friends" are some, "few friends" are not enough. */
const NEEDS_ARTICLE = new Set("few little one number".split(" "));

/** A letter where an article might stand: without its capital the form would be read as one. */
const LETTER_A = "letter_a";
const SMALL = /\p{Ll}/u;
/** So many words behind a capital tell whether all are in capitals. */
const WORDS_AFTER = 3;

/** For English text only. */
export function dropArticles(tokens: readonly Token[]): readonly Token[] {
  if (!hasListed(tokens, ARTICLES)) return tokens;
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if ((token.lists & ARTICLES) === 0) out.push(token);
    else if (isLetter(tokens, i)) out.push(rewrite(token, LETTER_A));
    else if (!isArticle(token.text, out.at(-1)?.text, tokens[i + 1]?.text)) out.push(token);
    else if (token.before !== "" && tokens[i + 1]?.before === "") {
      // The break before the article is now the break before its noun.
      const noun = tokens[++i] as Token;
      out.push(rewrite(noun, isLetter(tokens, i) ? LETTER_A : noun.text, noun.kind, token.before));
      if (isArticle(out.at(-1)?.text ?? "", out.at(-2)?.text, tokens[i + 1]?.text)) out.pop();
    }
  }
  return out;
}

/** "The A team": a capital that begins no sentence, and is not one of many. */
function isLetter(tokens: readonly Token[], at: number): boolean {
  const { raw, text, before } = tokens[at] as Token;
  if (raw !== "A" || at === 0 || before === ".") return false;
  if (!isArticle(text, tokens[at - 1]?.text, tokens[at + 1]?.text)) return false;
  return tokens.slice(at + 1, at + 1 + WORDS_AFTER).some((token) => SMALL.test(token.raw));
}

function isArticle(text: string, previous: string | undefined, next: string | undefined): boolean {
  if (text !== "the" && text !== "a" && text !== "an") return false;
  if (NEEDS_ARTICLE.has(next ?? "")) return false;
  if (text === "the") return true;
  if (next === undefined || AFTER_NAME.has(next)) return false;
  return previous === undefined || !NAMED_BY_LETTER.has(previous);
}
