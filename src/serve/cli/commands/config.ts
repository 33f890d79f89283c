/**
 * What has the owner settled for this workspace? Whose voice commands without a terminal have, what is done with
 * credentials, and which language model is asked. All are changed at a terminal only: an agent's shell does not give
 * itself the owner's voice, nor leave to store keys, nor send conversations elsewhere.
 */
import { TidelineError } from "../../../errors.ts";
import { badArgument } from "../../../model/arguments.ts";
import { SECRETS_MODES, type SecretsMode } from "../../../write/secrets.ts";
import { LOCAL_OWNER, speakerOf, VOICES, type Voice } from "../../caller.ts";
import type { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { openPlace } from "../place.ts";
import { safeJson } from "../show/terminal.ts";
import { configLlm, llmLine, llmNow, plain } from "./config-llm.ts";

interface Setting<T extends string> {
  readonly values: readonly T[];
  readonly meaning: Readonly<Record<T, string>>;
  /** What else is to be done after a change. */
  readonly note?: string;
  read(workspace: Workspace): Promise<T>;
  choose(workspace: Workspace, value: T): Promise<void>;
}

const voice: Setting<Voice> = {
  values: VOICES,
  meaning: {
    agent: "commands without a terminal speak as an agent (class 1) and cannot change what you said",
    owner: "commands without a terminal speak as you",
  },
  read: (workspace) => workspace.voice(),
  choose: (workspace, value) => workspace.chooseVoice(value, speakerOf(LOCAL_OWNER)),
};

const secrets: Setting<SecretsMode> = {
  values: SECRETS_MODES,
  meaning: {
    refuse: "keys, passwords and other credentials are not stored",
    mark: "credentials are stored, listed for review, and left out of context blocks",
    allow: "credentials are stored and shown like anything else",
  },
  note: "A server or MCP process that runs already follows after a restart.",
  read: (workspace) => workspace.chosenSecrets(),
  choose: (workspace, value) => workspace.chooseSecrets(value, speakerOf(LOCAL_OWNER)),
};

interface Given {
  readonly setting?: "voice" | "secrets" | "llm";
  readonly value?: string;
  readonly baseUrl?: string;
}

export async function config(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { setting, value, baseUrl } = given as Given;
  if (baseUrl !== undefined && setting !== "llm") throw badArgument("--base-url is for the setting llm only");
  if (setting === undefined) return await showAll(io, common);
  if (value !== undefined) refuseUnattended(io, setting);
  if (setting === "llm") return await configLlm(io, common, value, baseUrl);
  return setting === "voice"
    ? await settle(io, common, setting, voice, value)
    : await settle(io, common, setting, secrets, value);
}

function refuseUnattended(io: Io, name: string): void {
  if (io.isAttended) return;
  throw new TidelineError(
    "not-allowed",
    `Only a person at a terminal may change the setting ${name}, and this command runs without one. Run it in a terminal yourself.`,
  );
}

async function showAll(io: Io, common: Common): Promise<ExitCode> {
  const workspace = await openPlace(io, common);
  try {
    const now = { voice: await voice.read(workspace), secrets: await secrets.read(workspace) };
    const llm = await llmNow(io, workspace);
    const lines = [lineOf("voice", voice, now.voice), lineOf("secrets", secrets, now.secrets), llmLine(llm)];
    io.out.write(common.json ? `${safeJson({ ...now, llm: plain(llm) })}\n` : lines.join(""));
    return EXIT.ok;
  } finally {
    await workspace.close();
  }
}

function lineOf<T extends string>(name: string, { meaning }: Setting<T>, value: T): string {
  return `${name}: ${value} (${meaning[value]})\n`;
}

async function settle<T extends string>(
  io: Io,
  common: Common,
  name: string,
  setting: Setting<T>,
  value: string | undefined,
): Promise<ExitCode> {
  const wanted = setting.values.find((one) => one === value);
  if (value !== undefined && wanted === undefined)
    throw badArgument(`${name} must be ${setting.values.join(" or ")}, not "${value.slice(0, 60)}"`);
  const workspace = await openPlace(io, common, { begins: wanted !== undefined });
  try {
    if (wanted !== undefined) await setting.choose(workspace, wanted);
    const now = await setting.read(workspace);
    const note = wanted === undefined || setting.note === undefined ? "" : `${setting.note}\n`;
    io.out.write(common.json ? `${safeJson({ [name]: now })}\n` : `${lineOf(name, setting, now)}${note}`);
    return EXIT.ok;
  } finally {
    await workspace.close();
  }
}
