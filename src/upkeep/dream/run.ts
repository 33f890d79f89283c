/**
 * How is a dream run? First the pass with its tools, then the stages beside it: compressing vectors and summing up old
 * access marks.
 */

import type { LearnedVectors } from "../../indexes/learned/learned.ts";
import type { EntityIndex } from "../../indexes/names/entities.ts";
import { encodeTerms } from "../../indexes/vectors/encoder.ts";
import type { LifecyclePolicy } from "../../lifecycle/policy.ts";
import { judgeContext } from "../../log/judge-context.ts";
import type { Fact } from "../../model/fact.ts";
import { idsInSlices } from "../../passes/in-slices.ts";
import type { PassHost, PassReport } from "../../passes/pass.ts";
import { runPass } from "../../passes/run-pass.ts";
import type { Environment } from "../../ports/environment.ts";
import { words } from "../../text/words/words.ts";
import { dreamPass, isOn } from "./dream.ts";
import { type DreamOptions, parseDreamOptions } from "./options.ts";
import { FACTS_PER_SLICE, type Nearness } from "./stage.ts";

export interface DreamHost {
  readonly pass: PassHost;
  readonly policy: LifecyclePolicy;
  readonly entities: EntityIndex;
  /** Access marks up to this sequence number have been summed up already. */
  marksFoldedTo(): number;
  /** Used by the drift stage unless the caller passes another. */
  readonly environment: Environment | undefined;
  /** How near facts are by a learned model, if there is one. */
  readonly learned: Nearness | undefined;
  /** The learned vectors, if a faded fact's vector may be stored with fewer bits. */
  readonly vectors: Pick<LearnedVectors, "compress"> | undefined;
}

/** What a dream did. */
export interface DreamReport extends PassReport {
  /** How many access marks were summed up in the origin's own stream and dropped. */
  readonly marksFolded: number;
}

/** Thresholds without a model, where vectors are made of words and letters. */
const MODEL_FREE = { same: 0.95, related: 0.8, isLearned: false } as const;
/** A checkpoint is not worth writing for fewer marks than this. */
const MARKS_WORTH_FOLDING = 64;

export async function runDream(host: DreamHost, options?: DreamOptions): Promise<DreamReport> {
  const { pass, switches, figures, same, related, environment } = parseDreamOptions(options);
  const nearness = { ...(host.learned ?? modelFree()) };
  const own = { same: same ?? nearness.same, related: related ?? nearness.related };
  const { policy, entities } = host;
  const place = environment ?? host.environment;
  const tools = { policy, entities, figures, environment: place, nearness: { ...nearness, ...own } };
  const report = await runPass(dreamPass(tools, switches), host.pass, { ...pass, writes: true });
  const folds = isOn("marks", switches) && pass.dryRun !== true;
  if (isOn("compress", switches) && pass.dryRun !== true) await compressVectors(host, pass.now);
  return { ...report, marksFolded: folds ? await foldMarks(host) : 0 };
}

/** How near facts are without a model. */
export function modelFree(): Nearness {
  return { ...MODEL_FREE, vectorOf: ({ content }: Fact) => encodeTerms(words(content)) };
}

/** Changes derived data only, so it writes no event. A fact that later needs a finer vector is embedded again. */
async function compressVectors({ pass, policy, vectors }: DreamHost, at: number | undefined): Promise<void> {
  if (vectors === undefined || policy.precision === undefined) return;
  const view = { state: await pass.drive(() => pass.replica.catchUp()) };
  const now = at ?? pass.now();
  const ids = idsInSlices(view);
  let step = ids.next();
  for (; !step.done; step = ids.next()) await pass.breathe();
  for (const [i, id] of step.value.entries()) {
    if (i % FACTS_PER_SLICE === FACTS_PER_SLICE - 1) {
      await pass.breathe();
      view.state = await pass.drive(() => pass.replica.catchUp());
    }
    const fact = view.state.facts.get(id);
    if (fact !== undefined) vectors.compress(id, policy.precision(fact, judgeContext(view.state, now)));
  }
}

/** Sums old marks up per fact. This keeps the log short and does not change the ranking. */
async function foldMarks({ pass, marksFoldedTo }: DreamHost): Promise<number> {
  const { replica, drive, now } = pass;
  const { marks } = await drive(() => replica.catchUp());
  const waiting = marks.seq - marksFoldedTo();
  if (waiting < MARKS_WORTH_FOLDING) return 0;
  await drive(() => replica.checkpoint(now()));
  return waiting;
}
