/** Are the options that a caller passes to the dream valid? Parses them and refuses unknown or impossible ones. */

import { badArgument, fieldsOf, parseFlag } from "../../model/arguments.ts";
import type { PassOptions } from "../../passes/pass.ts";
import type { Environment } from "../../ports/environment.ts";
import { PASS_FIELDS, type PassInput, parsePassOptions } from "../options.ts";
import { DREAM_STAGES, type DreamSwitches } from "./dream.ts";
import type { DreamFigures } from "./stage.ts";

/** How a dream runs. */
export interface DreamOptions extends PassInput {
  /** Switches stages on or off. Default: all but "cluster" and "forget"; "drift" needs an environment. */
  readonly stages?: DreamSwitches | undefined;
  /** A fact is confirmed after this many independent assertions. Default 3. */
  readonly confirmAfter?: number | undefined;
  /** Facts younger than this many days are not archived as noise. Default 30. */
  readonly evictAfterDays?: number | undefined;
  /** Facts below this score are archived as noise. Default 0.05. */
  readonly evictBelow?: number | undefined;
  /** Cosines from which on two facts may be merged, or are related. Default: 0.95 and 0.8, or the embedder's own. */
  readonly same?: number | undefined;
  readonly related?: number | undefined;
  /**
   * Where the drift stage looks up paths, commands and dependencies. Default for the owner's memory: the environment
   * that the memory was opened with.
   */
  readonly environment?: Environment | undefined;
}

export interface ParsedDream {
  readonly pass: PassOptions;
  readonly switches: DreamSwitches;
  readonly figures: DreamFigures;
  readonly same: number | undefined;
  readonly related: number | undefined;
  readonly environment: Environment | undefined;
}

const FIELDS: ReadonlySet<string> = new Set([
  ...PASS_FIELDS,
  "stages",
  "confirmAfter",
  "evictAfterDays",
  "evictBelow",
  "same",
  "related",
  "environment",
]);
const STAGES: ReadonlySet<string> = new Set(DREAM_STAGES);

export function parseDreamOptions(value: unknown = {}): ParsedDream {
  const input = fieldsOf(value, FIELDS, "dream");
  const { stages = {}, environment } = input as DreamOptions;
  const switches = fieldsOf(stages, STAGES, "dream's stages");
  for (const [name, on] of Object.entries(switches)) if (on !== undefined) parseFlag(on, name);
  return {
    pass: parsePassOptions(input),
    switches: switches as DreamSwitches,
    figures: {
      confirmAfter: figure(input.confirmAfter, "confirmAfter", 1, 1_000) ?? 3,
      evictAfterDays: figure(input.evictAfterDays, "evictAfterDays", 0, 36_500) ?? 30,
      evictBelow: figure(input.evictBelow, "evictBelow", 0, 1) ?? 0.05,
    },
    same: figure(input.same, "same", 0, 1),
    related: figure(input.related, "related", 0, 1),
    environment: parseEnvironment(environment),
  };
}

function figure(value: unknown, name: string, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw badArgument(`${name} must be a number from ${least} to ${most}`);
}

export function parseEnvironment(value: unknown): Environment | undefined {
  if (value === undefined) return undefined;
  const given = Object(value) as Partial<Environment>;
  const isWhole = [given.path, given.command, given.dependency].every((call) => typeof call === "function");
  if (!isWhole) throw badArgument("environment must have the functions path, command and dependency");
  return given as Environment;
}
