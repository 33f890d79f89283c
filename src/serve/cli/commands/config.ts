/**
 * What has the owner decided for this workspace? In whose voice commands without a terminal speak. This can be changed
 * at a terminal only, so that an agent's shell cannot give itself the owner's voice.
 */
import { TidelineError } from "../../../errors.ts";
import { LOCAL_OWNER, speakerOf, type Voice } from "../../caller.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { openPlace } from "../place.ts";
import { safeJson } from "../show/terminal.ts";

const MEANING: Readonly<Record<Voice, string>> = {
  agent: "commands without a terminal speak as an agent (class 1), and change nothing that you said",
  owner: "commands without a terminal speak as you",
};

export async function config(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const value = given.value as Voice | undefined;
  if (value !== undefined && !io.isAttended)
    throw new TidelineError(
      "not-allowed",
      "Only a person at a terminal says in whose voice commands speak that have none, and there is none here. Run this command in a terminal yourself.",
    );
  const workspace = openPlace(io, common, { begins: value !== undefined });
  try {
    if (value !== undefined) await workspace.chooseVoice(value, speakerOf(LOCAL_OWNER));
    const voice = await workspace.voice();
    io.out.write(common.json ? `${safeJson({ voice })}\n` : `voice: ${voice} (${MEANING[voice]})\n`);
    return EXIT.ok;
  } finally {
    await workspace.close();
  }
}
