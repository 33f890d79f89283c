/**
 * What does a short form stand for? "I'm" is "I am", "can't" is "can not", "p.m." is "pm".
 *
 * "'s" and "'d" each have two readings. They are written out only where the next word leaves one of them; otherwise
 * they stay as written ("Anna's" may be a possessive or "Anna is").
 */
import { COMPOSED, hasListed, makeToken, rewrite, type Token } from "./token.ts";
import { listWords } from "./word-lists.ts";

const WHOLE = new Map<string, readonly string[]>(
  Object.entries({
    cannot: "can not",
    "can't": "can not",
    "won't": "will not",
    "shan't": "shall not",
    "let's": "let us",
    "i'm": "i am",
    im: "i am",
    ive: "i have",
    youre: "you are",
    theyre: "they are",
    thats: "that is",
    dont: "do not",
    doesnt: "does not",
    didnt: "did not",
    isnt: "is not",
    arent: "are not",
    wasnt: "was not",
    werent: "were not",
    havent: "have not",
    hasnt: "has not",
    hadnt: "had not",
    couldnt: "could not",
    wouldnt: "would not",
    shouldnt: "should not",
    cant: "can not",
    wont: "will not",
    gonna: "going to",
    wanna: "want to",
    anymore: "any more",
    "u.s": "usa",
    "u.s.a": "usa",
    "u.k": "uk",
    "r.i.p": "rip",
  }).map(([short, long]) => [short, long.split(" ")]),
);

/** Includes "us", because "US" may be the country. `raw` tells its capitals from the pronoun. */
const SHORT_FORMS = listWords([...WHOLE.keys(), "us"]);
const SUFFIX = new Map([
  ["re", "are"],
  ["ve", "have"],
  ["ll", "will"],
]);
/** After these words "'s" is a verb, because their possessive has a form of its own ("its", "whose"). */
const TAKES_VERB = new Set(
  `it he she that this there here what who where when how why everything everyone everybody something someone
  somebody nothing nobody`.split(/\s+/),
);
/** What somebody owns never begins with these words, so "'s" before them is "is". */
const AFTER_IS = new Set("not at in on from the a an my your our their always very also".split(" "));
const AFTER_HAS = new Set(["been", "got", "had", "become"]);
/** Participles that describe a state after "'s", which is then "is". Before other participles it may be "has". */
const STATES = new Set(
  `married divorced engaged tired interested excited worried bored scared retired based called named located
  supposed allowed pleased surprised broken closed related known born`.split(/\s+/),
);
const IRREGULAR_PARTICIPLES = new Set(
  `gone done taken seen made given left lost found bought sold met won come run begun put set read become moved
  said told heard kept held brought thought built sent spent paid eaten drunk written spoken chosen forgotten
  grown known shown thrown worn torn cut hit hurt let quit`.split(/\s+/),
);
const AFTER_WOULD = new Set(["like", "love", "prefer", "rather", "hate", "be", "say", "want"]);
const DOTTED_LETTERS = /^\p{L}(?:\.\p{L})+$/u;
/**
 * The longest in use is "y'all'd've". A longer chain is not a word, and `canonical` would need a pass for each link.
 */
const SHORT_CHAIN = /^[^']+(?:'[^']+){1,3}$/;
/** Signs that may stand inside or before a word, but not at its end. */
const INNER_SIGNS = "._'&@/+*^-#";
const ALL_CAPITALS = /^[^\p{Ll}]*$/u;

export function expandContractions(tokens: readonly Token[]): readonly Token[] {
  if (!hasListed(tokens, SHORT_FORMS | COMPOSED)) return tokens;
  let out: Token[] | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const long = token.kind === "word" ? expand(token, tokens, i) : undefined;
    if (long === undefined) out?.push(token);
    else {
      out ??= tokens.slice(0, i);
      out.push(rewrite(token, long[0] as string));
      for (let k = 1; k < long.length; k++)
        out.push(makeToken(long[k] as string, long[k] as string, "word", "", false));
    }
  }
  return out ?? tokens;
}

/** Is there nothing in these tokens that would be written out? */
export function areWrittenOut(tokens: readonly Token[]): boolean {
  return tokens.every((token, i) => !token.text.includes("'") || expand(token, tokens, i) === undefined);
}

function expand(token: Token, tokens: readonly Token[], at: number): readonly string[] | undefined {
  const { text, lists } = token;
  if ((lists & (SHORT_FORMS | COMPOSED)) === 0) return undefined;
  const whole = WHOLE.get(text);
  if (whole !== undefined) return whole;
  if (text.includes(".") && DOTTED_LETTERS.test(text)) return [text.replaceAll(".", "")];
  if (token.raw === "US" && !isShouted(tokens, at)) return ["usa"];
  if (!text.includes("'")) return undefined;
  const apostrophe = text.lastIndexOf("'");
  if (apostrophe === 0) return undefined;
  if (text.indexOf("'") !== apostrophe && !SHORT_CHAIN.test(text)) return undefined;
  const stem = text.slice(0, apostrophe);
  const suffix = text.slice(apostrophe + 1);
  if (suffix === "t" && stem.endsWith("n") && stem !== "ain") {
    const verb = stem.slice(0, -1);
    // "did n't", as some tokenizers write it.
    if (verb === "") return ["not"];
    if (INNER_SIGNS.includes(verb.charAt(verb.length - 1))) return undefined;
    return [...(WHOLE.get(verb) ?? [verb]), "not"];
  }
  const verb = SUFFIX.get(suffix) ?? openVerb(stem, suffix, tokens[at + 1]?.text ?? "", at === 0);
  return verb === undefined ? undefined : [...(WHOLE.get(stem) ?? [stem]), verb];
}

/** The surrounding words are in capitals too, so the capitals say nothing. */
function isShouted(tokens: readonly Token[], at: number): boolean {
  const around = tokens.slice(Math.max(0, at - 5), at + 6);
  return around.every(({ raw }) => ALL_CAPITALS.test(raw));
}

function openVerb(stem: string, suffix: string, next: string, isFirst: boolean): string | undefined {
  if (suffix === "d") return AFTER_WOULD.has(next) ? "would" : next === "better" ? "had" : undefined;
  if (suffix !== "s") return undefined;
  if (AFTER_IS.has(next) || (isFirst && next === "going")) return "is";
  if (!TAKES_VERB.has(stem)) return undefined;
  if (AFTER_HAS.has(next)) return "has";
  if (STATES.has(next)) return "is";
  return next.endsWith("ed") || IRREGULAR_PARTICIPLES.has(next) ? undefined : "is";
}
