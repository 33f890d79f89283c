/**
 * Which words do the phrases know? Numbers them, and finds them where nothing separates them.
 */
const MIN_SCRAMBLED_CHARS = 6;

/** The same for words with the same letters that begin and end alike. */
function signatureOf(word: string): number {
  let sum = 0;
  for (let at = 0; at < word.length; at++) sum = (sum + weightOf(word.charCodeAt(at))) | 0;
  const ends = word.charCodeAt(0) * 0x101 + word.charCodeAt(word.length - 1);
  return (Math.imul(sum ^ ends, 0x85ebca6b) ^ word.length) | 0;
}

function weightOf(code: number): number {
  return Math.imul(code, Math.imul(code, 0x9e3779b1));
}

export class Lexicon {
  readonly #ids = new Map<string, number>();
  readonly #scrambled = new Map<number, number>();
  /** Trie over a–z for glued and spelt-out words: children of node n at n * 26. */
  readonly #children: number[] = new Array(26).fill(0);
  readonly #ends: number[] = [0];

  idOf(word: string): number {
    return this.#ids.get(word) ?? 0;
  }

  /** The word whose inner letters were shuffled ("ignroe"): models read those, patterns do not. */
  idOfScrambled(word: string): number {
    return word.length < MIN_SCRAMBLED_CHARS ? 0 : (this.#scrambled.get(signatureOf(word)) ?? 0);
  }

  words(): Iterable<string> {
    return this.#ids.keys();
  }

  learn(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#ids.size + 1;
    this.#ids.set(word, id);
    if (word.length >= MIN_SCRAMBLED_CHARS) this.#scrambled.set(signatureOf(word), id);
    if (/^[a-z]{2,}$/.test(word)) this.#grow(word, id);
    return id;
  }

  /** The longest known word at `from`: its id and length, or 0 and 0. */
  longestAt(letters: string, from: number): { id: number; length: number } {
    let node = 0;
    let best = { id: 0, length: 0 };
    for (let at = from; at < letters.length; at++) {
      const letter = letters.charCodeAt(at) - 97;
      if (letter < 0 || letter > 25) break;
      node = this.#children[node * 26 + letter] ?? 0;
      if (node === 0) break;
      const id = this.#ends[node] ?? 0;
      if (id !== 0) best = { id, length: at + 1 - from };
    }
    return best;
  }

  #grow(word: string, id: number): void {
    let node = 0;
    for (const letter of word) {
      const slot = node * 26 + letter.charCodeAt(0) - 97;
      let next = this.#children[slot] ?? 0;
      if (next === 0) {
        next = this.#ends.push(0) - 1;
        this.#children[slot] = next;
        for (let child = 0; child < 26; child++) this.#children.push(0);
      }
      node = next;
    }
    this.#ends[node] = id;
  }
}
