/**
 * Which articles can be dropped? "The" nearly always. "A" and "an" where they precede something and are not a letter
 * used as a name: "plan A", "vitamin A", "reports to A", "the A team".
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
/** Before one of these, "A" is a name: "A reports to B". */
const AFTER_NAME = new Set("is are was were has reports and or to not does did will can".split(" "));
/** Before these the article changes the meaning: "a few friends" are some, "few friends" are not enough. */
const NEEDS_ARTICLE = new Set("few little one number".split(" "));

/** Replaces the letter A where an article could stand. A plain "a" would be read as an article in the next pass. */
const LETTER_A = "letter_a";
const SMALL = /\p{Ll}/u;
/** How many of the following words are checked for small letters, to rule out a text in capitals. */
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
      // The break before the article becomes the break before its noun.
      const noun = tokens[++i] as Token;
      out.push(rewrite(noun, isLetter(tokens, i) ? LETTER_A : noun.text, noun.kind, token.before));
      if (isArticle(out.at(-1)?.text ?? "", out.at(-2)?.text, tokens[i + 1]?.text)) out.pop();
    }
  }
  return out;
}

/** A capital "A" that neither begins a sentence nor stands in a text of capitals: "the A team". */
function isLetter(tokens: readonly Token[], at: number): boolean {
  const { raw, text, before } = tokens[at] as Token;
  if (raw !== "A" || at === 0 || before === ".") return false;
  if (!isArticle(text, tokens[at - 1]?.text, tokens[at + 1]?.text)) return false;
  return tokens.slice(at + 1, at + 1 + WORDS_AFTER).some((token) => SMALL.test(token.raw));
}

function isArticle(text: string, previous: string | undefined, next: string | undefined): boolean {
  if (text !== "the" && text !== "a" && text !== "an") return false;
  if (NEEDS_ARTICLE.has(next ?? "")) return false;
  // Nothing follows that it could be the article of.
  if (next === undefined) return false;
  if (text === "the") return true;
  if (AFTER_NAME.has(next)) return false;
  return previous === undefined || !NAMED_BY_LETTER.has(previous);
}
