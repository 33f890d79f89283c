/**
 * Does the text hold the secret from which an authenticator app makes its codes? It is written in Base32, in one piece or
 * in groups of four, behind its name or in the address of a QR code. The codes themselves last half a minute and are not
 * looked for.
 */
import type { Finder } from "./kind.ts";
import { isVaried } from "./likeness.ts";

const FACTOR =
  "(?:2fa|mfa|totp|hotp|otp|two[ -]factor|zwei-faktor|authenticator|autenticador|autenticatore|authentificateur)";
/** In this order in most languages; in Romance ones the key comes first. */
const KEY = "(?:secret|seed|key|geheimnis|schlussel|clave|cle|chiave|chave)";
const NAME = `(?:${FACTOR}[ _-]?(?:app[ ])?(?:setup[ ]|backup[ ]|shared[ ])?${KEY}|${KEY}[ ](?:del?|du|de l'|dell'|do)[ ]?${FACTOR})`;
const WHOSE = "(?:[ ](?:for|of|at|from|fur|von|bei|para|pour|per|de|di)(?:[ ][\\w.'-]{1,24}){1,3})?";
const SAYS = "(?:[ ](?:is|ist|lautet|es|est)|[ ]?[:=])?";
const BASE32 = "((?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4}|[A-Z2-7]{16,128})(?![A-Za-z0-9])";
const NAMED = new RegExp(`(?<![A-Za-z0-9])${NAME}${WHOSE}${SAYS}\\s{1,3}["'\`]?${BASE32}`, "gi");
const IN_ADDRESS = /otpauth:\/\/[ht]otp\/[^\s"'<>]{0,200}?[?&]secret=([A-Z2-7]{16,128})/gi;

export const findSecondFactor: Finder = (text) => {
  for (const form of [NAMED, IN_ADDRESS])
    for (const [, value = ""] of text.matchAll(form))
      if (isSecret(value)) return { kind: "named-key", what: "the secret of a second factor" };
  return undefined;
};

/** All in capitals or all in small letters, with a digit among them: words in capitals have none. */
function isSecret(value: string): boolean {
  const isOneCase = value === value.toUpperCase() || value === value.toLowerCase();
  return isOneCase && /\d/.test(value) && isVaried(value.replace(/[ -]/g, ""));
}
