/**
 * Where does repeatable randomness come from? From a seed. For simulations, samples and the demo.
 */

/** Returns a new number in [0, 1) at every call. */
export type Chance = () => number;

/**
 * Mulberry32: small, fast, and good enough for making choices. Never use it for anything that must be unpredictable.
 */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
