/**
 * Is one of our own invariants broken? Then stop here, loudly.
 *
 * For our own bugs only. For errors in the outside world (input, files, other processes) throw a `TidelineError`.
 */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`Tideline invariant broken: ${invariant}. This is a bug in Tideline.`);
}
