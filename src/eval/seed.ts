/**
 * How does a gold set get into a store? Its facts are added as they would have been told: in order, each at its own
 * time.
 *
 * Adding a set twice changes nothing: every fact has an idempotency key.
 */
import { badArgument } from "../model/arguments.ts";
import type { AddOutcome } from "../write/decide.ts";
import type { AddInput } from "../write/draft.ts";
import type { GoldCase, GoldFact, GoldSet } from "./gold/shape.ts";
import type { EvalCase } from "./rows.ts";

/** The part of a memory that seeding needs. */
export interface SeedMemory {
  addMany(inputs: readonly AddInput[]): readonly SeedOutcome[];
}

export type SeedOutcome =
  | { readonly outcome: AddOutcome; readonly fact: { readonly id: string } }
  | { readonly outcome: "refused"; readonly reason: string };

/** `memoryAt` gives the memory with its clock set to a time. */
export function seed(set: GoldSet, memoryAt: (now: number) => SeedMemory): readonly EvalCase[] {
  const ids = new Map<string, string>();
  let last = Number.NEGATIVE_INFINITY;
  for (const fact of set.facts) {
    const at = timeOf(fact.said, `${set.name}: ${fact.key}`);
    if (at < last)
      throw badArgument(`${set.name}: ${fact.key} was said before the fact that stands before it`);
    if (ids.has(fact.key)) throw badArgument(`${set.name}: two facts have the key ${fact.key}`);
    last = at;
    const [result] = memoryAt(at).addMany([inputOf(set, fact, at, ids)]);
    if (result === undefined || result.outcome === "refused")
      throw badArgument(`${set.name}: ${fact.key} was refused: ${result?.reason ?? "no reason given"}`);
    ids.set(fact.key, result.fact.id);
  }
  const askedAt = timeOf(set.asked, `${set.name}: asked`);
  return set.cases.map((one) => caseOf(set, one, ids, askedAt));
}

function inputOf(set: GoldSet, fact: GoldFact, at: number, ids: ReadonlyMap<string, string>): AddInput {
  const { key, said, links, ...input } = fact;
  return {
    ...input,
    occurredAt: at,
    ...(links === undefined
      ? {}
      : { links: links.map(({ kind, to }) => ({ kind, to: idOf(set, ids, to, key) })) }),
    idempotencyKey: `${set.name}/${key}`,
  };
}

function caseOf(set: GoldSet, one: GoldCase, ids: ReadonlyMap<string, string>, askedAt: number): EvalCase {
  const { key, category, query } = one;
  return {
    id: `${set.name}/${key}`,
    category,
    query,
    gold: [...new Set(one.gold.map((fact) => idOf(set, ids, fact, key)))],
    askedAt,
  };
}

function idOf(set: GoldSet, ids: ReadonlyMap<string, string>, key: string, by: string): string {
  const id = ids.get(key);
  if (id === undefined) throw badArgument(`${set.name}: ${by} names ${key}, which is no fact before it`);
  return id;
}

function timeOf(text: string, place: string): number {
  const time = new Date(text).getTime();
  if (Number.isNaN(time)) throw badArgument(`${place}: "${text}" is no ISO date`);
  return time;
}
