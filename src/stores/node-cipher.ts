/** How does Node encrypt? AES-256-GCM with random nonces; keys are derived by SHA-256. */
import * as crypto from "node:crypto";
import type { Cipher } from "../ports/keys.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;
/** Texts are filled up to a multiple of so many bytes. */
const PADDED_BYTES = 64;

function seal(key: Uint8Array, about: string, plain: Uint8Array): Buffer {
  const nonce = crypto.randomBytes(NONCE_BYTES);
  const cipher = crypto.createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Uint8Array, about: string, sealed: Uint8Array): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = crypto.createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return undefined; // Not authentic: another key, another place, or damage. The caller says which.
  }
}

export const nodeCipher: Cipher = {
  seal,
  open,
  sealText(key, about, plain) {
    const filled = Buffer.alloc(Math.ceil(Buffer.byteLength(plain) / PADDED_BYTES) * PADDED_BYTES, " ");
    filled.write(plain);
    return seal(key, about, filled).toString("base64url");
  },
  openText: (key, about, sealed) => open(key, about, Buffer.from(sealed, "base64url"))?.toString("utf8"),
  derive(key, label) {
    const input = Buffer.allocUnsafe(KEY_BYTES + 1);
    input.set(key);
    input[KEY_BYTES] = label;
    return typeof crypto.hash === "function"
      ? crypto.hash("sha256", input, "buffer")
      : crypto.createHash("sha256").update(input).digest();
  },
  newKey: () => crypto.randomBytes(KEY_BYTES),
};
