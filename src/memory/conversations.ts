/**
 * What was said in which conversation, and what was drawn from it? For the owner's eyes: the sessions in the inbox, and one
 * of them turn by turn, each beside the facts that quote it.
 *
 * Turns are shown as long as the inbox keeps them. A reply's dropped proposals were never stored: their number and the
 * reasons are all that is left of them.
 */
import type { TurnHead, TurnWords } from "../converse/inbox.ts";
import { TidelineError } from "../errors.ts";
import { doorOf, OWN, readGroup, type WriterGroup } from "../govern/writer-group.ts";
import {
  MAX_FACTS_PER_TURN,
  MAX_LIST,
  MAX_RUNS_SHOWN,
  MAX_TURN_CHARS_SHOWN,
  MAX_TURNS_SHOWN,
} from "../limits.ts";
import type { State } from "../log/fold.ts";
import { resting, type Steps } from "../log/steps.ts";
import { fieldsOf, maybe, parseName, parseWhole } from "../model/arguments.ts";
import type { EventOf } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import type { TurnRole } from "../model/turn-role.ts";
import { eachInSlices } from "../ports/slices.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { checkManages } from "../write/change-gate.ts";
import type { Memory } from "./memory.ts";
import { readBack } from "./read-log.ts";
import { notInInbox } from "./set-aside.ts";

/** `from`: who observed it: "own" if the principal's own voice did, else a token's id or a surface. */
export interface ConversationSummary extends WriterGroup {
  /** For `conversation(id)`: a keyed digest, which says nothing about the session's name. */
  readonly id: string;
  /** The session's name; undefined once the words of all its turns are erased. */
  readonly session: string | undefined;
  /** How many turns the inbox knows; how many of those wait, were set aside, and have lost their words. */
  readonly turns: number;
  readonly waiting: number;
  readonly setAside: number;
  readonly erased: number;
  /** How many facts quote these turns. */
  readonly facts: number;
  readonly firstAt: number;
  readonly latestAt: number;
  /** When the latest turn that is distilled was said; undefined if none is. */
  readonly distilledTo: number | undefined;
}

/** Conversations whose turns the inbox knows, page by page. */
export interface ConversationsPage {
  /** Those with the latest turn first. */
  readonly conversations: readonly ConversationSummary[];
  readonly total: number;
  /** The id after which to continue, if there is more. */
  readonly next: string | undefined;
}

/** Which page of conversations. */
export interface ConversationsOptions {
  /** Default 50. */
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Which page of a conversation. */
export interface ConversationOptions {
  /** Turns at most. Default 50; a page of very long turns has fewer. */
  readonly limit?: number | undefined;
  /** The id of the turn after which to continue. */
  readonly after?: string | undefined;
}

/**
 * distilled: a distiller has read it. waiting: none has yet. set-aside: no reply could be had for it. dismissed: somebody
 * decided that nothing is made of it. skipped: words of memory's own, which are never distilled.
 */
export type TurnState = "distilled" | "waiting" | "set-aside" | "dismissed" | "skipped";

/** A turn as a person looks at it, and what was drawn from it. */
export interface ShownTurn {
  readonly turn: string;
  readonly role: TurnRole;
  readonly at: number;
  /** The class of its words. */
  readonly authority: Authority;
  readonly state: TurnState;
  /** Its reply was cut short. */
  readonly aborted: boolean;
  /** Why it was set aside. */
  readonly reason: string | undefined;
  /** undefined if its words are erased. */
  readonly said:
    | {
        readonly content: string;
        readonly actor: string | undefined;
        readonly attachments: readonly { readonly name: string | undefined; readonly content: string }[];
      }
    | undefined;
  /** Facts that quote it, or that it said again: then there is no quote. The highest class first. */
  readonly drawn: readonly { readonly fact: string; readonly quote: string | undefined }[];
  /** How many facts there are, of which `drawn` has some. */
  readonly drawnCount: number;
}

/** One reply of the distiller, as the log tells of it. */
export interface DistillerRun {
  readonly at: number;
  readonly distiller: string | undefined;
  /** The last turn that it read; undefined if that is no longer kept. */
  readonly upTo: string | undefined;
  readonly turns: number;
  readonly proposals: number;
  /** How many proposals were dropped, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly setAside: number;
  readonly usage: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
}

/** One conversation: a page of its turns, the facts drawn from them, and what the distiller did. */
export interface Conversation extends ConversationSummary {
  /** Oldest first. */
  readonly shown: readonly ShownTurn[];
  /** The facts that the shown turns led to. */
  readonly factsShown: readonly Fact[];
  /** What the distiller made of the conversation, latest first: on the first page only, and as far as the log's last page. */
  readonly runs: readonly DistillerRun[];
  /** The id of the turn after which to continue, if there is more. */
  readonly next: string | undefined;
}

const PER_PAGE = 50;
/** Facts that are looked through before other work may run. */
const FACTS_PER_SLICE = 1_024;
const PAGE_FIELDS: ReadonlySet<string> = new Set<keyof ConversationsOptions>(["limit", "after"]);
const WHAT = "look at conversations";

export function* conversations(memory: Memory, options: ConversationsOptions = {}): Steps<ConversationsPage> {
  checkManages(memory.speaker, WHAT);
  const { limit, after } = pageOf(options, MAX_LIST, "conversations");
  const state = yield* memory.open.replica.catchUp();
  yield* memory.open.inbox.catchUp();
  const sessions = sessionsIn(memory);
  const latest = [...sessions].sort(
    ([, a], [, b]) => (b.at(-1) as TurnHead).seq - (a.at(-1) as TurnHead).seq,
  );
  const begin = after === undefined ? 0 : 1 + latest.findIndex(([id]) => id === after);
  if (after !== undefined && begin === 0) throw noConversation(after);
  const shown = latest.slice(begin, begin + limit);
  const wanted = new Set(shown.flatMap(([, heads]) => heads.map(({ id }) => id)));
  const drawn = yield* drawnFrom(state, wanted);
  const page: ConversationSummary[] = [];
  for (const [id, heads] of shown) page.push(yield* summaryOf(memory, state, id, heads, drawn));
  const next = begin + shown.length < latest.length ? shown.at(-1)?.[0] : undefined;
  return { conversations: page, total: latest.length, next };
}

export function* conversation(
  memory: Memory,
  id: string,
  options: ConversationOptions = {},
): Steps<Conversation> {
  checkManages(memory.speaker, WHAT);
  const asked = parseName(id, "id");
  const { limit, after } = pageOf(options, MAX_TURNS_SHOWN, "conversation");
  const state = yield* memory.open.replica.catchUp();
  yield* memory.open.inbox.catchUp();
  const heads = sessionsIn(memory).get(asked);
  if (heads === undefined) throw noConversation(asked);
  const begin = after === undefined ? 0 : 1 + heads.findIndex((head) => head.id === after);
  if (after !== undefined && begin === 0) throw notInInbox(after);
  const drawn = yield* drawnFrom(state, new Set(heads.map((head) => head.id)));
  const some = heads.slice(begin, begin + limit);
  const words = yield* memory.open.inbox.wordsOf(some);
  const page = within(some, words);
  const events = yield* readBack(memory, state.head.seq, (heads[0] as TurnHead).observedAt);
  const dismissed = new Set(
    events.flatMap(({ event }) => (event.type === "turns-dismissed" ? event.turns : [])),
  );
  const shown = page.map((head) => turnShown(head, words.get(head.id), state, drawn, dismissed));
  const ids = new Set(shown.flatMap((turn) => turn.drawn.map(({ fact }) => fact)));
  const summary = yield* summaryOf(memory, state, asked, heads, drawn);
  return {
    ...summary,
    shown,
    factsShown: [...ids].flatMap((fact) => state.facts.get(fact) ?? []),
    runs: after === undefined ? runsIn(events, asked, heads) : [],
    next: begin + page.length < heads.length ? page.at(-1)?.id : undefined,
  };
}

function pageOf(options: ConversationsOptions, most: number, verb: string) {
  const given = fieldsOf(options, PAGE_FIELDS, verb);
  return {
    limit: maybe(given, "limit", parseWhole(1, most)) ?? PER_PAGE,
    after: maybe(given, "after", parseName),
  };
}

function noConversation(id: string): TidelineError {
  return new TidelineError(
    "no-such-conversation",
    `There is no conversation ${id.slice(0, 64)} in the inbox of this origin, or its turns are no longer kept. conversations() lists them.`,
  );
}

/** The turns of each session, oldest first. */
function sessionsIn({ open }: Memory): ReadonlyMap<string, readonly TurnHead[]> {
  const sessions = new Map<string, TurnHead[]>();
  for (const head of open.inbox.all()) {
    const known = sessions.get(head.session);
    if (known === undefined) sessions.set(head.session, [head]);
    else known.push(head);
  }
  return sessions;
}

interface Drawn {
  readonly fact: Fact;
  readonly quote: string | undefined;
}
type DrawnFrom = ReadonlyMap<string, readonly Drawn[]>;

/** By turn: the facts that quote it or that it said again, the highest class first. */
function* drawnFrom({ facts }: State, turns: ReadonlySet<string>): Steps<DrawnFrom> {
  const found = new Map<string, Drawn[]>();
  const note = (turn: string, fact: Fact, quote: string | undefined) => {
    if (!turns.has(turn)) return;
    const known = found.get(turn);
    if (known === undefined) found.set(turn, [{ fact, quote }]);
    else known.push({ fact, quote });
  };
  const noteAll = (id: string) => {
    const fact = facts.get(id) as Fact;
    for (const { turn, text } of fact.quotes ?? []) note(turn, fact, text);
    for (const { turns: again = [] } of fact.observations)
      for (const turn of again) note(turn, fact, undefined);
  };
  yield* resting(eachInSlices([...facts.keys()], FACTS_PER_SLICE, noteAll));
  for (const some of found.values()) some.sort((a, b) => b.fact.authority - a.fact.authority);
  return found;
}

function* summaryOf(
  { open: { inbox } }: Memory,
  { distil }: State,
  id: string,
  heads: readonly TurnHead[],
  drawn: DrawnFrom,
): Steps<ConversationSummary> {
  const [first] = heads as readonly [TurnHead];
  const cursor = Math.max(distil.cursors.get(id) ?? 0, distil.trimmedTo);
  const distilled = heads.filter(({ seq }) => seq <= cursor);
  const named = heads.find(({ gone }) => !gone);
  const words = named && (yield* inbox.wordsOf([named])).get(named.id);
  const facts = new Set(heads.flatMap((head) => (drawn.get(head.id) ?? []).map(({ fact }) => fact.id)));
  return {
    id,
    session: words?.session,
    ...readGroup(first.voice === TRUSTED ? OWN : doorOf(first.writer)),
    turns: heads.length,
    waiting: heads.filter(({ seq, gone }) => seq > cursor && !gone).length,
    setAside: heads.filter((head) => !head.gone && distil.setAside.has(head.id)).length,
    erased: heads.filter(({ gone }) => gone).length,
    facts: facts.size,
    firstAt: first.saidAt,
    latestAt: (heads.at(-1) as TurnHead).saidAt,
    distilledTo: distilled.at(-1)?.saidAt,
  };
}

/** As many turns as one answer may hold; at least one. */
function within(heads: readonly TurnHead[], words: ReadonlyMap<string, TurnWords>): readonly TurnHead[] {
  let chars = 0;
  const end = heads.findIndex(({ id }, i) => {
    const { content = "", attachments = [] } = words.get(id) ?? {};
    chars += attachments.reduce((sum, one) => sum + one.content.length, content.length);
    return i > 0 && chars > MAX_TURN_CHARS_SHOWN;
  });
  return end < 0 ? heads : heads.slice(0, end);
}

function turnShown(
  head: TurnHead,
  words: TurnWords | undefined,
  state: State,
  drawn: DrawnFrom,
  dismissed: ReadonlySet<string>,
): ShownTurn {
  const { id, role, saidAt, authority, aborted } = head;
  const all = drawn.get(id) ?? [];
  return {
    ...{ turn: id, role, at: saidAt, authority, aborted },
    state: stateOf(head, state, dismissed),
    reason: state.distil.setAside.get(id)?.reason,
    said: words && {
      content: words.content,
      actor: words.actor,
      attachments: (words.attachments ?? []).map(({ name, content }) => ({ name, content })),
    },
    drawn: all.slice(0, MAX_FACTS_PER_TURN).map(({ fact, quote }) => ({ fact: fact.id, quote })),
    drawnCount: all.length,
  };
}

function stateOf(
  { id, seq, session, own, role }: TurnHead,
  { distil }: State,
  dismissed: ReadonlySet<string>,
): TurnState {
  if (distil.setAside.has(id)) return "set-aside";
  if (dismissed.has(id)) return "dismissed";
  if (own || role === "system") return "skipped";
  return seq <= Math.max(distil.cursors.get(session) ?? 0, distil.trimmedTo) ? "distilled" : "waiting";
}

function runsIn(
  events: readonly RecordedEvent[],
  session: string,
  heads: readonly TurnHead[],
): readonly DistillerRun[] {
  const runs = events.flatMap(({ event }) =>
    event.type === "distilled" && event.session === session ? [runOf(event, heads)] : [],
  );
  return runs.slice(-MAX_RUNS_SHOWN).reverse();
}

function runOf(event: EventOf<"distilled">, heads: readonly TurnHead[]): DistillerRun {
  const { at, turns, proposals, dropped = {}, setAside = [], again = [], upTo, body } = event;
  const { calls, inputTokens, outputTokens } = event;
  return {
    ...{ at, proposals, dropped, distiller: body?.distiller },
    upTo: again[0] ?? heads.findLast(({ seq }) => seq <= upTo)?.id,
    turns: turns + again.length,
    setAside: setAside.length,
    usage: { calls, inputTokens, outputTokens },
  };
}
