/**
 * Whose turn is it? While the owner is around, work for everybody else begins a little at a time.
 *
 * The server has one thread. Requests that arrive together would be worked off together, and whoever comes next waits
 * for all of them. So requests of others stand in a line of their own caller. Each time the event loop has looked at
 * the network, one of them begins, from every line in turn; while a request of the owner's is at work, one every few
 * milliseconds. The owner's requests begin at once.
 *
 * Without the owner there is no line: then writes that arrive together share one commit, which is faster for all.
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

  /** Until this caller's work may begin; undefined: at once. */
  turn(caller: Caller): Promise<void> | undefined {
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

  /** After what has arrived was looked at, or when it is time. */
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
    // Behind the others.
    this.waiting.delete(name);
    if (line.length > 0) this.waiting.set(name, line);
    this.moveSoon();
  }
}
