/**
 * Where does randomness come from? From the host, so that a test can repeat it.
 */
export interface Random {
  /** Unpredictable bytes. */
  bytes(count: number): Uint8Array;
  /** The same as text: base64url, without padding. */
  token(count: number): string;
}
