/**
 * Who keeps the keys of a sealed workspace? A vault, outside the workspace.
 *
 * A vault holds few keys: one per workspace. It wraps (encrypts) the workspace's own key, which wraps the keys of the
 * origins. Whoever has a copy of the workspace's files and not the vault can read none of its words. Replacing the
 * vault's key and destroying the old one makes every earlier copy unreadable where keys were destroyed since.
 */

/** Keeps keys and never gives them away: it wraps and unwraps with them. */
export interface KeyVault {
  /** What kind of vault it is: a slug that the workspace notes, such as "file" or "environment". */
  readonly kind: string;
  /** Can it destroy a key for good? If not, shredding cannot reach copies that were made before. */
  readonly destroys: boolean;
  /** Where its keys are, for people. */
  readonly place: string;
  /** Encrypts `key` under the vault's key `id`, which is made if there is none. */
  wrap(id: string, key: Uint8Array): Uint8Array;
  /** undefined: there is no key of this id, or these bytes were not wrapped with it. */
  unwrap(id: string, wrapped: Uint8Array): Uint8Array | undefined;
  /** Destroys the vault's key `id` for good. */
  destroy(id: string): void;
  /** The ids of its keys. */
  list(): readonly string[];
}

/** Encrypts and derives. Every key has 32 bytes. */
export interface Cipher {
  /** Authenticated encryption: nonce, ciphertext and tag. `about` is authenticated too, and not part of the answer. */
  seal(key: Uint8Array, about: string, plain: Uint8Array): Uint8Array;
  /** undefined: it was not sealed with this key about this. */
  open(key: Uint8Array, about: string, sealed: Uint8Array): Uint8Array | undefined;
  /** The same for a text, as base64url. It is padded with spaces at its end, so that its length says little. */
  sealText(key: Uint8Array, about: string, plain: string): string;
  /** The text with its padding: JSON may end in spaces. */
  openText(key: Uint8Array, about: string, sealed: string): string | undefined;
  /** Another key, from which the first one cannot be computed. */
  derive(key: Uint8Array, label: number): Uint8Array;
  newKey(): Uint8Array;
}
