/** What do passes run on, and what did they do? The passes themselves are in `upkeep/`. */
import { forget } from "../engine/mind.ts";
import { type Tuning, tune as tuned } from "../lifecycle/tune.ts";
import { ask, type Steps } from "../log/steps.ts";
import type { PassRecord } from "../log/upkeep-state.ts";
import { badArgument, parseName } from "../model/arguments.ts";
import type { Pass, PassHost } from "../passes/pass.ts";
import { type PassDiff, passDiffOf } from "../passes/pass-diff.ts";
import { noSuchPass } from "../passes/undo-pass.ts";
import type { DreamHost } from "../upkeep/dream/run.ts";
import type { Nearness } from "../upkeep/dream/stage.ts";
import { surprisePass as surprisePassOf } from "../upkeep/surprise.ts";
import { checkManages } from "../write/change-gate.ts";
import { secretsAmong } from "../write/secrets.ts";
import { isOwner, type Reach } from "./reach.ts";
import { readAll } from "./reading.ts";

/** The pass that gives facts their surprise score afterwards. Throws if the policy does not use surprise. */
export function surprisePass(reach: Reach): Pass<readonly string[]> {
  const pass = surprisePassOf(reach.engine.options.policy, reach.mind.vectors);
  if (pass === undefined)
    throw badArgument(`The policy "${reach.engine.options.policy.id}" does not use surprise; "layered" does`);
  return pass;
}

/** Half-lives that this memory's own history suggests for the freshness policy. */
export function* tune(reach: Reach): Steps<Tuning> {
  const { facts } = yield* reach.mind.replica.catchUp();
  return tuned(facts.values(), (id) => facts.get(id), reach.engine.options.policy.params);
}

/** The passes of this origin, latest first. */
export function* passes(reach: Reach): Steps<readonly PassRecord[]> {
  const { upkeep } = yield* reach.mind.replica.catchUp();
  return [...upkeep.passes.values()].reverse();
}

/** What one pass changed, fact by fact. */
export function* pass(reach: Reach, id: string): Steps<PassDiff> {
  const state = yield* reach.mind.replica.catchUp();
  const record = state.upkeep.passes.get(parseName(id, "id"));
  if (record === undefined) throw noSuchPass(id);
  return passDiffOf(state, record, yield* readAll(reach, record.begunSeq - 1));
}

/** What a pass runs on: this origin's memory. `drive` runs its steps the way the handle runs verbs. */
export function passHost(reach: Reach, drive: PassHost["drive"]): PassHost {
  const { engine, mind, origin, speaker } = reach;
  checkManages(speaker, "run or undo maintenance");
  return {
    replica: mind.replica,
    writer: speaker.writer,
    now: () => engine.now(),
    scan: (said) => engine.scan(said),
    isRefusedSecret: (said) => engine.options.secrets === "refuse" && secretsAmong(said).length > 0,
    newId: () => engine.newId(mind, engine.now()),
    waiting: () => ({
      marks: mind.waiting.map(({ fact, at, how }) => [fact, at, how] as const),
      shown: [...mind.shown].map(([fact, { count, lastAt }]) => [fact, count, lastAt] as const),
    }),
    *flushUses() {
      yield* engine.rules();
      yield* engine.flush(mind, "all");
    },
    forget: (ids) => forget(mind, ids),
    read: (afterSeq, about) => ask(engine.store.read(origin, afterSeq, about)),
    drive,
    breathe: () => engine.ports.pause.breathe(),
  };
}

export function dreamHost(reach: Reach, drive: PassHost["drive"]): DreamHost {
  const { entities, lastCheckpoint } = reach.mind;
  const { policy } = reach.engine.options;
  const marksFoldedTo = () => lastCheckpoint.upTo;
  const environment = isOwner(reach) ? reach.engine.options.environment : undefined;
  const pass = passHost(reach, drive);
  const { learned: vectors } = reach.mind;
  const learned = learnedNearness(reach);
  return { pass, policy, entities, marksFoldedTo, environment, learned, vectors };
}

function learnedNearness(reach: Reach): Nearness | undefined {
  const { learned } = reach.mind;
  const { embedder } = reach.engine.options;
  if (learned === undefined || embedder === undefined) return undefined;
  const { same = 0.95, related = 0.8 } = embedder.thresholds ?? {};
  return { vectorOf: ({ id }) => learned.vectorOf(id), same, related, isLearned: true };
}
