/**
 * Which of a fact's links, of the facts it came from and of its places in the log does an answer carry?
 *
 * Anybody who may write can link to a fact, give a fact of their own a thousand links, or say a thing again ten thousand
 * times. That would be in every answer about the fact, and in what a model reads. So an answer carries a few of each and
 * says how many there are in all that the caller may see. Of the links to a fact it carries those from the highest class
 * first, then the newest: a lower class never displaces a higher one, above all the owner. The graph has them all.
 */
import { MAX_LISTED_IN_FACT } from "../../limits.ts";
import type { Fact } from "../../model/fact.ts";
import type { Backlink } from "../../model/link.ts";
import type { Call } from "./operation.ts";
import { factsOf } from "./visible.ts";

/** How many there are, where the fact in an answer carries only some of them. */
export interface ListCounts {
  readonly backlinkCount?: number;
  readonly linkCount?: number;
  readonly evidenceCount?: number;
  readonly textCount?: number;
}

const COUNTS = {
  backlinks: "backlinkCount",
  links: "linkCount",
  evidence: "evidenceCount",
  texts: "textCount",
} as const satisfies Partial<Record<keyof Fact, keyof ListCounts>>;
const LISTS = Object.keys(COUNTS) as (keyof typeof COUNTS)[];

/** The answer, with at most `MAX_LISTED_IN_FACT` items in each list of each fact in it. */
export async function withShortLists(call: Call, answer: unknown): Promise<unknown> {
  const ids = new Set<string>();
  if (!collectLinking(answer, ids)) return answer;
  const known = await factsOf(call, ids);
  return shortened(answer, (fact) => shortFact(fact, known));
}

type Listed = Pick<Fact, "backlinks"> & Partial<Pick<Fact, keyof typeof COUNTS>>;

function shortFact(fact: Listed, known: ReadonlyMap<string, Pick<Fact, "authority">>): object {
  const short: Record<string, unknown> = { ...fact };
  for (const name of LISTS) {
    const list = fact[name];
    if (list === undefined || list.length <= MAX_LISTED_IN_FACT) continue;
    const ordered = name === "backlinks" ? highestFirst(fact.backlinks, known) : list;
    short[name] = ordered.slice(0, MAX_LISTED_IN_FACT);
    short[COUNTS[name]] = list.length;
  }
  return short;
}

/** Backlinks are in the order in which the links were made. */
function highestFirst(
  backlinks: readonly Backlink[],
  known: ReadonlyMap<string, Pick<Fact, "authority">>,
): readonly Backlink[] {
  const classOf = ({ from }: Backlink) => known.get(from)?.authority ?? -1;
  return [...backlinks].reverse().sort((a, b) => classOf(b) - classOf(a));
}

// ── where in an answer facts are

/** Events are no facts, and metadata is whatever its writer made it look like. */
const NO_FACTS: ReadonlySet<string> = new Set(["events", "history", "metadata"]);

/**
 * Is there a fact with a long list? Adds the ids of all facts that link to one with many backlinks. A fact's own fields
 * hold no facts.
 */
function collectLinking(value: unknown, ids: Set<string>): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isFact(value)) {
    if (value.backlinks.length > MAX_LISTED_IN_FACT) for (const { from } of value.backlinks) ids.add(from);
    return isLong(value);
  }
  let isFound = false;
  for (const [name, one] of Object.entries(value))
    if (Array.isArray(value) || !NO_FACTS.has(name)) isFound = collectLinking(one, ids) || isFound;
  return isFound;
}

function shortened(value: unknown, short: (fact: Listed) => object): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isFact(value)) return isLong(value) ? short(value) : value;
  if (Array.isArray(value)) return value.map((one) => shortened(one, short));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, NO_FACTS.has(name) ? one : shortened(one, short)]),
  );
}

function isFact(value: object): value is Listed {
  return "backlinks" in value && Array.isArray(value.backlinks);
}

function isLong(fact: Listed): boolean {
  return LISTS.some((name) => (fact[name]?.length ?? 0) > MAX_LISTED_IN_FACT);
}
