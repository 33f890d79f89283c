/**
 * How are observed turns distilled: now, before a conversation is shortened, or in the background?
 *
 * The engine distils by itself, as the keeper of the origin; who may ask for it is checked here. What becomes of the
 * turns is decided in `converse/`.
 */

import type { Heard } from "../converse/check.ts";
import {
  type DistilRun,
  distilPass,
  type Piece,
  type ProposalOutcome,
  type Tally,
  type Work,
} from "../converse/distil-pass.ts";
import type { TurnHead, TurnWords } from "../converse/inbox.ts";
import type { ObserveInput } from "../converse/observe-input.ts";
import type { KnownFact, Turn } from "../converse/turn.ts";
import { isPrincipals } from "../converse/turn.ts";
import { isTidelineError } from "../errors.ts";
import {
  MAX_CHARS_PER_BATCH,
  MAX_EARLIER_TURNS,
  MAX_KNOWN_CHARS,
  MAX_KNOWN_LISTED,
  MAX_TURNS_PER_BATCH,
} from "../limits.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, maybe, parseFlag, parseName, parseWhole } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";
import type { PassReport } from "../passes/pass.ts";
import { runPass } from "../passes/run-pass.ts";
import type { Signal } from "../ports/signal.ts";
import { checkManages, isManaging } from "../write/change-gate.ts";
import type { Engine } from "./engine.ts";
import { type Drive, passHost } from "./maintain.ts";
import { keptMemory, type Memory } from "./memory.ts";
import { type ObserveResult, observeMany, sessionDigest } from "./observe.ts";
import { knownAbout } from "./recall.ts";
import { trim } from "./trim-inbox.ts";

/** Which turns are distilled, and whether for real. */
export interface DistilOptions {
  /** Only the turns of this session. Default: all that wait. */
  readonly session?: string | undefined;
  /** Says what would become of the turns, and writes nothing. The distiller is asked all the same. */
  readonly dryRun?: boolean | undefined;
  readonly signal?: Signal | undefined;
}

/** Which turns: of all sessions, of those with this name, or of the caller's own session with this digest. */
interface Wanted extends DistilOptions {
  readonly digest?: string | undefined;
}

/** What became of the turns that were distilled. */
export interface DistilReport extends PassReport {
  /** How many turns were distilled. */
  readonly turns: number;
  readonly proposals: number;
  /** What became of each proposal, in order. */
  readonly outcomes: readonly ProposalOutcome[];
  /** How many proposals were dropped, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Turns that no reply could be had for. */
  readonly setAside: Tally["setAside"];
  readonly usage: Tally["usage"];
  /** Why turns are left: the tokens of this day are spent, or the rounds of this run. */
  readonly stopped: "budget" | "rounds" | undefined;
}

/** Everything that waits is distilled, session by session. */
export async function distil(
  memory: Memory,
  drive: Drive,
  options: DistilOptions = {},
): Promise<DistilReport> {
  checkManages(memory.speaker, "distil conversations");
  return await distilAsKeeper(keptMemory(memory, memory.origin), drive, parseDistilOptions(options));
}

/** One run at a time in this process; other processes are kept apart by the cursors. */
export async function distilAsKeeper(
  memory: Memory,
  drive: Drive,
  options: Wanted = {},
): Promise<DistilReport> {
  const { open } = memory;
  const run = () => distilNow(memory, drive, options);
  const mine = open.distilling.then(run, run);
  open.distilling = mine.catch(() => undefined);
  return await mine;
}

async function distilNow(memory: Memory, drive: Drive, options: Wanted): Promise<DistilReport> {
  const { engine, open } = memory;
  engine.refuseIfFrozen();
  const dryRun = options.dryRun === true;
  const rules = await drive(() => engine.rules());
  const { distilling: limits } = engine.options;
  await open.indexed();
  const tallies = new Map<Piece, Tally>();
  const run: DistilRun = distilPass({
    distiller: () => memory.engine.options.distiller,
    rules,
    limits,
    keys: open.keys,
    signal: options.signal,
    isRehearsal: dryRun,
    breathe: () => engine.ports.pause.breathe(),
    next: async (state, without) =>
      await drive(() => nextWork(memory, state, { ...options, without }, limits.tokensPerDay)),
    onDecided: (piece, tally) => void tallies.set(piece, tally),
  });
  const report = await runPass(run.pass, passHost(memory, drive), { dryRun, writes: true });
  if (!dryRun) await drive(() => trim(memory));
  const told = reportOf(report, [...tallies.values()], run.stopped());
  count(engine, told);
  for (const error of run.failures()) throw error;
  return told;
}

function count(engine: Engine, { turns, usage }: DistilReport): void {
  const { distilled } = engine;
  engine.distilled = {
    turns: distilled.turns + turns,
    calls: distilled.calls + usage.calls,
    inputTokens: distilled.inputTokens + usage.inputTokens,
    outputTokens: distilled.outputTokens + usage.outputTokens,
  };
}

function reportOf(
  report: PassReport,
  tallies: readonly Tally[],
  stopped: DistilReport["stopped"],
): DistilReport {
  const dropped: Record<string, number> = {};
  const outcomes = tallies.flatMap((tally) => tally.outcomes);
  for (const { reason } of outcomes) if (reason !== undefined) dropped[reason] = (dropped[reason] ?? 0) + 1;
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  return {
    ...report,
    turns: sum(({ turns }) => turns),
    proposals: sum(({ proposals }) => proposals),
    outcomes,
    dropped,
    setAside: tallies.flatMap((tally) => tally.setAside),
    usage: {
      calls: sum(({ usage }) => usage.calls),
      inputTokens: sum(({ usage }) => usage.inputTokens),
      outputTokens: sum(({ usage }) => usage.outputTokens),
    },
    stopped,
  };
}

const DISTIL_FIELDS: ReadonlySet<string> = new Set<keyof DistilOptions>(["session", "dryRun", "signal"]);

function parseDistilOptions(value: DistilOptions): DistilOptions {
  const given = fieldsOf(value, DISTIL_FIELDS, "distil");
  return {
    session: maybe(given, "session", parseName),
    dryRun: maybe(given, "dryRun", parseFlag),
    signal: value.signal,
  };
}

// ── what is distilled next

/** The next turns of one session; undefined if nothing is left to distil. */
function* nextWork(
  memory: Memory,
  state: State,
  { session, digest: only, without }: Wanted & { readonly without: ReadonlySet<string> },
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
function tokensLeftFor(
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
  const { session, content, actor, attachments = [] } = words;
  return {
    ...{ number, id, session, role, content, at, actor, authority },
    attachments: attachments.map(({ name, content: text }) => ({ name, content: text })),
  };
}

/** A line of a block with such a mark is somebody else's word. */
const HEARSAY = /^\s*-?\s*\[[^\]]*\bhearsay\b/i;

/** What memory had said in the conversation that was not the principal's own word. */
function recalledIn(
  heads: readonly TurnHead[],
  ...words: readonly ReadonlyMap<string, TurnWords>[]
): Heard["recalled"] {
  return heads.flatMap(({ id, own }) => {
    const said = words.flatMap((some) => some.get(id) ?? [])[0];
    if (said === undefined) return [];
    const lines = (said.recalled ?? []).flatMap((block) => block.split("\n"));
    return [...(own ? [said.content] : []), ...lines.filter((line) => HEARSAY.test(line))];
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

// ── before a conversation is shortened

/** The turns that a host is about to drop from a conversation. */
export interface CompactionInput {
  readonly session: string;
  /** The turns that are about to be dropped from the conversation. Those that were observed before are known by id. */
  readonly turns: readonly Omit<ObserveInput, "session">[];
  /** How long to wait at most. Default 20,000. */
  readonly timeoutMs?: number | undefined;
}

/** What became of turns that are about to be dropped. */
export interface CompactionResult {
  readonly observed: readonly ObserveResult[];
  /** later: the turns are safe in the inbox, and are distilled in the background. */
  readonly outcome: "distilled" | "later";
  /** Why later, as a code. */
  readonly because: string | undefined;
  /** Only for a handle that may run maintenance: it tells of facts that others wrote. */
  readonly report: DistilReport | undefined;
}

const COMPACTION_FIELDS: ReadonlySet<string> = new Set<keyof CompactionInput>([
  "session",
  "turns",
  "timeoutMs",
]);
const COMPACTION_MS = 20_000;
const MOST_COMPACTION_MS = 600_000;

/**
 * The turns are durable before it waits, so nothing is lost if it stops waiting. Only the caller's own session is
 * distilled: others may have sessions of the same name.
 */
export async function beforeCompaction(
  memory: Memory,
  drive: Drive,
  input: CompactionInput,
): Promise<CompactionResult> {
  const given = fieldsOf(input, COMPACTION_FIELDS, "beforeCompaction");
  const session = parseName(given.session, "session");
  const timeoutMs = maybe(given, "timeoutMs", parseWhole(1, MOST_COMPACTION_MS)) ?? COMPACTION_MS;
  if (!Array.isArray(given.turns)) throw badArgument("turns must be a list");
  const turns = input.turns.map((turn) => ({ ...turn, session }));
  const observed = await drive(() => observeMany(memory, turns));
  const stop = new AbortController();
  const kept = keptMemory(memory, memory.origin);
  const digest = await drive(function* () {
    return sessionDigest(memory, session, yield* memory.engine.rules());
  });
  const mayTell = isManaging(memory.speaker);
  const work = distilAsKeeper(kept, drive, { digest, signal: stop.signal }).then(
    (report): CompactionResult => ({
      ...{ observed, outcome: "distilled", because: report.stopped },
      report: mayTell ? report : undefined,
    }),
    (error: unknown): CompactionResult => ({
      ...{ observed, outcome: "later", report: undefined },
      because: isTidelineError(error) ? error.code : "distiller-failed",
    }),
  );
  const { timer } = memory.engine.ports;
  if (timer === undefined) return await work;
  return await new Promise((resolve) => {
    const cancel = timer.after(timeoutMs, () => {
      stop.abort();
      resolve({ observed, outcome: "later", because: "timed-out", report: undefined });
    });
    void work.then((result) => {
      cancel();
      resolve(result);
    });
  });
}
