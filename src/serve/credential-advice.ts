/**
 * What helps against a refused credential, on this surface? The engine names an option of the library, which only the
 * host of a library can set. A surface names the setting of the workspace instead.
 *
 * Nobody is told a path here: an agent may not know where the workspace is. The command line adds its own `--dir`.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import type { Surface } from "../model/speaker.ts";
import { ALLOW_BY_OPTION } from "../write/decide.ts";

const AT_TERMINAL =
  "let this workspace store such texts, at a terminal: tideline config secrets mark (and restart a running server)";
const BY_OWNER =
  "the owner can allow it, at a terminal: tideline config secrets mark, and a restart of the server";

const ADVICE: Readonly<Partial<Record<Surface, string>>> = {
  cli: AT_TERMINAL,
  http: BY_OWNER,
  mcp: BY_OWNER,
};

export function credentialAdvice(text: string, surface: Surface): string {
  const advice = ADVICE[surface];
  return advice === undefined ? text : text.replace(ALLOW_BY_OPTION, () => advice);
}

export function withCredentialAdvice(error: unknown, surface: Surface): unknown {
  if (!isTidelineError(error, "secret-refused")) return error;
  return new TidelineError(error.code, credentialAdvice(error.message, surface), error.details, error);
}
