/**
 * Does the text reveal a password in Russian, Ukrainian, Chinese, Japanese or Korean? The password itself is nearly
 * always written in Latin letters, digits and signs, so it stands out; what must be known are the noun before it and the
 * sign or particle between them. "Wi-Fiのパスワード:hoshi-21", "我的密码是 Lian@77", "Пароль от почты — veter2024".
 *
 * The text comes unmasked: Cyrillic letters that look like Latin ones may have become Latin.
 */
import type { Finder } from "./kind.ts";
import { isNoWord } from "./passwords.ts";

/** Unmasking takes syllables of Korean apart. */
const syllables = (...words: readonly string[]) => words.map((word) => word.normalize("NFD")).join("|");
const NOUN = `(?:パスワード|暗証番号|密码|密碼|口令|${syllables("비밀번호", "암호")}|[nпp][aа][pр][oо][лl][ьbя](?:[mм])?)`;
/** What for, as far as the sign: a few words without digits. */
const WHOSE = "(?:[ ][^\\s\\d:=(-]{1,20}){0,4}(?:[ ]?\\([^()\\n]{1,40}\\))?";
const SAYS = `[ ]?(?:[:=-]|は|が|是|为|為|${syllables("은", "는")}|[eэ]to|[эe]т[оo])[ ]?:?\\s{0,2}`;
const TOLD = new RegExp(`${NOUN}${WHOSE}${SAYS}["'「『“]?([!-~]{5,64})`, "giu");

export const findPasswordInOtherScripts: Finder = (text) => {
  for (const [, value = ""] of text.matchAll(TOLD))
    if (isNoWord(value)) return { kind: "password", what: "a password" };
  return undefined;
};
