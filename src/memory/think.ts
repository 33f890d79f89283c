/**
 * How does a memory think at night, and how is that told in the morning? The passes themselves are in `upkeep/`.
 */
import type { Steps } from "../log/steps.ts";
import { fieldsOf, parseFlag, parseName, parseTime, type Time } from "../model/arguments.ts";
import { DAY_MS } from "../model/time.ts";
import type { PassReport } from "../passes/pass.ts";
import type { Signal } from "../ports/signal.ts";
import { DREAM_STAGES, type DreamSwitches } from "../upkeep/dream/dream.ts";
import { modelFree, runDream } from "../upkeep/dream/run.ts";
import { type Morning, morningOf, NIGHT_STEPS, type NightStep, passesSince } from "../upkeep/morning.ts";
import { PASS_FIELDS, type PassInput, parsePassOptions } from "../upkeep/options.ts";
import { type Card, cardAbout } from "../upkeep/think/card.ts";
import {
  runThink,
  THINK_STAGES,
  type ThinkReport,
  type ThinkRun,
  type ThinkSwitches,
} from "../upkeep/think/think.ts";
import { type Drive, dream, dreamHost, sweep } from "./maintain.ts";
import type { Memory } from "./memory.ts";
import { readAll } from "./read-log.ts";

/** How memory thinks. */
export interface ThinkOptions extends PassInput {
  /** Switches stages on or off. Default: all but "synthesise". */
  readonly stages?: ThinkSwitches | undefined;
  readonly signal?: Signal | undefined;
}

/** How facts are consolidated. */
export interface ConsolidateOptions extends PassInput {
  readonly signal?: Signal | undefined;
}

/** What consolidating did. */
export interface ConsolidateReport extends ThinkReport {
  /** Without a model: what the rules of the dream did. */
  readonly rules: PassReport | undefined;
}

/** What one step of a night did. */
export interface NightStepReport {
  readonly step: number;
  readonly name: NightStep;
  readonly does: string;
  /** The passes that it is part of; nothing in a dry run. */
  readonly passes: readonly string[];
}

/** What a night did. */
export interface NightReport {
  readonly dryRun: boolean;
  readonly steps: readonly NightStepReport[];
  /** In the order in which they ran. */
  readonly reports: readonly PassReport[];
  readonly morning: Morning;
  readonly text: string;
}

/** No model is asked again before so much time has passed. */
const CONSOLIDATE_EVERY_MS = 30 * 60_000;
const THINK_FIELDS: ReadonlySet<string> = new Set([...PASS_FIELDS, "stages", "signal"]);
const CONSOLIDATE_FIELDS: ReadonlySet<string> = new Set([...PASS_FIELDS, "signal"]);

export async function think(memory: Memory, drive: Drive, options: ThinkOptions = {}): Promise<ThinkReport> {
  const given = fieldsOf(options, THINK_FIELDS, "think");
  const switches = fieldsOf(
    options.stages ?? {},
    new Set<string>(THINK_STAGES),
    "think's stages",
  ) as ThinkSwitches;
  for (const [name, on] of Object.entries(switches)) if (on !== undefined) parseFlag(on, name);
  const { thinking } = memory.engine.options;
  const usual = { synthesise: thinking.synthesise, ...switches };
  return await thinkAs(memory, drive, { name: "think", switches: usual, signal: options.signal }, given);
}

/** Merges what a model finds to say the same, and supersedes what it finds contradicted; at most every 30 minutes. */
export async function consolidate(
  memory: Memory,
  drive: Drive,
  options: ConsolidateOptions = {},
): Promise<ConsolidateReport> {
  const given = fieldsOf(options, CONSOLIDATE_FIELDS, "consolidate");
  const pass = parsePassOptions({ ...inputOf(given) });
  memory.engine.refuseIfFrozen();
  const now = pass.now ?? memory.engine.now();
  const state = await drive(() => memory.open.replica.catchUp());
  const last = state.looks.stages.get("merge") ?? Number.NEGATIVE_INFINITY;
  const isTooSoon = pass.dryRun !== true && now >= last && now - last < CONSOLIDATE_EVERY_MS;
  const run = { name: "consolidation", switches: ONLY_MERGE, signal: options.signal } as const;
  if (isTooSoon)
    return {
      ...(await thinkAs(memory, drive, { ...run, switches: NO_STAGE }, given)),
      skipped: "too-soon",
      rules: undefined,
    };
  const rules =
    memory.engine.options.llm === undefined
      ? await runDream(dreamHost(memory, drive), {
          ...inputOf(given),
          stages: onlyDream("consolidate", "relate"),
        })
      : undefined;
  return { ...(await thinkAs(memory, drive, run, given)), rules };
}

const ONLY_MERGE: ThinkSwitches = switchesOf(THINK_STAGES, "merge");
const NO_STAGE: ThinkSwitches = switchesOf(THINK_STAGES);

function switchesOf<S extends string>(
  all: readonly S[],
  ...on: readonly S[]
): { readonly [N in S]: boolean } {
  return Object.fromEntries(all.map((name) => [name, on.includes(name)])) as { readonly [N in S]: boolean };
}

function onlyDream(...on: readonly (typeof DREAM_STAGES)[number][]): DreamSwitches {
  return switchesOf(DREAM_STAGES, ...on);
}

function inputOf(given: Readonly<Record<string, unknown>>): PassInput {
  const entries = Object.entries(given).filter(([name]) => (PASS_FIELDS as readonly string[]).includes(name));
  return Object.fromEntries(entries) as PassInput;
}

async function thinkAs(
  memory: Memory,
  drive: Drive,
  run: ThinkRun,
  given: Readonly<Record<string, unknown>>,
): Promise<ThinkReport> {
  const { pass, entities, learned } = dreamHost(memory, drive);
  const { engine } = memory;
  engine.refuseIfFrozen();
  const { llm, thinking } = engine.options;
  const host = { pass, entities, llm, limits: thinking, nearness: learned ?? modelFree() };
  const report = await runThink(host, run, parsePassOptions({ ...inputOf(given) }));
  const { thought } = engine;
  const { calls, inputTokens, outputTokens } = report.usage;
  engine.thought = {
    calls: thought.calls + calls,
    inputTokens: thought.inputTokens + inputTokens,
    outputTokens: thought.outputTokens + outputTokens,
  };
  return report;
}

// ── the night

/** The seven steps, one after the other. Each pass is undone by itself. */
export async function night(memory: Memory, drive: Drive, options: ThinkOptions = {}): Promise<NightReport> {
  const given = fieldsOf(options, THINK_FIELDS, "night");
  const input = inputOf(given);
  const began = parsePassOptions({ ...input }).now ?? memory.engine.now();
  const atEnd = ["drift", "marks", "compress"] as const;
  const early = Object.fromEntries(atEnd.map((stage) => [stage, false])) as DreamSwitches;
  const forgotten = await sweep(memory, drive, input);
  const dreamt = await dream(memory, drive, { ...input, stages: early });
  const thought = await think(memory, drive, options);
  const looked = await dream(memory, drive, { ...input, stages: onlyDream(...atEnd) });
  const reports = [forgotten, dreamt, thought, looked];
  const ids = (some: readonly PassReport[]) => some.flatMap(({ pass }) => pass ?? []);
  const of: Readonly<Record<NightStep, readonly PassReport[]>> = {
    forget: [forgotten],
    cluster: [dreamt, thought],
    cards: [thought],
    synthesise: [thought],
    probe: [thought],
    drift: [looked],
    prune: [looked],
  };
  const steps = NIGHT_STEPS.map((step) => ({ ...step, passes: ids(of[step.name]) }));
  const told = await drive(() => morning(memory, { since: began }));
  const isDry = input.dryRun === true;
  const text = isDry ? reports.map((report) => report.text).join("\n\n") : told.text;
  return { dryRun: isDry, steps, reports, morning: told, text };
}

// ── the morning

/** Since when the nights are told. */
export interface MorningOptions {
  /** Default: the last 24 hours. */
  readonly since?: Time | undefined;
}

/** What the nights did, and what waits for a person. */
export function* morning(memory: Memory, options: MorningOptions = {}): Steps<Morning> {
  const { since } = fieldsOf(options, new Set(["since"]), "morning");
  const from = since === undefined ? memory.engine.now() - DAY_MS : parseTime(since, "since");
  const state = yield* memory.open.replica.catchUp();
  const first = passesSince(state, from)[0];
  const events = first === undefined ? [] : yield* readAll(memory, first.begunSeq - 1);
  return morningOf(state, events, from);
}

/** What is known about somebody or something, in a few sentences; undefined if no fact names it. */
export function* card(memory: Memory, name: string): Steps<Card | undefined> {
  const state = yield* memory.open.replica.catchUp();
  const entity = memory.open.entities.named(parseName(name, "name"), state);
  return entity === undefined ? undefined : cardAbout(entity, state);
}
