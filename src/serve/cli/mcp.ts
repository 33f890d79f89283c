/**
 * How does an editor talk to memory? By MCP on standard input and output. Nothing else may be written there.
 */
import { parseOrigin } from "../../model/origin.ts";
import type { Caller, Role, Voice } from "../caller.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { originFrom } from "../origin-text.ts";
import { defaultDir, Workspace } from "../workspace.ts";
import type { Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { EXIT, type ExitCode } from "./exit.ts";

export async function mcp(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const {
    role = "agent",
    voice = "agent",
    notes,
  } = given as {
    role?: Role;
    voice?: Voice;
    notes?: string;
  };
  const origin = parseOrigin(originFrom(common.origin) ?? "owner");
  const caller: Caller = { role, voice, origin, name: "stdio" };
  const workspace = Workspace.open(common.dir ?? defaultDir(io.env), { notesDir: notes });
  try {
    await serveStdio(workspace, caller, io.untilStopped());
    return EXIT.ok;
  } finally {
    await workspace.close();
  }
}
