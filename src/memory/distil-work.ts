/**
 * What is distilled next? Turns of one session that wait, as many as fit into a call, with what was heard before them; or
 * one turn that was set aside, once more.
 */

import type { Heard } from "../converse/check.ts";
import type { Work } from "../converse/distil-pass.ts";
import type { TurnHead, TurnWords } from "../converse/inbox.ts";
import { isShownTo, othersWords } from "../converse/shown.ts";
import { isPrincipals, type KnownFact, type Turn } from "../converse/turn.ts";
import {
  MAX_CHARS_PER_BATCH,
  MAX_EARLIER_TURNS,
  MAX_KNOWN_CHARS,
  MAX_KNOWN_LISTED,
  MAX_TURNS_PER_BATCH,
} from "../limits.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import type { Fact } from "../model/fact.ts";
import { PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";
import type { Memory } from "./memory.ts";
import { knownAbout } from "./recall.ts";
import { notSetAside } from "./set-aside.ts";

/** Which turns: of all sessions, of those with this name, or of the caller's own session with this digest. */
interface Wanted {
  readonly session?: string | undefined;
  readonly digest?: string | undefined;
  /** Sessions that are left for later. */
  readonly without: ReadonlySet<string>;
}

/** The next turns of one session; undefined if nothing is left to distil. */
export function* nextWork(
  memory: Memory,
  state: State,
  { session, digest: only, without }: Wanted,
  tokensPerDay: number,
): Steps<Work | undefined> {
  const { open } = memory;
  yield* open.inbox.catchUp();
  const settled = (open.replica.known ?? state).distil;
  for (const [digest, all] of open.inbox.waitingSessions(settled)) {
    if (without.has(digest) || (only !== undefined && digest !== only)) continue;
    const after = state.distil.cursors.get(digest) ?? 0;
    const turns = all.filter(({ seq }) => seq > after);
    const tokensLeft = tokensLeftFor(turns, state, tokensPerDay, memory.engine.now());
    if (turns.length === 0 || tokensLeft === 0) continue;
    const work = yield* workOf(memory, state, { digest, after, turns, tokensLeft });
    if (session === undefined || work.episode === session) return work;
  }
  return undefined;
}

/** What a batch without the principal may always take, once it is begun: a tenth of what may be spent in a day. */
const SHARE_OF_BATCH = 0.1;

/**
 * Conversations in which the principal does not speak are begun until half of what may be spent in a day is spent, so they
 * leave the principal four tenths, whatever a model is made to reply. undefined: the principal speaks.
 */
export function tokensLeftFor(
  turns: readonly TurnHead[],
  state: State,
  tokensPerDay: number,
  now: number,
): number | undefined {
  if (turns.some(({ voice }) => voice === TRUSTED)) return undefined;
  const { day, inputTokens, outputTokens } = state.distil.spent;
  const spent = day === Math.floor(now / DAY_MS) ? inputTokens + outputTokens : 0;
  const left = tokensPerDay / 2 - spent;
  return left <= 0 ? 0 : Math.max(left, SHARE_OF_BATCH * tokensPerDay);
}

interface Waiting {
  readonly digest: string;
  readonly after: number;
  readonly turns: readonly TurnHead[];
  readonly tokensLeft: number | undefined;
}

function* workOf(memory: Memory, state: State, { digest, after, turns, tokensLeft }: Waiting): Steps<Work> {
  const { inbox } = memory.open;
  const next = turns.slice(0, MAX_TURNS_PER_BATCH);
  const words = yield* inbox.wordsOf(next);
  const taken = withinBatch(next, words);
  const earlierHeads = inbox.before(digest, after, MAX_EARLIER_TURNS);
  const earlierWords = yield* inbox.wordsOf(earlierHeads);
  const told = taken.filter(({ id, own, role }) => !own && role !== "system" && words.has(id));
  const batch = told.map((head, i) => turnOf(head, words.get(head.id) as TurnWords, i + 1));
  const earlier = earlierHeads.flatMap((head, i) => {
    const said = earlierWords.get(head.id);
    return said === undefined || head.own ? [] : [turnOf(head, said, -earlierHeads.length + i)];
  });
  const known = yield* knownTo(memory, state, batch);
  return {
    session: digest,
    after,
    upTo: (taken.at(-1) as TurnHead).seq,
    turns: taken.length,
    episode: [...words.values()][0]?.session,
    batch: { turns: batch, known: known.map(listed) },
    tokensLeft,
    known: known.map(({ id }) => id),
    heard: { earlier, recalled: recalledIn([...earlierHeads, ...taken], earlierWords, words) },
    observed: new Map(told.map(({ writer, seq }, i) => [i + 1, { writer, seq }])),
  };
}

/** As many turns as fit into one call; at least one. */
function withinBatch(turns: readonly TurnHead[], words: ReadonlyMap<string, TurnWords>): readonly TurnHead[] {
  let chars = 0;
  const end = turns.findIndex(({ id }, i) => {
    chars += lengthOf(words.get(id));
    return i > 0 && chars > MAX_CHARS_PER_BATCH;
  });
  return end < 0 ? turns : turns.slice(0, end);
}

function lengthOf(words: TurnWords | undefined): number {
  const { content = "", attachments = [] } = words ?? {};
  return attachments.reduce((sum, one) => sum + one.content.length, content.length);
}

function turnOf(head: TurnHead, words: TurnWords, number: number): Turn {
  const { id, role, saidAt: at, authority } = head;
  const { session, content, actor, offsetMinutes, attachments = [], recalled = [] } = words;
  const shown = othersWords(role, recalled);
  return {
    ...{ number, id, session, role, content, at, offsetMinutes, actor, authority },
    ...(shown.length === 0 ? {} : { shown }),
    attachments: attachments.map(({ name, content: text }) => ({ name, content: text })),
  };
}

/** What memory had said, beside the blocks in other people's turns: its own answers, and what the host put before all. */
function recalledIn(
  heads: readonly TurnHead[],
  ...words: readonly ReadonlyMap<string, TurnWords>[]
): Heard["recalled"] {
  return heads.flatMap(({ id, own, role }) => {
    const said = words.flatMap((some) => some.get(id) ?? [])[0];
    if (said === undefined) return [];
    const isHosts = isShownTo(role) && (own || role === "system");
    return [...(own ? [said.content] : []), ...(isHosts ? othersWords(role, said.recalled ?? []) : [])];
  });
}

const KNOWN_QUERY_CHARS = 500;

/** What is known about what the principal said: never the words of a lower class, which could instruct a model. */
function* knownTo(memory: Memory, state: State, turns: readonly Turn[]): Steps<readonly Fact[]> {
  if (memory.engine.options.distiller.ignoresKnown === true) return [];
  const said = turns.filter(isPrincipals).map(({ content }) => content);
  const query = said.join("\n").slice(-KNOWN_QUERY_CHARS).trim();
  if (query === "" || state.facts.size === 0) return [];
  const found = yield* knownAbout(memory, query, MAX_KNOWN_LISTED);
  return found.filter(({ authority }) => authority >= PROTECTING_CLASS);
}

function listed({ content }: Fact, i: number): KnownFact {
  const text = content.length <= MAX_KNOWN_CHARS ? content : `${content.slice(0, MAX_KNOWN_CHARS - 1)}…`;
  return { number: i + 1, content: text };
}

/** When each of these turns was set aside: the event's place in the log, by the turn's id. */
export function* asSetAside(memory: Memory, turns: readonly string[]): Steps<ReadonlyMap<string, number>> {
  const { distil } = yield* memory.open.replica.catchUp();
  yield* memory.open.inbox.catchUp();
  const found = new Map<string, number>();
  for (const turn of turns) {
    const aside = distil.setAside.get(turn);
    if (aside === undefined) throw notSetAside(turn);
    if (memory.open.inbox.turn(turn)?.gone === false) found.set(turn, aside.seq);
  }
  return found;
}

/** One at a time, so that what was said before it counts as said before. Turns whose words are gone are left out. */
export function* nextAgain(
  memory: Memory,
  state: State,
  { again, without }: { readonly again: ReadonlyMap<string, number>; readonly without: ReadonlySet<string> },
  tokensPerDay: number,
): Steps<Work | undefined> {
  const { inbox } = memory.open;
  for (const [turn, seq] of again) {
    const head = inbox.turn(turn);
    if (head === undefined || head.gone || without.has(head.session)) continue;
    if (state.distil.setAside.get(turn)?.seq !== seq) continue;
    const turns = [head];
    const tokensLeft = tokensLeftFor(turns, state, tokensPerDay, memory.engine.now());
    if (tokensLeft === 0) continue;
    const waiting = { digest: head.session, after: head.seq - 1, turns, tokensLeft };
    const work = yield* workOf(memory, state, waiting);
    const cursor = state.distil.cursors.get(head.session) ?? 0;
    return { ...work, after: cursor, upTo: cursor, again: { turn, seq } };
  }
  return undefined;
}
