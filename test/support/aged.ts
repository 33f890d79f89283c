/** Facts of any age and use, for policies: made by a memory, then aged by hand. */
import type { Fact, JudgeContext } from "../../src/index.ts";
import { type AddInput, SEGMENT_DEFAULTS } from "../../src/index.ts";
import { DAY, fact, newMemory, START } from "./memory.ts";

const { memory } = newMemory();

/** A fact that was created at START. */
export function sample(input: Partial<AddInput> = {}, more: Partial<Fact> = {}): Fact {
  const segment = input.segment ?? "knowledge";
  const made = memory.add(
    fact(`Sample ${Math.abs(hash(JSON.stringify([input, more])))}.`, { segment, ...input }),
  ).fact;
  return {
    ...made,
    ...(input.segment === undefined ? {} : SEGMENT_DEFAULTS[segment]),
    ...more,
    createdAt: START,
    lastAccessedAt: more.lastAccessedAt ?? START,
  };
}

function hash(text: string): number {
  let sum = 7;
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) | 0;
  return sum;
}

export function at(days: number, facts: readonly Fact[] = []): JudgeContext {
  return {
    now: START + days * DAY,
    fact: (id) => facts.find((one) => one.id === id),
    citedBy: (id) => facts.filter((one) => one.evidence.includes(id)),
    foundOn: () => [],
    broughtBackAt: () => undefined,
  };
}

/** To six decimals, as the documents' figures are. */
export function six(value: number | undefined): number {
  return Number((value ?? Number.NaN).toFixed(6));
}
