/**
 * Can a text hold a credential at all? A quick first look: one loop and one expression clear ordinary sentences, which
 * have no long string with digits, few digits, and none of the words with which credentials are told. It judges
 * nothing: a text that is not clear is examined closely, and is nearly always harmless too.
 */

/** Shorter keys are only recognised by the words around them. */
const MIN_RUN_CHARS = 16;
/** Longer than nearly every word. */
const LONG_RUN_CHARS = 24;
const MIN_CARD_DIGITS = 13;

/** Words in many languages, and signs, with which a password, a PIN or a phrase is told. */
const TOLD_WITH =
  /pass|pwd|wi-?fi|wlan|wireless|wpa|\bp ?[:=] ?\S|l[oö]senord|adgangskode|kodeord|salasana|hesl|jelsz|[sş][iı]fre|mat kh|kata sandi|\bpw[:= ]|mysql|rediscli_auth|2fa|mfa|otp|factor|faktor|auth?enti|kennwort|wachtwoord|\bpin\b|geheimzahl|contrase|clave|\bmdp\b|senha|parola|has[lł]o|パスワード|暗証|密[码碼]|口令|[\u1100-\u11ff]{6}|[nпp][aа][pр][oо][лl]|@\S{3,60} ?(?:[/,:|]|and|und|y|et|e) |@[\w.-]{3,60}:\S|secret|token|api[ _-]?key|bearer|authorization|seed|mnemonic|phrase|(?:recovery|backup) word|frase|12 words|24 words|twelve|-----begin|prv|curl|:\/\/[^\s/]{0,140}@/i;

const DIGIT = 1;
const OF_RUN = 2;
const ODD = 3;
const BREAK = 4;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\d/.test(sign)) return DIGIT;
  if (/[\w+/=-]/.test(sign)) return OF_RUN;
  if (/[\n\r]/.test(sign)) return BREAK;
  return /[^ -~\t]|[&%\\]/.test(sign) ? ODD : 0;
});
/** Letters with accents, and signs of ordinary writing: nothing is masked by them. */
const ORDINARY =
  /^[\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201e\u2026\u20ac\u3041-\u30ff\u4e00-\u9fff]$/;
const FIRST_WIDE = 128;

/** `hidden`: the text must be unmasked before it can be judged. */
export type Glance = "clear" | "hidden" | "suspect";

export function glance(text: string): Glance {
  let run = 0;
  let runDigits = 0;
  let digits = 0;
  let isSuspect = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < FIRST_WIDE ? KINDS[code] : ORDINARY.test(text[at] as string) ? 0 : ODD;
    if (kind === ODD) return "hidden";
    if (kind === DIGIT) {
      digits += 1;
      runDigits += 1;
    }
    // A key may continue on the next line.
    if (kind === BREAK) continue;
    if (kind !== DIGIT && kind !== OF_RUN) {
      run = 0;
      runDigits = 0;
      continue;
    }
    run += 1;
    if (run >= MIN_RUN_CHARS && (runDigits > 0 || run >= LONG_RUN_CHARS)) isSuspect = true;
  }
  return isSuspect || digits >= MIN_CARD_DIGITS || TOLD_WITH.test(text) ? "suspect" : "clear";
}
