/**
 * What sort of knowledge is a fact, and with which figures does it start? (Document 000.)
 */

/**
 * The sorts of knowledge that a fact may be.
 * @example console.log(SEGMENTS.includes("preference"));
 */
export const SEGMENTS = [
  "identity",
  "preference",
  "correction",
  "relationship",
  "project",
  "knowledge",
  "context",
] as const;
/** The sort of knowledge that a fact is. It decides how long the fact lives, and who may write it. */
export type Segment = (typeof SEGMENTS)[number];

/**
 * permanent: never decays. long: is archived at worst. short: can be pruned.
 * @example console.log(TIERS.includes("permanent"));
 */
export const TIERS = ["short", "long", "permanent"] as const;
/** How long a fact is kept. */
export type Tier = (typeof TIERS)[number];

/**
 * The sorts of statement that a fact may be.
 * @example console.log(KINDS.includes("event"));
 */
export const KINDS = ["fact", "preference", "event", "entity", "relation"] as const;
/** What sort of statement a fact is. */
export type Kind = (typeof KINDS)[number];

/** What a fact asks of an assistant: a standing instruction ("always answer in metric"), a preference, or nothing. */
export const WISHES = ["instruction", "preference", "none"] as const;
export type Wish = (typeof WISHES)[number];

/**
 * The layers of memory, for the layered policy.
 * @example console.log(LAYERS.includes("episodic"));
 */
export const LAYERS = ["working", "episodic", "semantic", "procedural", "codebase"] as const;
/** The layer of memory that a fact belongs to. */
export type Layer = (typeof LAYERS)[number];

/** What must not be forgotten. identity: who somebody is. harm: forgetting it could hurt somebody. */
export const ESSENTIALS = ["identity", "harm"] as const;
export type Essential = (typeof ESSENTIALS)[number];

/** The figures with which a fact of a segment starts. */
export interface SegmentDefaults {
  readonly tier: Tier;
  readonly importance: number;
  readonly decayRate: number;
}

/** The segment of a fact that was added without one. It is not protected, so every source may write to it. */
export const DEFAULT_SEGMENT: Segment = "knowledge";

/** Only the principal's own words may write to these segments. */
export const PROTECTED_SEGMENTS: ReadonlySet<Segment> = new Set<Segment>([
  "identity",
  "preference",
  "correction",
]);

/**
 * The figures with which a fact of each segment starts.
 * @example console.log(SEGMENT_DEFAULTS.preference.tier);
 */
export const SEGMENT_DEFAULTS: Readonly<Record<Segment, SegmentDefaults>> = Object.freeze({
  identity: Object.freeze({ tier: "permanent", importance: 0.85, decayRate: 0.01 }),
  correction: Object.freeze({ tier: "long", importance: 0.8, decayRate: 0.015 }),
  relationship: Object.freeze({ tier: "long", importance: 0.75, decayRate: 0.02 }),
  preference: Object.freeze({ tier: "long", importance: 0.7, decayRate: 0.02 }),
  project: Object.freeze({ tier: "long", importance: 0.65, decayRate: 0.025 }),
  knowledge: Object.freeze({ tier: "long", importance: 0.6, decayRate: 0.03 }),
  context: Object.freeze({ tier: "short", importance: 0.4, decayRate: 0.08 }),
});

/**
 * What a pass may make of facts: a card about somebody or something, a summary of facts about one thing, or a bridge
 * between facts that nobody had joined.
 */
export const DERIVATIONS = ["card", "summary", "bridge"] as const;
/** What a pass made of facts. */
export type Derivation = (typeof DERIVATIONS)[number];
