/**
 * How is a damaged workspace repaired from the command line? Only with `--yes`, and with a report of everything that
 * could not be saved.
 */

import { badArgument } from "../../../model/arguments.ts";
import { type RepairReport, repairWorkspace, type StreamRepair } from "../../../stores/file/check/repair.ts";
import { vaultOf } from "../../../stores/keys/chosen.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { existingPlace } from "../place.ts";
import { startProgress } from "../show/progress.ts";
import { safe, safeJson } from "../show/terminal.ts";

export async function repair(io: Io, common: Common): Promise<ExitCode> {
  const dir = existingPlace(io, common);
  if (!common.yes)
    throw badArgument("Close every other process that uses the workspace, then repeat with --yes");
  const progress = startProgress(io.err, true);
  try {
    const report = repairWorkspace(dir, { onProgress: progress.tell, keys: vaultOf(dir, io.env) });
    progress.end();
    io.out.write(`${common.json ? safeJson(report) : safe(textOf(report))}\n`);
    return EXIT.ok;
  } finally {
    progress.end();
  }
}

function textOf({ repaired, soundStreams, adoptedStreams, setAside }: RepairReport): string {
  return [
    `${repaired.length} streams repaired, ${soundStreams} were intact, ${adoptedStreams} adopted.`,
    ...repaired.map(lossOf),
    ...setAside.map((path) => `${path}: set aside, because it is no longer known whose memory it is.`),
  ].join("\n");
}

function lossOf({ folder, lostLog, keptEvents, lostLines, lostBodies }: StreamRepair): string {
  if (lostLog)
    return `${folder}: everything in its log is lost, and a new log was begun. Restore a backup if there is one.`;
  return `${folder}: kept ${keptEvents} events, lost ${lostLines} lines and ${lostBodies} texts.`;
}
