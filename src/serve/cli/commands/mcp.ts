/** How does an editor talk to memory? Over MCP on standard input and output; nothing else may be written there. */
import { TidelineError } from "../../../errors.ts";
import { NO_SETTINGS, type Settings } from "../../../log/settings.ts";
import { parseOrigin } from "../../../model/origin.ts";
import type { SecretsMode } from "../../../write/secrets.ts";
import { type AllowanceSettings, allowanceOf, WriteBudget } from "../../budget.ts";
import type { Caller, Role, Voice } from "../../caller.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import type { ToolSet } from "../../mcp/tool-set.ts";
import { originFrom } from "../../origin-text.ts";
import type { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { checkNotLooser } from "../secrets-option.ts";

interface McpSettings extends AllowanceSettings {
  readonly role?: Role | undefined;
  readonly voice?: Voice | undefined;
  readonly notes?: string | undefined;
  readonly secrets?: SecretsMode | undefined;
  readonly tools?: ToolSet | undefined;
}

/**
 * A program without a terminal does not get the owner's voice or role just because its command line says so, and takes
 * no credentials that the workspace does not take.
 */
function checkVouched({ role, voice, secrets }: McpSettings, chosen: Pick<Settings, "voice" | "secrets">) {
  const claimed = voice === "owner" ? "--voice owner" : role === "owner" ? "--role owner" : undefined;
  if (claimed !== undefined && chosen.voice !== "owner")
    throw new TidelineError(
      "not-allowed",
      `${claimed} needs the owner's permission for programs without a terminal. To give it, run once at a terminal: tideline config voice owner`,
    );
  checkNotLooser(secrets, chosen.secrets);
}

async function openFor(io: Io, common: Common, settings: McpSettings): Promise<Workspace> {
  // Loaded after the handshake, so that an editor can show the tools without waiting for the engine.
  const { isUnused, openPlace, placeOf } = await import("../place.ts");
  // If a new workspace would not admit this client, the workspace is not created.
  if (isUnused(placeOf(io, common))) checkVouched(settings, NO_SETTINGS);
  const { notes, secrets } = settings;
  const workspace = await openPlace(io, common, { notesDir: notes, secrets, begins: true, embeds: true });
  try {
    checkVouched(settings, { voice: await workspace.voice(), secrets: await workspace.chosenSecrets() });
  } catch (error) {
    await workspace.close();
    throw error;
  }
  workspace.writes = new WriteBudget(allowanceOf(settings));
  workspace.vectors.warmUp();
  return workspace;
}

export async function mcp(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const settings = given as McpSettings;
  const { role = "agent", voice = "agent" } = settings;
  const origin = parseOrigin(originFrom(common.origin) ?? "owner");
  const caller: Caller = { role, voice, origin, name: "stdio", surface: "mcp" };
  let workspace: Workspace | undefined;
  const open = async () => {
    workspace = await openFor(io, common, settings);
    return workspace;
  };
  try {
    await serveStdio(open, caller, { stopped: io.untilStopped(), tools: settings.tools });
  } finally {
    await workspace?.close();
  }
  // Answers that nobody takes would keep the process alive.
  if (process.stdout.writableLength > 0) process.exit(EXIT.ok);
  return EXIT.ok;
}
