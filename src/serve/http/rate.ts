/** Has this caller asked too often? */
import { TidelineError } from "../../errors.ts";
import type { Buckets } from "../buckets.ts";

export class RateLimit {
  private readonly name: string;
  private readonly buckets: Buckets;
  private readonly onRefused: (limit: string) => void;

  constructor(name: string, buckets: Buckets, onRefused: (limit: string) => void) {
    this.name = name;
    this.buckets = buckets;
    this.onRefused = onRefused;
  }

  /** Takes one request from the caller's bucket; throws `too-many-requests` if none is left. */
  take(who: string): void {
    const waitSeconds = this.buckets.secondsUntil(who, 1);
    if (waitSeconds === 0) {
      this.buckets.take(who, 1);
      return;
    }
    this.onRefused(this.name);
    throw new TidelineError("too-many-requests", `Too many requests. Try again in ${waitSeconds} s.`, {
      waitSeconds,
      limit: this.name,
    });
  }
}
