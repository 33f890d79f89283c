/**
 * Does a text tell what the owner wants or agreed to? Two kinds of text do, in every language of the threat scan's
 * vocabulary:
 * - one that speaks in the owner's name: "The user has agreed …", "per the owner …", "the account holder wants …";
 * - one that reports the leave, the order or the wish of somebody else: "Anna said I may …", "the boss agreed", "my wife
 *   wants you to …". Whether that somebody is the owner, nobody can know from the words.
 *
 * This is no attack, and nothing is locked away for it: most such texts are honest reports. But only the owner can say
 * what the owner wants. Such a text is somebody's claim: it is listed for review, and a model gets it marked as such.
 *
 * What the owner's own turns say of others ("my doctor said I can run again") is no claim: of distilled facts only the
 * first kind counts.
 */
import { type Authority, TRUSTED } from "../model/source.ts";
import { Grammar } from "./threat/grammar.ts";
import { CONSENT, LEAVE_REPORTED } from "./threat/rules.ts";
import { unmask } from "./threat/unmask.ts";

/** Who is said to want or allow it. */
export type ConsentOf = "owner" | "somebody";

/** The class of what is distilled from the principal's own turns. */
const DISTILLED = 2;

let grammars: { readonly owner: Grammar; readonly somebody: Grammar } | undefined;

/** Whose consent, orders or wishes does a text of this class tell? In time linear in the text. */
export function consentClaimedBy(content: string, authority: Authority): ConsentOf | undefined {
  if (authority >= TRUSTED) return undefined;
  grammars ??= { owner: new Grammar(CONSENT), somebody: new Grammar(LEAVE_REPORTED) };
  const { text } = unmask(content);
  if (applies(grammars.owner, text)) return "owner";
  return authority < DISTILLED && applies(grammars.somebody, text) ? "somebody" : undefined;
}

const applies = (grammar: Grammar, text: string): boolean => (grammar.find(text)?.length ?? 0) > 0;

/** The reason for which such a fact is listed for review. */
export const CONSENT_CLAIMED = "consent";
