/** How do turns of conversations come in, and what waits? They are stored at once, and distilled later. */
import type { TurnHead } from "../converse/inbox.ts";
import {
  classOfTurn,
  cleaned,
  type GivenTurn,
  type ObserveInput,
  type ParsedTurn,
  parseTurn,
  saysNothing,
} from "../converse/observe-input.ts";
import { TidelineError } from "../errors.ts";
import { MAX_OBSERVE_MANY, MAX_TURNS_WAITING_BY_VOICE } from "../limits.ts";
import type { SetAside, Spent } from "../log/distil-state.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument } from "../model/arguments.ts";
import { vouchedFor } from "../model/author.ts";
import { EVENT_VERSION, type EventOf } from "../model/event.ts";
import { TRUSTED } from "../model/source.ts";
import { byOf } from "../model/speaker.ts";
import type { WriteRules } from "../write/rules.ts";
import { distilSoon } from "./distil-soon.ts";
import type { Memory } from "./memory.ts";

/** Whether a turn was stored, known already, or empty. */
export interface ObserveResult {
  /** known: a turn with this id was observed before. empty: nothing was said, so nothing was stored. */
  readonly outcome: "observed" | "known" | "empty";
  /** The id that the inbox gave the turn. */
  readonly turn: string | undefined;
  /** How many places held a credential, and were masked. 0 for a known turn, which is not looked at again. */
  readonly masked: number;
  /** It was longer than the inbox takes, and was cut. */
  readonly cut: boolean;
}

/** How many turns wait, what distilling took so far, and what failed. */
export interface InboxStatus {
  /** Turns that wait to be distilled, and sessions that have such turns. */
  readonly waiting: number;
  readonly sessions: number;
  readonly oldestAt: number | undefined;
  /** What distilling took today, and since the beginning. */
  readonly today: Omit<Spent, "day">;
  readonly total: State["distil"]["total"];
  /** Turns that no reply could be had for, latest first. */
  readonly setAside: readonly (Pick<SetAside, "at" | "reason"> & { readonly turn: string })[];
  /** Why the last attempt in the background failed. */
  readonly trouble: { readonly at: number; readonly code: string; readonly message: string } | undefined;
}

/** One turn. It is durable when this returns. */
export function* observe(memory: Memory, input: ObserveInput): Steps<ObserveResult> {
  const [result] = yield* observeAll(memory, [input]);
  return result as ObserveResult;
}

/** Many turns in one durable commit, in order. */
export function* observeMany(
  memory: Memory,
  inputs: readonly ObserveInput[],
): Steps<readonly ObserveResult[]> {
  if (!Array.isArray(inputs)) throw badArgument("observeMany needs a list");
  if (inputs.length > MAX_OBSERVE_MANY)
    throw new TidelineError(
      "batch-too-large",
      `${inputs.length} turns are too many for one observeMany; the limit is ${MAX_OBSERVE_MANY}. Observe them in several batches.`,
    );
  return yield* observeAll(memory, inputs);
}

function* observeAll(memory: Memory, inputs: readonly ObserveInput[]): Steps<readonly ObserveResult[]> {
  const { engine, open } = memory;
  engine.refuseIfFrozen();
  const rules = yield* engine.rules();
  const now = engine.now();
  const { secrets, distilling } = engine.options;
  const given = Array.from(inputs, (input) => parseTurn(input, now, distilling.timeZone));
  const clean = new Map<GivenTurn, ParsedTurn>();
  const cleanOf = (turn: GivenTurn): ParsedTurn => {
    const known = clean.get(turn) ?? cleaned(turn, secrets);
    clean.set(turn, known);
    return known;
  };
  const state = open.replica.known ?? (yield* open.replica.catchUp());
  const digests = new Map(given.map(({ session }) => [session, ""]));
  for (const session of digests.keys()) digests.set(session, sessionDigest(memory, session, rules));
  let results: readonly ObserveResult[] = [];
  const plan = () => {
    const events: EventOf<"turn">[] = [];
    const at = { rules, now };
    results = given.map((turn) =>
      resultOf(memory, turn, digests.get(turn.session) as string, cleanOf, events, at),
    );
    checkRoom(memory, state, events.length);
    return events;
  };
  try {
    yield* open.inbox.append(plan);
  } catch (error) {
    if (!(error instanceof TidelineError && error.code === "inbox-full")) throw error;
    // Another process may have distilled meanwhile.
    yield* open.replica.catchUp();
    yield* open.inbox.append(plan);
  }
  if (results.some(({ outcome }) => outcome === "observed"))
    distilSoon(memory, memory.speaker.voice === TRUSTED);
  return results;
}

/** Adds the turn to the events, unless it is known or empty. */
function resultOf(
  memory: Memory,
  given: GivenTurn,
  session: string,
  cleanOf: (turn: GivenTurn) => ParsedTurn,
  events: EventOf<"turn">[],
  { rules, now }: { readonly rules: WriteRules; readonly now: number },
): ObserveResult {
  const key = given.id === undefined ? undefined : keyDigest(session, given.id, memory, rules);
  const known: TurnHead | undefined = key === undefined ? undefined : memory.open.inbox.keyed(key);
  const before = key === undefined ? undefined : events.find((event) => event.key === key);
  const id = known?.id ?? before?.turn;
  // A host may observe its whole transcript again: only new turns cost anything.
  if (id !== undefined) return { outcome: "known", turn: id, masked: 0, cut: false };
  const turn = cleanOf(given);
  const { masked, cut } = turn;
  if (saysNothing(turn)) return { outcome: "empty", turn: undefined, masked, cut };
  const event = turnEvent(memory, turn, { session, key, now });
  events.push(event);
  return { outcome: "observed", turn: event.turn, masked, cut };
}

/** A session belongs to whoever observes it, so a caller below class 3 adds no turn to the principal's conversation. */
export function sessionDigest(
  { origin, speaker }: Pick<Memory, "origin" | "speaker">,
  session: string,
  rules: WriteRules,
): string {
  const whose = speaker.voice === TRUSTED ? [] : [speaker.voice, ...vouchedFor(speaker.writer)];
  return rules.digestUnder(rules.secretOf(origin), JSON.stringify(["session", session, ...whose]));
}

function keyDigest(session: string, id: string, { origin }: Memory, rules: WriteRules): string {
  return rules.digestUnder(rules.secretOf(origin), JSON.stringify(["turn", session, id]));
}

function turnEvent(
  memory: Memory,
  turn: ParsedTurn,
  { session, key, now }: { readonly session: string; readonly key: string | undefined; readonly now: number },
): EventOf<"turn"> {
  const { speaker, defaultSource, engine, open } = memory;
  const { id, content, actor, offsetMinutes, attachments, recalled, aborted, cut, masked, own } = turn;
  return {
    type: "turn",
    v: EVENT_VERSION,
    at: now,
    by: byOf(speaker),
    turn: engine.newId(open, now),
    session,
    ...(key === undefined ? {} : { key }),
    role: turn.role,
    authority: classOfTurn(turn, speaker.voice, defaultSource),
    saidAt: turn.at,
    ...(aborted ? { aborted } : {}),
    ...(cut ? { cut } : {}),
    ...(masked === 0 ? {} : { masked }),
    ...(own ? { own } : {}),
    body: {
      session: turn.session,
      content,
      ...(id === undefined ? {} : { id }),
      ...(actor === undefined ? {} : { actor }),
      ...(offsetMinutes === 0 ? {} : { offsetMinutes }),
      ...(attachments.length === 0 ? {} : { attachments: attachments.map(withoutBlankName) }),
      ...(recalled.length === 0 ? {} : { recalled }),
    },
  };
}

function withoutBlankName({ name, content }: ParsedTurn["attachments"][number]) {
  return name === undefined ? { content } : { name, content };
}

/**
 * Each voice has room of its own, so nobody fills the inbox for the principal. Below class 3 a caller takes at most half of
 * it, so none fills it for the others.
 */
function checkRoom({ open, speaker: { voice, writer } }: Memory, state: State, more: number): void {
  const { own, all } = open.inbox.waitingOf(voice, writer, (open.replica.known ?? state).distil);
  const most = MAX_TURNS_WAITING_BY_VOICE[voice];
  const mostOwn = voice === TRUSTED ? most : most / 2;
  if (more === 0 || (all + more <= most && own + more <= mostOwn)) return;
  const isOwn = own + more > mostOwn;
  const full = isOwn ? { waiting: own, most: mostOwn } : { waiting: all, most };
  const whose = isOwn ? "of this caller" : `of callers with voice ${voice}`;
  throw new TidelineError(
    "inbox-full",
    `${full.waiting} turns ${whose} wait to be distilled, and the limit is ${full.most}. Nothing was stored. Distil them, with distil(), and observe again.`,
    full,
  );
}

/** What waits to be distilled, and what distilling took. */
export function* inbox(memory: Memory): Steps<InboxStatus> {
  const { open, engine } = memory;
  const { distil } = yield* open.replica.catchUp();
  yield* open.inbox.catchUp();
  const { waiting, sessions, oldestAt } = open.inbox.figures(distil);
  const { day, ...spent } = distil.spent;
  const isToday = day === Math.floor(engine.now() / 86_400_000);
  return {
    waiting: waiting.reduce((sum, count) => sum + count, 0),
    sessions,
    oldestAt,
    today: isToday ? spent : { calls: 0, inputTokens: 0, outputTokens: 0 },
    total: distil.total,
    setAside: [...distil.setAside.entries()]
      .map(([turn, { at, reason }]) => ({ turn, at, reason }))
      .reverse(),
    trouble: open.distilTrouble,
  };
}
