/**
 * What must a model never be shown again? The text of a quarantined fact: it was locked away because it gives orders to
 * models, and the answers of a tool that manages memory for the owner go to a model too.
 *
 * Facts themselves are replaced by a few safe words in `shorten.ts`. This file searches the rest of an answer:
 * histories, reports and events that quote such a fact. A person can read the text in the dashboard or with `tideline
 * review`.
 */
import type { Fact } from "../../model/fact.ts";
import type { Origin } from "../../model/origin.ts";
import { wordsBeside } from "../../model/wording.ts";
import { scanThreats } from "../../write/threat.ts";
import { factPages } from "../fact-pages.ts";
import type { Workspace } from "../workspace.ts";
import { isFact, WITHHELD } from "./shorten.ts";

/** Reports quote at least this much of a text. */
const OPENING_CHARS = 60;
/**
 * A shorter text may stand inside other words by chance ("ok" in "tokens"). It counts as a quote only alone or in
 * quotation marks.
 */
const LEAST_WITHIN_CHARS = 12;

/** Quarantined facts, by id. */
export async function quarantinedIn(
  workspace: Workspace,
  origin: Origin,
): Promise<ReadonlyMap<string, Fact>> {
  const memory = workspace.memory(origin);
  const found = new Map<string, Fact>();
  if ((await memory.stats()).quarantined === 0) return found;
  for await (const page of factPages(memory, { lifecycle: "any" }))
    for (const fact of page) if (fact.quarantined) found.set(fact.id, fact);
  return found;
}

/** The answer without any words of these facts, except where they stand as facts. */
export function withhold(answer: unknown, facts: ReadonlyMap<string, Fact>): unknown {
  if (facts.size === 0) return answer;
  const openings = [...facts.values()]
    .flatMap(threatening)
    .map((text) => onOneLine(text).slice(0, OPENING_CHARS));
  const isQuoting = quoteFinder(openings);
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return isQuoting(onOneLine(value)) ? WITHHELD : value;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null || isFact(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, isBodyOf(value, name, facts) ? WITHHELD : walk(one)]),
    );
  };
  return walk(answer);
}

/** Its text, and those of its labels that look like an attack: an ordinary tag is no quote. */
function threatening(fact: Fact): readonly string[] {
  return [fact.content, ...wordsBeside(fact).filter((label) => scanThreats(label).length > 0)];
}

/** Looks up texts by their first characters: thousands may be quarantined, and an answer may be long. */
function quoteFinder(openings: readonly string[]): (line: string) => boolean {
  const short = openings.filter((one) => one.length < LEAST_WITHIN_CHARS);
  const long = new Map<string, string[]>();
  for (const one of openings) {
    if (one.length < LEAST_WITHIN_CHARS) continue;
    const begin = one.slice(0, LEAST_WITHIN_CHARS);
    const same = long.get(begin) ?? [];
    same.push(one);
    long.set(begin, same);
  }
  const holdsLong = (line: string): boolean => {
    const here = new Set<string>();
    for (let at = 0; at + LEAST_WITHIN_CHARS <= line.length; at++) {
      const begin = line.slice(at, at + LEAST_WITHIN_CHARS);
      if (long.has(begin)) here.add(begin);
    }
    return [...here].some((begin) => long.get(begin)?.some((one) => line.includes(one)));
  };
  return (line) =>
    short.some((one) => line === one || line.includes(`"${one}"`)) || (long.size > 0 && holdsLong(line));
}

/** Some reports quote a text on one line. */
function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Is this the body of an event about such a fact? Its labels may give orders too. */
function isBodyOf(value: object, name: string, facts: ReadonlyMap<string, Fact>): boolean {
  return name === "body" && "fact" in value && typeof value.fact === "string" && facts.has(value.fact);
}
