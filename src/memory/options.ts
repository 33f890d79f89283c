/** What may a host choose when it opens a memory, and when it hands one to somebody else? */

import { byModel } from "../converse/by-model.ts";
import { byRules } from "../converse/by-rules.ts";
import type { Distiller } from "../converse/distiller.ts";
import { type GivenParams, type PolicyName, policyOf } from "../lifecycle/policies.ts";
import type { LifecyclePolicy } from "../lifecycle/policy.ts";
import {
  badArgument,
  fieldsOf,
  maybe,
  parseFlag,
  parseName,
  parseNames,
  parseOneOf,
  parseWhole,
} from "../model/arguments.ts";
import { isPersonal, type Origin, parseOrigin } from "../model/origin.ts";
import { AUTHORITIES, type Authority, type KnownSource } from "../model/source.ts";
import { SURFACES, type Surface } from "../model/speaker.ts";
import type { ClockAdapter } from "../ports/clock.ts";
import type { EmbedderAdapter } from "../ports/embedder.ts";
import type { Environment } from "../ports/environment.ts";
import type { LlmAdapter } from "../ports/llm.ts";
import type { RewriteQuery } from "../ports/rewrite.ts";
import type { ThreatScanAdapter } from "../ports/threat-scan.ts";
import { parseTimeZone } from "../text/values/time-zone.ts";
import { parseEnvironment } from "../upkeep/dream/options.ts";
import { SECRETS_MODES, type SecretsMode } from "../write/secrets.ts";
import type { Distilling, EngineOptions, Thinking } from "./engine.ts";

/** What a host may choose when it opens a memory. */
export interface TidelineOptions {
  /** Whose memory the handle opens. Default: the owner's. */
  readonly origin?: Origin | undefined;
  /** The source of facts that are added without one. Default: owner_message, or channel_message on a channel handle. */
  readonly defaultSource?: KnownSource | undefined;
  readonly clock?: ClockAdapter | undefined;
  readonly threatScan?: ThreatScanAdapter | undefined;
  /** What is done with keys, passwords and other credentials. "refuse": they are not stored. "mark": stored, listed for
   * review, and in no block. "allow": stored like anything else. Default: "refuse". */
  readonly secrets?: SecretsMode | undefined;
  /** How facts age. Default: "tideline". */
  readonly policy?: PolicyName | LifecyclePolicy | undefined;
  /** Figures for a policy that is given by name: docs/lifecycle.md lists them. */
  readonly policyParams?: GivenParams | undefined;
  /** Attributes whose slots hold several values at once. Logged in the workspace. */
  readonly multiValued?: readonly string[] | undefined;
  /** Where the dream looks up what the owner's facts name (drift). `nodeEnvironment({ roots })` is the one for Node. */
  readonly environment?: Environment | undefined;
  /**
   * A learned model for the vector lane; "local": the best encoder that is installed on this machine. Facts get their
   * vectors in the background. A memory from `connect` also waits for the vector of each query; one from `open` or
   * `over` answers at once, without it, and says so in `degraded`.
   */
  readonly embedder?: EmbedderAdapter | "local" | undefined;
  /**
   * A language model that reads what was said and proposes what to remember; or its name, such as
   * "openai:gpt-4.1-mini" or "local:/models/tiny.gguf", with its key in the environment (docs/llms.md).
   */
  readonly llm?: LlmAdapter | "local" | `${"openai" | "anthropic" | "local"}:${string}` | undefined;
  /** Puts a question in other words, with a language model of the host. It is asynchronous, so it works with `connect`
   * only. */
  readonly rewrite?: RewriteQuery | undefined;
  /**
   * Reads observed turns and proposes what to remember; what it proposes is checked against the turns. Default: the
   * language model if there is one (`llm`), else rules.
   */
  readonly distiller?: Distiller | "rules" | undefined;
  readonly distilling?: DistillingOptions | undefined;
  /** How much memory may think at night, if it has a language model. */
  readonly thinking?: ThinkingOptions | undefined;
  /**
   * How many origins stay in memory. Those that were used longest ago leave it and are read again from the store when
   * they are next used. Default 1,000.
   */
  readonly maxOpenOrigins?: number | undefined;
}

/** When turns are distilled, and how much that may take. */
export interface DistillingOptions {
  /** How long nothing must have been observed until the turns are distilled. Default 45,000. */
  readonly debounceMs?: number | undefined;
  /** How long the words of distilled turns are kept. Facts and their quotes stay. Default 30. */
  readonly keepDays?: number | undefined;
  /** Tokens of a model that one origin may take in a day (UTC). Default 500,000. */
  readonly tokensPerDay?: number | undefined;
  /** Calls of the distiller in one run. Default 64. */
  readonly roundsPerRun?: number | undefined;
  /**
   * Timers and the keeper distil what waits. With false, only `distil` and `beforeCompaction` do. Default true; the
   * environment's TIDELINE_DISTIL_BY_ITSELF=0 turns it off too.
   */
  readonly byItself?: boolean | undefined;
  /**
   * The time zone of turns that name none, such as "Europe/Vienna": "tomorrow" is the day after the speaker's day.
   * Default "UTC".
   */
  readonly timeZone?: string | undefined;
}

/** How much a language model may be asked at night, and about what. */
export interface ThinkingOptions {
  /** Calls of one run. Default 16. */
  readonly callsPerRun?: number | undefined;
  /** Tokens of a model that one origin may take in a day (UTC). Default 200,000. */
  readonly tokensPerDay?: number | undefined;
  /** Looks for bridges between people and things that nobody has joined. Default false. */
  readonly synthesise?: boolean | undefined;
}

/** The options, with names of embedders and models replaced by what they name. */
export interface ReadyOptions extends Omit<TidelineOptions, "embedder" | "llm"> {
  readonly embedder?: EmbedderAdapter | undefined;
  readonly llm?: LlmAdapter | undefined;
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof TidelineOptions>([
  "origin",
  "defaultSource",
  "clock",
  "threatScan",
  "secrets",
  "policy",
  "policyParams",
  "multiValued",
  "environment",
  "embedder",
  "llm",
  "rewrite",
  "distiller",
  "distilling",
  "thinking",
  "maxOpenOrigins",
]);

/** The options as they are used. */
export interface ParsedOptions {
  readonly origin: Origin;
  readonly defaultSource: string;
  readonly clock: ClockAdapter | undefined;
  readonly engine: EngineOptions;
}

/** Needs no store, so that a wrong option can be refused before anything is created. */
export function parseTidelineOptions(value: ReadyOptions): ParsedOptions {
  const options = fieldsOf(value, OPTION_NAMES, "Tideline") as ReadyOptions;
  const origin = parseOrigin(options.origin ?? "owner");
  return {
    origin,
    defaultSource: parseDefaultSource(options.defaultSource, origin),
    clock: parseClock(options.clock),
    engine: parseEngineOptions(options),
  };
}

function parseEngineOptions(options: ReadyOptions): EngineOptions {
  const { policy = "tideline", policyParams, threatScan, secrets = "refuse", multiValued } = options;
  if (threatScan !== undefined && typeof threatScan?.scan !== "function")
    throw badArgument("threatScan must have a function scan(content)");
  if (options.rewrite !== undefined && typeof options.rewrite !== "function")
    throw badArgument("rewrite must be a function (query, { messages, signal }) that returns texts");
  return {
    policy: policyOf(policy, policyParams),
    threatScan,
    secrets: parseOneOf(SECRETS_MODES)(secrets, "secrets"),
    multiValued: multiValued === undefined ? undefined : parseNames(multiValued, "multiValued"),
    embedder: options.embedder,
    llm: options.llm,
    rewrite: options.rewrite,
    distiller: parseDistiller(options.distiller, options.llm),
    distilling: parseDistilling(options.distilling),
    thinking: parseThinking(options.thinking),
    maxOpenOrigins: parseMaxOpen(options.maxOpenOrigins),
    environment: parseEnvironment(options.environment),
  };
}

function parseDistiller(distiller: Distiller | "rules" | undefined, llm: LlmAdapter | undefined): Distiller {
  if (distiller === undefined && llm !== undefined) return byModel(llm);
  if (distiller === undefined || distiller === "rules") return byRules;
  if (typeof distiller?.distil !== "function" || typeof distiller.name !== "string")
    throw badArgument('distiller must be "rules", or have a name and a function distil(batch, { signal })');
  return distiller;
}

type Figures = Omit<Distilling, "byItself" | "timeZone">;
const DISTILLING: Figures = { debounceMs: 45_000, keepDays: 30, tokensPerDay: 500_000, roundsPerRun: 64 };
const MOST: Figures = {
  debounceMs: 86_400_000,
  keepDays: 36_500,
  tokensPerDay: 1e12,
  roundsPerRun: 10_000,
};

function parseDistilling(value: DistillingOptions = {}): Distilling {
  const given = fieldsOf(value, new Set([...Object.keys(DISTILLING), "byItself", "timeZone"]), "distilling");
  const figure = (name: keyof Figures) => maybe(given, name, parseWhole(0, MOST[name])) ?? DISTILLING[name];
  return {
    debounceMs: figure("debounceMs"),
    keepDays: figure("keepDays"),
    tokensPerDay: figure("tokensPerDay"),
    roundsPerRun: figure("roundsPerRun"),
    byItself: maybe(given, "byItself", parseFlag) ?? true,
    timeZone: maybe(given, "timeZone", parseTimeZone) ?? "UTC",
  };
}

const THINKING = { callsPerRun: 16, tokensPerDay: 200_000 } as const;

function parseThinking(value: ThinkingOptions = {}): Thinking {
  const given = fieldsOf(value, new Set([...Object.keys(THINKING), "synthesise"]), "thinking");
  return {
    callsPerRun: maybe(given, "callsPerRun", parseWhole(0, 10_000)) ?? THINKING.callsPerRun,
    tokensPerDay: maybe(given, "tokensPerDay", parseWhole(0, 1e12)) ?? THINKING.tokensPerDay,
    synthesise: maybe(given, "synthesise", parseFlag) ?? false,
  };
}

function parseMaxOpen(most: unknown): number | undefined {
  if (most !== undefined && !(Number.isSafeInteger(most) && (most as number) >= 1))
    throw badArgument("maxOpenOrigins must be a whole number from 1");
  return most as number | undefined;
}

function parseClock(clock: ClockAdapter | undefined): ClockAdapter | undefined {
  if (clock !== undefined && typeof clock?.now !== "function")
    throw badArgument("clock must have a function now()");
  return clock;
}

export function parseDefaultSource(source: unknown, origin: Origin): string {
  if (source !== undefined) return parseName(source, "defaultSource");
  return isPersonal(origin) ? "owner_message" : "channel_message";
}

/** In whose voice a confined handle speaks, and what it may do. */
export interface ConfinedOptions {
  /** What the caller adds is of this class at most, and the caller changes nothing above it. Default: 1, an agent. */
  readonly voice?: Authority | undefined;
  /** Lets the caller also manage facts above its voice: archive, pin, purge, run passes. Default: false. */
  readonly manages?: boolean | undefined;
  /** The surface that the caller came through. Default: this handle's; a confined handle cannot name another. */
  readonly surface?: Surface | undefined;
  /** What the program calls itself; stored as a slug of at most 40 characters. A confined handle cannot name another. */
  readonly client?: string | undefined;
}

const CONFINED_NAMES: ReadonlySet<string> = new Set<keyof ConfinedOptions>([
  "voice",
  "manages",
  "surface",
  "client",
]);

export interface ParsedConfinement {
  readonly voice: Authority;
  readonly manages: boolean;
  readonly surface: Surface | undefined;
  readonly client: string | undefined;
}

export function parseConfinedOptions(value: ConfinedOptions): ParsedConfinement {
  const { voice = 1, manages = false, surface, client } = fieldsOf(value, CONFINED_NAMES, "confined");
  if (!AUTHORITIES.some((one) => one === voice))
    throw badArgument(`voice must be one of ${AUTHORITIES.join(", ")}`);
  return {
    voice: voice as Authority,
    manages: parseFlag(manages, "manages"),
    surface: surface === undefined ? undefined : parseOneOf(SURFACES)(surface, "surface"),
    client: client === undefined ? undefined : parseName(client, "client"),
  };
}
