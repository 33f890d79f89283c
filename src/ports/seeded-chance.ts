/**
 * Where does chance come from that must be the same again? From a seed: for simulations, samples and the demo.
 */

/** A number from 0 up to, never reaching, 1: the next one at every call. */
export type Chance = () => number;

/** Mulberry32: small, fast, good enough to choose by, and for nothing that must not be guessed. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
