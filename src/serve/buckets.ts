/** Has somebody taken too much in too short a time? One token bucket per caller; buckets refill with time. */

interface Bucket {
  left: number;
  at: number;
}

const MAX_BUCKETS = 10_000;

export class Buckets {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly now: () => number;
  private readonly maxDebt: number;
  private readonly buckets = new Map<string, Bucket>();

  /** A new bucket is full and holds `burst`. `perSecond` 0 means no limit. `now` is in milliseconds. */
  constructor(perSecond: number, burst: number, now: () => number, maxDebt = burst) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.now = now;
    this.maxDebt = maxDebt;
  }

  /** The most that anybody can take at once. */
  get most(): number {
    return this.perSecond === 0 ? Number.POSITIVE_INFINITY : this.burst;
  }

  /** How many seconds until the bucket holds this amount; 0 means now. */
  secondsUntil(who: string, amount: number): number {
    if (this.perSecond === 0) return 0;
    const missing = amount - this.fill(who).left;
    return missing <= 0 ? 0 : Math.max(1, Math.ceil(missing / this.perSecond));
  }

  /** Taking more than the bucket holds leaves a debt, which must refill first. The debt is at most `maxDebt`. */
  take(who: string, amount: number): void {
    if (this.perSecond === 0) return;
    const bucket = this.fill(who);
    bucket.left = Math.max(-this.maxDebt, bucket.left - amount);
  }

  private fill(who: string): Bucket {
    const now = this.now();
    const known = this.buckets.get(who);
    if (known === undefined) {
      const [oldest] = this.buckets.keys();
      if (this.buckets.size >= MAX_BUCKETS && oldest !== undefined) this.buckets.delete(oldest);
      const bucket = { left: this.burst, at: now };
      this.buckets.set(who, bucket);
      return bucket;
    }
    known.left = Math.min(this.burst, known.left + ((now - known.at) / 1000) * this.perSecond);
    known.at = now;
    return known;
  }
}
