/**
 * How are ranked lists joined into one, by rank alone? Reciprocal rank fusion: each list gives w / (60 + rank).
 *
 * Recall itself does not fuse this way: ranks do not tell how much better the first is than the second, and equal
 * shares for words and vectors find less (decision 018 has the figures). It exists for comparison.
 */
const RANK_OFFSET = 60;

export interface RankedList {
  /** Best first. */
  readonly ids: readonly string[];
  /** Default 1. */
  readonly weight?: number | undefined;
}

/** Ids with their sums, highest first; ties by id. */
export function fuseRanks(lists: readonly RankedList[]): readonly (readonly [id: string, score: number])[] {
  const sums = new Map<string, number>();
  for (const { ids, weight = 1 } of lists) {
    ids.forEach((id, i) => {
      sums.set(id, (sums.get(id) ?? 0) + weight / (RANK_OFFSET + i + 1));
    });
  }
  return [...sums].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1));
}
