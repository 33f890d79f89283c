/**
 * What do timers and environment variables say about maintenance, on Node?
 */
import type { MaintenanceSettings, Timer } from "../ports/timer.ts";

/** setTimeout fires at once for anything longer. */
const LONGEST_MS = 2 ** 31 - 1;

export const nodeTimer: Timer = {
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, LONGEST_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const INTERVAL_NAMES = ["TIDELINE_MAINTENANCE_INTERVAL_MS", "BRIGADE_MAINTENANCE_INTERVAL_MS"];
const FREEZE_NAMES = ["TIDELINE_DISABLE_MEMORY_EXTRACT", "BRIGADE_DISABLE_MEMORY_EXTRACT"];

/** A figure that makes no sense is no figure: the default stands. */
export function maintenanceFrom(env: Readonly<Record<string, string | undefined>>): MaintenanceSettings {
  const given = INTERVAL_NAMES.map((name) => Number(env[name] || Number.NaN)).find((ms) => ms >= 1);
  return { intervalMs: given, isFrozen: FREEZE_NAMES.some((name) => env[name] === "1") };
}
