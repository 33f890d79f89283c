/** Which fields of a fact can a `revised` event change? */

/** Fields in its header. A value replaces the old one, null removes it. */
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
/** Fields in its body, likewise. (`subject` and `attribute` are not listed: they are revised together, as the slot.) */
export const REVISABLE_WORDS = ["episode", "tags", "aliases", "metadata", "recurrence"] as const;
