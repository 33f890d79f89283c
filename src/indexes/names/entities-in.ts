/**
 * Whom and what do these facts name, as if there were no others? For a caller who may see only these facts.
 */
import type { Fact } from "../../model/fact.ts";
import { type Entity, EntityIndex, type FactsView } from "./entities.ts";

export function entitiesIn(facts: readonly Fact[]): readonly Entity[] {
  const known = new Map(facts.map((fact) => [fact.id, fact]));
  const keys = [...known.keys()];
  const state: FactsView = {
    head: { seq: 0, hash: "" },
    facts: { get: (id) => known.get(id), keysAt: () => ({ keys, next: undefined }) },
  };
  return new EntityIndex().all(state);
}
