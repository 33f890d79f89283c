/**
 * Is the workspace in good health, and what is to be done about what is not?
 *
 * Looks at everything and changes nothing. Each finding says what was seen and what to do.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isTidelineError, type TidelineError } from "../../errors.ts";
import type { Origin } from "../../model/origin.ts";
import { isMarksStream, marksOf } from "../../model/stream.ts";
import { repairWorkspace } from "../../stores/file/repair.ts";
import { wrong } from "../fields.ts";
import { originText } from "../origin-text.ts";
import { Workspace } from "../workspace.ts";
import type { Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { judgeFacts } from "./junk.ts";
import { placeOf, type Standing, standingOf, toLabel, UNLABELLED } from "./place.ts";
import { safe, safeJson, styleOf } from "./terminal.ts";
import { inShell, whereOf } from "./where.ts";

export interface Finding {
  readonly check: string;
  readonly verdict: "good" | "look" | "bad";
  readonly seen: string;
  /** What to do about it. */
  readonly todo?: string;
}

export async function doctor(io: Io, common: Common): Promise<ExitCode> {
  const dir = placeOf(io, common);
  const where = whereOf(common);
  const standing = standingOf(dir);
  const findings =
    standing === "workspace" ? await examine({ dir, where }) : [noWorkspace(dir, where, standing)];
  if (common.json) io.out.write(`${safeJson({ folder: dir, findings })}\n`);
  else io.out.write(`${findings.map((one) => line(one, io)).join("\n")}\n`);
  return findings.some((one) => one.verdict === "bad") ? EXIT.found : EXIT.ok;
}

/** The folder, and what a command needs to find it again. */
interface Place {
  readonly dir: string;
  readonly where: string;
}

function noWorkspace(dir: string, where: string, standing: Standing): Finding {
  if (standing === "unlabelled")
    return { check: "folder", verdict: "bad", seen: `${dir} ${UNLABELLED}`, todo: toLabel(dir) };
  if (standing === "other")
    return {
      check: "folder",
      verdict: "bad",
      seen: `${dir} holds other files, and no workspace`,
      todo: "check the path",
    };
  return {
    check: "folder",
    verdict: "look",
    seen: `${dir} holds no workspace yet`,
    todo: `tideline add${where} makes one`,
  };
}

export async function repair(io: Io, common: Common): Promise<ExitCode> {
  const dir = placeOf(io, common);
  if (!common.yes) throw wrong("close every other process on the workspace, then repeat with --yes");
  const report = repairWorkspace(dir);
  if (common.json) io.out.write(`${safeJson(report)}\n`);
  else
    io.out.write(
      `${report.repaired.length} streams repaired, ${report.soundStreams} were sound, ${report.adoptedStreams} adopted.\n` +
        report.repaired
          .map(
            (one) =>
              `${one.folder}: kept ${one.keptEvents} events, lost ${one.lostLines} lines and ${one.lostBodies} texts.\n`,
          )
          .join(""),
    );
  return EXIT.ok;
}

async function examine(place: Place): Promise<readonly Finding[]> {
  const { dir } = place;
  const folder = examineFolder(dir);
  let workspace: Workspace;
  const notices: string[] = [];
  try {
    workspace = Workspace.open(dir, { onNotice: ({ message }) => notices.push(message) });
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    return [folder, { check: "opening", verdict: "bad", seen: error.message, todo: toOpen(error, place) }];
  }
  const locks = examineLocks(place);
  try {
    const streams = await examineStreams(workspace, place);
    return [folder, ...locks, ...streams, await examineTokens(workspace, place), ...notices.map(putRight)];
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    const log = { check: "log", verdict: "bad", seen: error.message, todo: toRepair(place) } as const;
    return [folder, ...locks, log, ...notices.map(putRight)];
  } finally {
    await workspace.close();
  }
}

/** What the store did by itself while we looked: the next look would not find it any more. */
function putRight(seen: string): Finding {
  return {
    check: "put right",
    verdict: "look",
    seen,
    todo: "if something is missing that was there before, look at the copy, or in a backup",
  };
}

function toRepair({ where }: Place): string {
  return `restore a backup, or tideline repair --yes${where} with every other process closed`;
}

/** What repair works on are logs; the folder's own parts it cannot make anew. */
function toOpen({ code, details }: TidelineError, place: Place): string {
  if (code === "format-newer") return "upgrade Tideline";
  if (code === "not-a-workspace") return "restore tideline.json from a backup";
  if (code === "corrupt" && /[\\/](?:registry|streams)$/.test(String(details.file)))
    return "restore it from a backup: repair cannot make it anew";
  return toRepair(place);
}

function examineFolder(dir: string): Finding {
  const mode = statSync(dir).mode & 0o077;
  if (process.platform !== "win32" && mode !== 0)
    return {
      check: "folder",
      verdict: "look",
      seen: `${dir} can be entered by other users`,
      todo: `chmod 700 ${inShell(dir)}`,
    };
  return { check: "folder", verdict: "good", seen: dir };
}

/** A lock that has been held for long belongs to a writer that hangs, or died: the next one takes it over. */
function examineLocks({ dir, where }: Place): readonly Finding[] {
  const homes = readdirSync(join(dir, "streams")).flatMap((name) => [
    join(dir, "streams", name, "log"),
    join(dir, "streams", name, "marks"),
  ]);
  const all = [join(dir, "registry"), ...homes].filter((path) => existsSync(path));
  const held = all.filter((path) => locksIn(path).some((name) => name.startsWith("held.")));
  const missing = all.filter((path) => locksIn(path).length === 0);
  const aside = all.flatMap((path) =>
    existsSync(join(path, "aside")) ? readdirSync(join(path, "aside")) : [],
  );
  return [
    missing.length > 0
      ? {
          check: "locks",
          verdict: "bad",
          seen: `no lock in ${missing.join(", ")}`,
          todo: `tideline repair --yes${where}, with every other process closed`,
        }
      : held.length > 0
        ? {
            check: "locks",
            verdict: "look",
            seen: `${held.length} held now`,
            todo: "nothing: a dead owner's lock is taken over by the next writer",
          }
        : { check: "locks", verdict: "good", seen: `${all.length} free` },
    ...(aside.length === 0
      ? []
      : [
          {
            check: "kept aside",
            verdict: "look",
            seen: `${aside.length} pieces that were cut or damaged`,
            todo: `look at streams/*/log/aside in ${dir}, and delete what you do not need`,
          } as const,
        ]),
  ];
}

function locksIn(path: string): readonly string[] {
  const lock = join(path, "lock");
  return existsSync(lock) ? readdirSync(lock) : [];
}

async function examineStreams(workspace: Workspace, place: Place): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const stream of await workspace.store.list()) {
    if (isMarksStream(stream)) continue;
    const name = stream === "workspace" ? "workspace" : originText(stream);
    const reports = [await workspace.store.verify(stream)];
    if (stream !== "workspace") reports.push(await workspace.store.verify(marksOf(stream)));
    const problems = reports.flatMap((one) => one.problems);
    const events = reports[0]?.events ?? 0;
    findings.push(
      problems.length === 0
        ? {
            check: `log of ${name}`,
            verdict: "good",
            seen: `${events} ${events === 1 ? "event" : "events"}, the chain is whole`,
          }
        : {
            check: `log of ${name}`,
            verdict: "bad",
            seen: `${problems.length} problems, the first: ${problems[0]?.message}`,
            todo: toRepair(place),
          },
    );
    if (stream !== "workspace" && problems.length === 0)
      findings.push(...(await examineFacts(workspace, stream, place)));
  }
  return findings;
}

async function examineFacts(workspace: Workspace, origin: Origin, place: Place): Promise<readonly Finding[]> {
  const name = originText(origin);
  const where = `${whereOf({ dir: undefined, origin: origin === "owner" ? undefined : name })}${place.where}`;
  const memory = workspace.memory(origin);
  const { forReview, events } = await memory.stats();
  const { facts, junk, duplicates } = await judgeFacts(memory);
  const share = (count: number) =>
    `${count} of ${facts} (${facts === 0 ? 0 : ((100 * count) / facts).toFixed(1)} %)`;
  const snapshot = await workspace.store.getBlob(origin, "state");
  return [
    {
      check: `index of ${name}`,
      verdict: "good",
      seen:
        snapshot === undefined
          ? `folded anew from ${events} ${events === 1 ? "event" : "events"} at each start`
          : `kept up to event ${snapshot.seq} of ${events}`,
    },
    {
      check: `junk of ${name}`,
      verdict: junk.length * 20 > facts ? "look" : "good",
      seen: share(junk.length),
      ...(junk.length === 0
        ? {}
        : { todo: `look, and archive what is of no use: tideline inspect ${junk[0]}${where}` }),
    },
    {
      check: `duplicates of ${name}`,
      verdict: duplicates.length * 20 > facts ? "look" : "good",
      seen: share(duplicates.length),
      ...(duplicates.length === 0
        ? {}
        : { todo: `look, and archive what is said elsewhere: tideline inspect ${duplicates[0]}${where}` }),
    },
    ...(forReview === 0
      ? []
      : [
          {
            check: `review of ${name}`,
            verdict: "look",
            seen: `${forReview} ${forReview === 1 ? "fact waits" : "facts wait"} for a person`,
            todo: `tideline review${where}`,
          } as const,
        ]),
  ];
}

async function examineTokens(workspace: Workspace, { where }: Place): Promise<Finding> {
  const tokens = await workspace.tokens.list();
  const past = tokens.filter((one) => one.expiresAt !== undefined && one.expiresAt <= workspace.now());
  if (past.length === 0) return { check: "tokens", verdict: "good", seen: `${tokens.length}` };
  return {
    check: "tokens",
    verdict: "look",
    seen: `${past.length} of ${tokens.length} are past their time`,
    todo: `tideline token revoke ${past[0]?.id} --yes${where}`,
  };
}

function line({ check, verdict, seen, todo }: Finding, io: Io): string {
  const style = styleOf(io.out, io.env);
  const mark = { good: style.good("good"), look: style.warn("look"), bad: style.warn("BAD ") }[verdict];
  return `${mark}  ${safe(check)}: ${safe(seen)}${todo === undefined ? "" : `\n      → ${safe(todo)}`}`;
}
