/**
 * Where does a program of ours find the key of a sealed workspace? The workspace says what kind of vault it was sealed
 * with; the environment says the rest:
 *
 *   file         TIDELINE_KEYS is the folder of the key files, if it is not the usual one
 *   passphrase   the same, and TIDELINE_PASSPHRASE
 *   environment  TIDELINE_KEY is the secret: 32 bytes in base64
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TidelineError } from "../../errors.ts";
import type { KeyVault } from "../../ports/keys.ts";
import { keyFile, passphraseKeys, secretKeys } from "./key-file.ts";

export const VAULT_KINDS = ["file", "passphrase", "environment"] as const;
export type VaultKind = (typeof VAULT_KINDS)[number];

export type KeyEnvironment = Readonly<Record<string, string | undefined>>;

/** The vault of a sealed workspace; undefined if its words are plain, or there is no workspace. */
export function vaultOf(dir: string, env: KeyEnvironment): KeyVault | undefined {
  const path = join(dir, "keys/ring.jsonl");
  if (!existsSync(path)) return undefined;
  const kind = kindIn(path);
  if (kind === undefined)
    throw new TidelineError(
      "keys-missing",
      `${dir} was sealed with keys that this command does not know. Open it with the program that sealed it.`,
    );
  return vaultOfKind(kind, env);
}

export function vaultOfKind(kind: VaultKind, env: KeyEnvironment): KeyVault {
  const folder = env.TIDELINE_KEYS === "" ? undefined : env.TIDELINE_KEYS;
  if (kind === "file") return keyFile({ folder });
  if (kind === "environment") return secretKeys(given(env, "TIDELINE_KEY"));
  return passphraseKeys(given(env, "TIDELINE_PASSPHRASE"), { folder });
}

function given(env: KeyEnvironment, name: string): string {
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  throw new TidelineError(
    "keys-missing",
    `The key of this workspace is missing: set ${name}. Nothing was changed.`,
  );
}

/** undefined: another kind, or the line is damaged. Opening the workspace then says which. */
function kindIn(path: string): VaultKind | undefined {
  const [line = ""] = readFileSync(path, "utf8").split("\n", 1);
  const kind = /"vault":"([a-z]+)"/.exec(line)?.[1];
  return VAULT_KINDS.find((one) => one === kind);
}
