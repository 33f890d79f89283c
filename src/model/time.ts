/** How long is a day? In milliseconds, the unit of every time in memory. */
export const DAY_MS = 86_400_000;
