/**
 * How does the engine wait for a later time? With the host's timers. A pending timer must not keep the process alive.
 */
export interface Timer {
  /** Runs `run` once, after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** What the host's environment says about maintenance. Read anew each time. */
export interface MaintenanceSettings {
  /** How often the night's work is due, if somebody has set it. */
  readonly intervalMs: number | undefined;
  /** No pass may run. */
  readonly isFrozen: boolean;
  /** false: turns of conversations are distilled only if somebody asks for it. Default: true. */
  readonly distils?: boolean | undefined;
}
