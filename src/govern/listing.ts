/** Which facts are there, and how many of each kind? */
import { TidelineError } from "../errors.ts";
import type { EmbeddingStatus } from "../indexes/learned/learned.ts";
import { MAX_LIST } from "../limits.ts";
import type { State } from "../log/fold.ts";
import {
  badArgument,
  fieldsOf,
  maybe,
  parseAs,
  parseList,
  parseName,
  parseNames,
  parseOneOf,
  parseTime,
  parseWhole,
  type Time,
} from "../model/arguments.ts";
import { type Fact, LIFECYCLES, type Lifecycle, placeOf, VALIDITIES, type Validity } from "../model/fact.ts";
import { needsReview } from "../model/review.ts";
import { SEGMENTS, type Segment } from "../model/segment.ts";
import { text } from "../model/shape.ts";
import { SOURCE_TAGS, type SourceTag } from "../model/source.ts";
import { isWrittenBy, NOT_RECORDED, SURFACES, type Surface } from "../model/speaker.ts";
import { foldCase, foldForms } from "../text/words/words.ts";

export const LIST_ORDERS = ["oldest", "newest"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** Which facts `list` returns, and in which order. */
export interface ListOptions {
  /** Only these facts; ids that no fact has are left out. Not together with `after`. */
  readonly ids?: readonly string[] | undefined;
  readonly segment?: Segment | undefined;
  /** Only these segments, as `recall` takes them. */
  readonly segments?: readonly Segment[] | undefined;
  /** Only facts whose text has this in it, in any case and with or without accents. To ask a question, use `recall`. */
  readonly text?: string | undefined;
  /** Only facts from this source; "other": from sources that nobody knows. */
  readonly source?: SourceTag | undefined;
  /** Only facts that memory learned at this time or later. */
  readonly since?: Time | undefined;
  /** Only facts that memory learned at this time or earlier. */
  readonly until?: Time | undefined;
  /** Default: active. */
  readonly lifecycle?: Lifecycle | "any" | undefined;
  /** Default: any. */
  readonly validity?: Validity | undefined;
  /** Facts that have all of these. */
  readonly tags?: readonly string[] | undefined;
  /** Only facts that came through this surface, with this token or from this client; or "not-recorded". */
  readonly by?: string | undefined;
  /** Which come first. Default: the oldest. */
  readonly order?: ListOrder | undefined;
  /** Default 100, or as many as there are `ids`. */
  readonly limit?: number | undefined;
  /** The id of the fact after which to continue. */
  readonly after?: string | undefined;
}

/** How many facts there are, and of which sort. */
export interface Stats {
  readonly facts: number;
  readonly purged: number;
  readonly refused: number;
  readonly events: number;
  readonly waitingMarks: number;
  readonly bySegment: Readonly<Record<Segment, number>>;
  readonly byLifecycle: Readonly<Record<Lifecycle, number>>;
  readonly byValidity: Readonly<Record<Validity, number>>;
  /** How many facts came through each surface, and with each token. */
  readonly bySurface: Readonly<Record<Surface | typeof NOT_RECORDED, number>>;
  readonly byToken: Readonly<Record<string, number>>;
  readonly quarantined: number;
  readonly forReview: number;
  /** Learned vectors, if there is an embedder: how many facts have one, and how many wait. */
  readonly embedding: EmbeddingStatus | undefined;
}

const DEFAULT_LIMIT = 100;
const LIST_FIELDS: ReadonlySet<string> = new Set<keyof ListOptions>([
  "ids",
  "segment",
  "segments",
  "text",
  "source",
  "since",
  "until",
  "lifecycle",
  "validity",
  "tags",
  "by",
  "order",
  "limit",
  "after",
]);

/** Any text may be asked for: one that is no fact's id finds nothing. */
const parseIds = parseList(MAX_LIST, " ids", parseAs(text));

export type ListQuery = ReturnType<typeof parseListOptions>;

export function parseListOptions(options: ListOptions) {
  const given = fieldsOf(options, LIST_FIELDS, "list");
  const { ids, after } = given;
  const most = maybe(given, "limit", parseWhole(1, MAX_LIST));
  if (ids !== undefined && after !== undefined) throw badArgument("list takes ids or after, not both");
  const asked = ids === undefined ? undefined : parseIds(ids, "ids");
  const text = maybe(given, "text", parseName);
  return {
    ids: asked,
    segments: segmentsOf(given),
    text: text === undefined ? undefined : plain(text),
    source: maybe(given, "source", parseOneOf(SOURCE_TAGS)),
    since: maybe(given, "since", parseTime),
    until: maybe(given, "until", parseTime),
    lifecycle: maybe(given, "lifecycle", parseOneOf([...LIFECYCLES, "any"] as const)) ?? "active",
    validity: maybe(given, "validity", parseOneOf(VALIDITIES)),
    tags: maybe(given, "tags", parseNames) ?? [],
    by: maybe(given, "by", parseName),
    order: maybe(given, "order", parseOneOf(LIST_ORDERS)) ?? "oldest",
    limit: most ?? Math.max(DEFAULT_LIMIT, asked?.length ?? 0),
    after: maybe(given, "after", parseName),
  };
}

/** One segment or several; both together are those that stand in both. */
function segmentsOf(given: Readonly<Record<string, unknown>>): ReadonlySet<Segment> | undefined {
  const one = maybe(given, "segment", parseOneOf(SEGMENTS));
  const several = maybe(given, "segments", parseList(SEGMENTS.length, " segments", parseOneOf(SEGMENTS)));
  if (one === undefined) return several === undefined ? undefined : new Set(several);
  return new Set(several === undefined || several.includes(one) ? [one] : []);
}

/** Without case and accents. */
function plain(text: string): string {
  return foldCase(foldForms(text)).normalize("NFD").replace(ACCENTS, "");
}

const ACCENTS = /[\u0300-\u036f]/g;

/** In the order in which they were added, or reversed. */
export function listFacts(state: State, query: ListQuery): readonly Fact[] {
  const facts: Fact[] = [];
  for (const fact of query.ids === undefined ? factsAfter(state, query) : factsNamed(state, query)) {
    if (facts.length >= query.limit) break;
    if (query.lifecycle !== "any" && fact.lifecycle !== query.lifecycle) continue;
    if (query.segments?.has(fact.segment) === false) continue;
    if (query.source !== undefined && fact.source !== query.source) continue;
    if (fact.createdAt < (query.since ?? fact.createdAt) || fact.createdAt > (query.until ?? fact.createdAt))
      continue;
    if (query.validity !== undefined && fact.validity !== query.validity) continue;
    if (query.by !== undefined && !isWrittenBy(fact.writer, query.by)) continue;
    if (!query.tags.every((tag) => fact.tags.includes(tag))) continue;
    // Last, because it reads the words.
    if (query.text === undefined || plain(fact.content).includes(query.text)) facts.push(fact);
  }
  return facts;
}

/** Where to continue: the fact's id, and its place in the log in case the fact is gone by then. */
export function cursorOf({ id, texts }: Fact): string {
  return `${id}@${texts[0]}`;
}

const CURSOR = /^(.+)@(\d{1,15})$/;

/** The id of the fact after which to continue. */
export function idInCursor(after: string): string {
  return CURSOR.exec(after)?.[1] ?? after;
}

function factsAfter({ facts }: State, { after, order }: ListQuery): Iterable<Fact> {
  const [, id = after, place] = CURSOR.exec(after ?? "") ?? [];
  if (id === undefined || facts.has(id))
    return order === "newest" ? facts.valuesBefore(id) : facts.valuesAfter(id);
  if (place !== undefined) {
    const isLater = ({ texts }: Fact) => (texts[0] ?? 0) > Number(place);
    return order === "newest" ? facts.valuesUntil(isLater) : facts.valuesFrom(isLater);
  }
  throw new TidelineError(
    "no-such-fact",
    `after must be the id of a fact, and there is no fact ${id.slice(0, 64)}: it may have been purged. List again from the start.`,
  );
}

function factsNamed({ facts }: State, { ids = [], order }: ListQuery): readonly Fact[] {
  const found = [...new Set(ids)].flatMap((id) => facts.get(id) ?? []);
  const oldest = found.sort((a, b) => placeOf(a) - placeOf(b));
  return order === "newest" ? oldest.reverse() : oldest;
}

export function statsOf(state: State, waitingMarks: number, embedding: EmbeddingStatus | undefined): Stats {
  const { tombstones, refusals, head } = state;
  const totals = { purged: tombstones.size, refused: refusals.count, events: head.seq };
  return { ...totals, waitingMarks, ...countFacts(state.facts.values()), embedding };
}

/** The figures of these facts alone, for a caller who may see no others. */
export function statsAmong(facts: Iterable<Fact>, { events }: Stats): Stats {
  const totals = { purged: 0, refused: 0, events };
  return { ...totals, waitingMarks: 0, ...countFacts(facts), embedding: undefined };
}

type Counted =
  | "facts"
  | "bySegment"
  | "byLifecycle"
  | "byValidity"
  | "bySurface"
  | "byToken"
  | "quarantined"
  | "forReview";

function countFacts(all: Iterable<Fact>): Pick<Stats, Counted> {
  const bySegment = countsOf(SEGMENTS);
  const byLifecycle = countsOf(LIFECYCLES);
  const byValidity = countsOf(VALIDITIES);
  const bySurface = countsOf([...SURFACES, NOT_RECORDED]);
  const byToken: Record<string, number> = {};
  let [facts, quarantined, forReview] = [0, 0, 0];
  for (const fact of all) {
    facts++;
    bySegment[fact.segment]++;
    byLifecycle[fact.lifecycle]++;
    byValidity[fact.validity]++;
    bySurface[fact.writer?.surface ?? NOT_RECORDED]++;
    const token = fact.writer?.token;
    if (token !== undefined) byToken[token] = (byToken[token] ?? 0) + 1;
    if (fact.quarantined) quarantined++;
    if (needsReview(fact)) forReview++;
  }
  return { facts, bySegment, byLifecycle, byValidity, bySurface, byToken, quarantined, forReview };
}

function countsOf<T extends string>(names: readonly T[]): Record<T, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<T, number>;
}
