/**
 * How would the owner have told his memory the answer to a question? As a sentence with all the question's words, as a
 * note with six of them or with three, or inside a longer passage. By rule, so that every run measures the same words.
 *
 * The rules turn a question around ("Tysons Galleria is located in what county?" and "Fairfax" become "Tysons Galleria is
 * located in the county Fairfax."). They are no grammar: a few sentences come out stiff, none loses a word that
 * matters.
 */
import { tellingWords } from "../support/stop-words.ts";

export const FORMS = ["sentence", "note", "terse", "passage"] as const;
export type Form = (typeof FORMS)[number];

/** What the owner says, and the part of it that answers. */
export interface OwnWords {
  readonly content: string;
  readonly answer: string;
}

export function ownWords(form: Form, question: string, answer: string, index: number): OwnWords {
  if (form === "sentence") return same(sentenceOf(question, answer));
  if (form === "note") return same(noteOf(question, answer, NOTE_WORDS));
  if (form === "terse") return same(noteOf(question, answer, TERSE_WORDS));
  const sentence = sentenceOf(question, answer);
  return { content: passageAround(sentence, index), answer: sentence };
}

const NOTE_WORDS = 6;
const TERSE_WORDS = 3;

const same = (content: string): OwnWords => ({ content, answer: content });

const BE = /^(is|are|was|were)$/i;
const DO = /^(do|does|did)$/i;
const HAVE_OR_MAY = /^(has|have|had|can|could|will|would|should)$/i;
/** Where the subject of a yes-or-no question is over. */
const PREDICATE =
  /\s(both|the same|different|a|an|of the same|located|from|used|in|on|born|known|described|types?|belong|contain|older|younger|larger)\s/;
/** The last question word in the middle, with the noun it asks for: an earlier one joins clauses. */
const ASKED_LATER =
  /^(?<before>.+\s)(?:what|which|whom)\b\s?(?<noun>(?!(?:for|on|in|of|as|is|was)\b)\p{L}+\b)?(?<after>.*)$/u;

export function sentenceOf(question: string, answer: string): string {
  const asked = question.replace(/[\s?.]+$/u, "");
  const [first = "", second = ""] = asked.split(" ");
  const said =
    /^(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)$/i.test(first) &&
    /^(yes|no)\b/i.test(answer)
      ? decided(asked, first, answer)
      : (howMany(asked, answer) ?? opened(asked, first, second, answer) ?? askedLater(asked, answer));
  return `${capital(said ?? `${asked}: ${answer}`)}.`;
}

/** "Are A and B both musicians", "yes". */
function decided(asked: string, verb: string, answer: string): string {
  const rest = asked.slice(verb.length + 1);
  const at = PREDICATE.exec(rest)?.index ?? rest.length;
  const isDenied = /^no\b/i.test(answer);
  const said = DO.test(verb) && !isDenied ? "" : ` ${verb.toLowerCase()}${isDenied ? " not" : ""}`;
  return `${rest.slice(0, at)}${said}${rest.slice(at)}`;
}

/** "How many episodes are in Chicago Fire season 4", "23". */
function howMany(asked: string, answer: string): string | undefined {
  const [, noun, verb = "", rest = ""] =
    /^how (?:many|much) (.+?) (is|are|was|were|do|does|did|has|have|had) (.+)$/i.exec(asked) ?? [];
  if (noun === undefined) return undefined;
  return DO.test(verb) ? `${rest}: ${answer} ${noun}` : `${answer} ${noun} ${verb} ${rest}`;
}

/** The question word comes first. */
function opened(asked: string, first: string, second: string, answer: string): string | undefined {
  const rest = asked.slice(first.length + second.length + 2);
  if (/^(who|what|what's|who's)$/i.test(first) && BE.test(second)) {
    // "Who is younger A or B" asks about a quality, "What is the county seat of X" about a thing.
    return /^the\s/i.test(rest) ? `${rest} ${second} ${answer}` : `${answer} ${second} ${rest}`;
  }
  if (/^where$/i.test(first) && BE.test(second)) return whereIs(rest, second, answer);
  if (/^(what|which)$/i.test(first)) return `the ${second} ${rest}: ${answer}`.replace(/^the of/i, "of");
  if (/^who$/i.test(first)) return `${answer} ${second} ${rest}`;
  if (/^(in|on|at|from|for)$/i.test(first) && /^(what|which)$/i.test(second))
    return `${rest}: ${first.toLowerCase()} ${answer}`;
  if (
    /^(where|when|why|how)$/i.test(first) &&
    (DO.test(second) || HAVE_OR_MAY.test(second) || BE.test(second))
  )
    return `${rest}: ${answer}`;
  if (/^how$/i.test(first)) return `${rest} ${second}: ${answer}`;
  return undefined;
}

function whereIs(rest: string, verb: string, answer: string): string {
  const at = /\s(located|born|buried|based)\b/i.exec(rest)?.index ?? rest.length;
  return `${rest.slice(0, at)} ${verb}${rest.slice(at)} in ${answer}`;
}

function askedLater(asked: string, answer: string): string | undefined {
  const { before, noun, after = "" } = ASKED_LATER.exec(asked)?.groups ?? {};
  if (before === undefined) return undefined;
  return noun === undefined
    ? `${before}${answer} ${after}`.trimEnd()
    : `${before}the ${noun} ${answer}${after}`;
}

/** The longest words that tell what it is about, in their order: as one notes a thing for oneself. */
function noteOf(question: string, answer: string, count: number): string {
  const words = [...new Set(tellingWords(question))];
  const kept = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, count));
  return `I looked it up, ${words.filter((word) => kept.has(word)).join(" ")}: ${answer}.`;
}

const BEFORE = [
  "We got talking about this at dinner and nobody at the table was sure, so I went and checked it properly afterwards.",
  "This came up in the quiz last night, and since I am the one who keeps the scores I read up on it this morning.",
  "My daughter asked me on the way to school, I did not know, and that bothered me until I had looked it up.",
  "I was reading in the library for an hour while it rained, and this was the one thing that I wanted to keep.",
] as const;
const AFTER = [
  "I am writing it down here because I know that I will be asked again, and I would rather not look foolish twice.",
  "Everybody else had it wrong, including me, which is why it should stay in here together with all the rest.",
  "It took longer to find than I would have thought, and two of the pages that I opened first were no help at all.",
  "That settles it for me; the evening went on with other things, and I made tea for everybody before they left.",
] as const;

function passageAround(sentence: string, index: number): string {
  const before = BEFORE[index % BEFORE.length];
  const after = AFTER[Math.floor(index / BEFORE.length) % AFTER.length];
  return `${before} ${sentence} ${after}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
