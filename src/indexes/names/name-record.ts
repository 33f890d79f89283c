/**
 * What is known of one name: which facts have it, of which kind its bearer is, and which of several names is the
 * current one?
 */
import { ENTITY_KINDS, type EntityKind } from "../../text/values/names.ts";

const CLASSES = [0, 1, 2, 3] as const;

export interface NameRecord {
  readonly key: string;
  /** Ids of the facts that have it, one set per class. */
  readonly ofClass: readonly Set<string>[];
  /** Number of facts in which it is clearly a name (not merely capitalised as the first word of a sentence). */
  strong: number;
  /** The highest class of those facts; -1 if there are none. */
  authority: number;
  /** Mentions per kind, in facts of that highest class. */
  readonly votes: Map<EntityKind, number>;
  name: string;
  /** Ids of facts that join it with another name. */
  readonly namings: Set<string>;
}

export function newRecord(key: string): NameRecord {
  return {
    key,
    ofClass: CLASSES.map(() => new Set<string>()),
    strong: 0,
    authority: -1,
    votes: new Map(),
    name: key,
    namings: new Set(),
  };
}

/** Higher for a better current name: first not replaced by a rename, then of a higher class, then of more words. */
function preference(record: NameRecord, left: ReadonlySet<string>): number {
  return (left.has(record.key) ? 0 : 1_000) + 10 * record.authority + record.key.split(" ").length;
}

export function currentOf(records: readonly NameRecord[], left: ReadonlySet<string>): NameRecord {
  return [...records].sort(
    (a, b) => preference(b, left) - preference(a, left) || order(a, b),
  )[0] as NameRecord;
}

export function factsOf({ ofClass }: NameRecord): readonly string[] {
  return ofClass.flatMap((facts) => [...facts]);
}

/** How often facts of the highest class mention it. */
function votesFor(record: NameRecord): number {
  return [...record.votes.values()].reduce((sum, count) => sum + count, 0);
}

function order(a: NameRecord, b: NameRecord): number {
  return votesFor(b) - votesFor(a) || (a.key < b.key ? -1 : 1);
}

/** The kind that most mentions of the highest class give; "thing" only if no mention gives another. */
export function kindOf(records: readonly NameRecord[]): EntityKind {
  const most = Math.max(...records.map((record) => record.authority));
  const votes = new Map<EntityKind, number>();
  for (const record of records)
    if (record.authority === most)
      for (const [kind, count] of record.votes)
        if (kind !== "thing") votes.set(kind, (votes.get(kind) ?? 0) + count);
  const kinds = ENTITY_KINDS.filter((kind) => votes.has(kind));
  return kinds.reduce<EntityKind>(
    (best, kind) => ((votes.get(kind) ?? 0) > (votes.get(best) ?? 0) ? kind : best),
    "thing",
  );
}
