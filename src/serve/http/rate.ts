/**
 * Has this caller asked too often? A bucket per caller that fills again with time.
 */
import { TidelineError } from "../../errors.ts";

interface Bucket {
  left: number;
  at: number;
}

const MAX_BUCKETS = 10_000;

export class RateLimit {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();

  /** 0 per second: no limit. */
  constructor(perSecond: number, burst: number, now: () => number) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.now = now;
  }

  /** Takes one; `too-many-requests` if there is none left. */
  take(who: string): void {
    if (this.perSecond === 0) return;
    const bucket = this.fill(who);
    if (bucket.left >= 1) {
      bucket.left--;
      return;
    }
    const waitSeconds = Math.max(1, Math.ceil((1 - bucket.left) / this.perSecond));
    throw new TidelineError("too-many-requests", `Too many requests. Wait ${waitSeconds} s.`, {
      waitSeconds,
    });
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
