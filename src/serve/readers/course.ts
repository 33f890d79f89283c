/** What must be told to another thread that opens the same workspace? All that is not on the disk. */
import type { Params } from "../../lifecycle/params.ts";
import type { SecretsMode } from "../../write/secrets.ts";

/** What was decided in this process, and is not looked up on the disk at every call. */
export interface Course {
  readonly policy: string;
  readonly policyParams: Params;
  /** Maintenance runs by itself, in the thread that writes. */
  readonly isKept: boolean;
}

/** What a reader is started with: how to open the same workspace. */
export interface ReaderSetup {
  readonly dir: string;
  readonly notesDir: string;
  readonly multiValued: readonly string[] | undefined;
  readonly secrets: SecretsMode;
}
