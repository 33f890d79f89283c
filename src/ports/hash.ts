/**
 * Which hash function does the host provide? (Its own is five to ten times as fast as one written in JavaScript.)
 */
export interface Hash {
  /** SHA-256 of the UTF-8 bytes: base64url, 43 characters. */
  sha256(text: string): string;
}
