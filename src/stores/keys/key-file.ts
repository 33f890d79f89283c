/**
 * How are keys kept in files of this user?
 *
 * One file per key, private to the user (0600), in a folder outside every workspace. With a passphrase, the key in the
 * file is encrypted under a key that scrypt makes of the passphrase. Destroying a key overwrites its file and removes
 * it; a copy of the file, or a block that the medium keeps, cannot be reached.
 */
import { createHmac, randomBytes, scryptSync } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { TidelineError } from "../../errors.ts";
import type { KeyVault } from "../../ports/keys.ts";
import { KEY_BYTES, nodeCipher } from "../node-cipher.ts";

/** Where key files are. */
export interface KeyFileOptions {
  /** The folder of the key files. Default: `tideline/keys` in the user's configuration folder. */
  readonly folder?: string | undefined;
}

const ENDING = ".key";
const KEY_ID = /^[0-9A-Za-z_-]+\.[0-9]+\.[0-9A-Za-z_-]+$/;
/** About a tenth of a second, and 64 MiB, for each guess. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const LEAST_PASSPHRASE_CHARS = 12;

/** Turns the key in a file into the key itself, and back. */
interface Wording {
  readonly kind: "file" | "passphrase";
  write(id: string, key: Uint8Array): Record<string, string>;
  read(id: string, file: Readonly<Record<string, unknown>>): Uint8Array | undefined;
}

/**
 * Keeps the key of a sealed workspace in a file of this user, outside the workspace.
 * @example const memory = Tideline.open("./memory", { keys: keyFile() });
 */
export function keyFile(options: KeyFileOptions = {}): KeyVault {
  return new FileVault(folderOf(options), PLAIN);
}

/**
 * The same, with the key in the file encrypted under a passphrase.
 * @example const memory = Tideline.open("./memory", { keys: passphraseKeys(passphrase) });
 */
export function passphraseKeys(passphrase: string, options: KeyFileOptions = {}): KeyVault {
  if (typeof passphrase !== "string" || passphrase.length < LEAST_PASSPHRASE_CHARS)
    throw new TidelineError(
      "invalid-argument",
      `A passphrase needs at least ${LEAST_PASSPHRASE_CHARS} characters. Five or six words chosen by chance are a good one.`,
    );
  return new FileVault(folderOf(options), underPassphrase(passphrase));
}

/**
 * Derives keys from a secret of 32 bytes in base64, which whoever starts the program keeps, for example in an environment
 * variable. Such a vault cannot destroy a key: whoever has the secret can always make it again.
 * @example const memory = Tideline.open("./memory", { keys: secretKeys(process.env.TIDELINE_KEY) });
 */
export function secretKeys(secret: string | undefined): KeyVault {
  const bytes = typeof secret === "string" ? Buffer.from(secret, "base64") : Buffer.alloc(0);
  if (bytes.length !== KEY_BYTES)
    throw new TidelineError(
      "invalid-argument",
      "The secret must be 32 bytes in base64. Make one with: openssl rand -base64 32",
    );
  const keyOf = (id: string) => createHmac("sha256", bytes).update(`tideline vault\n${id}`).digest();
  return {
    kind: "environment",
    destroys: false,
    place: "the secret",
    wrap: (id, key) => nodeCipher.seal(keyOf(id), id, key),
    unwrap: (id, wrapped) => nodeCipher.open(keyOf(id), id, wrapped),
    destroy: () => undefined,
    list: () => [],
  };
}

/**
 * Keeps keys in this process alone: for tests. When it ends, what was sealed with them is lost.
 * @example const memory = Tideline.open("./memory", { keys: memoryKeys() });
 */
export function memoryKeys(): KeyVault {
  const keys = new Map<string, Uint8Array>();
  return {
    kind: "memory",
    destroys: true,
    place: "this process",
    wrap(id, key) {
      const own = keys.get(id) ?? nodeCipher.newKey();
      keys.set(id, own);
      return nodeCipher.seal(own, id, key);
    },
    unwrap(id, wrapped) {
      const own = keys.get(id);
      return own && nodeCipher.open(own, id, wrapped);
    },
    destroy: (id) => void keys.delete(id),
    list: () => [...keys.keys()],
  };
}

class FileVault implements KeyVault {
  readonly kind: string;
  readonly destroys = true;
  readonly place: string;
  private readonly wording: Wording;

  constructor(folder: string, wording: Wording) {
    this.place = folder;
    this.kind = wording.kind;
    this.wording = wording;
  }

  wrap(id: string, key: Uint8Array): Uint8Array {
    return nodeCipher.seal(this.read(id) ?? this.make(id), id, key);
  }

  unwrap(id: string, wrapped: Uint8Array): Uint8Array | undefined {
    const own = this.read(id);
    return own && nodeCipher.open(own, id, wrapped);
  }

  destroy(id: string): void {
    const path = this.pathOf(id);
    if (!existsSync(path)) return;
    const file = openSync(path, "r+");
    try {
      writeSync(file, Buffer.alloc(readFileSync(path).length, " "), 0, undefined, 0);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    unlinkSync(path);
    this.syncFolder();
  }

  list(): readonly string[] {
    if (!existsSync(this.place)) return [];
    const names = readdirSync(this.place).filter((name) => name.endsWith(ENDING));
    return names.map((name) => name.slice(0, -ENDING.length)).filter((id) => KEY_ID.test(id));
  }

  /** A new key: on the medium before anything is sealed with it. */
  private make(id: string): Uint8Array {
    const key = nodeCipher.newKey();
    const path = this.pathOf(id);
    try {
      mkdirSync(this.place, { recursive: true, mode: 0o700 });
      const file = openSync(path, "wx", 0o600);
      try {
        const fields = { tideline: "key", format: 1, id, ...this.wording.write(id, key) };
        writeSync(file, `${JSON.stringify(fields)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      this.syncFolder();
    } catch (error) {
      throw new TidelineError(
        "not-writable",
        `The key file ${path} cannot be written. Check the folder.`,
        {},
        error,
      );
    }
    return key;
  }

  private read(id: string): Uint8Array | undefined {
    const path = this.pathOf(id);
    if (!existsSync(path)) return undefined;
    try {
      const file: unknown = JSON.parse(readFileSync(path, "utf8"));
      return this.wording.read(id, file as Record<string, unknown>);
    } catch (error) {
      if (error instanceof TidelineError) throw error;
      throw new TidelineError("keys-missing", `The key file ${path} cannot be read.`, { file: path }, error);
    }
  }

  private pathOf(id: string): string {
    if (!KEY_ID.test(id))
      throw new TidelineError("keys-missing", "The workspace names a key that no vault makes.");
    return join(this.place, id + ENDING);
  }

  private syncFolder(): void {
    const folder = openSync(this.place, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }
}

const PLAIN: Wording = {
  kind: "file",
  write: (_id, key) => ({ key: Buffer.from(key).toString("base64url") }),
  read(_id, file) {
    const key = typeof file.key === "string" ? Buffer.from(file.key, "base64url") : undefined;
    return key?.length === KEY_BYTES ? key : undefined;
  },
};

function underPassphrase(passphrase: string): Wording {
  // Deriving is slow on purpose, so it is done once for each salt.
  const known = new Map<string, Buffer>();
  const keyOf = (salt: string) => {
    const key = known.get(salt) ?? scryptSync(passphrase.normalize("NFC"), salt, KEY_BYTES, SCRYPT);
    known.set(salt, key);
    return key;
  };
  return {
    kind: "passphrase",
    write(id, key) {
      const salt = randomBytes(16).toString("base64url");
      const sealed = Buffer.from(nodeCipher.seal(keyOf(salt), id, key)).toString("base64url");
      return { scrypt: salt, sealed };
    },
    read(id, { scrypt, sealed }) {
      if (typeof scrypt !== "string" || typeof sealed !== "string") return undefined;
      const key = nodeCipher.open(keyOf(scrypt), id, Buffer.from(sealed, "base64url"));
      return key && Buffer.from(key);
    },
  };
}

/** The folder of the user's key files, where nothing else was chosen. */
export function defaultKeyFolder(): string {
  const { XDG_CONFIG_HOME: chosen = "", APPDATA: windows = "" } = process.env;
  const home = [chosen, windows].find((path) => isAbsolute(path)) ?? join(homedir(), ".config");
  return join(home, "tideline", "keys");
}

function folderOf({ folder }: KeyFileOptions): string {
  return resolve(folder ?? defaultKeyFolder());
}
