/**
 * Which of the links to a fact does an answer carry?
 *
 * Anybody who may write may link to a fact, so its backlinks can be thousands, and they would be in every answer about
 * it. An answer carries a few: those from the highest class first, then the newest. So links from a lower class never
 * displace those of a higher one, above all the owner's. `backlinkCount` says how many there are in all that the caller
 * may see. The graph has them all.
 */
import { MAX_BACKLINKS_SHOWN } from "../../limits.ts";
import type { Fact } from "../../model/fact.ts";
import type { Backlink } from "../../model/link.ts";
import type { Call } from "./operation.ts";
import { factsOf } from "./visible.ts";

/** A fact's links to it, as an answer carries them. */
export interface ShownBacklinks {
  readonly backlinks: readonly Backlink[];
  /** How many links to it there are, where `backlinks` holds only some of them. */
  readonly backlinkCount?: number;
}

/** The answer, with at most `MAX_BACKLINKS_SHOWN` backlinks for each fact in it. */
export async function withFewBacklinks(call: Call, answer: unknown): Promise<unknown> {
  const ids = new Set<string>();
  collectLinking(answer, ids);
  if (ids.size === 0) return answer;
  const known = await factsOf(call, ids);
  return shortened(answer, ({ backlinks }) => shownOf(backlinks, known));
}

interface Linked {
  readonly backlinks: readonly Backlink[];
}

/** Backlinks are in the order in which the links were made. */
function shownOf(
  backlinks: readonly Backlink[],
  known: ReadonlyMap<string, Pick<Fact, "authority">>,
): ShownBacklinks {
  const classOf = ({ from }: Backlink) => known.get(from)?.authority ?? -1;
  const newestFirst = [...backlinks].reverse();
  const ordered = newestFirst.sort((a, b) => classOf(b) - classOf(a));
  return { backlinks: ordered.slice(0, MAX_BACKLINKS_SHOWN), backlinkCount: backlinks.length };
}

// ── where in an answer facts are

/** Events are no facts, and metadata is whatever its writer made it look like. */
const NO_FACTS: ReadonlySet<string> = new Set(["events", "history", "metadata"]);

/** Adds the ids of all facts that link to a crowded one. A fact's own fields hold no facts. */
function collectLinking(value: unknown, ids: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if (isLinked(value)) {
    if (isCrowded(value)) for (const { from } of value.backlinks) ids.add(from);
    return;
  }
  if (Array.isArray(value)) for (const one of value) collectLinking(one, ids);
  else for (const [name, one] of Object.entries(value)) if (!NO_FACTS.has(name)) collectLinking(one, ids);
}

function shortened(value: unknown, shown: (fact: Linked) => ShownBacklinks): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isLinked(value)) return isCrowded(value) ? { ...value, ...shown(value) } : value;
  if (Array.isArray(value)) return value.map((one) => shortened(one, shown));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, NO_FACTS.has(name) ? one : shortened(one, shown)]),
  );
}

function isLinked(value: object): value is Linked {
  return "backlinks" in value && Array.isArray(value.backlinks);
}

function isCrowded({ backlinks }: Linked): boolean {
  return backlinks.length > MAX_BACKLINKS_SHOWN;
}
