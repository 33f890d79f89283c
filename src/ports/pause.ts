/**
 * How does long work let others have a turn? By waiting until the host's event loop has come round.
 */
export interface Pause {
  breathe(): Promise<void>;
}
