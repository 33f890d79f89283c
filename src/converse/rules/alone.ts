/**
 * Does an English sentence speak of something that is not in it? A pronoun or a "the" whose thing is named nowhere, and
 * words like "instead", "another" and "the second one".
 *
 * What a pronoun stands for may be named before it in the same sentence. What is named in the sentence before is put in
 * its place by `referents.ts`.
 */
import { isStopWord } from "../../text/words/stop-words.ts";
import { POINTED } from "./english.ts";
import { isGeneric } from "./generic.ts";
import { KIN } from "./kin.ts";
import { specificWords } from "./specific.ts";

/** It points to something that was said elsewhere. */
const POINTS =
  /(?<![\p{L}'])(?:it|its|it'll|(?<!, )it's|this|that|that's|these|those|they|they're|them|their|theirs|he|he's|him|his|she|she's|her|hers|here|there|there's|such|one of (?:them|the)|ones|(?:the )?(?:first|second|third|next|other|others|same|former|latter|above|following|whole|rest|thing|things|stuff|last|new|two|three|both|extra) (?:\p{L}+)|the (?:first|second|third|next|other|others|same|former|latter|rest|thing|things|stuff)|(?:so|too)(?=[.!]))(?![\p{L}'])/giu;
/** What a pronoun can stand for is named before it: somebody, or several things. */
const PERSON_BEFORE = new RegExp(`(?<!\\p{L})(?:${KIN}|\\p{Lu}\\p{L}+)(?!\\p{L})`, "u");
const PERSONAL = /^(?:they|they're|them|their|theirs|he|he's|him|his|she|she's|her|hers)$/iu;
/** And so may a thing be. */
const IMPERSONAL = /^(?:it|its|it's|it'll|them|they|they're|their)$/iu;
const THING_BEFORE =
  /(?<![\p{L}'])(?:an?|my|our|some|\d+|two|three|four|five|several) (?!bit|lot|little|few)\p{L}{3,}[^.!?]*$/iu;
/** Words that look as if they pointed, and do not. */
const POINTS_NOWHERE =
  /\b(?:so that|that (?:i|we|my|our|he|she|is|are|was|were|has|have|had|can|will|needs?|sells?|makes?|works?|helps?|does|do|allows?)|(?:think|know|believe|decided|agreed|told|noticed|found|learned|such|means|mentioned|said|says|feel|felt|hope|worried|concerned|confident|sure|glad|grateful|happy|saw|heard|read|shows?|realised|realized|suggests?|suggested|recommended|ensure|agree) that|this \p{L}+, \p{L}+,|this (?:year|month)|one (?:day|week|month|year|hour)|(?:in|on|of|with) both \p{L}+s|no one|last (?:year|month|week|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december)|two (?:\p{L}+ )?\p{L}+s|three (?:\p{L}+ )?\p{L}+s|(?:a|an|my|our|another|any|some) (?:new|extra|whole|other) \p{L}+|(?:my|our) (?:first|second|third|last|two|three|other) \p{L}+|for the first time|(?:the )?first time|each other|this \p{L}+ (?:in \p{L}+ )?(?:called|named)|(?:not )?the same (?:every|all|each)|on the move|last mile|out there|so far|over there|new \p{Lu}\p{L}+|the other day)\b/giu;
/** "The" before what everybody has, or what says itself which one it is. */
const KNOWN_THINGS = String.raw`(?:past|last) (?:few |couple of |\p{L}+ )?(?:years?|months?|weeks?|decade)|(?:early |late )?(?:mornings?|afternoons?|evenings?|nights?|weekends?|whole (?:day|week|month|year)|week|day|month|year|summer|winter|spring|autumn|future|past|internet|world|city|country|countryside|beach|sea|ocean|mountains|river|lake|forest|gym|pool|office|exam|examples?|basics|train|trains|bus|metro|subway|tube|car|road|market|kitchen|garden|house|home|hospital|doctor|dentist|church|library|phone|piano|guitar|violin|cello|drums|flute|trumpet|organ|outdoors|rain|snow|sun|heat|cold|dark|kids|children|missus|wife|boys|girls|grommets|nippers|family|dog|cat|baby|go|ground|street|streets|surf|stock market|crowds?|age of|same time|end of|start of|beginning of|middle of|\p{L}+est|best|worst|most|least|first time|only \p{L}+|\d{4}s|\d+(?:st|nd|rd|th)|\p{L}+ (?:industry|sector|field|market|business))`;
const KNOWN_THE = new RegExp(
  String.raw`\b[Tt]he (?:(?:${KNOWN_THINGS})\b|\p{Ll}?\p{Lu}|[\p{L}-]+ (?:of|for|in|at|that|where|when|who|with|from|between|about|to) )`,
  "gu",
);
const KNOWN_THE_ALONE = new RegExp(String.raw`\b[Tt]he (?:${KNOWN_THINGS})(?!\p{L})`, "gu");
const THE = /(?<!\p{L})the(?!\p{L})/iu;
/** Words that leave out what they go on from. */
const LEAVES_OUT =
  /(?<![\p{L}'-])(?:(?:in|with|for|of|on|to|got|have|is|was|that|this|first|last|new|old|other) one(?! (?:of|day|week|month|year|hour|hundred|to one))|(?:with|of|in|on|for|from|about|at|put|use|used|like|got|get|try|tried|did|do|keep|kept|add|added) that \p{L}+ed \p{L}+|instead|otherwise|either|neither|another|both(?=[.,!]|$)|some more|more (?:options?|details?|info|information|time)|anything (?:else|less|more)|something (?:else|less|more|special|similar)|someone else|somewhere else|enough|too(?=[.,!]|$)|as well(?=[.,!]|$)|again|back (?:to|into|at) it|so (?:much|many|long)(?! (?:as|that))|the (?:way|part|one|ones) (?:we|you|i)|above|below|aforementioned|respective|overall|remaining|such|likewise|meanwhile|therefore|as (?:said|planned|agreed|discussed|mentioned))(?![\p{L}'-])/iu;

/** Does it speak of something that is not in it? */
export function pointsOutside(text: string): boolean {
  const plain = withoutKnown(text);
  return hasOpenPronoun(plain) || THE.test(plain.replace(KNOWN_THE, " "));
}

function blank(words: string): string {
  return "_".repeat(words.length);
}

function withoutKnown(text: string): string {
  return text.replace(POINTS_NOWHERE, blank).replace(POINTED, blank);
}

/** A pronoun that nothing before it in the sentence can stand for. */
function hasOpenPronoun(plain: string): boolean {
  for (const { index, 0: word } of plain.matchAll(POINTS)) {
    const before = plain.slice(0, index);
    const isTheirs = PERSONAL.test(word) && PERSON_BEFORE.test(before.slice(1));
    const isIts = IMPERSONAL.test(word) && THING_BEFORE.test(before);
    if (!isTheirs && !isIts) return true;
  }
  return false;
}

/** What a "the" takes along: words up to the next small word or sign. */
const THE_THING = /(?<!\p{L})the ((?:["'“‘]?[\p{L}\p{N}$€£¥₦₩][\p{L}\p{N}'&/.-]*["'”]? ?){1,6})/giu;
const MAX_THING_WORDS = 5;
const NAME_OR_FIGURE = /(?<!\p{L})["'“‘]?(?:\p{Lu}|\p{N})/u;
const OWN_AFTER = /^(?:of|for|from|to|with|about) (?:my|our|an?) /iu;
/** A sentence with so many words of its own says enough around a plain noun. */
const MANY_SPECIFIC = 3;
const NEXT_CHARS = 40;
/** What a conversation with an assistant is full of: such a thing has to be told apart from others by its other words. */
const OF_TALK = new Set(
  `list lists plan plans note notes reminder template app website site link links page file files document documents
  draft drafts card cards flashcard flashcards syllabus schedule table column section sections part parts idea ideas method approach
  framework exercise exercises analysis breakdown overview numbers figures details items times results result prompt question questions
  scenario scenarios message text email mail report checklist guide outline script roadmap timeline calendar spreadsheet
  option options step steps phase task tasks project process system tool tools strategy goal goals target targets budget
  total amount rest reframe reminder quiet problem problems issue issues thing things stuff bit way point points reason thought thoughts feeling news quiz session
  sessions resources videos video photos place places date dates day days time routine workout program programme
  training course module answer answers response data content material materials information info money cost costs price prices network
  momentum situation area areas topic topics version change changes experience skills skill drill`.split(
    /\s+/,
  ),
);
const LEADS_ON =
  /^(?:of|for|in|at|that|where|when|who|with|from|between|about|to|on|against|by|behind|near)(?!\p{L})/iu;

export const PATTERNS: readonly RegExp[] = [
  POINTS,
  PERSON_BEFORE,
  POINTS_NOWHERE,
  KNOWN_THE,
  KNOWN_THE_ALONE,
  IMPERSONAL,
  THING_BEFORE,
  THE_THING,
  LEAVES_OUT,
];

/** Does it say which thing it means? By a name, a figure, or by words that say something. */
function isNamed(thing: string, next: string, isPlain: boolean): boolean {
  const words = thing.trim().split(/\s+/).slice(0, MAX_THING_WORDS);
  const end = words.findIndex((word) => endsThing(word));
  const named = end < 0 ? words : words.slice(0, end);
  if (named.some((word) => NAME_OR_FIGURE.test(word))) return true;
  const after = end < 0 ? next : words.slice(end).join(" ");
  const plain = named.map((word) => word.toLowerCase().replace(/[.'’]s?$/u, ""));
  const telling = plain.filter((word) => !isGeneric(word) && !OF_TALK.has(word));
  const head = plain.at(-1) ?? "";
  const isOfTalk = OF_TALK.has(head) || isGeneric(head);
  if (telling.length > 1 || (telling.length === 1 && plain.length > 1)) return true;
  if (LEADS_ON.test(after)) return !isOfTalk || NAME_OR_FIGURE.test(after) || OWN_AFTER.test(after);
  return isPlain && !isOfTalk && telling.length === 1;
}

function endsThing(word: string): boolean {
  return isStopWord(word.toLowerCase(), "en") && word !== "and" && !/^\p{Lu}/u.test(word);
}

/** Does a reader of this sentence alone miss something? Less is asked of it than of what is to last. */
export function leavesOut(text: string): boolean {
  const known = text.replace(KNOWN_THE_ALONE, blank);
  if (LEAVES_OUT.test(known)) return true;
  const plain = withoutKnown(known);
  if (hasOpenPronoun(plain)) return true;
  const isPlain = specificWords(text) >= MANY_SPECIFIC;
  for (const { index, 0: whole, 1: thing = "" } of plain.matchAll(THE_THING)) {
    const next = plain.slice(index + whole.length, index + whole.length + NEXT_CHARS);
    if (!isNamed(thing, next.trimStart(), isPlain)) return true;
  }
  return false;
}
