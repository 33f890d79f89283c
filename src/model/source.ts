/**
 * Where does a fact come from, and how much may such a source change? (design: "Trust")
 *
 * Authority is ordered: 3 trusted, 2 distilled, 1 hearsay, 0 foreign. Every source that nobody has heard of is
 * foreign, whatever its spelling: names are compared to the letter.
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

/** In a header only known names appear; any other source is "other" there, and spelt out in the body. */
export const SOURCE_TAGS = [...SOURCES, "other"] as const;
export type SourceTag = (typeof SOURCE_TAGS)[number];

export const AUTHORITIES = [0, 1, 2, 3] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** The principal's own words, as vouched for by the host. */
export const TRUSTED: Authority = 3;

interface SourceFigures {
  readonly authority: Authority;
  /** Document 004: how much the layered policy believes it. */
  readonly trust: number;
  /** Document 004: how much faster it fades there. */
  readonly decayMultiplier: number;
  /** Document 002: its weight in the ranking. */
  readonly rankWeight: number;
}

const figures = (
  authority: Authority,
  trust: number,
  decayMultiplier: number,
  rankWeight: number,
): SourceFigures => Object.freeze({ authority, trust, decayMultiplier, rankWeight });

export const SOURCE_FIGURES: Readonly<Record<SourceTag, SourceFigures>> = Object.freeze({
  user_instruction: figures(3, 1, 1, 1),
  owner_message: figures(3, 1, 1, 1),
  // Class 2 and weight 0.9 when distilled from the principal's own turn (see `authorityOf`).
  extraction: figures(1, 0.5, 2, 0.75),
  compaction: figures(1, 0.5, 2, 0.75),
  agent: figures(1, 0.7, 1.6, 0.85),
  dream: figures(0, 0.7, 1.6, 0.85),
  channel_message: figures(1, 0.7, 1.6, 0.8),
  import: figures(1, 0.5, 2, 0.75),
  tool_output: figures(0, 0.5, 2, 0.65),
  retrieved_document: figures(0, 0.5, 2, 0.6),
  other: figures(0, 0.5, 2, 0.5),
});

const DISTILLED = figures(2, 0.7, 3, 0.9);
/** What is derived weighs at most what its evidence does: by its class, the least that a source of that class has. */
const DERIVED: Readonly<Record<Authority, SourceFigures>> = {
  3: figures(3, 0.7, 1.6, 0.85),
  2: figures(2, 0.7, 1.6, 0.85),
  1: figures(1, 0.5, 1.6, 0.75),
  0: figures(0, 0.5, 1.6, 0.5),
};
const KNOWN: ReadonlySet<string> = new Set(SOURCES);

/** The tag of a source as a caller spells it. */
export function sourceTag(source: string): SourceTag {
  return KNOWN.has(source) ? (source as KnownSource) : "other";
}

/**
 * How much a source may change, given the classes of what it was derived from. What is derived is never above
 * its lowest evidence; what is distilled from the principal's own turns is class 2.
 */
export function authorityOf(tag: SourceTag, evidence: readonly Authority[]): Authority {
  const own = SOURCE_FIGURES[tag].authority;
  if (own === TRUSTED || evidence.length === 0) return own;
  const lowest = Math.min(...evidence) as Authority;
  if (tag === "dream") return lowest;
  if (tag === "extraction" || tag === "compaction")
    return lowest === TRUSTED ? 2 : (Math.min(1, lowest) as Authority);
  return Math.min(own, lowest) as Authority;
}

/** The figures of a fact's source at the authority that the fact has. */
export function sourceFigures(tag: SourceTag, authority: Authority): SourceFigures {
  if (tag === "dream") return DERIVED[authority];
  // Endorsed: the principal's own words from then on. What is derived stays derived.
  if (authority === TRUSTED) return SOURCE_FIGURES.owner_message;
  const distilled = authority === 2 && (tag === "extraction" || tag === "compaction");
  return distilled ? DISTILLED : SOURCE_FIGURES[tag];
}
