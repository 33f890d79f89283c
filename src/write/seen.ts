/**
 * Is the fact that a person adopts the one they looked at?
 *
 * Whoever adopts a fact passes the digest of what they saw: its words, and every label, figure, date and link that has
 * an effect once the fact counts as theirs. If any of that changed in between, nothing is adopted, and the error says
 * what changed. The digest does not cover the fact's identity, what the endorsement decides anew (class, validity,
 * review), uses, or what others said about the fact. The table of fields says which are `adopted`.
 */
import { TidelineError } from "../errors.ts";
import { badArgument } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { FACT_FIELDS, type FieldsWith, fieldsWhere } from "../model/fact-fields.ts";
import type { Hash } from "../ports/hash.ts";

/** The fields that are adopted with a fact. The order is part of the digest. */
type SeenField = FieldsWith<{ readonly adopted: string }>;
const SEEN_FIELDS = fieldsWhere<SeenField>(({ adopted }) => adopted !== undefined);

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
  return [...new Set(changed.map((field) => FACT_FIELDS[field].adopted))];
}
