/**
 * How does long work let other work run? By waiting until the host's event loop has come round once.
 */
export interface Pause {
  breathe(): Promise<void>;
  /** The same, but undefined while the work of this turn of the event loop has not taken long yet. */
  rest(): Promise<void> | undefined;
}
