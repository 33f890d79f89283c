/**
 * Which questions are attacked by hundreds of copies? A memory with hundreds of copies about every question takes minutes to
 * fill, and there are a hundred such memories. So each of them takes the flood for a few of its questions: the next few in
 * turn, so that over a few turns every question is flooded.
 */

/** `size` of them, or all if there are no more: those of that turn. The last turn goes on with the first ones. */
export function sampleOf<T>(all: readonly T[], turn: number, size: number): readonly T[] {
  if (all.length <= size) return all;
  return Array.from({ length: size }, (_, k) => all[(turn * size + k) % all.length] as T);
}
