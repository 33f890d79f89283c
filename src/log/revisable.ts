/** What of a fact can a `revised` event change? */

/** In its header, each set as given; null is "no value". */
export const REVISABLE = [
  "segment",
  "tier",
  "kind",
  "layer",
  "importance",
  "decayRate",
  "confidence",
  "valence",
  "surprise",
  "position",
  "validFrom",
  "validTo",
  "interludes",
  "review",
] as const;
export const REVISABLE_WORDS = ["episode", "tags", "aliases", "metadata", "recurrence"] as const;
