/**
 * How is a dream run? The pass with its tools, and then the folding of old access marks.
 */

import type { LearnedVectors } from "../../indexes/learned/learned.ts";
import type { EntityIndex } from "../../indexes/names/entities.ts";
import { encodeTerms } from "../../indexes/vectors/encoder.ts";
import type { LifecyclePolicy } from "../../lifecycle/policy.ts";
import { judgeContext } from "../../log/judge-context.ts";
import type { Fact } from "../../model/fact.ts";
import { idsInTurns } from "../../passes/in-turns.ts";
import type { PassHost, PassReport } from "../../passes/pass.ts";
import { runPass } from "../../passes/run-pass.ts";
import type { Environment } from "../../ports/environment.ts";
import { words } from "../../text/words/words.ts";
import { dreamPass, isOn } from "./dream.ts";
import { type DreamOptions, parseDreamOptions } from "./options.ts";
import { FACTS_PER_TURN, type Nearness } from "./stage.ts";

export interface DreamHost {
  readonly pass: PassHost;
  readonly policy: LifecyclePolicy;
  readonly entities: EntityIndex;
  /** Access marks up to this one are summed up already. */
  marksFoldedTo(): number;
  /** For the drift stage, unless the caller gives another. */
  readonly environment: Environment | undefined;
  /** Of a learned model, where there is one. */
  readonly learned: Nearness | undefined;
  /** Its vectors, where they are worth fewer bits the less is left of a fact. */
  readonly vectors: Pick<LearnedVectors, "compress"> | undefined;
}

export interface DreamReport extends PassReport {
  /** Access marks that were summed up in the origin's own chain, and dropped. */
  readonly marksFolded: number;
}

/** Without a model: vectors of words and letters. */
const MODEL_FREE = { same: 0.95, related: 0.8, isLearned: false } as const;
/** Fewer marks than this are not worth a checkpoint. */
const MARKS_WORTH_FOLDING = 64;

export async function runDream(host: DreamHost, options?: DreamOptions): Promise<DreamReport> {
  const { pass, switches, figures, same, related, environment } = parseDreamOptions(options);
  const nearness = { ...(host.learned ?? modelFree()) };
  const own = { same: same ?? nearness.same, related: related ?? nearness.related };
  const { policy, entities } = host;
  const place = environment ?? host.environment;
  const tools = { policy, entities, figures, environment: place, nearness: { ...nearness, ...own } };
  const report = await runPass(dreamPass(tools, switches), host.pass, pass);
  const folds = isOn("marks", switches) && pass.dryRun !== true;
  if (isOn("compress", switches) && pass.dryRun !== true) await compressVectors(host, pass.now);
  return { ...report, marksFolded: folds ? await foldMarks(host) : 0 };
}

function modelFree(): Nearness {
  return { ...MODEL_FREE, vectorOf: ({ content }: Fact) => encodeTerms(words(content)) };
}

/** Derived data only: no event tells of it, and what comes to be worth more is embedded anew. */
async function compressVectors({ pass, policy, vectors }: DreamHost, at: number | undefined): Promise<void> {
  if (vectors === undefined || policy.precision === undefined) return;
  const view = { state: await pass.drive(() => pass.replica.catchUp()) };
  const now = at ?? pass.now();
  const ids = idsInTurns(view);
  let step = ids.next();
  for (; !step.done; step = ids.next()) await pass.breathe();
  for (const [i, id] of step.value.entries()) {
    if (i % FACTS_PER_TURN === FACTS_PER_TURN - 1) {
      await pass.breathe();
      view.state = await pass.drive(() => pass.replica.catchUp());
    }
    const fact = view.state.facts.get(id);
    if (fact !== undefined) vectors.compress(id, policy.precision(fact, judgeContext(view.state, now)));
  }
}

/** Sums old marks up per fact; ranking does not change by it, and the log stays short. */
async function foldMarks({ pass, marksFoldedTo }: DreamHost): Promise<number> {
  const { replica, drive, now } = pass;
  const { marks } = await drive(() => replica.catchUp());
  const waiting = marks.seq - marksFoldedTo();
  if (waiting < MARKS_WORTH_FOLDING) return 0;
  await drive(() => replica.checkpoint(now()));
  return waiting;
}
