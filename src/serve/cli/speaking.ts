/**
 * In whose voice does a command speak? A person at a terminal is the owner. Without a terminal, the caller is a script
 * or an agent's shell: it sees what the owner sees but speaks as an agent, unless the owner has decided otherwise for
 * the workspace.
 */
import { isTidelineError, TidelineError } from "../../errors.ts";
import { MANAGES } from "../../write/change-gate.ts";
import { type Caller, LOCAL_OWNER } from "../caller.ts";
import type { Written } from "../operations/add.ts";
import type { Workspace } from "../workspace.ts";
import type { Io } from "./command.ts";
import { whereOf, withWhere } from "./show/where.ts";

export const UNATTENDED: Caller = { ...LOCAL_OWNER, voice: "agent", name: "script", isUnattended: true };

const REMEDY =
  "This command runs without a terminal, so it speaks as an agent. To let scripts speak as you, run once at a terminal: tideline config voice owner";

const OWNER_ONLY =
  "Only the owner may do this, and this command runs without a terminal, so it speaks as an agent. Run it at a terminal, or let scripts speak as you: tideline config voice owner";

const WRITTEN_AS_AGENT =
  "Written as an agent (class 1), because this command runs without a terminal. To change that: tideline config voice owner";

export async function localCaller(io: Io, workspace: Workspace): Promise<Caller> {
  return io.isAttended || (await workspace.voice()) === "owner" ? LOCAL_OWNER : UNATTENDED;
}

/** Adds a note that the facts were written as an agent, and how to change that. */
export function withVoiceNote(
  caller: Caller,
  operation: string,
  answer: unknown,
  dir: string | undefined,
): unknown {
  if (caller.isUnattended !== true || (operation !== "add" && operation !== "add-many")) return answer;
  const { note, ...rest } = answer as Pick<Written, "note">;
  const said = withWhere(WRITTEN_AS_AGENT, whereOf({ dir, origin: undefined }));
  return { ...rest, note: note === undefined ? said : `${note} ${said}` };
}

/** The reasons for refused facts of a list, with the folder in the commands that they name. */
export function withRefusalsHere(answer: unknown, dir: string | undefined): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  const where = whereOf({ dir, origin: undefined });
  const here = Object.entries(answer).flatMap(([name, value]): [string, unknown][] => {
    if (name === "result") return [[name, withRefusalsHere(value, dir)]];
    if (!LISTS_OF_WRITES.has(name) || !Array.isArray(value)) return [];
    return [[name, value.map((one: Pick<Written, "reason">) => refusedHere(one, where))]];
  });
  return here.length === 0 ? answer : { ...answer, ...Object.fromEntries(here) };
}

/** Where `add-many` and `import` list what became of each fact. */
const LISTS_OF_WRITES: ReadonlySet<string> = new Set(["results", "listed"]);

function refusedHere(one: Pick<Written, "reason">, where: string): unknown {
  return one.reason === undefined ? one : { ...one, reason: withWhere(one.reason, where) };
}

/** If the voice was the reason for a refusal, explains why this command speaks as an agent. */
export function withRemedy(caller: Caller, error: unknown): unknown {
  const isVoice =
    isTidelineError(error, "not-allowed") || (isTidelineError(error, "write-gate") && hasGateRule(error));
  if (caller.isUnattended !== true || !isVoice) return error;
  if (error.details.rule === MANAGES) return new TidelineError(error.code, OWNER_ONLY, error.details, error);
  return new TidelineError(error.code, `${error.message} ${REMEDY}`, error.details, error);
}

const VOICE_RULES: ReadonlySet<unknown> = new Set([
  "gate/above-voice",
  "gate/not-own-word",
  "gate/person",
  "gate/permanent",
]);

function hasGateRule({ details }: TidelineError): boolean {
  return VOICE_RULES.has(details.rule);
}
