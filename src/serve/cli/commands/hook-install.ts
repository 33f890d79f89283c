/**
 * How do the hooks get into an editor's settings? They are merged into the file, which is replaced as a whole and at once,
 * so that it is never half-written. `--dry-run` shows the new file. `uninstall` takes out what `install` put in.
 */
import { isUtf8 } from "node:buffer";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { TidelineError } from "../../../errors.ts";
import { badArgument } from "../../../model/arguments.ts";
import { inShell } from "../../../model/in-shell.ts";
import { parseOrigin } from "../../../model/origin.ts";
import { troubleWith } from "../../../stores/file/disk/trouble.ts";
import type { Voice } from "../../caller.ts";
import type { HOOK_SCOPES } from "../../hook/settings.ts";
import { type Edited, unreadable, withHooks, withoutHooks } from "../../hook/settings.ts";
import { originFrom } from "../../origin-text.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { folderOf, isUnused, openPlace, placeOf } from "../place.ts";
import { safe, safeJson } from "../show/terminal.ts";

type Action = "install" | "uninstall";

export async function installHooks(
  io: Io,
  common: Common,
  action: Action,
  { scope = "user" }: { readonly scope?: (typeof HOOK_SCOPES)[number] },
): Promise<ExitCode> {
  if (action === "uninstall" && (common.dir !== undefined || common.origin !== undefined))
    throw badArgument("hook uninstall takes out every hook of ours, so it takes no --dir and no --origin");
  const path = settingsPath(io, scope);
  refuseLooseLink(path);
  const before = existsSync(path) ? readSettings(path) : undefined;
  const edited =
    action === "install" ? withHooks(before, commandOf(io, common), path) : withoutHooks(before, path);
  if (edited.isChanged && !common.dryRun) replace(path, before, edited.text);
  if (common.json) io.out.write(`${safeJson({ action, path, dryRun: common.dryRun, ...edited })}\n`);
  else await tell(io, common, action, path, edited);
  return EXIT.ok;
}

/** The words that call this program from anywhere, for this workspace and this memory. */
function commandOf(io: Io, common: Common): string {
  const words = [...io.program];
  if (common.dir !== undefined) words.push("--dir", folderOf(io, common));
  if (common.origin !== undefined) {
    parseOrigin(originFrom(common.origin));
    words.push("--origin", common.origin);
  }
  return words.map(inShell).join(" ");
}

function settingsPath({ env }: Io, scope: string): string {
  const home = env.HOME || env.USERPROFILE || homedir();
  const folder = scope === "project" ? resolve(".claude") : env.CLAUDE_CONFIG_DIR || join(home, ".claude");
  return join(folder, "settings.json");
}

function readSettings(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return bytes.toString("utf8");
  } catch (error) {
    throw troubleWith(path, "read", error);
  }
  // Its other characters would be lost by writing it again.
  throw unreadable(path);
}

/** Where there is a link, somebody keeps the file elsewhere; a file in the place of the link would hide that one. */
function refuseLooseLink(path: string): void {
  if (existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  throw badArgument(`${path} is a link to a file that is not there. Create that file, or remove the link`);
}

/** Where the path leads by a link, the file there is replaced, and the link stays. */
function replace(path: string, before: string | undefined, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const real = before === undefined ? path : realpathSync(path);
    const mode = before === undefined ? 0o600 : statSync(real).mode & 0o777;
    const draft = `${real}.tideline-${process.pid}`;
    try {
      write(draft, text, mode);
      checkUnchanged(real, before);
      renameSync(draft, real);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw troubleWith(path, "write", error);
  }
}

function write(path: string, text: string, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The editor may have changed its settings in the meantime. */
function checkUnchanged(path: string, before: string | undefined): void {
  const now = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (now === before) return;
  throw new TidelineError(
    "stream-moved",
    `${path} was changed in the meantime. Nothing was written. Try again.`,
  );
}

async function tell(
  io: Io,
  common: Common,
  action: Action,
  path: string,
  { text, isChanged }: Edited,
): Promise<void> {
  const shown = safe(path);
  if (!isChanged) {
    const already = action === "install" ? "already runs memory" : "does not run memory";
    io.out.write(`${shown} ${already}; nothing was changed.\n`);
    return;
  }
  if (common.dryRun) {
    io.out.write(`${shown} would be:\n${text.endsWith("\n") ? text : `${text}\n`}`);
    return;
  }
  io.out.write(
    action === "install"
      ? installed(shown, calledBy(io), await voiceOf(io, common))
      : `Took the hooks out of ${shown}.\n`,
  );
}

/** In whose voice the hooks will speak. The workspace need not be there yet. */
async function voiceOf(io: Io, common: Common): Promise<Voice> {
  if (isUnused(placeOf(io, common))) return "agent";
  const workspace = await openPlace(io, common);
  try {
    return await workspace.voice();
  } finally {
    await workspace.close();
  }
}

const IN_WHOSE_VOICE: Readonly<Record<Voice, string>> = {
  agent:
    "What you say there is remembered as hearsay. To let it count as your own words, run once at a terminal: tideline config voice owner",
  owner: "What you say there counts as your own words, because the voice of this workspace is owner.",
};

function calledBy({ program }: Io): string {
  return program.map(inShell).join(" ");
}

function installed(path: string, program: string, voice: Voice): string {
  return [
    `Wrote the hooks into ${path}. They run in sessions that begin from now on.`,
    IN_WHOSE_VOICE[voice],
    `To give the editor the tools as well: claude mcp add tideline -- ${program} mcp`,
    `To take the hooks out again: ${program} hook uninstall`,
    "",
  ].join("\n");
}
