/**
 * What waits for a person, and in which order? The gravest first; a flood is one line.
 *
 * What is of class 3 comes first, whatever lower classes write: no writer below can make such a fact, and none moves
 * it. Behind it the order goes round the writers (`writer-group.ts`). Within a round goes first what concerns the
 * highest class, which is a dispute of what the principal said; then the higher class of its own; then the graver
 * reason; then what came first. What does not fit into the first round is one line for each writer and source.
 */
import { TidelineError } from "../errors.ts";
import { MAX_LIST, MAX_REVIEW_LINES } from "../limits.ts";
import type { State } from "../log/fold.ts";
import { badArgument, fieldsOf, parseFlag, parseName } from "../model/arguments.ts";
import { type Fact, placeOf } from "../model/fact.ts";
import { gravityOf, needsReview, reviewReason } from "../model/review.ts";
import type { Authority } from "../model/source.ts";
import { doorIn, groupOf, isAsked, pushAt, readGroup, roundRobin, type WriterGroup } from "./writer-group.ts";

export interface ReviewOptions {
  /** At the most so many. Default: all; of the grouped form 25. */
  readonly limit?: number | undefined;
  /** The id of the fact to go on after. */
  readonly after?: string | undefined;
  /** Only what is from here: a group's `from`, or a token's id or a surface alone. "own": what the principal said. */
  readonly from?: string | undefined;
}

/** What does not fit is counted, writer by writer. */
export interface GroupedReviewOptions extends ReviewOptions {
  readonly grouped: true;
}

export interface DeskItem {
  readonly fact: Fact;
  /** In one word: quarantined, challenged, confined … */
  readonly reason: string;
  /** The highest class that it concerns: its own, or that of what it stands against. */
  readonly concerns: Authority;
  /** The group that it belongs to. */
  readonly from: string;
}

/** What further waits of one writer and source. */
export interface DeskGroup extends WriterGroup {
  /** All that waits of it, and how much of that is not among the items. */
  readonly count: number;
  readonly more: number;
  /** Of what is not among the items: how many for which reason. */
  readonly byReason: Readonly<Record<string, number>>;
  /** The latest that waits: when it was said, and where it stands in the log. */
  readonly latestAt: number;
  readonly upTo: number;
}

export interface Desk {
  readonly items: readonly DeskItem[];
  readonly groups: readonly DeskGroup[];
  /** Groups that have no line, and what waits of them. */
  readonly further: { readonly groups: number; readonly items: number };
  /** All that waits, or all that is from where it was asked for. */
  readonly count: number;
  /** What to go on after, if there is more. */
  readonly next: string | undefined;
}

const GROUPED_LIMIT = 25;
const REVIEW_FIELDS: ReadonlySet<string> = new Set(["limit", "after", "from", "grouped"]);

export type ReviewQuery = ReturnType<typeof parseReviewOptions>;

export function parseReviewOptions(options: ReviewOptions | GroupedReviewOptions = {}) {
  const { limit, after, from, grouped } = fieldsOf(options, REVIEW_FIELDS, "review");
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= MAX_LIST))
    throw badArgument(`limit must be a whole number from 1 to ${MAX_LIST}`);
  const isGrouped = grouped !== undefined && parseFlag(grouped, "grouped");
  return {
    limit: (limit as number | undefined) ?? (isGrouped ? GROUPED_LIMIT : Number.POSITIVE_INFINITY),
    after: after === undefined ? undefined : parseName(after, "after"),
    from: from === undefined ? undefined : parseName(from, "from"),
    isGrouped,
  };
}

type ClassOf = (id: string) => Authority | undefined;

/** The one order. `classOf` knows the facts that these stand against. */
export function deskOrder(facts: Iterable<Fact>, classOf: ClassOf) {
  const items = [...facts].map((fact) => itemOf(fact, classOf)).sort(byGravity);
  return roundRobin(items, ({ from }) => from);
}

function itemOf(fact: Fact, classOf: ClassOf): DeskItem {
  let concerns = fact.authority;
  // Its own links only: what others link to it is not its doing.
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

/** The fact that it goes on after keeps its place when it has been decided meanwhile. */
function waitingIn({ facts }: State, after: string | undefined): readonly Fact[] {
  if (after !== undefined && !facts.has(after))
    throw new TidelineError(
      "no-such-fact",
      `There is no fact ${after.slice(0, 64)} to go on after: it may have been purged. Review from the start again.`,
    );
  return [...facts.values()].filter((fact) => needsReview(fact) || fact.id === after);
}

/** One line for each group of what is not shown: the first of each door before the second of any. */
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
