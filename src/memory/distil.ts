/**
 * How are observed turns distilled: now, before a conversation is shortened, or in the background?
 *
 * The engine distils by itself, as the keeper of the origin; who may ask for it is checked here. What becomes of the
 * turns is decided in `converse/`.
 */

import type { DistilRun, Piece, ProposalOutcome, Tally } from "../converse/distil-pass.ts";
import type { ObserveInput } from "../converse/observe-input.ts";
import { isTidelineError } from "../errors.ts";
import { badArgument, fieldsOf, maybe, parseFlag, parseName, parseWhole } from "../model/arguments.ts";
import type { PassReport } from "../passes/pass.ts";
import { runPass } from "../passes/run-pass.ts";
import type { Signal } from "../ports/signal.ts";
import { checkManages, isManaging } from "../write/change-gate.ts";
import { asSetAside, nextAgain, nextWork } from "./distil-work.ts";
import type { Engine } from "./engine.ts";
import { type Drive, passHost } from "./maintain.ts";
import { keptMemory, type Memory } from "./memory.ts";
import { type ObserveResult, observeMany, sessionDigest } from "./observe.ts";
import { parseTurnIds } from "./set-aside.ts";
import { trim } from "./trim-inbox.ts";

/** Which turns are distilled, and whether for real. */
export interface DistilOptions {
  /** Only the turns of this session. Default: all that wait. */
  readonly session?: string | undefined;
  /** Instead: these turns, which were set aside, once more. */
  readonly turns?: readonly string[] | undefined;
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
  readonly setAside: readonly { readonly turn: string; readonly reason: string }[];
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
  const again = options.turns && (await drive(() => asSetAside(memory, options.turns ?? [])));
  const tallies = new Map<Piece, Tally>();
  // Loaded when something is distilled: a process that only asks its memory starts without it.
  const { distilPass } = await import("../converse/distil-pass.ts");
  const run: DistilRun = distilPass({
    distiller: () => memory.engine.options.distiller,
    rules,
    limits,
    keys: open.keys,
    signal: options.signal,
    isRehearsal: dryRun,
    breathe: () => engine.ports.pause.breathe(),
    rest: () => engine.ports.pause.rest(),
    next: async (state, without) =>
      await drive(() =>
        again === undefined
          ? nextWork(memory, state, { ...options, without }, limits.tokensPerDay)
          : nextAgain(memory, state, { again, without }, limits.tokensPerDay),
      ),
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
    setAside: tallies.flatMap((tally) => tally.setAside.map(({ turn, reason }) => ({ turn, reason }))),
    usage: {
      calls: sum(({ usage }) => usage.calls),
      inputTokens: sum(({ usage }) => usage.inputTokens),
      outputTokens: sum(({ usage }) => usage.outputTokens),
    },
    stopped,
  };
}

const DISTIL_FIELDS: ReadonlySet<string> = new Set<keyof DistilOptions>([
  "session",
  "turns",
  "dryRun",
  "signal",
]);

function parseDistilOptions(value: DistilOptions): DistilOptions {
  const given = fieldsOf(value, DISTIL_FIELDS, "distil");
  return {
    session: maybe(given, "session", parseName),
    turns: maybe(given, "turns", parseTurnIds),
    dryRun: maybe(given, "dryRun", parseFlag),
    signal: value.signal,
  };
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
