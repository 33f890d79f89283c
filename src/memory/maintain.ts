/**
 * How does a memory run passes, and what did they do? Passes run piece by piece: `drive` runs each piece the way this
 * memory runs its verbs. The passes themselves are in `upkeep/`.
 */
import { holdOn } from "../govern/retention.ts";
import { type Tuning, tune as tuned } from "../lifecycle/tune.ts";
import { ask, type Steps } from "../log/steps.ts";
import { marksOfShown, type PassRecord } from "../log/upkeep-state.ts";
import { badArgument, parseName } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { type Origin, originKey } from "../model/origin.ts";
import type { Pass, PassHost, PassReport } from "../passes/pass.ts";
import { type PassDiff, passDiffOf } from "../passes/pass-diff.ts";
import { runPass } from "../passes/run-pass.ts";
import { noSuchPass, type UndoOptions, type UndoReport, undoPass } from "../passes/undo-pass.ts";
import { type DismissOptions, dismissPass, parseDismissal } from "../upkeep/dismiss.ts";
import type { DreamOptions } from "../upkeep/dream/options.ts";
import { type DreamHost, type DreamReport, runDream } from "../upkeep/dream/run.ts";
import type { Nearness } from "../upkeep/dream/stage.ts";
import {
  type PassInput,
  parsePass,
  parsePassInput,
  parseSweepOptions,
  parseUndoOptions,
  type SweepOptions,
} from "../upkeep/options.ts";
import { surprisePass } from "../upkeep/surprise.ts";
import { sweepPass } from "../upkeep/sweep.ts";
import { checkManages, checkPerson } from "../write/change-gate.ts";
import { secretsAmong } from "../write/secrets.ts";
import { isOwner, type Memory } from "./memory.ts";
import { readAll } from "./read-log.ts";

/** How a memory runs its steps: at once, or from a queue. */
export type Drive = PassHost["drive"];

/** How it runs steps on an origin. */
export type DriveFor = (origin: Origin) => Drive;

export async function sweep(memory: Memory, drive: Drive, options?: SweepOptions): Promise<PassReport> {
  const host = passHost(memory, drive);
  memory.engine.refuseIfFrozen();
  const { graceDays, ...pass } = parseSweepOptions(options);
  const retention = await drive(() => memory.engine.retention());
  const key = originKey(memory.origin);
  const isHeld = (fact: Fact) => holdOn(fact, key, retention) !== undefined;
  return await runPass(sweepPass(memory.engine.options.policy, { graceDays, isHeld }), host, pass);
}

export async function dream(memory: Memory, drive: Drive, options?: DreamOptions): Promise<DreamReport> {
  memory.engine.refuseIfFrozen();
  return await runDream(dreamHost(memory, drive), options);
}

/** Runs a pass of the host's own with the same mechanism as ours. */
export async function run<P>(
  memory: Memory,
  drive: Drive,
  pass: Pass<P>,
  options?: PassInput,
): Promise<PassReport> {
  const host = passHost(memory, drive);
  memory.engine.refuseIfFrozen();
  return await runPass(parsePass(pass), host, parsePassInput(options));
}

/** Gives a surprise score to facts that have none. Throws if the policy does not use surprise. */
export async function backfillSurprise(
  memory: Memory,
  drive: Drive,
  options?: PassInput,
): Promise<PassReport> {
  const { policy } = memory.engine.options;
  const pass = surprisePass(policy, memory.open.vectors);
  if (pass === undefined)
    throw badArgument(`The policy "${policy.id}" does not use surprise; "layered" does`);
  return await run(memory, drive, pass, options);
}

/** A person's word, not maintenance: it is done while maintenance is frozen, too. */
export async function dismiss(
  memory: Memory,
  drive: Drive,
  from: string,
  options?: DismissOptions,
): Promise<PassReport> {
  const host = passHost(memory, drive);
  checkPerson(memory.speaker, "dismiss what waits for review");
  const { asked, pass } = parseDismissal(from, options);
  return await runPass(dismissPass(asked), host, pass);
}

export async function undo(
  memory: Memory,
  drive: Drive,
  passId: string,
  options?: UndoOptions,
): Promise<UndoReport> {
  return await undoPass(parseName(passId, "passId"), passHost(memory, drive), parseUndoOptions(options));
}

/** Half-lives that this memory's own history suggests for the freshness policy. */
export function* tune(memory: Memory): Steps<Tuning> {
  const { facts } = yield* memory.open.replica.catchUp();
  return tuned(facts.values(), (id) => facts.get(id), memory.engine.options.policy.params);
}

export function* passes(memory: Memory): Steps<readonly PassRecord[]> {
  const { upkeep } = yield* memory.open.replica.catchUp();
  return [...upkeep.passes.values()].reverse();
}

export function* pass(memory: Memory, id: string): Steps<PassDiff> {
  const state = yield* memory.open.replica.catchUp();
  const record = state.upkeep.passes.get(parseName(id, "id"));
  if (record === undefined) throw noSuchPass(id);
  return passDiffOf(state, record, yield* readAll(memory, record.begunSeq - 1));
}

/** What a pass runs on: this origin's memory. */
export function passHost(memory: Memory, drive: Drive): PassHost {
  const { engine, open, origin, speaker } = memory;
  checkManages(speaker, "run or undo maintenance");
  return {
    replica: open.replica,
    writer: speaker.writer,
    onHalted: () => void engine.halted++,
    checkPerson: (what) => checkPerson(speaker, what),
    now: () => engine.now(),
    scan: (said) => engine.scan(said),
    isRefusedSecret: (said) => engine.options.secrets === "refuse" && secretsAmong(said).length > 0,
    newId: () => engine.newId(open, engine.now()),
    waiting: () => ({
      marks: open.waiting.map(({ fact, at, how }) => [fact, at, how] as const),
      shown: marksOfShown(open.shown),
    }),
    *flushUses() {
      yield* engine.rules();
      yield* open.flush("all");
    },
    forget: (ids) => open.forget(ids),
    read: (afterSeq, about) => ask(engine.store.read(origin, afterSeq, about)),
    drive,
    breathe: () => engine.ports.pause.breathe(),
  };
}

export function dreamHost(memory: Memory, drive: Drive): DreamHost {
  const { entities, lastCheckpoint, learned: vectors } = memory.open;
  const { policy, environment } = memory.engine.options;
  return {
    pass: passHost(memory, drive),
    policy,
    entities,
    marksFoldedTo: () => lastCheckpoint.upTo,
    environment: isOwner(memory) ? environment : undefined,
    learned: learnedNearness(memory),
    vectors,
  };
}

function learnedNearness(memory: Memory): Nearness | undefined {
  const { learned } = memory.open;
  const { embedder } = memory.engine.options;
  if (learned === undefined || embedder === undefined) return undefined;
  const { same = 0.95, related = 0.8 } = embedder.thresholds ?? {};
  return { vectorOf: ({ id }) => learned.vectorOf(id), same, related, isLearned: true };
}
