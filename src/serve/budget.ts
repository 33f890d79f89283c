/**
 * How much may a caller write who does not speak for the owner? A number of facts, bytes and refused writes per minute,
 * and so much time for dry runs, for each caller. The owner's own words are not counted.
 *
 * This limits how fast one caller makes memory grow, and how long its dry runs keep the server busy. How much room a
 * class has in an origin is decided by the engine (`log/quota.ts`).
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import {
  MAX_BYTES_PER_MINUTE,
  MAX_DRY_RUN_MS_PER_MINUTE,
  MAX_FACTS_PER_MINUTE,
  MAX_REFUSALS_PER_MINUTE,
} from "../limits.ts";
import { Buckets } from "./buckets.ts";
import type { Caller } from "./caller.ts";
import { OneAtATime } from "./one-at-a-time.ts";

/** Limits per caller and minute. 0 means no limit. */
export interface WriteAllowance {
  readonly facts: number;
  readonly bytes: number;
  readonly refusals: number;
}

export const DEFAULT_ALLOWANCE: WriteAllowance = {
  facts: MAX_FACTS_PER_MINUTE,
  bytes: MAX_BYTES_PER_MINUTE,
  refusals: MAX_REFUSALS_PER_MINUTE,
};
const NO_LIMITS: WriteAllowance = { facts: 0, bytes: 0, refusals: 0 };

/** The limits as the options of `tideline serve` and `tideline mcp` give them. */
export interface AllowanceSettings {
  readonly factsPerMinute?: number | undefined;
  readonly bytesPerMinute?: number | undefined;
  readonly refusalsPerMinute?: number | undefined;
}

export function allowanceOf(settings: AllowanceSettings): WriteAllowance {
  const { facts, bytes, refusals } = DEFAULT_ALLOWANCE;
  return {
    facts: settings.factsPerMinute ?? facts,
    bytes: settings.bytesPerMinute ?? bytes,
    refusals: settings.refusalsPerMinute ?? refusals,
  };
}

type Limit = "facts" | "bytes" | "refusals";

/** What one request is about to write. */
interface Load {
  readonly facts: number;
  readonly bytes: number;
}

export class WriteBudget {
  private readonly facts: Buckets;
  private readonly bytes: Buckets;
  private readonly refusals: Buckets;
  private readonly dryRunMs: Buckets;
  private readonly dryRuns = new OneAtATime();
  private readonly now: () => number;
  private readonly isLimited: boolean;
  private readonly onRefused: (limit: string) => void;

  constructor(
    allowance: WriteAllowance = NO_LIMITS,
    now: () => number = () => performance.now(),
    onRefused: (limit: string) => void = () => undefined,
  ) {
    const aMinute = (amount: number) => new Buckets(amount / 60, amount, now);
    this.facts = aMinute(allowance.facts);
    this.bytes = aMinute(allowance.bytes);
    this.refusals = aMinute(allowance.refusals);
    const perSecond = MAX_DRY_RUN_MS_PER_MINUTE / 60;
    this.dryRunMs = new Buckets(perSecond, MAX_DRY_RUN_MS_PER_MINUTE, now, Number.POSITIVE_INFINITY);
    this.now = now;
    this.isLimited = Object.values(allowance).some((amount) => amount > 0);
    this.onRefused = onRefused;
  }

  /** The most bytes that this caller can ever write with one request. */
  mostBytes(caller: Caller): number {
    return isCounted(caller) ? this.bytes.most : Number.POSITIVE_INFINITY;
  }

  /** Writes if enough is left of every limit. Writes that the gate refuses are counted afterwards. */
  async within<T>(caller: Caller, load: () => Load, write: () => Promise<T>): Promise<T> {
    if (!this.isLimited || !isCounted(caller)) return await write();
    const { facts, bytes } = load();
    const who = caller.name;
    this.check(this.facts, who, facts, "facts");
    this.check(this.bytes, who, bytes, "bytes");
    this.check(this.refusals, who, 1, "refusals");
    this.facts.take(who, facts);
    this.bytes.take(who, bytes);
    try {
      const answer = await write();
      this.refusals.take(who, refusedIn(answer));
      return answer;
    } catch (error) {
      if (isTidelineError(error, "write-gate") || isTidelineError(error, "secret-refused"))
        this.refusals.take(who, 1);
      throw error;
    }
  }

  /**
   * Runs a dry run if this caller has time left, and charges what it took from start to end. A dry run opens memory
   * anew, and how long that takes is known only afterwards. So the caller's dry runs run one at a time: otherwise many
   * could start before the first is charged.
   */
  async dryRun<T>(caller: Caller, run: () => Promise<T>): Promise<T> {
    if (!this.isLimited || !isCounted(caller)) return await run();
    return await this.dryRuns.take(caller.name, () => this.timed(caller.name, run));
  }

  private async timed<T>(who: string, run: () => Promise<T>): Promise<T> {
    const waitSeconds = this.dryRunMs.secondsUntil(who, 1);
    if (waitSeconds > 0)
      throw this.refusal(
        "dry runs",
        `The dry runs of this caller may take ${MAX_DRY_RUN_MS_PER_MINUTE / 1000} s per minute.`,
        waitSeconds,
      );
    const began = this.now();
    try {
      return await run();
    } finally {
      this.dryRunMs.take(who, this.now() - began);
    }
  }

  private check(buckets: Buckets, who: string, amount: number, limit: Limit): void {
    if (amount > buckets.most)
      throw new TidelineError(
        "request-too-large",
        `This caller may write at most ${buckets.most} ${limit} in one request, not ${amount}. Send them in several requests.`,
      );
    const waitSeconds = buckets.secondsUntil(who, amount);
    if (waitSeconds === 0) return;
    const what =
      limit === "refusals"
        ? "Too many writes by this caller were refused in the last minute."
        : `This caller may write ${buckets.most} ${limit} per minute.`;
    throw this.refusal(limit, what, waitSeconds);
  }

  private refusal(limit: Limit | "dry runs", what: string, waitSeconds: number): TidelineError {
    this.onRefused(limit);
    return new TidelineError(
      "too-many-requests",
      `${what} Nothing was written. Try again in ${waitSeconds} s.`,
      {
        waitSeconds,
        limit,
      },
    );
  }
}

/** Callers with the owner's voice are not counted: the operator vouches for them. Other people's are. */
function isCounted({ voice, origin }: Caller): boolean {
  return voice !== "owner" || origin !== "owner";
}

/** How many facts of a batch the gate refused. */
function refusedIn(answer: unknown): number {
  const { results } = (answer ?? {}) as { readonly results?: unknown };
  if (!Array.isArray(results)) return 0;
  return results.filter((one) => (one as { readonly outcome?: unknown }).outcome === "refused").length;
}
