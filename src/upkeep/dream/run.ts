/**
 * How is a dream run? The pass with its tools, and then the folding of old access marks.
 */
import { encodeTerms } from "../../index/encoder.ts";
import type { EntityIndex } from "../../index/entities.ts";
import type { LifecyclePolicy } from "../../lifecycle/policy.ts";
import type { Fact } from "../../model/fact.ts";
import type { Environment } from "../../ports/environment.ts";
import { words } from "../../text/words.ts";
import type { PassHost, PassReport } from "../pass.ts";
import { runPass } from "../run-pass.ts";
import { dreamPass, isOn } from "./dream.ts";
import { type DreamOptions, parseDreamOptions } from "./options.ts";
import type { Nearness } from "./stage.ts";

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
  return { ...report, marksFolded: folds ? await foldMarks(host) : 0 };
}

function modelFree(): Nearness {
  return { ...MODEL_FREE, vectorOf: ({ content }: Fact) => encodeTerms(words(content)) };
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
