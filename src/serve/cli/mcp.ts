/**
 * How does an editor talk to memory? By MCP on standard input and output. Nothing else may be written there.
 */
import { parseOrigin } from "../../model/origin.ts";
import type { Caller, Role, Voice } from "../caller.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { originFrom } from "../origin-text.ts";
import type { Workspace } from "../workspace.ts";
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
  let workspace: Workspace | undefined;
  // Loaded after the greeting: an editor shows its tools without waiting for the engine.
  const open = async () => {
    const { openPlace } = await import("./place.ts");
    workspace = openPlace(io, common, { notesDir: notes, begins: true });
    return workspace;
  };
  try {
    await serveStdio(open, caller, io.untilStopped());
    return EXIT.ok;
  } finally {
    await workspace?.close();
  }
}
