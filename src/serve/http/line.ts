/**
 * Whose request begins next? While the owner is around, the requests of everybody else begin one at a time.
 *
 * One thread serves all requests. Requests that arrive together would be processed together, and a later one would wait
 * for all of them. So requests of others wait in one queue per caller. Each time the event loop has looked at the
 * network, one of them begins, taken from the queues in rotation; while a request of the owner is at work, one begins
 * every few milliseconds only. The owner's requests begin at once.
 *
 * Without the owner there is no queue: writes that arrive together then share one commit, which is faster for
 * everybody.
 */
import { OTHERS_BEGIN_EVERY_MS, OWNER_AROUND_MS } from "../../limits.ts";
import { type Caller, isWorkspaceOwner } from "../caller.ts";

export class Line {
  private readonly isOwnerAtWork: () => boolean;
  private readonly now: () => number;
  private readonly waiting = new Map<string, (() => void)[]>();
  private ownerSeenAt = Number.NEGATIVE_INFINITY;
  private begunAt = Number.NEGATIVE_INFINITY;
  private isMoving = false;

  constructor(isOwnerAtWork: () => boolean, now: () => number) {
    this.isOwnerAtWork = isOwnerAtWork;
    this.now = now;
  }

  /** Resolves when this caller's request may begin; undefined means at once. */
  admitted(caller: Caller): Promise<void> | undefined {
    if (isWorkspaceOwner(caller)) {
      this.ownerSeenAt = this.now();
      return undefined;
    }
    if (this.now() - this.ownerSeenAt > OWNER_AROUND_MS && this.waiting.size === 0) return undefined;
    return new Promise((resolve) => {
      const line = this.waiting.get(caller.name);
      if (line === undefined) this.waiting.set(caller.name, [resolve]);
      else line.push(resolve);
      this.moveSoon();
    });
  }

  /** Lets the next request begin: after the event loop has looked at the network, or once the interval has passed. */
  private moveSoon(): void {
    if (this.isMoving || this.waiting.size === 0) return;
    this.isMoving = true;
    const move = () => {
      this.isMoving = false;
      this.move();
    };
    const waitMs = this.isOwnerAtWork() ? this.begunAt + OTHERS_BEGIN_EVERY_MS - this.now() : 0;
    if (waitMs > 0) setTimeout(move, waitMs);
    else setImmediate(move);
  }

  private move(): void {
    const [next] = this.waiting;
    if (next === undefined) return;
    const [name, line] = next;
    this.begunAt = this.now();
    line.shift()?.();
    // This caller's queue goes behind the others.
    this.waiting.delete(name);
    if (line.length > 0) this.waiting.set(name, line);
    this.moveSoon();
  }
}
