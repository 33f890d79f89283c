/**
 * How does a new thing get its id? From the time it was made and 80 random bits, so that ids sort by time and do not
 * collide across processes. (26 characters of Crockford's base 32.)
 *
 * Ids from one `IdSource` sort in the order in which they were made, even within one millisecond and after the clock
 * was set back. In those cases the time is the latest one seen, and the first 15 of the random bits are a counter.
 * Every owner of ids has a counter of its own, so that an id does not reveal how many things others have made
 * meanwhile.
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What is accepted as an id. Some ids are made by others. */
const ID = /^[0-9A-Za-z_-]{1,64}$/;

export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

const TIME_CHARS = 10;
const MADE = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Has it the form of those that are made here? */
export function isMadeHere(id: string): boolean {
  return MADE.test(id);
}

/** When it was made; undefined for an id of somebody else's making. */
export function madeAt(id: string): number | undefined {
  if (!isMadeHere(id)) return undefined;
  let time = 0;
  for (const letter of id.slice(0, TIME_CHARS)) time = time * 32 + ALPHABET.indexOf(letter);
  return time;
}

/** `chance` is 16 random bytes. */
export function newId(nowMs: number, chance: Uint8Array): string {
  let rest = Math.max(0, Math.floor(nowMs));
  let time = "";
  for (let i = 0; i < TIME_CHARS; i++) {
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

/** Makes ids, one after the other. Random bytes are drawn for many ids at a time. */
export class IdSource {
  private readonly bytes: (count: number) => Uint8Array;
  private pool = new Uint8Array(0);
  private used = 0;
  private lastMs = Number.NEGATIVE_INFINITY;
  /** How many ids each owner has been given at `lastMs`. */
  private readonly given = new Map<unknown, number>();

  constructor(bytes: (count: number) => Uint8Array) {
    this.bytes = bytes;
  }

  /** `whose` names the owner of the id. The ids of each owner are in order. */
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
