/**
 * Is a text dangerous to remember? Finds orders to the agent, forged roles, exfiltration, secrets, hidden text
 * and harmful commands, in plain and disguised form, in time linear in the text.
 *
 * It decides nothing: the writer quarantines what is flagged and came from a source below the principal. It is
 * a net, not a wall: an attack in words of its own passes, which is why lower classes are confined anyway.
 */

import { CIPHERED_WORD, decodeBlobs, readBackwards, reverse, rot13 } from "./threat/encoded.ts";
import { Grammar } from "./threat/grammar.ts";
import { findHiddenText } from "./threat/hidden-text.ts";
import type { Threat } from "./threat/kind.ts";
import { Lexicon } from "./threat/lexicon.ts";
import { findInLongText } from "./threat/long-text.ts";
import { THREAT_PATTERNS } from "./threat/patterns.ts";
import { compilePhrase, matchesAt, type Phrase, WordSet } from "./threat/phrases.ts";
import { IN_LONG_TEXT, MOST_WORDS, RULES } from "./threat/rules.ts";
import { spelledOutIn } from "./threat/spelled-out.ts";
import { type Unmasked, unmask } from "./threat/unmask.ts";
import { leadInsOf, readWords } from "./threat/words.ts";

export { THREAT_KINDS, type Threat, type ThreatKind } from "./threat/kind.ts";

/** What is wrong with `content`, in the order of its places; empty when nothing is. Never throws. */
export function scanThreats(content: string): readonly Threat[] {
  const said = findSaid(unmask(content));
  return [...findHiddenText(content), ...said].sort((a, b) => a.at - b.at);
}

/** What is said in so many words, or in a coding. */
function findSaid(plain: Unmasked): readonly Threat[] {
  return [
    ...findPatterns(plain, ""),
    ...encodedIn(plain).flatMap((inner) => findPatterns(inner, ", encoded")),
    ...cipheredIn(plain).flatMap((inner) => findPatterns(inner, ", in cipher")),
    ...spelledOutIn(plain).flatMap((inner) => findPatterns(inner, ", spelled out")),
  ];
}

// ── the tables, ready for use

/** A phrase, and which entry of the table it belongs to. */
type Opening = { readonly phrase: Phrase; readonly entry: number };

class ScanTables {
  readonly grammar = new Grammar(RULES, MOST_WORDS);
  readonly grammarInLongText = new Grammar(IN_LONG_TEXT);
  readonly lexicon = new Lexicon();
  readonly leadIns = leadInsOf(this.lexicon);
  /** Which phrases begin with this word? By lexicon id. */
  readonly openings: (Opening[] | undefined)[] = [];
  /** A known word, backwards or turned by 13; a few are both. */
  readonly ciphers = new Map<string, { readonly isBackwards: boolean; readonly isTurned: boolean }>();

  constructor() {
    const wordsOf = (words: readonly string[]) => new WordSet(words.map((word) => this.lexicon.learn(word)));
    for (const [entry, { says = [] }] of THREAT_PATTERNS.entries())
      for (const written of says) this.#open({ phrase: compilePhrase(written, wordsOf), entry });
    for (const word of this.lexicon.words())
      if (word.length >= MIN_CIPHER_WORD_CHARS) this.#cipher(reverse(word), rot13(word));
  }

  #open(opening: Opening): void {
    for (const id of opening.phrase.steps[0]?.words.ids ?? []) {
      this.openings[id] ??= [];
      this.openings[id].push(opening);
    }
  }

  #cipher(backwards: string, turned: string): void {
    this.ciphers.set(backwards, {
      isBackwards: true,
      isTurned: this.ciphers.get(backwards)?.isTurned ?? false,
    });
    this.ciphers.set(turned, { isBackwards: this.ciphers.get(turned)?.isBackwards ?? false, isTurned: true });
  }
}

let made: ScanTables | undefined;

/** Made by the first scan: a process that scans nothing does not wait for them. */
function tables(): ScanTables {
  made ??= new ScanTables();
  return made;
}

const NOT_FOUND = -1;

/** Every shape of the table. */
const SHAPES = THREAT_PATTERNS.flatMap(({ shows = [] }, entry) => shows.map((shape) => ({ entry, shape })));

const NONE: readonly Threat[] = [];

/** Each entry of the table at most once, at the first place that was found; if there is none, the grammar's rules. */
function findPatterns(plain: Unmasked, how: string): readonly Threat[] {
  const entries = findEntries(plain, how);
  if (entries.length > 0) return entries;
  const { text } = plain;
  const { grammar, grammarInLongText } = tables();
  const found = grammar.find(text) ?? findInLongText(grammarInLongText, text);
  return found.map(({ rule: { kind, why }, at }) => ({
    kind,
    why: why + how,
    at: plain.at(at),
  }));
}

function findEntries({ text, at }: Unmasked, how: string): readonly Threat[] {
  const places = new Places();
  findPhrases(text, places);
  findShapes(text, places);
  if (places.areEmpty) return NONE;
  return THREAT_PATTERNS.flatMap(({ kind, why, besides }, entry) => {
    const place = places.of(entry);
    if (place === NOT_FOUND || besides?.test(text) === false) return [];
    return [{ kind, why: why + how, at: at(place) }];
  });
}

/** Where each entry of the table was found first. Most texts have none: then there is nothing to keep. */
class Places {
  private found: Int32Array | undefined;

  get areEmpty(): boolean {
    return this.found === undefined;
  }

  of(entry: number): number {
    return this.found?.[entry] ?? NOT_FOUND;
  }

  note(entry: number, at: number): void {
    if (at === NOT_FOUND) return;
    this.found ??= new Int32Array(THREAT_PATTERNS.length).fill(NOT_FOUND);
    this.found[entry] = at;
  }
}

function findPhrases(text: string, places: Places): void {
  const { lexicon, leadIns, openings: opened } = tables();
  const words = readWords(text, lexicon, leadIns);
  for (let index = 0; index < words.ids.length; index++) {
    const openings = opened[words.ids[index] ?? 0];
    if (openings === undefined) continue;
    for (const { phrase, entry } of openings) {
      if (places.of(entry) !== NOT_FOUND || !matchesAt(phrase, words, index)) continue;
      places.note(entry, words.at[index] ?? 0);
    }
  }
}

function findShapes(text: string, places: Places): void {
  for (const { entry, shape } of SHAPES) {
    if (places.of(entry) === NOT_FOUND) places.note(entry, text.search(shape));
  }
}

// ── texts inside the text

/** Blobs inside blobs are opened so deep. */
const MAX_BLOB_DEPTH = 2;

function encodedIn(plain: Unmasked, depth = MAX_BLOB_DEPTH): readonly Unmasked[] {
  const decoded = depth > 0 ? decodeBlobs(plain) : undefined;
  return decoded ? [decoded, ...encodedIn(decoded, depth - 1)] : [];
}

/** So many known words must come to light before a text is read backwards or turned by 13. */
const MIN_CIPHER_WORDS = 2;
const MIN_CIPHER_WORD_CHARS = 5;

function cipheredIn(plain: Unmasked): readonly Unmasked[] {
  const { ciphers } = tables();
  let backwards = 0;
  let turned = 0;
  for (const word of plain.text.toLowerCase().match(CIPHERED_WORD) ?? []) {
    const cipher = ciphers.get(word);
    if (cipher === undefined) continue;
    if (cipher.isBackwards) backwards += 1;
    if (cipher.isTurned) turned += 1;
  }
  return [
    ...(backwards >= MIN_CIPHER_WORDS ? [readBackwards(plain)] : []),
    ...(turned >= MIN_CIPHER_WORDS ? [{ text: rot13(plain.text), at: plain.at }] : []),
  ];
}
