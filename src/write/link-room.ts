/**
 * May a fact be linked to another, and is there room for one more link out of the one and into the other?
 *
 * Into a fact, only links from the linker's class or above count towards the limit. However many links lower classes
 * have made, there is room for the principal's: nobody's links crowd out those of a higher class. Existing links are
 * never removed to make room.
 */
import { TidelineError } from "../errors.ts";
import { MAX_LINKS_PER_FACT } from "../limits.ts";
import type { Fact } from "../model/fact.ts";
import type { Link, LinkKind } from "../model/link.ts";
import type { Authority } from "../model/source.ts";
import type { Known } from "./known.ts";

export const OVERRULING: ReadonlySet<LinkKind> = new Set(["supersedes", "corrects", "transition"]);

interface Linker extends Pick<Fact, "authority"> {
  readonly links: { readonly length: number };
}

type FactOf = (id: string) => Pick<Fact, "authority"> | undefined;

/** Why there is no room; undefined if there is. */
export function noRoomBetween(
  from: Linker,
  to: Pick<Fact, "id" | "backlinks">,
  factOf: FactOf,
): string | undefined {
  if (from.links.length >= MAX_LINKS_PER_FACT)
    return `it has ${MAX_LINKS_PER_FACT} links, which is as many as a fact may have`;
  if (to.backlinks.length < MAX_LINKS_PER_FACT) return undefined;
  const counting = to.backlinks.filter(({ from: id }) => (factOf(id)?.authority ?? -1) >= from.authority);
  return counting.length < MAX_LINKS_PER_FACT
    ? undefined
    : `${MAX_LINKS_PER_FACT} facts of its class or above are linked to ${to.id}, which is as many as may be`;
}

/**
 * A dispute with a higher class is recorded however many links its author gave the fact: only the target's room counts.
 */
export function noRoomForDispute(
  from: Pick<Fact, "authority">,
  to: Pick<Fact, "id" | "backlinks">,
  factOf: FactOf,
): string | undefined {
  return noRoomBetween({ authority: from.authority, links: [] }, to, factOf);
}

/**
 * Why the link is not allowed; undefined if it is. A link that says "mine instead of yours" needs at least the target's
 * class, and the right to end the target (`isTheirs`).
 */
export function mayNotLink(
  link: Link,
  target: Fact,
  authority: Authority,
  isTheirs: boolean,
): string | undefined {
  if (!OVERRULING.has(link.kind)) return undefined;
  if (target.authority <= authority)
    return isTheirs
      ? undefined
      : `Somebody else said what this would be linked to as "${link.kind}". Use "contradicts", and let a person decide.`;
  return `A fact of class ${authority} cannot be linked as "${link.kind}" to one of class ${target.authority}. Use "contradicts", and let a person decide.`;
}

/** Throws if there is no room. Anybody may make links, so their number is limited. */
export function checkRoom(from: Parameters<typeof noRoomBetween>[0], to: Fact, state: Known): void {
  const because = noRoomBetween(from, to, (id) => state.facts.get(id));
  if (because !== undefined)
    throw new TidelineError(
      "invalid-argument",
      `There is no room for this link: ${because}. Unlink others first.`,
    );
}

/** Has a person decided that both facts hold? Then each has a `relates` link to the other. */
export function holdsBeside(fact: Fact, id: string): boolean {
  return (
    fact.links.some((link) => link.kind === "relates" && link.to === id) &&
    fact.backlinks.some((link) => link.kind === "relates" && link.from === id)
  );
}
