/**
 * Is the workspace in good health, and what should be done if not?
 *
 * It looks at everything. It changes nothing itself; what the store repairs when it is opened is reported too. Each
 * finding says what was seen and what to do, and a bad one hides no other. If the advice is a command, the command
 * stands at the end, after a colon, and works as printed.
 */

import { isTidelineError } from "../../../errors.ts";
import { driveNow } from "../../../log/steps.ts";
import { readShreds } from "../../../memory/certificates.ts";
import { readSettings } from "../../../memory/settings.ts";
import { type EventOf, SECRET_GENERATION } from "../../../model/event.ts";
import type { Origin } from "../../../model/origin.ts";
import { inboxOf, isOriginStream, isSideStream, type MainStream, marksOf } from "../../../model/stream.ts";
import { FactStore } from "../../../stores/file/fact-store.ts";
import { pathStateOf } from "../../../stores/file/path-state.ts";
import { vaultOf } from "../../../stores/keys/chosen.ts";
import { originText } from "../../origin-text.ts";
import { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { folderOf } from "../place.ts";
import { adviceFor, type Place, toRepair } from "../show/advice.ts";
import { calledAgain } from "../show/again.ts";
import { safe, safeJson, styleOf } from "../show/terminal.ts";
import { aboutId, whereOf } from "../show/where.ts";
import { examineAccess, examineFiles, examineFolder, type Finding, noWorkspace } from "./doctor-folder.ts";
import { summed } from "./doctor-sums.ts";
import { judgeFacts } from "./junk.ts";

export async function doctor(io: Io, common: Common): Promise<ExitCode> {
  const dir = folderOf(io, common);
  const findings = await lookAt({ dir, again: (words) => calledAgain(io, dir, words) });
  if (common.json) io.out.write(`${safeJson({ folder: dir, findings })}\n`);
  else
    io.out.write(
      `${summed(findings)
        .map((one) => line(one, io))
        .join("\n")}\n`,
    );
  return findings.some((one) => one.verdict === "bad") ? EXIT.found : EXIT.ok;
}

async function lookAt(place: Place): Promise<readonly Finding[]> {
  return await orFinding("folder", place, async () => {
    const state = pathStateOf(place.dir);
    return state === "workspace" ? await examine(place) : [noWorkspace(place, state)];
  });
}

/** If something cannot be examined, that is a finding too. */
async function orFinding(
  check: string,
  place: Place,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    return [{ check, verdict: "bad", seen: error.message, todo: adviceFor(error, place) }];
  }
}

async function examine(place: Place): Promise<readonly Finding[]> {
  const notices: string[] = [];
  const files = [examineFolder(place), ...examineAccess(place), ...examineFiles(place)];
  const inside = await orFinding("opening", place, async () => {
    const store = new FactStore(place.dir, {
      onNotice: ({ message }) => notices.push(message),
      keys: vaultOf(place.dir, process.env),
    });
    try {
      return await examineStore(store, place);
    } finally {
      store.close();
    }
  });
  return [...files, ...inside, ...notices.map(putRight)];
}

async function examineStore(store: FactStore, place: Place): Promise<readonly Finding[]> {
  const logs = new Map<MainStream, Finding>();
  for (const stream of store.list())
    if (!isSideStream(stream)) logs.set(stream, await examineLog(store, stream, place));
  const beyond = await orFinding("settings", place, async () => {
    const workspace = await Workspace.over(store, place.dir);
    const findings: Finding[] = [];
    for (const [stream, { verdict }] of logs) {
      if (stream === "workspace" || verdict === "bad") continue;
      const look = () => examineFacts(workspace, stream, place);
      findings.push(...(await orFinding(`facts of ${originText(stream)}`, place, look)));
    }
    const secrets = [...(await examineSecret(store)), ...examineKeys(store, place)];
    return [...findings, ...secrets, await examineTokens(workspace, place)];
  });
  return [...logs.values(), ...beyond];
}

/** What the store repaired when it was opened: the next look would no longer find it. */
function putRight(seen: string): Finding {
  return {
    check: "repaired",
    verdict: "look",
    seen,
    todo: "if something that was there before is missing, look in the copy or in a backup",
  };
}

async function examineLog(store: FactStore, stream: MainStream, place: Place): Promise<Finding> {
  const check = `log of ${stream === "workspace" ? "workspace" : originText(stream)}`;
  const [finding] = await orFinding(check, place, async () => {
    const reports = [store.verify(stream)];
    if (stream !== "workspace") reports.push(store.verify(marksOf(stream)), store.verify(inboxOf(stream)));
    const problems = reports.flatMap((one) => one.problems);
    const events = reports[0]?.events ?? 0;
    if (problems.length === 0)
      return [
        {
          check,
          verdict: "good",
          seen: `${events} ${events === 1 ? "event" : "events"}, the hash chain is intact`,
        },
      ];
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems, the first`;
    return [{ check, verdict: "bad", seen: `${count}: ${problems[0]?.message}`, todo: toRepair(place) }];
  });
  return finding as Finding;
}

async function examineFacts(workspace: Workspace, origin: Origin, place: Place): Promise<readonly Finding[]> {
  const name = originText(origin);
  const whose = whereOf({ dir: undefined, origin: origin === "owner" ? undefined : name });
  const memory = workspace.memory(origin);
  const { forReview, events } = await memory.stats();
  const { setAside } = await memory.review({ grouped: true, limit: 1 });
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
          ? `rebuilt from ${events} ${events === 1 ? "event" : "events"} at each start`
          : `stored up to event ${snapshot.seq} of ${events}`,
    },
    {
      check: `junk of ${name}`,
      verdict: junk.length * 20 > facts ? "look" : "good",
      seen: share(junk.length),
      ...(junk.length === 0
        ? {}
        : {
            todo: `look at them, and archive what is not useful: ${place.again(aboutId("inspect", junk[0] as string, whose))}`,
          }),
    },
    {
      check: `duplicates of ${name}`,
      verdict: duplicates.length * 20 > facts ? "look" : "good",
      seen: share(duplicates.length),
      ...(duplicates.length === 0
        ? {}
        : {
            todo: `look at them, and archive what another fact already says: ${place.again(aboutId("inspect", duplicates[0] as string, whose))}`,
          }),
    },
    ...(setAside.count === 0
      ? []
      : [
          {
            check: `conversations of ${name}`,
            verdict: "look" as const,
            seen: `${setAside.count} ${setAside.count === 1 ? "turn" : "turns"} could not be distilled, one because: ${setAside.turns[0]?.reason ?? "the reason was erased"}`,
            todo: `what they said is in no fact; look at them, and distil them again or dismiss them: ${place.again(`review${whose}`)}`,
          },
        ]),
    ...(forReview === 0
      ? []
      : [
          {
            check: `review of ${name}`,
            verdict: "look",
            seen: `${forReview} ${forReview === 1 ? "fact waits" : "facts wait"} for a person`,
            todo: place.again(`review${whose}`),
          } as const,
        ]),
  ];
}

/** No finding, unless the secret is of an earlier version. */
async function examineSecret(store: FactStore): Promise<readonly Finding[]> {
  const { secret, secretGeneration, retired } = driveNow(readSettings(store));
  const isOutdated = secret !== undefined && secretGeneration < SECRET_GENERATION;
  if (!isOutdated && retired.length === 0) return [];
  const seen = "was made by an earlier version: whoever has these files can check guesses at purged words";
  return [{ check: "secret", verdict: "look", seen, todo: "write or purge something: that replaces it" }];
}

/** No finding if the words are plain. Otherwise: may copies from before be read, and was a shred cut off? */
function examineKeys(store: FactStore, { again }: Place): readonly Finding[] {
  const status = store.keys?.status();
  if (status === undefined) return [];
  const { shreds } = driveNow(readShreds(store));
  const open = shreds.filter(({ certificate }) => certificate === undefined);
  const whole: Finding = status.due
    ? {
        check: "keys",
        verdict: "look",
        seen: "texts were erased since the key was replaced: copies from before can still be read with it",
        todo: again("keys replace"),
      }
    : { check: "keys", verdict: "good", seen: `in ${status.place}` };
  return [whole, ...open.map(({ begun }) => unfinished(store, begun, again))];
}

function unfinished(
  store: FactStore,
  { keys, asked, at }: EventOf<"shredded">,
  again: Place["again"],
): Finding {
  const origin = store.list().find((stream) => isOriginStream(stream) && store.keys?.idOf(stream) === keys);
  const whose = origin === undefined || origin === "owner" ? "" : ` --origin ${originText(origin as Origin)}`;
  return {
    check: "shred",
    verdict: "look",
    seen: `one was begun on ${new Date(at).toISOString()} and did not end`,
    todo:
      asked === undefined
        ? "give the same command again: it goes on where it stopped, and says why if it cannot"
        : again(`shred ${asked}${whose} --yes`),
  };
}

async function examineTokens(workspace: Workspace, { again }: Place): Promise<Finding> {
  const tokens = await workspace.tokens.list();
  const past = tokens.filter((one) => one.expiresAt !== undefined && one.expiresAt <= workspace.now());
  if (past.length === 0) return { check: "tokens", verdict: "good", seen: `${tokens.length}` };
  return {
    check: "tokens",
    verdict: "look",
    seen: `${past.length} of ${tokens.length} have expired`,
    todo: again(`token revoke ${past[0]?.id} --yes`),
  };
}

function line({ check, verdict, seen, todo }: Finding, io: Io): string {
  const style = styleOf(io.out, io.env);
  const mark = { good: style.good("good"), look: style.warn("look"), bad: style.warn("BAD ") }[verdict];
  return `${mark}  ${safe(check)}: ${safe(seen)}${todo === undefined ? "" : `\n      → ${safe(todo)}`}`;
}
