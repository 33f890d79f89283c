/**
 * What does an editor's session take from memory, and leave in it? At its beginning the profile, before each prompt what
 * is known about it, after each reply and before the conversation is shortened the new turns of the transcript.
 *
 * A hook never stands in the way of the person at the editor: it always exits with 0, and says on standard output nothing
 * but the context that the editor asked for. What went wrong is said on standard error and in the workspace's hook.log.
 *
 * An agent's shell can run the same command with a transcript of its own, and nothing tells it from the editor. So a hook
 * speaks like every program without a terminal: as an agent, unless the owner has settled otherwise for the workspace.
 */
import { isTidelineError } from "../../../errors.ts";
import { MAX_TRANSCRIPT_BYTES, MAX_TRANSCRIPT_TURNS } from "../../../limits.ts";
import type { AsyncTideline } from "../../../memory/async.ts";
import { badArgument } from "../../../model/arguments.ts";
import type { Origin } from "../../../model/origin.ts";
import { LOCAL_OWNER, speakerOf } from "../../caller.ts";
import { HOOK_EVENTS, type HookCall, type HookEvent, parseHookCall } from "../../hook/call.ts";
import { type TranscriptTurn, turnsIn } from "../../hook/transcript.ts";
import { lastLines } from "../../hook/transcript-file.ts";
import { originFrom } from "../../origin-text.ts";
import { originOf } from "../../run.ts";
import type { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { closeAfterLooking, isUnused, openPlace, openToWrite, placeOf } from "../place.ts";
import { safeJson } from "../show/terminal.ts";
import { UNATTENDED } from "../speaking.ts";
import { note, noteTrouble } from "./hook-log.ts";

/** A prompt does not wait longer than this for what stands before it; then it gets nothing or the profile alone. */
const CONTEXT_MS = 2_000;
/** How long an editor's session waits at most until its turns are distilled. They are durable before. */
const DISTIL_MS = 20_000;
/** Another process that writes for longer is not waited for: the transcript is read again after the next reply. */
const LOCK_MS = 3_000;
/** Turns in one commit. */
const TURNS_AT_ONCE = 500;
/** How far back a prompt that says little by itself ("And her sister?") is looked up in the conversation. */
const EARLIER_BYTES = 128 * 1024;

export async function hook(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { action } = given;
  if (action === undefined)
    throw badArgument(`hook needs an event (${HOOK_EVENTS.join(", ")}), install or uninstall`);
  if (action === "install" || action === "uninstall")
    return await (await import("./hook-install.ts")).installHooks(io, common, action, given);
  try {
    checkGiven(common, given);
    await runHook(io, common, action as HookEvent);
  } catch (error) {
    // To freeze memory is the owner's wish, and no trouble.
    if (!isTidelineError(error, "frozen")) noteTrouble(io, common, String(action), error);
  }
  return EXIT.ok;
}

function checkGiven({ dryRun, json }: Common, { editor, scope }: Readonly<Record<string, unknown>>): void {
  if (dryRun || json || editor !== undefined || scope !== undefined)
    throw badArgument("--dry-run, --json, --editor and --scope belong to hook install and hook uninstall");
}

async function runHook(io: Io, common: Common, event: HookEvent): Promise<void> {
  if (io.canAsk)
    throw badArgument(
      `An editor runs hook ${event} and gives it JSON on standard input. To let it do that: tideline hook install`,
    );
  const call = parseHookCall(await io.readInput(), event);
  const origin = originOf(LOCAL_OWNER, originFrom(common.origin));
  if (event === "Stop" || event === "PreCompact") await takeIn(io, common, origin, event, call);
  else await giveContext(io, common, origin, event, call);
}

// ── what the session gets

async function giveContext(
  io: Io,
  common: Common,
  origin: Origin,
  event: HookEvent,
  call: HookCall,
): Promise<void> {
  // Nothing is known yet, and looking creates nothing.
  if (isUnused(placeOf(io, common))) return;
  const workspace = await openPlace(io, common, { lockWaitMs: LOCK_MS });
  try {
    const memory = await handleOf(workspace, origin);
    const text = event === "SessionStart" ? await memory.profile() : await aboutPrompt(io, memory, call);
    if (text === undefined) return;
    const output = { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
    io.out.write(`${safeJson(output)}\n`);
  } finally {
    await closeAfterLooking(io, workspace);
  }
}

/** The profile is left out: the session has had it since its beginning. */
async function aboutPrompt(io: Io, memory: AsyncTideline, call: HookCall): Promise<string | undefined> {
  const { prompt = "" } = call;
  if (prompt.trim() === "") return undefined;
  const before = earlierWords(io, call).map((content) => ({ role: "user", content }));
  const messages = [...before, { role: "user", content: prompt }];
  return await memory.beforeTurn(messages, { profile: false, timeoutMs: CONTEXT_MS });
}

/** What the person said last. A transcript that cannot be read is told when its turns are taken in. */
function earlierWords({ env }: Io, { transcript, prompt }: HookCall): readonly string[] {
  if (transcript === undefined) return [];
  try {
    const turns = turnsIn(lastLines(transcript, env, EARLIER_BYTES) ?? []);
    const said = turns.filter(({ role }) => role === "user").map(({ content }) => String(content));
    return said.filter((words) => words.trim() !== prompt?.trim()).slice(-3);
  } catch (error) {
    if (isTidelineError(error)) return [];
    throw error;
  }
}

// ── what the session leaves

async function takeIn(
  io: Io,
  common: Common,
  origin: Origin,
  event: HookEvent,
  { session, transcript }: HookCall,
): Promise<void> {
  if (transcript === undefined)
    throw badArgument("The editor's JSON on standard input has no transcript_path");
  const lines = lastLines(transcript, io.env, MAX_TRANSCRIPT_BYTES);
  if (lines === undefined) throw badArgument("The editor's transcript is not there, so nothing was observed");
  // The editor runs where the person sits.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const turns = turnsIn(lines)
    .slice(-MAX_TRANSCRIPT_TURNS)
    .map((turn) => ({ ...turn, timeZone }));
  if (turns.length === 0) return;
  const workspace = await openToWrite(io, common, { begins: true, lockWaitMs: LOCK_MS });
  try {
    const memory = await handleOf(workspace, origin);
    const last = await observeAllBut(workspace, memory, session, turns);
    if (event === "PreCompact") {
      const { because } = await memory.beforeCompaction({ session, turns: last, timeoutMs: DISTIL_MS });
      if (because !== undefined)
        note(io, common, event, `tideline: The turns are stored, and are distilled later. [${because}]`);
    } else {
      await memory.observeMany(last.map((turn) => ({ ...turn, session })));
      await distilDue(workspace, origin);
    }
  } finally {
    await workspace.close();
  }
}

/**
 * Observes all turns but some of the last ones. Where the inbox is full, which may be so after a conversation that was
 * long before its editor had the hook, it is emptied first.
 */
async function observeAllBut(
  workspace: Workspace,
  memory: AsyncTideline,
  session: string,
  turns: readonly TranscriptTurn[],
): Promise<readonly TranscriptTurn[]> {
  let from = 0;
  for (; turns.length - from > TURNS_AT_ONCE; from += TURNS_AT_ONCE) {
    const some = turns.slice(from, from + TURNS_AT_ONCE).map((turn) => ({ ...turn, session }));
    try {
      await memory.observeMany(some);
    } catch (error) {
      if (!isTidelineError(error, "inbox-full")) throw error;
      await distilAll(workspace, memory.origin);
      await memory.observeMany(some);
    }
  }
  return turns.slice(from);
}

/**
 * Distils everything that waits, as the engine itself would do some seconds later if this process went on. Rules cost
 * next to nothing. A model is asked once turns have waited as long as in any other process, so that it reads several of
 * them at once.
 */
async function distilDue(workspace: Workspace, origin: Origin): Promise<void> {
  if (workspace.llm !== undefined) {
    const { oldestAt } = await workspace.memory(origin).inbox();
    if (oldestAt === undefined || workspace.now() - oldestAt < workspace.debounceMs) return;
  }
  await distilAll(workspace, origin);
}

async function distilAll(workspace: Workspace, origin: Origin): Promise<void> {
  await workspace.memory(origin).distil({ signal: AbortSignal.timeout(DISTIL_MS) });
}

async function handleOf(workspace: Workspace, origin: Origin): Promise<AsyncTideline> {
  const caller = (await workspace.voice()) === "owner" ? LOCAL_OWNER : UNATTENDED;
  return workspace.memory(origin, speakerOf({ ...caller, client: "claude-code" }));
}
