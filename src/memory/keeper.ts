/** Who makes sure that passes run? The keeper of a whole workspace, which only the host's own owner memory can make. */

import { TidelineError } from "../errors.ts";
import { ask } from "../log/steps.ts";
import { badArgument, fieldsOf } from "../model/arguments.ts";
import { isOriginStream } from "../model/stream.ts";
import { DAY_MS } from "../model/time.ts";
import type { PassReport } from "../passes/pass.ts";
import { runPass } from "../passes/run-pass.ts";
import type { Environment } from "../ports/environment.ts";
import { contradictionPass } from "../upkeep/contradiction-pass.ts";
import { Keeper, type KeeperTask } from "../upkeep/keeper.ts";
import { applyRetention, type RetentionReport } from "./apply-retention.ts";
import { distilAsKeeper } from "./distil.ts";
import { DistilDue } from "./distil-due.ts";
import { takeOver } from "./distil-soon.ts";
import { type Drive, type DriveFor, dream, passHost, sweep } from "./maintain.ts";
import { keptMemory, type Memory } from "./memory.ts";
import { think } from "./think.ts";

export interface KeeperOptions {
  /**
   * How often each task is due. Default: TIDELINE_MAINTENANCE_INTERVAL_MS or BRIGADE_MAINTENANCE_INTERVAL_MS, else a
   * day.
   */
  readonly intervalMs?: number | undefined;
  /**
   * For the dream's drift stage, on the owner's facts only. Default: the environment that the memory was opened with.
   */
  readonly environment?: Environment | undefined;
}

/** Throws unless the memory is one that the host opened for the owner. */
export function keeperOf(memory: Memory, driveFor: DriveFor, options: KeeperOptions): Keeper {
  if (!memory.mayActForOthers)
    throw new TidelineError(
      "not-allowed",
      "Only a handle that the host opened for the owner can run a keeper.",
    );
  const { environment, intervalMs } = fieldsOf(
    options,
    new Set(["environment", "intervalMs"]),
    "keeper",
  ) as KeeperOptions;
  if (intervalMs !== undefined && !(typeof intervalMs === "number" && intervalMs >= 1))
    throw badArgument("intervalMs must be a number from 1");
  const { engine } = memory;
  const due = new DistilDue(memory);
  const drive = driveFor(memory.origin);
  const keeper = new Keeper({
    timer: engine.ports.timer,
    now: () => engine.now(),
    retains: async () => (await drive(() => engine.retention())).rules.size > 0,
    thinks: () => engine.options.llm !== undefined,
    isFrozen: () => engine.maintenance().isFrozen,
    intervalMs: () => intervalMs ?? engine.maintenance().intervalMs ?? DAY_MS,
    origins: async () => {
      const streams = await drive(() => ask(engine.store.list()));
      return streams.flatMap((stream) => (isOriginStream(stream) ? [stream] : []));
    },
    conversing: async (origins) =>
      engine.distilsByItself() ? await drive(() => due.conversing(origins)) : [],
    distillingAt: async (origin) => await driveFor(origin)(() => due.at(origin)),
    digest: async (text) => (await drive(() => engine.rules())).digest(text),
    read: async (afterSeq) => await drive(() => ask(engine.store.read("workspace", afterSeq))),
    append: async (seq, event) => {
      await drive(() => ask(engine.store.append("workspace", seq, [event])));
    },
    run: (task, origin, { dryRun }) =>
      runTask(task, keptMemory(memory, origin), driveFor(origin), { environment, dryRun }),
  });
  engine.onClose.add(() => keeper.stop());
  return keeper;
}

async function runTask(
  task: KeeperTask,
  memory: Memory,
  drive: Drive,
  { environment, dryRun }: { readonly environment: Environment | undefined; readonly dryRun: boolean },
): Promise<PassReport> {
  const { engine, origin } = memory;
  engine.refuseIfFrozen();
  if (task === "distil") {
    // What a timer of this process would do later is done now.
    if (!dryRun) takeOver(memory.open);
    return await distilAsKeeper(memory, drive, { dryRun });
  }
  if (task === "retention")
    return retentionPass(await drive(() => applyRetention(memory, { preview: dryRun })));
  if (task === "sweep") return await sweep(memory, drive, { dryRun });
  if (task === "think") return await think(memory, drive, { dryRun });
  if (task === "dream") {
    // Other origins must not find out what is on the owner's machine by naming it in a fact.
    const own = origin === "owner" ? environment : undefined;
    return await dream(memory, drive, { environment: own, dryRun });
  }
  const { isMultiValued } = await drive(() => engine.rules());
  return await runPass(contradictionPass(isMultiValued), passHost(memory, drive), { dryRun });
}

/** Its changes cannot be undone, so the log knows no pass of it. */
function retentionPass({ preview, now, looked, facts, heldCount, text }: RetentionReport): PassReport {
  return {
    ...{ pass: undefined, name: "retention", dryRun: preview, now, looked, counts: { erased: facts } },
    ...{ changes: [], spared: [], sparedCount: heldCount, halted: undefined, more: false, text },
  };
}
