/**
 * How is a new thing named? By the time it was made and 80 random bits: names sort by time and do not collide
 * across processes. (26 characters of Crockford's base 32.)
 *
 * What one source names sorts in the order in which it was named, also within a millisecond and when the clock is
 * set back: then the time is the latest that was seen, and the first 15 of the random bits count. They count for each
 * owner of names by itself: how many things others have named meanwhile is nobody's to read in an id.
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

const ID_BYTES = 16;
const IDS_AT_ONCE = 256;
const MOST_AT_ONE_TIME = 32 ** 3;

/** Names, one after the other; randomness is drawn for many at a time. */
export class IdSource {
  private readonly bytes: (count: number) => Uint8Array;
  private pool = new Uint8Array(0);
  private used = 0;
  private lastMs = Number.NEGATIVE_INFINITY;
  /** At `lastMs`: how many names each has been given. */
  private readonly given = new Map<unknown, number>();

  constructor(bytes: (count: number) => Uint8Array) {
    this.bytes = bytes;
  }

  /** `whose`: the names of each are in order by themselves. */
  next(nowMs: number, whose: unknown): string {
    if (this.used >= this.pool.length) {
      this.pool = Uint8Array.from(this.bytes(ID_BYTES * IDS_AT_ONCE));
      this.used = 0;
    }
    const chance = this.pool.subarray(this.used, this.used + ID_BYTES);
    this.used += ID_BYTES;
    if (nowMs > this.lastMs) this.turnTo(nowMs);
    if (this.given.get(whose) === MOST_AT_ONE_TIME) this.turnTo(this.lastMs + 1);
    const nth = this.given.get(whose) ?? 0;
    this.given.set(whose, nth + 1);
    for (let i = 0; i < 3; i++) chance[i] = (nth >> (5 * (2 - i))) & 31;
    return newId(this.lastMs, chance);
  }

  private turnTo(ms: number): void {
    this.lastMs = ms;
    this.given.clear();
  }
}
