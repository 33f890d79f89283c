/**
 * What does a file of changed preferences hold, as pairs of sentences?
 *
 * Contradictions are a preference that turned ("I dislike golf", "I like golf") and one that was given up ("I no
 * longer like golf"). No contradictions are a preference that was put more precisely, and two that one person
 * held at the same time.
 */
import { readJsonLines } from "./json-lines.ts";

export interface UpdatePair {
  readonly set: "updates";
  readonly label: "turned" | "turned, of something else" | "given up" | "refined" | "of one person";
  readonly a: string;
  readonly b: string;
  readonly isContradiction: boolean;
}

interface Preference {
  readonly type: "like" | "dislike";
  readonly item: string;
}

interface Update {
  readonly isDeleted: boolean;
  readonly before: Preference;
  readonly after: Preference;
  readonly persona: string;
}

export function readUpdates(path: string): readonly UpdatePair[] {
  const updates = readJsonLines(
    path,
    "{ update_direction, before_preference, after_preference, persona }",
    parse,
  );
  return [...updates.map(changed), ...heldTogether(updates)];
}

function parse(value: unknown): Update | undefined {
  const row = Object(value) as Record<string, unknown>;
  const [before, after] = [preference(row.before_preference), preference(row.after_preference)];
  if (before === undefined || after === undefined || typeof row.persona !== "string") return undefined;
  return { isDeleted: row.update_direction === "Delete", before, after, persona: row.persona };
}

function preference(value: unknown): Preference | undefined {
  const points = (Object(value) as { memory_points?: unknown }).memory_points;
  const first = Object(Array.isArray(points) ? points[0] : undefined) as Record<string, unknown>;
  const { type, specific_item: item } = first;
  return (type === "like" || type === "dislike") && typeof item === "string" ? { type, item } : undefined;
}

function changed({ isDeleted, before, after }: Update): UpdatePair {
  const a = `I ${before.type} ${inSentence(before.item)}.`;
  if (isDeleted)
    return {
      set: "updates",
      label: "given up",
      a,
      b: `I no longer ${before.type} ${inSentence(before.item)}.`,
      isContradiction: true,
    };
  const isTurned = before.type !== after.type;
  const isSame = before.item.toLowerCase() === after.item.toLowerCase();
  const label = !isTurned ? "refined" : isSame ? "turned" : "turned, of something else";
  // "I dislike cruises" and "I like health-focused cruises" can both hold.
  return {
    set: "updates",
    label,
    a,
    b: `I ${after.type} ${inSentence(after.item)}.`,
    isContradiction: label === "turned",
  };
}

/** What one person held at the same time. */
function heldTogether(updates: readonly Update[]): readonly UpdatePair[] {
  return updates.flatMap(({ before, persona }, i) => {
    const next = updates
      .slice(i + 1)
      .find((other) => other.persona === persona && other.before.item !== before.item);
    if (next === undefined) return [];
    const [a, b] = [before, next.before].map(({ type, item }) => `I ${type} ${inSentence(item)}.`) as [
      string,
      string,
    ];
    return [{ set: "updates", label: "of one person", a, b, isContradiction: false } as const];
  });
}

/** As it stands inside a sentence: a small letter, unless the word has other capitals. */
function inSentence(item: string): string {
  return /^[A-Z][a-z]/.test(item) ? item[0]?.toLowerCase() + item.slice(1) : item;
}
