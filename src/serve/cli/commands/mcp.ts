/** How does an editor talk to memory? Over MCP on standard input and output; nothing else may be written there. */
import { TidelineError } from "../../../errors.ts";
import { parseOrigin } from "../../../model/origin.ts";
import type { SecretsMode } from "../../../write/secrets.ts";
import { allowanceOf, WriteBudget } from "../../budget.ts";
import type { Caller, Role, Voice } from "../../caller.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import { originFrom } from "../../origin-text.ts";
import type { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { checkNotLooser } from "../secrets-option.ts";

/** A program without a terminal does not get the owner's voice or role just because its command line says so. */
async function checkVouched(workspace: Workspace, role: Role, voice: Voice): Promise<void> {
  const claimed = voice === "owner" ? "--voice owner" : role === "owner" ? "--role owner" : undefined;
  if (claimed === undefined || (await workspace.voice()) === "owner") return;
  throw new TidelineError(
    "not-allowed",
    `${claimed} needs the owner's permission for programs without a terminal. To give it, run once at a terminal: tideline config voice owner`,
  );
}

export async function mcp(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const {
    role = "agent",
    voice = "agent",
    notes,
    secrets,
  } = given as {
    role?: Role;
    voice?: Voice;
    notes?: string;
    secrets?: SecretsMode;
  };
  const origin = parseOrigin(originFrom(common.origin) ?? "owner");
  const caller: Caller = { role, voice, origin, name: "stdio", surface: "mcp" };
  let workspace: Workspace | undefined;
  // Loaded after the handshake, so that an editor can show the tools without waiting for the engine.
  const open = async () => {
    const { openPlace } = await import("../place.ts");
    const opened = openPlace(io, common, { notesDir: notes, secrets, begins: true });
    try {
      await checkVouched(opened, role, voice);
      checkNotLooser(secrets, await opened.chosenSecrets());
    } catch (error) {
      await opened.close();
      throw error;
    }
    opened.writes = new WriteBudget(allowanceOf(given));
    workspace = opened;
    return opened;
  };
  try {
    await serveStdio(open, caller, io.untilStopped());
    return EXIT.ok;
  } finally {
    await workspace?.close();
  }
}
