/** Which keys does a workspace need, and are they given? Decided before anything is written. */
import { isTidelineError, TidelineError } from "../../../errors.ts";
import { keysMissing } from "../../../log/body-codec.ts";
import type { KeyVault } from "../../../ports/keys.ts";
import { nodeCipher } from "../../node-cipher.ts";
import { nodeRandom } from "../../node-ports.ts";
import { troubleWith } from "../disk/trouble.ts";
import type { FolderPorts } from "../log/log-writer.ts";
import { openWorkspace } from "../workspace.ts";
import { Keyring } from "./keyring.ts";

const CRYPTO = { cipher: nodeCipher, random: nodeRandom };

/** An open workspace. `keyring`: undefined if its words are plain. */
interface Opened {
  readonly keyring?: Keyring;
  readonly format: number;
}

/** Opens or makes the workspace. */
export function openKeyed(root: string, ports: FolderPorts, vault: KeyVault | undefined): Opened {
  const { disk, me } = ports;
  if (vault === undefined) {
    if (Keyring.isIn(root, ports)) throw keysMissing();
    return { format: openWorkspace(disk, root, me.nonce) };
  }
  checkVault(vault, root);
  if (Keyring.isIn(root, ports)) {
    const keyring = Keyring.open(root, ports, vault, CRYPTO);
    if (keyring.state === "sealing") throw notSealed(root, "is only partly sealed: sealing was interrupted");
    const format = openWorkspace(disk, root, me.nonce, () => keyring.settle());
    try {
      keyring.finishRotation();
    } catch (error) {
      // Where nothing can be written, the next one who can finishes it.
      if (!isTidelineError(troubleWith(root, "write", error), "not-writable")) throw error;
    }
    return { keyring, format };
  }
  if (disk.kind(`${root}/tideline.json`) === "file") throw notSealed(root, "holds plain text");
  const makeKeys = () => void Keyring.make(root, ports, vault, CRYPTO, "sealed");
  const format = openWorkspace(disk, root, me.nonce, makeKeys);
  return { keyring: Keyring.open(root, ports, vault, CRYPTO), format };
}

/** The keys of a workspace that may be damaged; undefined if its words are plain. */
export function keysOf(root: string, ports: FolderPorts, vault: KeyVault | undefined): Keyring | undefined {
  if (!Keyring.isIn(root, ports)) return undefined;
  if (vault === undefined) throw keysMissing();
  return Keyring.open(root, ports, vault, CRYPTO);
}

/** The keys of a workspace that is being sealed; makes them if there are none. */
export function keysForSealing(root: string, ports: FolderPorts, vault: KeyVault): Keyring {
  checkVault(vault, root);
  const keyring = Keyring.isIn(root, ports)
    ? Keyring.open(root, ports, vault, CRYPTO)
    : Keyring.make(root, ports, vault, CRYPTO, "sealing");
  keyring.markForResealing();
  // From here on words are sealed with it: it must not be lost.
  keyring.settle();
  return keyring;
}

function checkVault(vault: KeyVault, root: string): void {
  const isVault = ["wrap", "unwrap", "destroy", "list"].every(
    (name) => typeof (vault as unknown as Record<string, unknown>)?.[name] === "function",
  );
  if (!isVault)
    throw new TidelineError(
      "invalid-argument",
      "keys must be a vault, such as keyFile(): an object with wrap, unwrap, destroy and list.",
    );
  if (vault.place !== undefined && `${vault.place}/`.startsWith(`${root}/`))
    throw new TidelineError(
      "invalid-argument",
      `The key must not be in the workspace that it seals: ${vault.place} is in ${root}. Keep it elsewhere.`,
    );
}

function notSealed(root: string, why: string): TidelineError {
  return new TidelineError(
    "not-sealed",
    `${root} ${why}, and was opened with keys. Nothing was changed. Seal it first: tideline seal --dir ${root}`,
  );
}
