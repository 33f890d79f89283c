/**
 * How does a handle run a pass? Piece by piece, in the way the handle runs its verbs; never while maintenance is
 * frozen.
 */

import type { Pass, PassHost, PassReport } from "../passes/pass.ts";
import { runPass } from "../passes/run-pass.ts";
import { dismissPass, parseDismissal } from "../upkeep/dismiss.ts";
import type { DreamOptions } from "../upkeep/dream/options.ts";
import { type DreamReport, runDream } from "../upkeep/dream/run.ts";
import { parsePass, parsePassInput, parseSweepOptions } from "../upkeep/options.ts";
import { sweepPass } from "../upkeep/sweep.ts";
import type { Reach } from "../verbs/reach.ts";
import * as upkeep from "../verbs/upkeep.ts";
import { checkPerson } from "../write/change-gate.ts";

/** How a handle runs its steps: at once, or from a queue. */
export type Drive = PassHost["drive"];

export async function runSweep({ engine }: Reach, host: PassHost, options: unknown): Promise<PassReport> {
  engine.refuseIfFrozen();
  const { graceDays, ...pass } = parseSweepOptions(options);
  return await runPass(sweepPass(engine.options.policy, { graceDays }), host, pass);
}

export async function runOwn<P>(
  { engine }: Reach,
  pass: Pass<P>,
  host: PassHost,
  options: unknown,
): Promise<PassReport> {
  engine.refuseIfFrozen();
  return await runPass(parsePass(pass), host, parsePassInput(options));
}

/** A person's word, not maintenance: it is done while maintenance is frozen, too. */
export async function runDismissal(
  { speaker }: Reach,
  host: PassHost,
  from: string,
  options: unknown,
): Promise<PassReport> {
  checkPerson(speaker, "dismiss what waits for review");
  const { asked, pass } = parseDismissal(from, options);
  return await runPass(dismissPass(asked), host, pass);
}

export async function dreamOn(
  reach: Reach,
  drive: Drive,
  options: DreamOptions | undefined,
): Promise<DreamReport> {
  reach.engine.refuseIfFrozen();
  return await runDream(upkeep.dreamHost(reach, drive), options);
}
