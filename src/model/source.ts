/**
 * Where does a fact come from, and how much may such a source change? (design: "Trust")
 *
 * Classes are ordered: 3 trusted, 2 distilled, 1 hearsay, 0 foreign. An unknown source is foreign. Names are compared
 * exactly, so a different spelling of a known source is an unknown source.
 */

/**
 * The sources that Tideline knows. Any other is foreign.
 * @example console.log(SOURCES.includes("tool_output"));
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
/** Where a fact comes from. How far it is trusted follows from it. */
export type KnownSource = (typeof SOURCES)[number];

/** A header holds known names only. Any other source is "other" in the header, and its name is in the body. */
export const SOURCE_TAGS = [...SOURCES, "other"] as const;
/** A known source, or "other". */
export type SourceTag = (typeof SOURCE_TAGS)[number];

/**
 * The classes of trust, the lowest first.
 * @example console.log(AUTHORITIES.length);
 */
export const AUTHORITIES = [0, 1, 2, 3] as const;
/** How far a writer is trusted: 3 the person's own words, 2 distilled, 1 hearsay, 0 foreign. */
export type Authority = (typeof AUTHORITIES)[number];

/** The principal's own words, as vouched for by the host. */
export const TRUSTED: Authority = 3;
/** What others said, of whom somebody knows who they are. */
export const HEARSAY: Authority = 1;
/** Taken from the principal's own words by a pass of ours. */
export const DISTILLED: Authority = 2;
/** A fact below this class does not protect the facts it was derived from. */
export const PROTECTING_CLASS: Authority = 2;

interface SourceFigures {
  readonly authority: Authority;
  /** Document 004: how far the layered policy believes the source. */
  readonly trust: number;
  /** Document 004: how many times as fast its facts fade under the layered policy. */
  readonly decayMultiplier: number;
  /** Document 002: the weight of its facts in the ranking. */
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
  // Class 2 and weight 0.9 if the engine's own pass distilled it from the principal's own turn (`sourceFigures`).
  extraction: figures(1, 0.5, 2, 0.75),
  compaction: figures(1, 0.5, 2, 0.75),
  agent: figures(1, 0.7, 1.6, 0.85),
  dream: figures(1, 0.7, 1.6, 0.85),
  channel_message: figures(1, 0.7, 1.6, 0.8),
  import: figures(1, 0.5, 2, 0.75),
  tool_output: figures(0, 0.5, 2, 0.65),
  retrieved_document: figures(0, 0.5, 2, 0.6),
  other: figures(0, 0.5, 2, 0.5),
});

const DISTILLED_FIGURES = figures(DISTILLED, 0.7, 3, 0.9);
/**
 * The figures of a fact that is derived (source "dream"), or whose class is lower than that of its source. In classes 0
 * and 1 the rank weight is the lowest of any source of that class; in classes 2 and 3 it is that of a dream.
 */
const LOWERED: Readonly<Record<Authority, SourceFigures>> = {
  3: figures(3, 0.7, 1.6, 0.85),
  2: figures(2, 0.7, 1.6, 0.85),
  1: figures(1, 0.5, 1.6, 0.75),
  0: figures(0, 0.5, 1.6, 0.5),
};
const KNOWN: ReadonlySet<string> = new Set(SOURCES);

/** The tag of a source that a caller named. */
export function sourceTag(source: string): SourceTag {
  return KNOWN.has(source) ? (source as KnownSource) : "other";
}

/**
 * Sources reserved for the engine's own passes. A pass sets the class of its facts itself (`passes/veto.ts`); from
 * anybody else such a source is hearsay, whatever evidence is named.
 */
export const PASS_SOURCES: ReadonlySet<SourceTag> = new Set(["extraction", "compaction", "dream"]);

/** The class of a write: the lowest of the caller's voice, its source and its evidence. Evidence only lowers it. */
export function classOfWrite(tag: SourceTag, voice: Authority, evidence: readonly Authority[]): Authority {
  return Math.min(voice, SOURCE_FIGURES[tag].authority, ...evidence) as Authority;
}

/** The figures of a fact's source, given the class that the fact has. */
export function sourceFigures(tag: SourceTag, authority: Authority): SourceFigures {
  if (tag === "dream" || authority < SOURCE_FIGURES[tag].authority) return LOWERED[authority];
  // Endorsed: from then on it counts as the principal's own words. A derived fact stays derived.
  if (authority === TRUSTED) return SOURCE_FIGURES.owner_message;
  const isDistilled = authority === DISTILLED && (tag === "extraction" || tag === "compaction");
  return isDistilled ? DISTILLED_FIGURES : SOURCE_FIGURES[tag];
}
