/**
 * Which concepts does a text speak of, word by word? Reads an unmasked text into the tokens that the grammar's phrases
 * are about: words of every script, entries of the vocabulary in scripts without spaces, and addresses.
 *
 * One pass; the work at a word is bounded by the vocabulary. Words in disguise are not recognised here: what is hidden
 * letter by letter is the business of `words.ts`.
 */
import { assert } from "../../assert.ts";
import { unmask } from "./unmask.ts";
import { type Concept, VOCABULARY } from "./vocabulary.ts";
import type { Words } from "./words.ts";

/**
 * What the reader itself finds, besides the concepts of the vocabulary: an address; an owner that is only supposed
 * ("if the user"), or is none in particular ("a user"); a word that is most likely an order; who is made to speak.
 */
const READ = ["ADDRESS", "IF_OWNER", "ANY_OWNER", "BARE", "AGENT_TURN", "USER_TURN"] as const;
export type ReadConcept = Concept | (typeof READ)[number];

const NAMES: readonly ReadConcept[] = [...(Object.keys(VOCABULARY) as Concept[]), ...READ];

/** Concepts as bits. */
type Mask = bigint;
const NO_CONCEPTS: Mask = 0n;

function maskOf(names: readonly string[]): Mask {
  let mask = NO_CONCEPTS;
  for (const name of names) {
    const bit = NAMES.indexOf(name as ReadConcept);
    assert(bit >= 0, `${name} is a concept`);
    mask |= 1n << BigInt(bit);
  }
  return mask;
}

/** Every combination of concepts that a word has had so far; ids of tokens are places in it. There are few. */
const COMBINATIONS: Mask[] = [NO_CONCEPTS];
const IDS = new Map<Mask, number>([[NO_CONCEPTS, 0]]);

function idOf(mask: Mask): number {
  const known = IDS.get(mask);
  if (known !== undefined) return known;
  const id = COMBINATIONS.push(mask) - 1;
  IDS.set(mask, id);
  return id;
}

/** One of these concepts; asked by the id of a token. */
export class ConceptSet {
  readonly #mask: Mask;
  /** By id, as far as it was asked. */
  readonly #known: boolean[] = [];

  constructor(names: readonly string[]) {
    this.#mask = maskOf(names);
  }

  has(id: number): boolean {
    this.#known[id] ??= ((COMBINATIONS[id] ?? NO_CONCEPTS) & this.#mask) !== NO_CONCEPTS;
    return this.#known[id];
  }
}

// ── the vocabulary, ready for use

/** A word, or the beginning of one. */
type Part = { readonly letters: string; readonly isStem: boolean };
type Entry = { readonly mask: Mask; readonly rest: readonly Part[] };

const MIN_STEM_CHARS = 4;

/** How turns are named besides. */
const AGENT_NAMES = new Set(["you", "completion", "response", "output"]);
const USER_NAMES = new Set(["me", "human", "prompt", "input"]);

class Entries {
  readonly whole = new Map<string, Entry[]>();
  readonly stems = new Map<string, Entry[]>();
  /** Entries of scripts without spaces, by their first character, longest first. */
  readonly joined = new Map<string, { readonly text: string; mask: Mask }[]>();
  longestStem = 0;

  constructor() {
    for (const name of Object.keys(VOCABULARY) as Concept[]) {
      const mask = maskOf([name]);
      for (const written of VOCABULARY[name].split(/\s+/)) if (written !== "") this.#learn(written, mask);
    }
    for (const entries of this.joined.values()) entries.sort((a, b) => b.text.length - a.text.length);
  }

  #learn(written: string, mask: Mask): void {
    if (isJoined(written.charCodeAt(0))) {
      this.#learnJoined(unmask(written).text, mask);
      return;
    }
    for (const form of formsOf(written)) {
      const [first, ...rest] = form.split("_").map(partOf);
      if (first === undefined) continue;
      const entries = first.isStem ? this.stems : this.whole;
      const known = entries.get(first.letters);
      if (known === undefined) entries.set(first.letters, [{ mask, rest }]);
      else known.push({ mask, rest });
      if (first.isStem) this.longestStem = Math.max(this.longestStem, first.letters.length);
    }
  }

  #learnJoined(text: string, mask: Mask): void {
    const first = text.charAt(0);
    const entries = this.joined.get(first) ?? [];
    const known = entries.find((entry) => entry.text === text);
    if (known === undefined) entries.push({ text, mask });
    else known.mask |= mask;
    this.joined.set(first, entries);
  }
}

let madeEntries: Entries | undefined;

/** The vocabulary's entries. Made when the first text is read: a process that reads none does not wait for them. */
function vocabulary(): Entries {
  madeEntries ??= new Entries();
  return madeEntries;
}

const IS_ASCII = /^[ -~]*$/;

/** Some letters of other scripts are unmasked as Latin ones, and capitals not as small ones. */
function formsOf(written: string): Iterable<string> {
  if (IS_ASCII.test(written)) return [unmask(written).text.toLowerCase()];
  const cases = [written, written.charAt(0).toUpperCase() + written.slice(1), written.toUpperCase()];
  return new Set(cases.map((one) => unmask(one).text.toLowerCase()));
}

function partOf(written: string): Part {
  const isStem = written.endsWith("*");
  const letters = isStem ? written.slice(0, -1) : written;
  assert(!isStem || letters.length >= MIN_STEM_CHARS || /[^a-z]/.test(letters), `${written} is long enough`);
  return { letters, isStem };
}

// ── reading

const OWNER = new ConceptSet(["OWNER"]);
const OF_OWNER = new ConceptSet(["OF_OWNER"]);
const INDEFINITE = new ConceptSet(["INDEFINITE"]);
const TRIGGER = new ConceptSet(["TRIGGER"]);
const AGENT = new ConceptSet(["AGENT"]);
const PERSON = new ConceptSet(["OWNER", "IF_OWNER", "ANY_OWNER", "CLIENT"]);
const AGENT_TURN = idOf(maskOf(["AGENT_TURN"]));
const USER_TURN = idOf(maskOf(["USER_TURN"]));
/** A speaker's words follow. */
const SPEAKS = /["'*_)\]]{0,3} ?: ?|["'], ?"content"|["'*_]{1,3} |["'] ?-?>/y;
const NO_VERB = new ConceptSet(["NO_VERB"]);
const BARE = maskOf(["BARE"]);
const MIN_VERB_CHARS = 2;
const ADDRESS = idOf(maskOf(["ADDRESS"]));
const IF_OWNER = idOf(maskOf(["IF_OWNER"]));
const ANY_OWNER = idOf(maskOf(["ANY_OWNER"]));

/** An order may follow these within a clause. */
const LEADS_IN = new Set(
  "please then and also just now instead simply kindly always immediately quietly silently bitte und dann einfach sofort y luego et puis e poi então и то тогда просто".split(
    " ",
  ),
);

const ENDS_SENTENCE = /[.!?]["'»”)\]]{0,2}(?:\s|$)|[.!?]$|\n/;
/** A hyphen or an apostrophe inside a word opens nothing. */
const OPENS_CLAUSE = /[^\s]\s|[^\s'_/-]/;
/** What makes the word before it an address: a mail's domain, a path behind a scheme, or a host. */
const ADDRESS_REST =
  /@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}|:\/\/[^\s"'<>)\]}]{1,2000}|(?:[.-][a-z0-9]{1,63}){0,8}\.(?!(?:txt|md|json|ya?ml|js|ts|py|env|pdf|csv|html?|png|jpe?g|gif|sh|log|xml|toml|docx?|xlsx?|zip|exe|ini|conf|sql|rs|go|java|css)(?![a-z]))[a-z]{2,12}(?![a-z0-9-])(?:[:/][^\s"'<>)\]}]{0,2000})?/y;
const MIN_HOST_CHARS = 2;

/** The text as the grammar sees it; ids are those that a `ConceptSet` is asked for. */
export function readConcepts(text: string): Words {
  const reader = new Reader(text.toLowerCase());
  return reader.read();
}

class Reader {
  readonly #text: string;
  readonly #entries = vocabulary();
  readonly #ids: number[] = [];
  readonly #at: number[] = [];
  readonly #lengths: number[] = [];
  readonly #opens: boolean[] = [];
  readonly #sentences: number[] = [];
  #sentence = 0;
  /** What follows within an entry of several words. */
  readonly #words: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): Words {
    const text = this.#text;
    let end = 0;
    for (let start = nextWord(text, 0); start < text.length; start = nextWord(text, end)) {
      const between = text.slice(end, start);
      if (end > 0 && between !== " " && ENDS_SENTENCE.test(between)) this.#sentence += 1;
      const isCharacter = isJoined(text.charCodeAt(start));
      // Where a verb comes last, any word may be the order.
      const opens = end === 0 || isCharacter || OPENS_CLAUSE.test(between) || this.#isLedIn();
      end = isCharacter ? this.#readJoined(start) : this.#readWord(start, opens);
    }
    this.#findEntries();
    this.#findBareWords();
    this.#findOwners();
    this.#findTurns();
    return { ids: this.#ids, at: this.#at, opens: this.#opens, sentenceEnd: this.#sentenceEnds() };
  }

  #isLedIn(): boolean {
    return LEADS_IN.has(this.#words.at(-1) ?? "");
  }

  #push(word: string, id: number, at: number, opens: boolean, length = word.length): void {
    this.#words.push(word);
    this.#lengths.push(length);
    this.#ids.push(id);
    this.#at.push(at);
    this.#opens.push(opens);
    this.#sentences.push(this.#sentence);
  }

  #readWord(start: number, opens: boolean): number {
    const text = this.#text;
    let end = start + 1;
    while (end < text.length && isLetter(text.charCodeAt(end)) && !isJoined(text.charCodeAt(end))) end += 1;
    const sign = text.charCodeAt(end);
    if (sign === DOT || sign === AT || sign === COLON || sign === HYPHEN) {
      ADDRESS_REST.lastIndex = end;
      if (end - start >= MIN_HOST_CHARS && ADDRESS_REST.test(text)) {
        this.#push("", ADDRESS, start, opens);
        return ADDRESS_REST.lastIndex;
      }
    }
    this.#push(text.slice(start, end), 0, start, opens);
    return end;
  }

  /** Two characters that stand for nothing count as a word. */
  #readJoined(start: number): number {
    const text = this.#text;
    const entry = this.#entries.joined
      .get(text.charAt(start))
      ?.find((one) => text.startsWith(one.text, start));
    if (entry !== undefined) {
      this.#push("", idOf(entry.mask), start, true, entry.text.length);
      return start + entry.text.length;
    }
    this.#push("", 0, start, true);
    const next = text.charCodeAt(start + 1);
    return start + (isJoined(next) && !this.#entries.joined.has(text.charAt(start + 1)) ? 2 : 1);
  }

  #findEntries(): void {
    for (let index = 0; index < this.#words.length; index++) {
      const word = this.#words[index] ?? "";
      if (word === "") continue;
      let mask = this.#maskAt(this.#entries.whole.get(word), index, NO_CONCEPTS);
      const most = Math.min(word.length, this.#entries.longestStem);
      for (let chars = 2; chars <= most; chars++)
        mask = this.#maskAt(this.#entries.stems.get(word.slice(0, chars)), index, mask);
      if (mask !== NO_CONCEPTS) this.#ids[index] = idOf(mask);
    }
  }

  #maskAt(entries: readonly Entry[] | undefined, index: number, before: Mask): Mask {
    let mask = before;
    for (const entry of entries ?? []) {
      const isHere = entry.rest.every(({ letters, isStem }, step) => {
        const word = this.#words[index + 1 + step];
        return word !== undefined && (isStem ? word.startsWith(letters) : word === letters);
      });
      if (isHere) mask |= entry.mask;
    }
    return mask;
  }

  /** What opens a clause and is no subject, no article and no particle is most likely a verb, and an order. */
  #findBareWords(): void {
    for (let index = 0; index < this.#ids.length; index++) {
      const id = this.#ids[index] ?? 0;
      const word = this.#words[index] ?? "";
      if (!this.#opens[index] || word.length < MIN_VERB_CHARS || NO_VERB.has(id) || /\d/.test(word)) continue;
      this.#ids[index] = idOf((COMBINATIONS[id] ?? NO_CONCEPTS) | BARE);
    }
  }

  /** "The user manual" speaks of no user; "a user" and "if the user" speak of no certain one. */
  #findOwners(): void {
    const ids = this.#ids;
    for (let index = 0; index < ids.length; index++) {
      if (!OWNER.has(ids[index] ?? 0)) continue;
      const isBefore = (set: ConceptSet, most: number): boolean => {
        for (let back = index - 1; back >= Math.max(0, index - most); back--)
          if (this.#sentences[back] === this.#sentences[index] && set.has(ids[back] ?? 0)) return true;
        return false;
      };
      if (OF_OWNER.has(ids[index + 1] ?? 0) || isBefore(OF_OWNER, 3)) ids[index] = 0;
      else if (isBefore(TRIGGER, 3)) ids[index] = IF_OWNER;
      else if (isBefore(INDEFINITE, 1)) ids[index] = ANY_OWNER;
    }
  }

  /** "User: …", "Assistant: …": who is made to speak. */
  #findTurns(): void {
    for (let index = 0; index < this.#ids.length; index++) {
      if (!this.#opens[index]) continue;
      const id = this.#ids[index] ?? 0;
      const isAgent = AGENT.has(id) || AGENT_NAMES.has(this.#words[index] ?? "");
      const isUser = !isAgent && (PERSON.has(id) || USER_NAMES.has(this.#words[index] ?? ""));
      if (!isAgent && !isUser) continue;
      SPEAKS.lastIndex = (this.#at[index] ?? 0) + (this.#lengths[index] ?? 0);
      if (SPEAKS.test(this.#text)) this.#ids[index] = isAgent ? AGENT_TURN : USER_TURN;
    }
  }

  #sentenceEnds(): number[] {
    const ends: number[] = new Array(this.#ids.length).fill(this.#ids.length);
    for (let index = ends.length - 2; index >= 0; index--)
      ends[index] =
        this.#sentences[index] === this.#sentences[index + 1] ? (ends[index + 1] ?? 0) : index + 1;
    return ends;
  }
}

const HYPHEN = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const AT = 0x40;

function nextWord(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (isLetter(text.charCodeAt(at))) return at;
  return text.length;
}

function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f);
}

/** Of a script that writes words without spaces between: kana and Chinese characters. */
function isJoined(code: number): boolean {
  return (code >= 0x3041 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff);
}
