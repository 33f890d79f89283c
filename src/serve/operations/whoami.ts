/**
 * Who is the caller here? So that a surface can hide what its caller may not do, instead of offering it and refusing.
 */
import { VERSION } from "../version.ts";
import { EVERYBODY, operation } from "./operation.ts";

export const whoami = operation({
  name: "whoami",
  doc: "Shows who you are here: role, origin and voice.",
  effect: "read",
  idempotent: true,
  roles: EVERYBODY,
  input: {},
  example: "whoami",
  cli: { origin: false, quiet: false },
  http: { method: "GET", path: "/v1/whoami" },
  async run({ caller, workspace }) {
    const { role, origin, voice } = caller;
    const keepsWorkspace = role === "owner" && origin === "owner";
    return {
      role,
      origin,
      voice,
      version: VERSION,
      // Only the owner learns where the workspace and the program are, and whether everybody on this machine may enter.
      ...(keepsWorkspace
        ? {
            place: workspace.place,
            ...(workspace.program === undefined ? {} : { program: workspace.program }),
            open: (await workspace.tokens.list()).length === 0,
          }
        : {}),
    };
  },
});
