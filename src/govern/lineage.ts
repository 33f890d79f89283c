/**
 * Which values stood before a fact, and which after it?
 *
 * Follows successions: every fact that superseded, corrected or absorbed another, oldest first, the fact itself
 * included.
 */
import { MAX_LINKS_PER_FACT } from "../limits.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { happenedAt } from "../model/happened.ts";
import type { LinkKind } from "../model/link.ts";

/** A fact in a line of facts that replaced each other. */
export interface ChainLink {
  readonly id: string;
  readonly content: string;
  readonly from: number;
  readonly to: number | undefined;
  /** When another value held in between. */
  readonly interludes: Fact["interludes"];
  readonly validity: Fact["validity"];
}

const SUCCESSION: ReadonlySet<LinkKind> = new Set(["supersedes", "corrects", "transition"]);

export function chainOf(state: State, fact: Fact): readonly ChainLink[] {
  const found = new Map([[fact.id, fact]]);
  const queue = [fact];
  for (let one = queue.shift(); one !== undefined && found.size < MAX_LINKS_PER_FACT; one = queue.shift()) {
    for (const id of besides(one)) {
      const other = state.facts.get(id);
      if (other === undefined || found.has(id)) continue;
      found.set(id, other);
      queue.push(other);
    }
  }
  return [...found.values()]
    .map((fact) => {
      const { id, content, validFrom, validTo, interludes, validity } = fact;
      return { id, content, from: validFrom ?? happenedAt(fact), to: validTo, interludes, validity };
    })
    .sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
}

function besides(fact: Fact): readonly string[] {
  const older = fact.links.filter((link) => SUCCESSION.has(link.kind)).map((link) => link.to);
  const newer = fact.backlinks.filter((back) => SUCCESSION.has(back.kind)).map((back) => back.from);
  return [...older, ...newer, ...(fact.supersededBy === undefined ? [] : [fact.supersededBy])];
}
