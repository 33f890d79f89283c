/**
 * What waits for a person, and in which order? The gravest first; a flood from one writer is one line.
 *
 * Class 3 comes first, whatever lower classes write: no lower writer can create such an item or move it. Behind it the
 * writers are interleaved in rounds (`writer-group.ts`). Within a round the order is: what concerns the highest class
 * (such as a dispute with the principal's words); then the item's own class; then the graver reason; then the older.
 * What does not fit into the first round becomes one line for each writer and source.
 */
import { TidelineError } from "../errors.ts";
import { MAX_LIST, MAX_REVIEW_LINES } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { fieldsOf, parseFlag, parseName, parseWhole } from "../model/arguments.ts";
import { type Fact, placeOf } from "../model/fact.ts";
import { gravityOf, needsReview, reviewReason } from "../model/review.ts";
import type { Authority } from "../model/source.ts";
import { doorIn, groupOf, isAsked, pushAt, readGroup, roundRobin, type WriterGroup } from "./writer-group.ts";

/** Which facts `review` returns. */
export interface ReviewOptions {
  /** At most this many. Default: all; 25 in the grouped form. */
  readonly limit?: number | undefined;
  /** The id of the fact after which to continue. */
  readonly after?: string | undefined;
  /**
   * Only what comes from here: a group's `from`, or a token's id or a surface alone. "own": what the principal said.
   */
  readonly from?: string | undefined;
}

/** Items that do not fit are counted per writer. */
export interface GroupedReviewOptions extends ReviewOptions {
  readonly grouped: true;
}

/** A fact that waits for a person, and why. */
export interface DeskItem {
  readonly fact: Fact;
  /** In one word: quarantined, challenged, confined … */
  readonly reason: string;
  /** The highest class concerned: the fact's own, or that of a fact it contradicts. */
  readonly concerns: Authority;
  /** The group of the fact's writer. */
  readonly from: string;
}

/** What else waits from one writer and source. */
export interface DeskGroup extends WriterGroup {
  /** How many items of this group wait, and how many of those are not among `items`. */
  readonly count: number;
  readonly more: number;
  /** Of those not among `items`: how many for each reason. */
  readonly byReason: Readonly<Record<string, number>>;
  /** The latest waiting item: when it was said, and its sequence number in the log. */
  readonly latestAt: number;
  readonly upTo: number;
}

/** What waits for a person, in the order in which it is best looked at. */
export interface Desk {
  readonly items: readonly DeskItem[];
  readonly groups: readonly DeskGroup[];
  /** Groups that have no line of their own, and how many items they have waiting. */
  readonly further: { readonly groups: number; readonly items: number };
  /** How many items wait; with `from`, how many of those asked for. */
  readonly count: number;
  /** The id after which to continue, if there is more. */
  readonly next: string | undefined;
}

const GROUPED_LIMIT = 25;
const REVIEW_FIELDS: ReadonlySet<string> = new Set(["limit", "after", "from", "grouped"]);

export type ReviewQuery = ReturnType<typeof parseReviewOptions>;

export function parseReviewOptions(options: ReviewOptions | GroupedReviewOptions = {}) {
  const { limit, after, from, grouped } = fieldsOf(options, REVIEW_FIELDS, "review");
  const asked = limit === undefined ? undefined : parseWhole(1, MAX_LIST)(limit, "limit");
  const isGrouped = grouped !== undefined && parseFlag(grouped, "grouped");
  return {
    limit: asked ?? (isGrouped ? GROUPED_LIMIT : Number.POSITIVE_INFINITY),
    after: after === undefined ? undefined : parseName(after, "after"),
    from: from === undefined ? undefined : parseName(from, "from"),
    isGrouped,
  };
}

type ClassOf = (id: string) => Authority | undefined;

/** The one order of all reviews. `classOf` gives the class of the facts that these contradict. */
export function deskOrder(facts: Iterable<Fact>, classOf: ClassOf) {
  const items = [...facts].map((fact) => itemOf(fact, classOf)).sort(byGravity);
  return roundRobin(items, ({ from }) => from);
}

function itemOf(fact: Fact, classOf: ClassOf): DeskItem {
  let concerns = fact.authority;
  // Only the fact's own links: links that others make to it are not its doing.
  for (const { kind, to } of fact.links)
    if (kind === "contradicts") concerns = Math.max(concerns, classOf(to) ?? 0) as Authority;
  return { fact, reason: reviewReason(fact), concerns, from: groupOf(fact) };
}

function byGravity(a: DeskItem, b: DeskItem): number {
  return (
    b.concerns - a.concerns ||
    b.fact.authority - a.fact.authority ||
    gravityOf(a.reason) - gravityOf(b.reason) ||
    placeOf(a.fact) - placeOf(b.fact) ||
    (a.fact.id < b.fact.id ? -1 : 1)
  );
}

/** What was asked for, in order. */
export function reviewOf(state: State, query: ReviewQuery): Desk {
  const { limit, after, from } = query;
  const { ordered, firstRound } = deskOrder(waitingIn(state, after), (id) => state.facts.get(id)?.authority);
  const asked =
    from === undefined ? ordered : ordered.filter((one) => isAsked(one.from, from) || one.fact.id === after);
  const begin = after === undefined ? 0 : 1 + asked.findIndex(({ fact }) => fact.id === after);
  const isDesk = query.isGrouped && from === undefined && after === undefined;
  const items = asked.slice(begin, begin + (isDesk ? Math.min(limit, firstRound) : limit));
  const rest = asked.slice(begin + items.length);
  const count = asked.filter(({ fact }) => needsReview(fact)).length;
  const next = rest.length === 0 ? undefined : items.at(-1)?.fact.id;
  return { items, ...(isDesk ? linesOf(ordered, rest) : NO_LINES), count, next };
}

const NO_LINES = { groups: [], further: { groups: 0, items: 0 } } as const;

/** Includes the fact after which to continue, so that it keeps its place even if it has been decided meanwhile. */
function waitingIn({ facts }: State, after: string | undefined): readonly Fact[] {
  if (after !== undefined && !facts.has(after))
    throw new TidelineError(
      "no-such-fact",
      `after must be the id of a fact, and there is no fact ${after.slice(0, 64)}: it may have been purged. Review again from the start.`,
    );
  return [...facts.values()].filter((fact) => needsReview(fact) || fact.id === after);
}

/**
 * One line for each group with items that are not shown: the first group of every door comes before any door's second.
 */
function linesOf(all: readonly DeskItem[], rest: readonly DeskItem[]): Pick<Desk, "groups" | "further"> {
  const hidden = byGroup(rest);
  const whole = byGroup(all);
  const atDoor = new Map<string, number>();
  const tiers: DeskGroup[][] = [];
  for (const [from, some] of hidden) {
    const door = doorIn(from);
    const tier = atDoor.get(door) ?? 0;
    atDoor.set(door, tier + 1);
    pushAt(tiers, tier, lineOf(from, whole.get(from) ?? some, some));
  }
  const lines = tiers.flat();
  const beyond = lines.slice(MAX_REVIEW_LINES);
  return {
    groups: lines.slice(0, MAX_REVIEW_LINES),
    further: { groups: beyond.length, items: beyond.reduce((sum, { more }) => sum + more, 0) },
  };
}

function byGroup(items: readonly DeskItem[]): ReadonlyMap<string, readonly DeskItem[]> {
  const groups = new Map<string, DeskItem[]>();
  for (const item of items) {
    const known = groups.get(item.from);
    if (known === undefined) groups.set(item.from, [item]);
    else known.push(item);
  }
  return groups;
}

function lineOf(from: string, all: readonly DeskItem[], hidden: readonly DeskItem[]): DeskGroup {
  const byReason: Record<string, number> = {};
  for (const { reason } of hidden) byReason[reason] = (byReason[reason] ?? 0) + 1;
  const latest = all.reduce((a, b) => (placeOf(b.fact) > placeOf(a.fact) ? b : a)).fact;
  return {
    ...readGroup(from),
    count: all.length,
    more: hidden.length,
    byReason,
    latestAt: latest.createdAt,
    upTo: placeOf(latest),
  };
}
