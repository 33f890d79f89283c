/**
 * Is the text that is adopted the text that was looked at?
 *
 * Whoever adopts a fact names the digest of what they saw: its words, where it is filed and when it holds. If somebody
 * changed any of that in between, nothing is adopted, and the error says what changed.
 */
import { TidelineError } from "../errors.ts";
import { badArgument } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import type { Hash } from "../ports/hash.ts";

/** What a person adopts, field by field, with a name for each. */
const SEEN = {
  content: "its text",
  segment: "its segment",
  slot: "its slot",
  tags: "its tags",
  aliases: "its aliases",
  actor: "who said it",
  sourceName: "its source",
  episode: "its episode",
  metadata: "its metadata",
  recurrence: "how it returns",
  validFrom: "since when it holds",
  validTo: "until when it holds",
} as const satisfies { readonly [F in keyof Fact]?: string };
type SeenField = keyof typeof SEEN;
const SEEN_FIELDS = Object.keys(SEEN) as readonly SeenField[];

/** The whole hash: a shorter one could be met by a text that somebody searched for. */
export function digestOf(fact: Pick<Fact, SeenField>, hash: Hash): string {
  return hash.sha256(JSON.stringify(SEEN_FIELDS.map((field) => fact[field] ?? null)));
}

/** `seen` is the digest; `earlier`: the fact as it was before, oldest first, to find out what changed since. */
export function checkSeen(fact: Fact, seen: unknown, hash: Hash, earlier: readonly Fact[]): void {
  if (typeof seen !== "string" || seen === "")
    throw badArgument("seen must be the digest of the text that was looked at: inspect and review tell it");
  if (seen === digestOf(fact, hash)) return;
  const looked = earlier.findLast((one) => digestOf(one, hash) === seen);
  const changed = looked === undefined ? [] : changesBetween(looked, fact);
  const what =
    changed.length === 0
      ? "it is not a digest of this fact as it is or was"
      : `${changed.join(" and ")} changed since`;
  throw new TidelineError(
    "text-changed",
    `What you have looked at is not what would be adopted: ${what}. Nothing was changed. Look at it again, and decide anew.`,
    { changed: changed.join(", ") },
  );
}

function changesBetween(before: Fact, now: Fact): readonly string[] {
  return SEEN_FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field])).map(
    (field) => SEEN[field],
  );
}
