/** Which words does a language use for what must not be forgotten? The form of each language's table. */

/** Sources of regular expressions, matched as whole words on folded text in small letters without accents. */
export interface EssentialWords {
  /** A name with a capital must follow at once. */
  readonly named: readonly string[];
  readonly identity: readonly string[];
  /** A name with a capital must follow within `gap` words. */
  readonly home: readonly string[];
  readonly gap: number;
  readonly harm: readonly string[];
  /** What somebody takes. Harm as well, unless it passes soon. */
  readonly treatment: readonly string[];
  /** A sentence with one of these states nothing for certain, or nothing about now. */
  readonly unless: readonly string[];
  /** A sentence with one of these says nothing that lasts: neither a home nor a treatment. */
  readonly passing: readonly string[];
  /** Written without spaces between words. */
  readonly unspaced?: true;
}
