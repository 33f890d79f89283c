/** Which kinds of credential are looked for, and how is a find described without revealing a character of it? */

/** Slugs: they stand in the log, as part of a refusal's rule. */
export const SECRET_KINDS = [
  "service-key",
  "named-key",
  "private-key",
  "connection",
  "authorization",
  "password",
  "pin",
  "seed-phrase",
  "card",
] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** A find, described for a person. It never holds any part of the credential itself. */
export interface Secret {
  readonly kind: SecretKind;
  /** With its article: "an OpenAI API key". */
  readonly what: string;
}

/** Looks for credentials of one kind in unmasked text, and returns the first. */
export type Finder = (text: string) => Secret | undefined;
