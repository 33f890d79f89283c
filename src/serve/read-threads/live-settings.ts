/** What must another thread be told to open the same workspace? Everything that is not on disk. */
import type { Params } from "../../lifecycle/params.ts";
import type { SecretsMode } from "../../write/secrets.ts";

/** What was decided in this process and is not read from disk at every call. */
export interface LiveSettings {
  readonly policy: string;
  readonly policyParams: Params;
  /** True if the keeper runs passes by itself; it runs in the writing thread. */
  readonly isKeeperOn: boolean;
}

/** What a read thread (a thread that answers reads) is started with: how to open the same workspace. */
export interface ReadThreadSetup {
  readonly dir: string;
  readonly notesDir: string;
  readonly multiValued: readonly string[] | undefined;
  readonly secrets: SecretsMode;
}
