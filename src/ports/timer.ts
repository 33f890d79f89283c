/**
 * Who wakes us later? The host's timers. One that waits must not keep the process alive.
 */
export interface Timer {
  /** Runs once, after so long; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** What the host's surroundings say about maintenance; asked anew each time. */
export interface MaintenanceSettings {
  /** How often the night's work is due, where somebody has said so. */
  readonly intervalMs: number | undefined;
  /** No pass may run. */
  readonly isFrozen: boolean;
}
