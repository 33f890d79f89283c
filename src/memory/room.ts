/**
 * Which origins stay in memory? Those that were used last, up to a number of origins and of facts.
 *
 * A large origin may fill the room alone. An origin whose facts wait for vectors stays until they have them.
 */
import { MAX_FACTS_IN_MEMORY } from "../limits.ts";
import type { OpenOrigin } from "./open-origin.ts";

/** How much smaller it gets when it is full, so that sorting is done once for many origins. */
const LEAVES_OF = 8;

/** Counting the facts of a thousand origins before each verb would cost more than many a verb. */
const CALLS_BETWEEN_LOOKS = 64;

export class Room {
  private readonly most: number;
  private readonly inside = new Set<OpenOrigin>();
  /** Calls until it looks again, unless there are too many. */
  private quiet = 0;

  constructor(most: number) {
    this.most = most;
  }

  entered(origin: OpenOrigin): void {
    this.inside.add(origin);
  }

  /** The origins that must leave now, the least recently used first. They are no longer counted. */
  leaving(): readonly OpenOrigin[] {
    const { size } = this.inside;
    if (size <= 1 || (size <= this.most && this.quiet-- > 0)) return [];
    this.quiet = CALLS_BETWEEN_LOOKS;
    let facts = 0;
    for (const one of this.inside) facts += factsOf(one);
    if (this.inside.size <= this.most && facts <= MAX_FACTS_IN_MEMORY) return [];
    const oldestFirst = [...this.inside].sort((a, b) => a.usedAt - b.usedAt);
    const stay =
      this.inside.size <= this.most ? this.inside.size : this.most - Math.floor(this.most / LEAVES_OF);
    const leaving: OpenOrigin[] = [];
    // The latest stays, however large it is, because it is in use.
    for (const one of oldestFirst.slice(0, -1)) {
      const isEnough = this.inside.size <= stay && facts <= MAX_FACTS_IN_MEMORY;
      if (isEnough) break;
      if (isWaiting(one)) continue;
      this.inside.delete(one);
      facts -= factsOf(one);
      leaving.push(one);
    }
    return leaving;
  }
}

function factsOf({ known }: OpenOrigin): number {
  return known?.facts.size ?? 0;
}

function isWaiting({ inMemory }: OpenOrigin): boolean {
  return (inMemory?.learned?.waitingCount ?? 0) > 0;
}
