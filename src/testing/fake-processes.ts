/**
 * Which processes are alive on a simulated machine, and what time is it there?
 *
 * Every process has its own identity and can be declared dead. Time passes only when a process sleeps or a test lets it
 * pass, so no test really waits and every wait ends.
 */
import type { Holder, Processes } from "../stores/file/lock/holder.ts";

export class FakeProcesses {
  nowMs = 0;
  private count = 0;
  private stores = 0;
  private readonly dead = new Set<number>();

  /** Starts a process. Processes in another `place` (another machine, or before a restart) cannot tell whether it is
   * alive. */
  start(place = "here"): FakeProcess {
    const pid = 1000 + this.count++;
    return {
      pid,
      me: () => ({ place, pid, started: pid * 10, nonce: `store${++this.stores}` }),
      isDead: (holder: Holder) => {
        if (holder.place !== place) return "unknown";
        return this.dead.has(holder.pid) ? "dead" : "alive";
      },
      monotonicMs: () => this.nowMs,
      sleepMs: (duration: number) => {
        this.nowMs += duration;
      },
      end: () => {
        this.dead.add(pid);
      },
    };
  }

  /** Lets time pass for all processes. */
  pass(durationMs: number): void {
    this.nowMs += durationMs;
  }
}

export interface FakeProcess extends Processes {
  readonly pid: number;
  /** Declares the process dead. */
  end(): void;
}
