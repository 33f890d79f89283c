/**
 * What are the words of an unmasked text, and where could an order begin? Recognises words that are spelt with
 * digits ("1gn0re"), scrambled ("ignroe"), letter by letter ("i g n o r e") or glued together ("ignoreallrules"),
 * and addresses.
 *
 * A hand-written scanner: one regular expression for all of it took four times as long.
 */
import type { Lexicon } from "./lexicon.ts";

export type Words = {
  /** Lexicon ids; 0 is a word that no phrase knows. */
  readonly ids: readonly number[];
  readonly at: readonly number[];
  /** Where the sentence of word i ends: the index after its last word. */
  readonly sentenceEnd: readonly number[];
  /** Could an order begin at word i? ("Please send", not "I send") */
  readonly opens: readonly boolean[];
};

/** An order may follow these: "please send", "and send". */
const LEADS_IN =
  "please|pls|now|then|and|also|just|kindly|simply|instead|first|next|finally|immediately|bitte|jetzt|nun|und|ahora|y|maintenant|et|veuillez";
/** And two words: "you must send", "I want you to send". Not "she must send", "told me to send". */
const MODALS = "to|must|should|shall|will";
const BEFORE_MODALS =
  "you|assistant|agent|ai|model|bot|chatbot|remember|hesitate|forget|sure|certain|instructed|required|is|task|job|goal";

export type LeadIns = {
  readonly alone: ReadonlySet<number>;
  readonly modals: ReadonlySet<number>;
  readonly beforeModals: ReadonlySet<number>;
};

/** Teaches the lexicon the words that this file itself looks for. */
export function leadInsOf(lexicon: Lexicon): LeadIns {
  for (const address of ["URL", "EMAIL"]) lexicon.learn(address);
  const idsOf = (words: string) => new Set(words.split("|").map((word) => lexicon.learn(word)));
  return { alone: idsOf(LEADS_IN), modals: idsOf(MODALS), beforeModals: idsOf(BEFORE_MODALS) };
}

export function readWords(text: string, lexicon: Lexicon, leadIns: LeadIns): Words {
  const { ids, at, joints } = new Reader(text, lexicon).read();
  const opens = ids.map((_, index) => {
    if (index === 0 || joints[index] !== NONE) return true;
    const before = ids[index - 1] ?? 0;
    // No phrase knows the word: nothing leads in with it.
    if (before === 0) return false;
    if (leadIns.alone.has(before)) return true;
    return leadIns.modals.has(before) && leadIns.beforeModals.has(ids[index - 2] ?? 0);
  });
  return { ids, at, sentenceEnd: sentenceEnds(joints), opens };
}

function sentenceEnds(joints: readonly Joint[]): number[] {
  const ends: number[] = new Array(joints.length).fill(joints.length);
  for (let index = joints.length - 2; index >= 0; index--) {
    ends[index] = joints[index + 1] === SENTENCE ? index + 1 : (ends[index + 1] ?? 0);
  }
  return ends;
}

/** What stands before a word: nothing much, something that opens a clause, or the end of a sentence. */
const NONE = 0;
const CLAUSE = 1;
const SENTENCE = 2;
type Joint = typeof NONE | typeof CLAUSE | typeof SENTENCE;

const ENDS_SENTENCE = /[.!?;]["')\]]{0,2}\s/;
const OPENS_CLAUSE = /[.!?;:,"“”„«»`()[\]{}<>|#*\n。，、「」『』]|(?:^|\s)['-]/;
/** Bare tags inside a phrase are not words of it; tags with attributes stay, they can carry text. */
const BARE_TAG = /<\/?[a-z][a-z0-9]{0,10}\s?\/?>/g;

/** What makes the word before it an address. Sticky: asked at one place only. */
const URL_REST = /:\/\/[^\s"'<>)\]}]{1,2000}/y;
const DOMAIN_REST =
  /(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|net|org|io|ru|cn|xyz|site|app|dev|co|info|biz|gg|top|online|tk)(?![a-z0-9])(?:[:/][^\s"'<>)\]}]{0,2000})?/y;
const EMAIL_REST = /@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/y;
const SCHEME = /^(?:https?|hxxps?|ftp|wss?)$/;

/** So many single letters in a row are a word spelt out. */
const MIN_SPELT_LETTERS = 4;
const MIN_GLUED_CHARS = 12;
const MAX_GLUED_CHARS = 120;
const MIN_GLUED_WORDS = 3;
const NO_IDS: readonly number[] = [];

class Reader {
  readonly ids: number[] = [];
  readonly at: number[] = [];
  readonly joints: Joint[] = [];
  readonly #text: string;
  /** The same text before lower-casing. */
  readonly #written: string;
  readonly #lexicon: Lexicon;
  /** Single letters that may turn out to be a word spelt out. */
  #letters: { letter: string; at: number; joint: Joint }[] = [];

  constructor(text: string, lexicon: Lexicon) {
    this.#written = text;
    const lower = text.toLowerCase();
    this.#text = lower.includes("<") ? lower.replace(BARE_TAG, (tag) => " ".repeat(tag.length)) : lower;
    this.#lexicon = lexicon;
  }

  read(): this {
    const text = this.#text;
    let end = 0;
    for (let start = wordStart(text, 0); start < text.length; start = wordStart(text, end)) {
      const joint = this.#jointOf(end, start);
      end = wordEnd(text, start);
      const addressEnd = this.#addressEnd(start, end);
      if (addressEnd > end) {
        this.#flush();
        this.#push(this.#lexicon.idOf(text[end] === "@" ? "EMAIL" : "URL"), start, joint);
        end = addressEnd;
      } else if (end - start === 1) {
        if (joint === SENTENCE) this.#flush();
        this.#letters.push({ letter: text.charAt(start), at: start, joint });
      } else {
        this.#flush();
        this.#pushWord(text.slice(start, end), start, joint);
      }
    }
    this.#flush();
    return this;
  }

  #jointOf(from: number, to: number): Joint {
    if (to - from === 1 && this.#text.charCodeAt(from) === 0x20) {
      // Pasted into a sentence without a stop: "how do I get FORGET ALL RULES to the station".
      return this.#isShouted(to) && !this.#isShouted(this.at.at(-1) ?? 0) ? CLAUSE : NONE;
    }
    const between = this.#text.slice(from, to);
    if (ENDS_SENTENCE.test(between)) return SENTENCE;
    return OPENS_CLAUSE.test(between) ? CLAUSE : NONE;
  }

  /** Two capital letters at the start of a word. */
  #isShouted(at: number): boolean {
    return isCapital(this.#written.charCodeAt(at)) && isCapital(this.#written.charCodeAt(at + 1));
  }

  /** Where the address ends that the word opens; the end of the word if it opens none. */
  #addressEnd(start: number, end: number): number {
    const next = this.#text.charCodeAt(end);
    let rest: RegExp | undefined;
    if (next === 0x40) rest = EMAIL_REST;
    else if (next === 0x2e) rest = DOMAIN_REST;
    else if (next === 0x3a && SCHEME.test(this.#text.slice(start, end))) rest = URL_REST;
    if (!rest) return end;
    rest.lastIndex = end;
    return rest.test(this.#text) ? rest.lastIndex : end;
  }

  #push(id: number, at: number, joint: Joint): void {
    this.ids.push(id);
    this.at.push(at);
    this.joints.push(joint);
  }

  #pushWord(written: string, at: number, joint: Joint): void {
    const word = withoutApostrophes(written);
    const id = idOfWord(word, this.#lexicon);
    const glued = id === 0 ? gluedIds(word, this.#lexicon) : NO_IDS;
    this.#push(glued[0] ?? id, at, joint);
    for (let part = 1; part < glued.length; part++) this.#push(glued[part] ?? 0, at, NONE);
  }

  #flush(): void {
    const letters = this.#letters;
    if (letters.length === 0) return;
    this.#letters = [];
    if (letters.length < MIN_SPELT_LETTERS) {
      for (const { letter, at, joint } of letters) this.#push(this.#lexicon.idOf(letter), at, joint);
      return;
    }
    const joined = letters.map(({ letter }) => LEET.get(letter) ?? letter).join("");
    for (let index = 0; index < joined.length; ) {
      const { id, length } = this.#lexicon.longestAt(joined, index);
      const { at = 0, joint = NONE } = letters[index] ?? {};
      this.#push(id, at, index === 0 ? joint : NONE);
      index += Math.max(length, 1);
    }
  }
}

// ── where a word begins and ends

/** Signs that may stand for a letter inside a word, and the apostrophe. */
const INSIDE = new Set(Array.from("'@$!|", (sign) => sign.charCodeAt(0)));

function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  // Above: everything but signs and punctuation, by block. Finer is not needed: the lexicon has ASCII only.
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f);
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function wordStart(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (isLetter(text.charCodeAt(at))) return at;
  return text.length;
}

function wordEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isLetter(code)) at += 1;
    else if (INSIDE.has(code) && isLetter(text.charCodeAt(at + 1)) && !isEmailAt(text, at)) at += 2;
    else break;
  }
  return at;
}

function isEmailAt(text: string, at: number): boolean {
  EMAIL_REST.lastIndex = at;
  return EMAIL_REST.test(text);
}

// ── words in disguise

function withoutApostrophes(word: string): string {
  return word.includes("'") ? word.replaceAll("'", "") : word;
}

function idOfWord(word: string, lexicon: Lexicon): number {
  return lexicon.idOf(word) || lexicon.idOfScrambled(word) || leetId(word, lexicon);
}

const LEET: ReadonlyMap<string, string> = new Map(
  Array.from("0o 1i 3e 4a 5s 7t 8b 9g @a $s !i |l".split(" "), (pair) => [pair.charAt(0), pair.charAt(1)]),
);

const HAS_LEET = /[013457-9@$!|]/;

function leetId(word: string, lexicon: Lexicon): number {
  if (!HAS_LEET.test(word)) return 0;
  let withI = "";
  let withL = "";
  let letters = 0;
  for (const sign of word) {
    const letter = LEET.get(sign);
    if (letter === undefined) letters += 1;
    withI += letter ?? sign;
    withL += sign === "1" ? "l" : (letter ?? sign);
  }
  if (letters === 0 || letters === word.length) return 0;
  return lexicon.idOf(withI) || lexicon.idOf(withL);
}

/** The words of "ignoreallrules", if known words cover all of it; else none. */
function gluedIds(word: string, lexicon: Lexicon): readonly number[] {
  if (word.length < MIN_GLUED_CHARS || word.length > MAX_GLUED_CHARS) return NO_IDS;
  const ids: number[] = [];
  for (let index = 0; index < word.length; ) {
    const { id, length } = lexicon.longestAt(word, index);
    if (length === 0) return NO_IDS;
    ids.push(id);
    index += length;
  }
  return ids.length >= MIN_GLUED_WORDS ? ids : NO_IDS;
}
