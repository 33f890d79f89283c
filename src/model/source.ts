/**
 * Where does a fact come from, and how much may such a source change? (design: "Trust")
 */
export const SOURCES = [
  "user_instruction",
  "owner_message",
  "extraction",
  "compaction",
  "agent",
  "dream",
  "channel_message",
  "import",
  "tool_output",
  "retrieved_document",
] as const;
export type KnownSource = (typeof SOURCES)[number];

/** In a header only known names appear; a source nobody has heard of is "other" there, and spelt out in the body. */
export const SOURCE_TAGS = [...SOURCES, "other"] as const;
export type SourceTag = (typeof SOURCE_TAGS)[number];

/** 3 trusted, 2 distilled, 1 hearsay, 0 foreign. */
export const AUTHORITIES = [0, 1, 2, 3] as const;
export type Authority = (typeof AUTHORITIES)[number];
