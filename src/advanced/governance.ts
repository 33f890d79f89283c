/**
 * How are facts of a store purged, looked at and exported, as functions instead of methods?
 * (`brigade-tideline/advanced`.)
 */
import type { Inspection } from "../govern/inspect.ts";
import type { ApplyRetentionOptions, RetentionReport } from "../memory/apply-retention.ts";
import type { PurgeResult } from "../memory/govern.ts";
import { fieldsOf } from "../model/arguments.ts";
import { type LaterTarget, on, type SyncTarget, type Target, type TargetOptions } from "./on-store.ts";

export interface PurgeOptions extends TargetOptions {
  /** Only say what would go. */
  readonly preview?: boolean | undefined;
}

/** Erases a fact or a turn for good, with what was derived from it or quotes it, and its links. */
export function purge(target: SyncTarget, id: string, options?: PurgeOptions): PurgeResult;
export function purge(target: LaterTarget, id: string, options?: PurgeOptions): Promise<PurgeResult>;
export function purge(target: Target, id: string, options: PurgeOptions = {}) {
  const { now, origin, ...given } = Object(options) as PurgeOptions;
  return on(
    target,
    { now, origin },
    (memory) => memory.purge(id, given),
    (memory) => memory.purge(id, given),
  );
}

export interface RunRetentionOptions extends TargetOptions, ApplyRetentionOptions {}

/** Erases what the owner's rules of retention describe in one origin; or says what would go. */
export function applyRetention(target: SyncTarget, options?: RunRetentionOptions): RetentionReport;
export function applyRetention(target: LaterTarget, options?: RunRetentionOptions): Promise<RetentionReport>;
export function applyRetention(target: Target, options: RunRetentionOptions = {}) {
  const { now, origin, ...given } = Object(options) as RunRetentionOptions;
  return on(
    target,
    { now, origin },
    (memory) => memory.applyRetention(given),
    (memory) => memory.applyRetention(given),
  );
}

/** Where one fact comes from, and its whole story. No use of the fact. */
export function inspect(target: SyncTarget, id: string, options?: TargetOptions): Inspection;
export function inspect(target: LaterTarget, id: string, options?: TargetOptions): Promise<Inspection>;
export function inspect(target: Target, id: string, options: TargetOptions = {}) {
  const { now, origin, ...given } = Object(options) as TargetOptions;
  refuseOthers(given, "inspect");
  return on(
    target,
    { now, origin },
    (memory) => memory.inspect(id),
    (memory) => memory.inspect(id),
  );
}

/** One origin's memory as JSON Lines, which `import` reads. */
export function exportMemory(target: SyncTarget, options?: TargetOptions): string;
export function exportMemory(target: LaterTarget, options?: TargetOptions): Promise<string>;
export function exportMemory(target: Target, options: TargetOptions = {}) {
  const { now, origin, ...given } = Object(options) as TargetOptions;
  refuseOthers(given, "exportMemory");
  return on(
    target,
    { now, origin },
    (memory) => memory.export(),
    (memory) => memory.export(),
  );
}

function refuseOthers(given: object, verb: string): void {
  fieldsOf(given, new Set<string>(), verb);
}
