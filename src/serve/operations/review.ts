/**
 * What waits for a person, and how is it decided? The owner's desk: facts that were challenged, quarantined, confined
 * or left open, and contradictions side by side. It shows a few of each writer; the rest of a writer is one line, which
 * can be opened or dismissed as a whole. Deciding is a person's act, so no agent has a tool for it.
 */

import type { TidelineError } from "../../errors.ts";
import type { DeskItem } from "../../govern/desk.ts";
import { isAsked, OWN, readGroup, roundRobin, type WriterGroup } from "../../govern/writer-group.ts";
import { MAX_OPPONENTS_SHOWN, MAX_REVIEW_LINES } from "../../limits.ts";
import type { ReviewDesk } from "../../memory/look.ts";
import { badArgument } from "../../model/arguments.ts";
import { type Fact, placeOf } from "../../model/fact.ts";
import { SOURCE_TAGS } from "../../model/source.ts";
import { NOT_RECORDED, SURFACES } from "../../model/speaker.ts";
import { allWords } from "../../model/wording.ts";
import { nodeHash } from "../../stores/node-ports.ts";
import type { Contradiction } from "../../upkeep/contradiction.ts";
import { digestOf } from "../../write/seen.ts";
import { scanThreats } from "../../write/threat.ts";
import { required, text, whole } from "../fields.ts";
import { type Call, OWNER, operation } from "./operation.ts";
import { telling } from "./upkeep.ts";
import { factsOf } from "./visible.ts";
import { namesOf, tokenNames, tokensNamed } from "./writers.ts";

const MAX_ITEMS = 1_000;
const ITEMS = 25;

/** Two facts that cannot both hold, with their content. */
export interface SideBySide extends Contradiction {
  readonly facts: readonly [Fact | undefined, Fact | undefined];
  /** The digest of each fact as it is now: keeping a fact of a lower class requires it. */
  readonly digests: readonly [string | undefined, string | undefined];
}

export interface ReviewItem extends DeskItem {
  /** The digest of the fact as it is now: endorse requires it. */
  readonly digest: string;
  /** Facts that it has a `contradicts` link with, the highest class first; a few of `opponents`. */
  readonly against: readonly Fact[];
  readonly opponents: number;
  /** What in the fact looks like an attack. */
  readonly threats: readonly { readonly kind: string; readonly why: string }[];
}

/** Contradictions that one writer caused and that are not shown. */
export interface ContradictionGroup extends WriterGroup {
  readonly more: number;
}

export interface Review extends Pick<ReviewDesk, "groups" | "further" | "setAside" | "halted"> {
  readonly items: readonly ReviewItem[];
  readonly contradictions: readonly SideBySide[];
  readonly contradictionGroups: readonly ContradictionGroup[];
  /** Contradictions are counted on the first page only. */
  readonly counts: { readonly items: number; readonly contradictions?: number };
  readonly next?: string | undefined;
  /** The names of tokens, by id. */
  readonly tokens?: Readonly<Record<string, string>>;
}

const FROM = text(
  "Only items from this writer: the `from` of a group, a token (name or id), a surface, or own",
);
const LIMIT = "The maximum number of items. Default: 25";

export const review = operation({
  name: "review",
  doc: "Lists what waits for the owner, most important first: challenged, quarantined or confined facts, contradictions, turns of conversations that were set aside, and passes that stopped because they would have taken too much. Shows a few facts per writer and sums up the rest in one line.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: OWNER,
  input: {
    from: FROM,
    limit: whole(LIMIT, 1, MAX_ITEMS),
    after: text("Continue after this: the `next` of the previous answer", { max: 64 }),
  },
  example: "review",
  cli: {},
  http: { method: "GET", path: "/v1/review" },
  mcp: "manage_memory",
  async run(call, { limit = ITEMS, after, from }): Promise<Review> {
    const asked = from === undefined ? undefined : await groupAsked(call, from);
    const desk = await call.memory.review({ grouped: true, limit, after, from: asked });
    const found = after === undefined ? await contradictionsFrom(call, asked) : [];
    const pairs = asked === undefined ? roundRobin(found, writerOf).firstRound : found.length;
    const shown = found.slice(0, Math.min(limit, pairs));
    const ids = new Set([...desk.items.flatMap(({ fact }) => opponentsOf(fact)), ...partiesOf(shown)]);
    const known = await withSuccessors(call, ids);
    const { groups, further, count, next, setAside, halted } = desk;
    const contradictionGroups = groupsOf(found.slice(shown.length));
    const writers = [
      ...desk.items.map(({ fact }) => fact.writer),
      ...[...groups, ...contradictionGroups, ...setAside.groups],
      ...setAside.turns,
    ];
    return {
      items: desk.items.map((item) => itemOf(item, known)),
      groups,
      further,
      contradictions: shown.map((one) => sideBySide(one, known)),
      contradictionGroups,
      setAside,
      halted,
      counts: { items: count, ...(after === undefined ? { contradictions: found.length } : {}) },
      ...(next === undefined ? {} : { next }),
      ...(await namesOf(call, writers)),
    };
  },
});

/** A token may be given by its name. A writer that nobody has heard of is an error: it would look like an empty desk. */
async function groupAsked(call: Call, from: string): Promise<string> {
  const source = SOURCE_TAGS.find((tag) => from.endsWith(`/${tag}`));
  const door = source === undefined ? from : from.slice(0, -source.length - 1);
  const group = (known: string) => (source === undefined ? known : `${known}/${source}`);
  if (door === OWN || door === NOT_RECORDED || SURFACES.some((one) => one === door)) return group(door);
  const tokens = await tokensNamed(call, door);
  const [token = door] = tokens;
  if (tokens.length > 1)
    throw badArgument(
      `${tokens.length} tokens have the name ${door}: give the id of one of them (${tokens.join(", ")})`,
    );
  // An imported fact may have come through a token of another workspace, and other owners see no tokens.
  if (tokens.length === 0 && !(await isOnDesk(call, group(door)))) throw await noSuchWriter(call, from);
  return group(token);
}

async function isOnDesk(call: Call, asked: string): Promise<boolean> {
  const { count, setAside } = await call.memory.review({ grouped: true, limit: 1, from: asked });
  return count + setAside.count > 0 || (await contradictionsFrom(call, asked)).length > 0;
}

async function noSuchWriter(call: Call, from: string): Promise<TidelineError> {
  const names = [...new Set(await tokenNames(call))].slice(0, MAX_REVIEW_LINES);
  const tokens = names.length === 0 ? "" : `, a token (${names.join(", ")})`;
  return badArgument(
    `from names no writer: ${from.slice(0, 100)}. A writer is own, a surface (${SURFACES.join(", ")}), ${NOT_RECORDED}${tokens}; a source may follow, as in mcp/agent (${SOURCE_TAGS.join(", ")})`,
  );
}

async function contradictionsFrom(call: Call, asked: string | undefined): Promise<readonly Contradiction[]> {
  const found = await call.memory.contradictions();
  return asked === undefined ? found : found.filter(({ from }) => isAsked(from, asked));
}

function writerOf({ from }: Contradiction): string {
  return from;
}

function groupsOf(hidden: readonly Contradiction[]): readonly ContradictionGroup[] {
  const counts = new Map<string, number>();
  for (const { from } of hidden) counts.set(from, (counts.get(from) ?? 0) + 1);
  return [...counts].slice(0, MAX_REVIEW_LINES).map(([from, more]) => ({ ...readGroup(from), more }));
}

function opponentsOf({ links, backlinks }: Fact): readonly string[] {
  return [
    ...links.flatMap(({ kind, to }) => (kind === "contradicts" ? [to] : [])),
    ...backlinks.flatMap(({ kind, from }) => (kind === "contradicts" ? [from] : [])),
  ];
}

/** How many replacements of a fact are followed to the one that holds now. */
const MOST_SUCCESSORS = 16;

/** The facts and those that have replaced them since. */
async function withSuccessors(call: Call, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Fact>> {
  const known = new Map<string, Fact>();
  let wanted = ids;
  for (let step = 0; step < MOST_SUCCESSORS && wanted.size > 0; step++) {
    const found = [...(await factsOf(call, wanted)).values()];
    for (const fact of found) known.set(fact.id, fact);
    const successors = found.flatMap(({ supersededBy }) => supersededBy ?? []);
    wanted = new Set(successors.filter((id) => !known.has(id)));
  }
  return known;
}

/** What an item stands against now: an opponent that was replaced since counts as its successor. */
function heldAgainst(fact: Fact, known: ReadonlyMap<string, Fact>): readonly Fact[] {
  const against = new Map<string, Fact>();
  for (const id of opponentsOf(fact)) {
    let one = known.get(id);
    for (let step = 0; step < MOST_SUCCESSORS && one?.supersededBy !== undefined; step++)
      one = known.get(one.supersededBy) ?? one;
    if (one !== undefined && one.id !== fact.id) against.set(one.id, one);
  }
  return [...against.values()];
}

function partiesOf(found: readonly Contradiction[]): readonly string[] {
  return found.flatMap(({ a, b }) => [a, b]);
}

function itemOf(item: DeskItem, known: ReadonlyMap<string, Fact>): ReviewItem {
  const { fact } = item;
  const opponents = heldAgainst(fact, known);
  const gravest = [...opponents].sort((a, b) => b.authority - a.authority || placeOf(a) - placeOf(b));
  return {
    ...item,
    digest: digestOf(fact, nodeHash),
    against: gravest.slice(0, MAX_OPPONENTS_SHOWN),
    opponents: opponents.length,
    threats: fact.quarantined ? scanThreats(allWords(fact)).map(({ kind, why }) => ({ kind, why })) : [],
  };
}

function sideBySide(one: Contradiction, known: ReadonlyMap<string, Fact>): SideBySide {
  const facts = [known.get(one.a), known.get(one.b)] as const;
  const [a, b] = facts;
  return { ...one, facts, digests: [a && digestOf(a, nodeHash), b && digestOf(b, nodeHash)] };
}

export const dismiss = operation({
  name: "dismiss",
  doc: "Archives everything from one writer that waits for review, in one run that undo can reverse.",
  effect: "change",
  idempotent: true,
  roles: OWNER,
  input: {
    from: required(text("The writer: the `from` of a group in review, a token (name or id) or a surface")),
    upTo: whole("Only what was there when you looked: the `upTo` of the group", 0, Number.MAX_SAFE_INTEGER),
  },
  example: "dismiss mcp/agent --dry-run",
  cli: { args: ["from"] },
  http: { method: "POST", path: "/v1/review/dismiss" },
  long: true,
  async run(call, { from, upTo }) {
    return await call.memory.dismiss(await groupAsked(call, from), { upTo, ...telling(call) });
  },
  async dryRun(call, { from, upTo }, onEvents) {
    const options = { upTo, ...telling(call), dryRun: true, onEvents };
    return await call.memory.dismiss(await groupAsked(call, from), options);
  },
});

export const contradictions = operation({
  name: "contradictions",
  doc: "Lists pairs of facts that cannot both be true now: the highest class first, then each writer in turn.",
  effect: "read",
  readThread: "always",
  idempotent: true,
  roles: OWNER,
  input: {
    from: FROM,
    limit: whole(LIMIT, 1, MAX_ITEMS),
    after: text("Continue after this: the `next` of the previous answer", { max: 140 }),
  },
  example: "contradictions",
  cli: {},
  http: { method: "GET", path: "/v1/contradictions" },
  mcp: "manage_memory",
  async run(call: Call, { from, limit = ITEMS, after }) {
    const asked = from === undefined ? undefined : await groupAsked(call, from);
    const found = await contradictionsFrom(call, asked);
    const begin = after === undefined ? 0 : 1 + placeOfPair(found, after);
    const shown = found.slice(begin, begin + limit);
    const known = await factsOf(call, new Set(partiesOf(shown)));
    const isMore = begin + shown.length < found.length;
    return {
      contradictions: shown.map((one) => sideBySide(one, known)),
      count: found.length,
      ...(isMore ? { next: shown.at(-1)?.id } : {}),
    };
  },
});

function placeOfPair(found: readonly Contradiction[], id: string): number {
  const place = found.findIndex((one) => one.id === id);
  if (place < 0)
    throw badArgument(
      `after must be the id of a listed contradiction, and ${id} is not: list them again from the start`,
    );
  return place;
}

export const resolve = operation({
  name: "resolve",
  effect: "change",
  idempotent: false,
  roles: OWNER,
  doc: "Resolves a contradiction by keeping one of its two facts, or both.",
  input: {
    id: required(text("The contradiction's id", { max: 140 })),
    keep: required(text("The id of the fact to keep, or both", { max: 64 })),
    seen: text(
      "The digest of the fact to keep; needed if it is of a lower class, because keeping it adopts it",
      {
        max: 64,
      },
    ),
  },
  example: "resolve $CONTRADICTION both",
  cli: { args: ["id", "keep"], looks: { fact: "keep", digest: "seen" } },
  http: { method: "POST", path: "/v1/contradictions/{id}/resolve" },
  run: async ({ memory }, { id, keep, seen }) => ({ facts: await memory.resolve(id, { keep, seen }) }),
});
