/** What kinds of credential are looked for, and how is a find told without a character of it? */

/** Slugs: they stand in the log, as the rule of a refusal. */
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

/** What was found, in words for a person. It never holds any of the credential itself. */
export interface Secret {
  readonly kind: SecretKind;
  /** With its article: "an OpenAI API key". */
  readonly what: string;
}

/** Looks for credentials of one sort in unmasked text; what it finds first is enough. */
export type Finder = (text: string) => Secret | undefined;
