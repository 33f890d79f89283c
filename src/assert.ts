/**
 * Is an invariant of ours broken? Then stop here, loudly.
 *
 * For our own bugs only. What the world can get wrong (input, files, other processes) is a `TidelineError`.
 */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`Tideline invariant broken: ${invariant}. This is a bug in Tideline.`);
}
