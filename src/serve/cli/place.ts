/**
 * How does a command open its workspace? Where `--dir` or the environment says; what the store had to put right on the
 * way is said to the person, on standard error, whatever the answer looks like.
 */
import { defaultDir, Workspace, type WorkspaceOptions } from "../workspace.ts";
import type { Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { safe } from "./terminal.ts";

/** The folder that a command is about. */
export function placeOf(io: Io, { dir }: Common): string {
  return dir ?? defaultDir(io.env);
}

export function openPlace(io: Io, common: Common, options: WorkspaceOptions = {}): Workspace {
  return Workspace.open(placeOf(io, common), { onNotice: warnings(io), ...options });
}

/** A torn tail that was cut, an erasure that was finished: no error, but nobody should have to look for it. */
export function warnings(io: Io): (notice: { readonly message: string }) => void {
  return ({ message }) => io.err.write(`tideline: warning: ${safe(message)}\n`);
}
