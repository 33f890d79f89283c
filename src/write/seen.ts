/**
 * Is what is adopted what was looked at?
 *
 * Whoever adopts a fact names the digest of what they saw: its words, and every label, figure, date and link that has an
 * effect once it counts as theirs. If somebody changed any of that in between, nothing is adopted, and the error says
 * what changed. Uses, and what others said of the fact, are no part of it.
 */
import { TidelineError } from "../errors.ts";
import { badArgument } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import type { Hash } from "../ports/hash.ts";

/** Every field of a fact: its name where a person adopts it, undefined where they do not. A new field must choose. */
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
  position: "its place in the episode",
  tags: "its tags",
  aliases: "its aliases",
  metadata: "its metadata",
  recurrence: "how it returns",
  createdAt: "when it was said",
  confirmedAt: "whether it is confirmed",
  pinned: "whether it is pinned",
  validFrom: "since when it holds",
  validTo: "until when it holds",
  interludes: "when it did not hold",
  lifecycle: "whether it is put away",
  suppressed: "whether it is suppressed",
  quarantined: "whether it is quarantined",
  objection: "what the scan says against it",
  links: "its links",
  evidence: "its evidence",
  // Which fact it is: the endorsement names that by itself.
  id: undefined,
  origin: undefined,
  // What the endorsement decides anew, or refuses to.
  authority: undefined,
  validity: undefined,
  supersededBy: undefined,
  review: undefined,
  erased: undefined,
  // Uses.
  lastAccessedAt: undefined,
  accessCount: undefined,
  accessTimes: undefined,
  // What others said of it: theirs, and of their class, before and after.
  observations: undefined,
  observationCount: undefined,
  shared: undefined,
  backlinks: undefined,
  // Where its words stand in the stream.
  texts: undefined,
} as const satisfies { readonly [F in keyof Fact]-?: string | undefined };
type SeenField = { [F in keyof Fact]: (typeof FIELDS)[F] extends string ? F : never }[keyof Fact];
const SEEN_FIELDS = (Object.keys(FIELDS) as (keyof Fact)[]).filter(
  (field): field is SeenField => FIELDS[field] !== undefined,
);

/** The whole hash: a shorter one could be met by a text that somebody searched for. */
export function digestOf(fact: Pick<Fact, SeenField>, hash: Hash): string {
  return hash.sha256(SEEN_FIELDS.map((field) => `${field}:${steadyText(fact[field])}`).join("\n"));
}

/** As JSON, with names in order: the same for equal values, wherever they come from. */
function steadyText(value: unknown): string {
  const inOrder = (_: string, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value ?? null, inOrder);
}

/** `seen` is the digest; `earlier`: the fact as it was before, oldest first, to find out what changed since. */
export function checkSeen(fact: Fact, seen: unknown, hash: Hash, earlier: readonly Fact[]): void {
  if (typeof seen !== "string" || seen === "")
    throw badArgument("seen must be the digest of the fact as it was looked at: inspect and review tell it");
  if (seen === digestOf(fact, hash)) return;
  const looked = earlier.findLast((one) => digestOf(one, hash) === seen);
  const changed = looked === undefined ? [] : changesBetween(looked, fact);
  const what =
    changed.length === 0
      ? "it is not a digest of this fact, as it is or was, or an earlier version of Tideline made it"
      : `${changed.join(" and ")} changed since`;
  throw new TidelineError(
    "text-changed",
    `What you have looked at is not what would be adopted: ${what}. Nothing was changed. Look at it again, and decide anew.`,
    { changed: changed.join(", ") },
  );
}

function changesBetween(before: Fact, now: Fact): readonly string[] {
  const changed = SEEN_FIELDS.filter((field) => steadyText(before[field]) !== steadyText(now[field]));
  return [...new Set(changed.map((field) => FIELDS[field]))];
}
