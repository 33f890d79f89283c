/**
 * Who is alive on a simulated machine, and what time is it there?
 *
 * Every process has its own identity and can be declared dead. Time stands still except where a process
 * sleeps or a test lets it pass, so that no test waits and every wait ends.
 */
import type { Owner, Processes } from "../stores/file/lock/process-owner.ts";

export class FakeProcesses {
  nowMs = 0;
  private count = 0;
  private stores = 0;
  private readonly dead = new Set<number>();

  /** A new process. In another `place` (another machine, or before a restart) nobody can tell whether it lives. */
  start(place = "here"): FakeProcess {
    const pid = 1000 + this.count++;
    return {
      pid,
      me: () => ({ place, pid, started: pid * 10, nonce: `store${++this.stores}` }),
      isDead: (owner: Owner) => {
        if (owner.place !== place) return "unknown";
        return this.dead.has(owner.pid) ? "dead" : "alive";
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

  /** Time passes for everybody. */
  pass(durationMs: number): void {
    this.nowMs += durationMs;
  }
}

export interface FakeProcess extends Processes {
  readonly pid: number;
  /** From now on it is dead. */
  end(): void;
}
