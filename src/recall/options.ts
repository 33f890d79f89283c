/**
 * Which options may a recall have? Every other option is refused, with an error that lists the known names.
 */
import { TidelineError } from "../errors.ts";
import { MAX_QUERY_CHARS, MAX_RECALL, MAX_WORDINGS } from "../limits.ts";
import {
  badArgument,
  fieldsOf,
  parseFlag,
  parseNames,
  parseNumber,
  parseOneOf,
  parseTime,
  parseWhole,
} from "../model/arguments.ts";
import { SEGMENTS, type Segment } from "../model/segment.ts";
import { INCLUDABLE, type Includable, type RecallOptions } from "./hit.ts";

const DEFAULT_LIMIT = 8;

/** What recall follows from the facts it found. "names" follows links too. */
export type Following = false | "links" | "names";

export interface ParsedRecall {
  readonly limit: number;
  readonly segments: ReadonlySet<Segment> | undefined;
  readonly tags: readonly string[];
  readonly asOf: number | undefined;
  readonly knownAt: number | undefined;
  readonly passive: boolean;
  readonly graph: Following;
  readonly minScore: number | undefined;
  readonly strict: boolean;
  readonly include: ReadonlySet<Includable>;
  readonly also: readonly string[];
}

const NAMES: ReadonlySet<string> = new Set<keyof RecallOptions>([
  "limit",
  "segments",
  "tags",
  "asOf",
  "knownAt",
  "passive",
  "graph",
  "minScore",
  "strict",
  "include",
  "also",
]);
export const SEARCH_NAMES: ReadonlySet<string> = new Set([...NAMES, "now"]);

export function parseQueryText(query: unknown): string {
  if (typeof query !== "string") throw badArgument("query must be a string");
  if (query.length > MAX_QUERY_CHARS)
    throw badArgument(
      `query has ${query.length} characters; the limit is ${MAX_QUERY_CHARS}. Ask with the part that matters`,
    );
  return query.toWellFormed();
}

export function parseRecallOptions(value: unknown, isOfPerson: boolean, verb = "recall"): ParsedRecall {
  const input = fieldsOf(value ?? {}, NAMES, verb);
  const include = listOf(input.include, "include", INCLUDABLE);
  if (include.size > 0 && !isOfPerson)
    throw new TidelineError(
      "not-allowed",
      "Only the handle of the person whose memory it is (the owner, or a user) may see facts that are out of use. Leave out include.",
    );
  return {
    limit: limitOf(input.limit),
    segments: input.segments === undefined ? undefined : listOf(input.segments, "segments", SEGMENTS),
    tags: input.tags === undefined ? [] : parseNames(input.tags, "tags"),
    asOf: input.asOf === undefined ? undefined : parseTime(input.asOf, "asOf"),
    knownAt: input.knownAt === undefined ? undefined : parseTime(input.knownAt, "knownAt"),
    passive: flagOf(input.passive, "passive") ?? false,
    graph: followingOf(input.graph),
    minScore: minScoreOf(input.minScore),
    strict: flagOf(input.strict, "strict") ?? false,
    include,
    also: input.also === undefined ? NO_WORDINGS : parseAlso(input.also),
  };
}

const NO_WORDINGS: readonly string[] = [];

/** Other wordings of the question, each once. */
function parseAlso(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > MAX_WORDINGS)
    throw badArgument(`also must be a list of at most ${MAX_WORDINGS} texts`);
  return [...new Set(value.map((one) => parseQueryText(one)))];
}

function limitOf(value: unknown): number {
  return value === undefined ? DEFAULT_LIMIT : parseWhole(1, MAX_RECALL)(value, "limit");
}

function minScoreOf(value: unknown): number | undefined {
  return value === undefined ? undefined : parseNumber(0, 1)(value, "minScore");
}

function flagOf(value: unknown, name: string): boolean | undefined {
  return value === undefined ? undefined : parseFlag(value, name);
}

function followingOf(value: unknown): Following {
  if (value === undefined || value === "links") return "links";
  if (typeof value !== "boolean") throw badArgument('graph must be true, false or "links"');
  return value && "names";
}

function listOf<T extends string>(value: unknown, name: string, allowed: readonly T[]): ReadonlySet<T> {
  if (value === undefined) return new Set();
  if (!Array.isArray(value)) throw badArgument(`${name} must be a list`);
  return new Set(Array.from(value, (one, i) => parseOneOf(allowed)(one, `${name}[${i}]`)));
}
