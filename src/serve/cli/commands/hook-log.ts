/**
 * Where does a person read what went wrong in a hook? Editors show the standard error of a hook to nobody, unless they
 * are asked to. So it also stands in the workspace's hook.log, which holds codes and sentences, and no words of turns.
 */
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTidelineError } from "../../../errors.ts";
import { MAX_HOOK_LOG_BYTES } from "../../../limits.ts";
import { nodePorts } from "../../../stores/node-ports.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { folderOf } from "../place.ts";
import { describeError } from "../show/error-text.ts";
import { safe } from "../show/terminal.ts";

export const HOOK_LOG = "hook.log";

export function noteTrouble(io: Io, common: Common, event: string, error: unknown): void {
  const said = describeError(error, false, common.dir);
  // Of a bug of ours, the log has the first line of its trace.
  note(io, common, event, said, isTidelineError(error) ? said : `${said.split("\n")[0]}`);
}

/** Says it on standard error and in the log; there in other words, if they are given. */
export function note(io: Io, common: Common, event: string, said: string, logged = said): void {
  io.err.write(`${said}\n`);
  const at = new Date(nodePorts.clock.now()).toISOString();
  const failure = append(io, common, `${at} ${event} ${safe(logged)}\n`);
  if (failure !== undefined) io.err.write(`tideline: ${HOOK_LOG} could not be written: ${safe(failure)}\n`);
}

/** Why it could not be written; undefined if it was, or if there is no workspace to write it to. */
function append(io: Io, common: Common, line: string): string | undefined {
  try {
    const dir = folderOf(io, common);
    if (!existsSync(join(dir, "tideline.json"))) return undefined;
    const path = join(dir, HOOK_LOG);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size + line.length <= MAX_HOOK_LOG_BYTES) appendFileSync(path, line, { mode: 0o600 });
    else writeFileSync(path, `${latestHalf(path)}${line}`, { mode: 0o600 });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function latestHalf(path: string): string {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.slice(Math.floor(lines.length / 2)).join("\n");
}
