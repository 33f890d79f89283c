/**
 * Does a text speak in the owner's name? "The user has agreed …", "per the owner …", "the account holder wants …", in
 * every language of the threat scan's vocabulary.
 *
 * This is no attack, and nothing is locked away for it: most such texts are honest reports. But only the owner can say
 * what the owner wants. From a source below class 3 it is somebody's claim: it is listed for review, and a model gets
 * it marked as such.
 */
import { Grammar } from "./threat/grammar.ts";
import { CONSENT } from "./threat/rules.ts";
import { unmask } from "./threat/unmask.ts";

let grammar: Grammar | undefined;

/** Does it say what the owner wants, ordered or agreed to? In time linear in the text. */
export function claimsConsent(content: string): boolean {
  grammar ??= new Grammar(CONSENT);
  return (grammar.find(unmask(content).text)?.length ?? 0) > 0;
}

/** The reason for which such a fact is listed for review. */
export const CONSENT_CLAIMED = "consent";
