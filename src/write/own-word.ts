/**
 * May somebody end a fact by saying otherwise?
 *
 * The principal may end every fact. Anybody else may end facts of lower classes, and in their own class only their own
 * fact, as long as no other author of that class stands behind it: a fact that somebody else said too, or that somebody
 * else's fact was merged into, is not theirs to take away. They can only dispute it.
 */
import { listedFacts } from "../log/upkeep-state.ts";
import { type Author, authorOf, isSameAuthor } from "../model/author.ts";
import type { Fact } from "../model/fact.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import type { Known } from "./known.ts";

export function mayEnd(state: Known, fact: Fact, author: Author, authority: Authority): boolean {
  if (fact.authority !== authority) return fact.authority < authority;
  return authority === TRUSTED || (isSameAuthor(authorOf(fact), author) && !isShared(state, fact));
}

/** Does more than one author of the fact's class stand behind it? */
export function isShared(state: Known, fact: Fact): boolean {
  if (fact.shared === true) return true;
  const author = authorOf(fact);
  const { facts, upkeep } = state;
  for (const id of listedFacts(upkeep.standsFor, fact.id, () => facts.keys())) {
    const other = facts.behind === undefined ? facts.get(id) : facts.behind(id);
    if (
      other?.validity === "merged" &&
      other.supersededBy === fact.id &&
      other.authority === fact.authority &&
      (other.shared === true || !isSameAuthor(authorOf(other), author))
    )
      return true;
  }
  return false;
}
