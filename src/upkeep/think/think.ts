/**
 * What does memory think about at night, if it has a language model? One pass of stages: merge what only somebody who
 * understands it can tell to be the same, sum up clusters, write cards, join what belongs together, doubt old beliefs.
 *
 * The model is asked between the pieces, while no lock is held; what it proposes is decided on the state at the moment
 * of the commit, by code, and passes the vetoes of every pass. A run is guarded against taking too much out of recall.
 * Without a model the stages do what rules can do, and the report says what was left.
 */
import type { EntityIndex } from "../../indexes/names/entities.ts";
import type { PassHost, PassOptions, PassReport, WritingPass } from "../../passes/pass.ts";
import { runPass } from "../../passes/run-pass.ts";
import type { LlmAdapter } from "../../ports/llm.ts";
import type { Signal } from "../../ports/signal.ts";
import { type Item, stagesAsPieces } from "../dream/pieces.ts";
import type { Nearness, Stage } from "../dream/stage.ts";
import { Asker, type AskLimits, type Trouble } from "./ask.ts";
import { cardsStage } from "./cards.ts";
import { mergeStage } from "./merge.ts";
import { probeStage } from "./probe.ts";
import { summariseStage } from "./summarise.ts";
import { synthesiseStage } from "./synthesise.ts";
import type { ThinkTally, ThinkTools } from "./tools.ts";

/** In the order in which they run, and whether they run by default. Apart from the stages: public types name it. */
const IS_USUAL = { merge: true, summarise: true, cards: true, synthesise: false, probe: true } as const;

/** A stage of thinking. */
export type ThinkStage = keyof typeof IS_USUAL;
/**
 * The stages of thinking, in order.
 * @example console.log(THINK_STAGES.includes("cards"));
 */
export const THINK_STAGES = Object.keys(IS_USUAL) as readonly ThinkStage[];

const STAGES = {
  merge: mergeStage,
  summarise: summariseStage,
  cards: cardsStage,
  synthesise: synthesiseStage,
  probe: probeStage,
} satisfies { readonly [S in ThinkStage]: unknown };

/** Which stages a run of thinking has. */
export type ThinkSwitches = { readonly [S in ThinkStage]?: boolean | undefined };

export interface ThinkHost {
  readonly pass: PassHost;
  readonly entities: EntityIndex;
  readonly nearness: Nearness;
  readonly llm: LlmAdapter | undefined;
  readonly limits: AskLimits;
}

/** What thinking did. */
export interface ThinkReport extends PassReport {
  /** The model that was asked; undefined without one. */
  readonly model: string | undefined;
  readonly usage: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
  /** Questions that were not asked, by stage: there is no model, or no more budget. */
  readonly left: Readonly<Record<string, number>>;
  /** Proposals that were not followed, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Replies that could not be used, by reason. */
  readonly troubles: Readonly<Partial<Record<Trouble, number>>>;
  /** The code of the error with which the model's service failed. */
  readonly failure: string | undefined;
  /** Why nothing was looked at: it is too early since the last run. */
  readonly skipped: "too-soon" | undefined;
}

export interface ThinkRun {
  readonly name: "think" | "consolidation";
  readonly switches: ThinkSwitches;
  readonly signal?: Signal | undefined;
}

/** Which share of the nearness of related facts makes two facts worth a question. */
const WORTH_ASKING = 0.75;

export async function runThink(host: ThinkHost, run: ThinkRun, options: PassOptions): Promise<ThinkReport> {
  const { nearness } = host;
  const asker = new Asker(host.llm, host.limits, run.signal);
  const tally: ThinkTally = { left: {}, dropped: {} };
  const tools: ThinkTools = {
    asker,
    tally,
    entities: host.entities,
    nearness: { ...nearness, related: nearness.related * WORTH_ASKING },
    clustered: nearness.related,
    found: { pairs: undefined },
  };
  const report = await runPass(thinkPass(run, tools), host.pass, { ...options, writes: true });
  return told(report, host, { asker, tally });
}

function thinkPass(
  { name, switches }: ThinkRun,
  tools: ThinkTools,
): WritingPass<readonly Item<ThinkTools>[]> {
  const stages = THINK_STAGES.filter((stage) => switches[stage] ?? IS_USUAL[stage]).map(
    (stage) => STAGES[stage] as unknown as Stage<never, ThinkTools>,
  );
  return { name, guarded: true, ...stagesAsPieces(stages, tools) };
}

function told(
  report: PassReport,
  { llm }: ThinkHost,
  { asker, tally }: { readonly asker: Asker; readonly tally: ThinkTally },
): ThinkReport {
  const { usage, troubles, failure } = asker;
  const { left, dropped } = tally;
  const lines = [
    llm === undefined ? "No language model is set, so what only a model can tell was left out." : "",
    failure === undefined ? "" : `The model could not be asked (${failure}).`,
    countsIn("Left for another night", left),
    countsIn("Not followed", dropped),
    countsIn("Replies that could not be used", troubles),
  ].filter((line) => line !== "");
  const text = [report.text, ...lines].join("\n");
  return { ...report, text, model: llm?.model, usage, left, dropped, troubles, failure, skipped: undefined };
}

function countsIn(title: string, counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return parts.length === 0 ? "" : `${title}: ${parts.join(", ")}.`;
}
