/** Facts and hits as recall would hand them on, with as few words as possible. */
import type { Fact } from "../../src/index.ts";
import { newMemory, START } from "./memory.ts";

const TEMPLATE: Fact = newMemory().memory.add({ content: "x", segment: "knowledge" }).fact;

export function factWith(content: string, more: Partial<Fact> = {}): Fact {
  return {
    ...TEMPLATE,
    id: `f-${content.length}-${more.createdAt ?? START}`,
    createdAt: START,
    ...more,
    content,
  };
}

/** Ranked as given, each a little below the one before. */
export function hitsOf(...facts: readonly Fact[]) {
  return facts.map((fact, i) => ({ fact: { ...fact, id: `f${i}` }, score: 1 - i / 100 }));
}
