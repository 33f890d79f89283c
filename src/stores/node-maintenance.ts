/**
 * How does Node provide what maintenance needs: a timer, and settings from environment variables?
 */
import type { MaintenanceSettings, Timer } from "../ports/timer.ts";

/** `setTimeout` fires at once if the delay is longer than this. */
const LONGEST_MS = 2 ** 31 - 1;

export const nodeTimer: Timer = {
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, LONGEST_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const INTERVAL_NAMES = ["TIDELINE_MAINTENANCE_INTERVAL_MS", "BRIGADE_MAINTENANCE_INTERVAL_MS"];
const BY_ITSELF_NAME = "TIDELINE_DISTIL_BY_ITSELF";
const FREEZE_NAMES = ["TIDELINE_DISABLE_MEMORY_EXTRACT", "BRIGADE_DISABLE_MEMORY_EXTRACT"];

/** The settings in the environment. An interval that is not a number of at least 1 is ignored: the default holds. */
export function maintenanceFrom(env: Readonly<Record<string, string | undefined>>): MaintenanceSettings {
  const given = INTERVAL_NAMES.map((name) => Number(env[name] || Number.NaN)).find((ms) => ms >= 1);
  const isFrozen = FREEZE_NAMES.some((name) => env[name] === "1");
  return { intervalMs: given, isFrozen, ...(env[BY_ITSELF_NAME] === "0" ? { distils: false } : {}) };
}
