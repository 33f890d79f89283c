/**
 * How is a new thing named? By the time it was made and 80 random bits: names sort by time and do not collide
 * across processes. (26 characters of Crockford's base 32.)
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What may stand where a name is expected; some are given by others. */
const ID = /^[0-9A-Za-z_-]{1,64}$/;

export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

/** `chance`: 16 random bytes. */
export function newId(nowMs: number, chance: Uint8Array): string {
  let rest = Math.max(0, Math.floor(nowMs));
  let time = "";
  for (let i = 0; i < 10; i++) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let tail = "";
  for (let i = 0; i < 16 && i < chance.length; i++) tail += ALPHABET.charAt((chance[i] as number) & 31);
  return time + tail;
}
