/**
 * How is the sweep run on a store, without a handle? (`brigade-tideline/advanced`: `runDecayGc`.)
 *
 * Given a store, it sweeps every origin, one after the other and independently. Given a memory, it sweeps that memory's
 * origin.
 */

import type { Params } from "../lifecycle/params.ts";
import type { PolicyName } from "../lifecycle/policies.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import { driveLater } from "../log/steps.ts";
import { AsyncTideline } from "../memory/async.ts";
import { readSettings } from "../memory/settings.ts";
import { SyncTideline } from "../memory/sync.ts";
import { badArgument, fieldsOf, parseTime, type Time } from "../model/arguments.ts";
import { type Origin, parseOrigin } from "../model/origin.ts";
import { isOriginStream, type Stream } from "../model/stream.ts";
import type { PassReport } from "../passes/pass.ts";
import type { AnyStorage } from "../ports/storage.ts";
import { Tideline } from "../tideline.ts";
import type { SweepOptions } from "../upkeep/options.ts";
import { policyIn } from "./on-store.ts";

export interface DecayGcOptions extends SweepOptions {
  /** Sweep only this origin of the store. */
  readonly origin?: Origin | undefined;
  /**
   * How the facts of a store age. Default: the policy last chosen for the store, or "tideline". A memory has its own
   * policy.
   */
  readonly policy?: PolicyName | LifecyclePolicy | undefined;
  readonly policyParams?: Params | undefined;
}

export interface DecayGcReport {
  /** Sums over all origins. */
  readonly looked: number;
  readonly kept: number;
  readonly archived: number;
  readonly pruned: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly reports: readonly (PassReport & { readonly origin: Origin })[];
}

const STORE_FIELDS = ["origin", "policy", "policyParams"] as const;
const FIELDS: ReadonlySet<string> = new Set([
  ...STORE_FIELDS,
  "now",
  "dryRun",
  "maxChanges",
  "maxMs",
  "graceDays",
]);

export async function runDecayGc(
  target: AnyStorage | SyncTideline | AsyncTideline,
  options: DecayGcOptions = {},
): Promise<DecayGcReport> {
  const { origin, policy, policyParams, ...sweep } = fieldsOf(
    options,
    FIELDS,
    "runDecayGc",
  ) as DecayGcOptions;
  if (target instanceof SyncTideline || target instanceof AsyncTideline) {
    if (origin !== undefined || policy !== undefined || policyParams !== undefined)
      throw badArgument(`A memory has its own ${STORE_FIELDS.join(", ")}: give them with a store only`);
    return summed([{ ...(await target.sweep(sweep)), origin: target.origin }]);
  }
  if (typeof target?.append !== "function") throw badArgument("runDecayGc needs a store or a memory");
  const given = policyParams === undefined ? {} : { policyParams };
  const chosen = policy === undefined ? policyIn(await driveLater(readSettings(target))) : { policy };
  const reports: (PassReport & { readonly origin: Origin })[] = [];
  const origins = origin === undefined ? await originsOf(target) : [parseOrigin(origin)];
  for (const one of origins) {
    const clock = clockAt(sweep.now);
    const memory = await Tideline.connect(target, { ...chosen, ...given, origin: one, ...clock });
    reports.push({ ...(await memory.sweep(sweep)), origin: one });
  }
  return summed(reports);
}

/** Events are dated with the same time that the sweep judges by. */
function clockAt(now: Time | undefined): { readonly clock?: { now(): number } } {
  if (now === undefined) return {};
  const time = parseTime(now, "now");
  return { clock: { now: () => time } };
}

async function originsOf(store: AnyStorage): Promise<readonly Origin[]> {
  const streams: readonly Stream[] = await store.list();
  return streams.filter(isOriginStream);
}

function summed(reports: DecayGcReport["reports"]): DecayGcReport {
  const counts: Record<string, number> = {};
  for (const report of reports)
    for (const [what, count] of Object.entries(report.counts)) counts[what] = (counts[what] ?? 0) + count;
  const looked = reports.reduce((sum, report) => sum + report.looked, 0);
  const { archived = 0, pruned = 0 } = counts;
  return { looked, kept: looked - archived - pruned, archived, pruned, counts, reports };
}
