/**
 * May a command line choose what is done with credentials? Only more strictly than the workspace does. An agent's shell
 * must not take credentials that the owner's workspace does not.
 */
import { TidelineError } from "../../errors.ts";
import { SECRETS_MODES, type SecretsMode } from "../../write/secrets.ts";

/** Refuses `--secrets` if it is looser than what the owner has chosen for the workspace. */
export function checkNotLooser(secrets: SecretsMode | undefined, chosen: SecretsMode): void {
  if (secrets === undefined || SECRETS_MODES.indexOf(secrets) <= SECRETS_MODES.indexOf(chosen)) return;
  throw new TidelineError(
    "not-allowed",
    `--secrets ${secrets} is less strict than the setting of this workspace (${chosen}). To change the setting, run once at a terminal: tideline config secrets ${secrets}`,
  );
}
