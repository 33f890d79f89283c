/**
 * What time is it? Epoch milliseconds; it may jump, also backwards.
 */
export interface ClockAdapter {
  now(): number;
}
