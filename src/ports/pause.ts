/**
 * How does long work let other work run? By waiting until the host's event loop has come round once.
 */
export interface Pause {
  breathe(): Promise<void>;
}
