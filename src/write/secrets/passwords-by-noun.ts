/**
 * Does the text reveal a password in Swedish, Norwegian, Danish, Finnish, Czech, Slovak, Hungarian, Turkish, Vietnamese or
 * Indonesian? Only the noun is known of each language, and the few words that say "is". So the value must be no word.
 *
 * The text comes without accents.
 */
import type { Finder } from "./kind.ts";
import { isDense, isNoWord } from "./passwords.ts";

const NOUN =
  "(?:losenord(?:et)?|passord(?:et)?|adgangskode[nr]?|kodeord(?:et)?|salasana(?:ni|mme)?|hesl[oau]|jelsz(?:o|avam|ava)|s[iı]fre(?:m|miz|si|n)?|parolam|mat khau|kata sandi)";
const WHOSE = "(?:[ ](?!(?:ar|er|on|je|az|adalah|la)[ ])[\\p{L}.'-]{1,20}){0,4}";
const SAYS = "(?:[ ]?[:=]|[ ](?:ar|er|on|je|az|adalah|la)(?=[ ]))[ ]{0,2}";
const TOLD = new RegExp(`(?<!\\p{L})${NOUN}${WHOSE}${SAYS}["'\`]?([^\\s"'\`<>]{5,64})`, "giu");
/** In Turkish nothing stands between the two. */
const BARE = new RegExp(`(?<!\\p{L})${NOUN}[ ]([^\\s"'\`<>]{5,64})`, "giu");

export const findPasswordByNoun: Finder = (text) => {
  for (const [, value = ""] of text.matchAll(TOLD)) if (isNoWord(value)) return PASSWORD;
  for (const [, value = ""] of text.matchAll(BARE)) if (isNoWord(value) && isDense(value)) return PASSWORD;
  return undefined;
};

const PASSWORD = { kind: "password", what: "a password" } as const;
