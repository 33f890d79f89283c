/**
 * How do you measure recall on your own facts, without sending them anywhere?
 *
 * A scaffold lists facts, each with a query made of its own words. Such a query finds its fact by construction, so it
 * measures nothing. A person must rewrite each query into what they would really ask, and approve the file. A file
 * that is not approved, or has queries that were not rewritten, is refused.
 */

import { TidelineError } from "../errors.ts";
import { badArgument } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { canonical } from "../text/sameness/canonical.ts";
import { words } from "../text/words/words.ts";
import type { EvalCase } from "./rows.ts";

export interface GoldSpecCase {
  readonly id: string;
  /** The fact's own words, to be rewritten into `query`. */
  readonly autoQuery: string;
  readonly query: string;
  readonly category: string;
  /** Ids of the facts that should be found. Add ids if several facts answer; leave it empty if none does. */
  readonly gold: readonly string[];
  /** What the fact says, for the person who rewrites the query. */
  readonly content?: string | undefined;
}

/** Plain JSON: a file for a person to edit. */
export interface GoldSpec {
  readonly v: 1;
  readonly name: string;
  /** Set to true by the person who rewrote every query. */
  readonly approved: boolean;
  /** When the questions are asked, in epoch milliseconds. Default: a day after the latest fact. */
  readonly askedAt?: number | undefined;
  readonly cases: readonly GoldSpecCase[];
}

export interface ScaffoldOptions {
  readonly name?: string | undefined;
  /** The most facts to take, spread evenly over all. Default 50. */
  readonly limit?: number | undefined;
}

const MOST_AUTO_WORDS = 12;
const MAX_CASES = 10_000;
const DEFAULT_CASES = 50;

/** `facts`: those that recall may return. */
export function scaffoldOf(
  facts: readonly Fact[],
  { name = "own", limit = DEFAULT_CASES }: ScaffoldOptions,
): GoldSpec {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_CASES)
    throw badArgument(`limit must be a whole number from 1 to ${MAX_CASES}`);
  const cases = spread(facts, limit).map(({ id, segment, content }, i): GoldSpecCase => {
    const autoQuery = words(content).slice(0, MOST_AUTO_WORDS).join(" ") || content;
    return { id: `${name}-${i + 1}`, autoQuery, query: autoQuery, category: segment, gold: [id], content };
  });
  return { v: 1, name, approved: false, cases };
}

/** The cases of a spec that a person has rewritten and approved. `spec`: a value, or the text of its file. */
export function loadGoldSpec(spec: unknown): readonly EvalCase[] {
  const { name, approved, askedAt, cases } = parseSpec(typeof spec === "string" ? parseText(spec) : spec);
  if (approved !== true) {
    throw new TidelineError(
      "gold-unapproved",
      `The gold spec "${name}" is not approved. Rewrite every query into what you would really ask, then set "approved" to true.`,
    );
  }
  const copied = cases.filter(isCopied);
  if (copied.length > 0) {
    const ids = copied.slice(0, 5).map(({ id }) => id);
    throw new TidelineError(
      "gold-not-rewritten",
      `${copied.length} of ${cases.length} queries of "${name}" still repeat the text of their facts (${ids.join(", ")}${copied.length > 5 ? ", …" : ""}). ` +
        "Recall would find such facts trivially. Rewrite the queries, or remove these cases.",
      { cases: copied.length },
    );
  }
  return cases.map(({ id, category, query, gold }) => ({ id, category, query, gold, askedAt }));
}

/** Does the query still say exactly what the fact, or the automatic query, says? */
function isCopied({ query, autoQuery, content }: GoldSpecCase): boolean {
  const asked = canonical(query);
  return asked === canonical(autoQuery) || (content !== undefined && asked === canonical(content));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TidelineError("invalid-argument", "The gold spec is not JSON.", {}, cause);
  }
}

function parseSpec(value: unknown): GoldSpec {
  const spec = Object(value) as Record<string, unknown>;
  if (spec.v !== 1 || typeof spec.name !== "string")
    throw badArgument(
      'This is no gold file: it needs "v": 1 and a "name". exportGoldScaffold writes one (at a terminal: tideline eval --scaffold)',
    );
  if (spec.askedAt !== undefined && !Number.isFinite(spec.askedAt))
    throw badArgument(`askedAt of "${spec.name}" must be epoch milliseconds`);
  if (!Array.isArray(spec.cases) || spec.cases.length === 0 || spec.cases.length > MAX_CASES)
    throw badArgument(`cases of "${spec.name}" must be a list of 1 to ${MAX_CASES}`);
  const seen = new Set<string>();
  const cases = spec.cases.map((one: unknown, i): GoldSpecCase => {
    const parsed = parseCase(one, `cases[${i}]`);
    if (seen.has(parsed.id)) throw badArgument(`Two cases have the id "${parsed.id}"`);
    seen.add(parsed.id);
    return parsed;
  });
  return { ...(spec as unknown as GoldSpec), cases };
}

function parseCase(value: unknown, place: string): GoldSpecCase {
  const one = Object(value) as Record<string, unknown>;
  for (const name of ["id", "autoQuery", "query", "category"]) {
    if (typeof one[name] !== "string" || one[name].trim() === "")
      throw badArgument(`${place}.${name} must be a text that is not empty`);
  }
  if (!Array.isArray(one.gold) || !one.gold.every((id) => typeof id === "string"))
    throw badArgument(`${place}.gold must be a list of ids of facts`);
  if (one.content !== undefined && typeof one.content !== "string")
    throw badArgument(`${place}.content must be a text`);
  return one as unknown as GoldSpecCase;
}

/** At most `most` items, spread evenly over the list: the same ones every time. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)] as T);
}
