/**
 * Is the fact that a person adopts the one they looked at?
 *
 * Whoever adopts a fact passes the digest of what they saw: its words, and every label, figure, date and link that has
 * an effect once the fact counts as theirs. If any of that changed in between, nothing is adopted, and the error says
 * what changed. The digest does not cover uses, or what others said about the fact.
 */
import { TidelineError } from "../errors.ts";
import { badArgument } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import type { Hash } from "../ports/hash.ts";

/**
 * Every field of a fact. A string: the field is adopted, and this is its name for a person. undefined: it is not
 * adopted. The type forces a decision for every new field.
 */
const FIELDS = {
  content: "its text",
  segment: "its segment",
  tier: "how long it is kept",
  kind: "its kind",
  layer: "its layer",
  source: "its source",
  sourceName: "its source",
  actor: "who said it",
  writer: "who wrote it",
  importance: "its importance",
  decayRate: "how fast it fades",
  confidence: "its confidence",
  valence: "its valence",
  surprise: "its surprise",
  slot: "its slot",
  episode: "its episode",
  position: "its position in the episode",
  tags: "its tags",
  aliases: "its aliases",
  metadata: "its metadata",
  recurrence: "how it recurs",
  createdAt: "when it was said",
  confirmedAt: "whether it is confirmed",
  pinned: "whether it is pinned",
  validFrom: "since when it holds",
  validTo: "until when it holds",
  interludes: "when it did not hold",
  lifecycle: "whether it is archived",
  suppressed: "whether it is suppressed",
  quarantined: "whether it is quarantined",
  objection: "what the scanner objects to",
  links: "its links",
  evidence: "its evidence",
  // The fact's identity: the endorsement names the fact anyway.
  id: undefined,
  origin: undefined,
  // What the endorsement decides anew, or refuses to adopt.
  authority: undefined,
  validity: undefined,
  supersededBy: undefined,
  review: undefined,
  erased: undefined,
  // Uses.
  lastAccessedAt: undefined,
  accessCount: undefined,
  accessTimes: undefined,
  // What others said about the fact. It remains theirs, of their class.
  observations: undefined,
  observationCount: undefined,
  shared: undefined,
  backlinks: undefined,
  // Where the fact's words stand in the stream.
  texts: undefined,
} as const satisfies { readonly [F in keyof Fact]-?: string | undefined };
type SeenField = { [F in keyof Fact]: (typeof FIELDS)[F] extends string ? F : never }[keyof Fact];
const SEEN_FIELDS = (Object.keys(FIELDS) as (keyof Fact)[]).filter(
  (field): field is SeenField => FIELDS[field] !== undefined,
);

/** The whole hash: for a shorter one somebody could search for a text that matches it. */
export function digestOf(fact: Pick<Fact, SeenField>, hash: Hash): string {
  return hash.sha256(SEEN_FIELDS.map((field) => `${field}:${steadyText(fact[field])}`).join("\n"));
}

/** JSON with sorted names: equal values give equal text, wherever they come from. */
function steadyText(value: unknown): string {
  const inOrder = (_: string, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value ?? null, inOrder);
}

/** `seen` is the digest; `earlier` holds former versions of the fact, oldest first, to find out what changed. */
export function checkSeen(fact: Fact, seen: unknown, hash: Hash, earlier: readonly Fact[]): void {
  if (typeof seen !== "string" || seen === "")
    throw badArgument("seen must be the digest of the fact you looked at, as inspect and review return it");
  if (seen === digestOf(fact, hash)) return;
  const looked = earlier.findLast((one) => digestOf(one, hash) === seen);
  const changed = looked === undefined ? [] : changesBetween(looked, fact);
  const what =
    changed.length === 0
      ? "the digest fits no version of this fact, or an earlier version of Tideline made it"
      : `${changed.join(" and ")} changed since then`;
  throw new TidelineError(
    "text-changed",
    `The fact is not as you saw it: ${what}. Nothing was changed. Look at it again, and decide again.`,
    { changed: changed.join(", ") },
  );
}

function changesBetween(before: Fact, now: Fact): readonly string[] {
  const changed = SEEN_FIELDS.filter((field) => steadyText(before[field]) !== steadyText(now[field]));
  return [...new Set(changed.map((field) => FIELDS[field]))];
}
