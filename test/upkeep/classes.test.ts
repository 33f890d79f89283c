/**
 * Is what the principal said, after any number of sweeps, what it would be had nobody else spoken? With one exception,
 * in the principal's favour: what a lower class disputes stays in sight.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AddInput, Fact, KnownSource, Tideline } from "../../src/index.ts";
import { DAY, newMemory } from "../support/memory.ts";

const SENTENCES = [
  "The harbour pilot is called Henrik.",
  "The harbour pilot is called Gustav.",
  "I no longer work at Acme.",
  "I work at Acme.",
  "Buy milk.",
  "Always run the tests twice.",
];
const LOWER = ["tool_output", "retrieved_document", "agent", "extraction", "someone"] as KnownSource[];

interface Step {
  readonly days: number;
  readonly content: string;
  readonly segment: "knowledge" | "context" | "project";
  readonly source: KnownSource | undefined;
  readonly cites: number | undefined;
  readonly sweeps: boolean;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  days: fc.constantFrom(0, 1, 20, 60, 400),
  content: fc.constantFrom(...SENTENCES),
  segment: fc.constantFrom("knowledge", "context", "project"),
  source: fc.option(fc.constantFrom(...LOWER), { nil: undefined }),
  cites: fc.option(fc.nat(5), { nil: undefined }),
  sweeps: fc.boolean(),
});

interface Life {
  /** What the principal's own facts have become. */
  readonly own: readonly Pick<Fact, "content" | "lifecycle" | "suppressed">[];
  /** A sweep has spared one of them because it was disputed. */
  readonly isDisputed: boolean;
}

/** Their own words may cite their own facts only. */
async function life(
  steps: readonly Step[],
  policy: "tideline" | "freshness" | "layered",
  withLower: boolean,
): Promise<Life> {
  const { memory, clock } = newMemory({ policy });
  const own: string[] = [];
  let isDisputed = false;
  const sweep = async () => {
    const { spared } = await memory.sweep();
    isDisputed ||= spared.some(({ rule }) => rule === "immunity/disputed");
  };
  for (const step of steps) {
    clock.pass(step.days * DAY);
    if (step.source === undefined || withLower) say(memory, own, step);
    if (step.sweeps) await sweep();
  }
  await sweep();
  expect((await memory.sweep()).counts, "a second sweep has nothing left to do").toEqual({});
  const facts = memory
    .list({ lifecycle: "any", limit: 1000 })
    .filter((fact) => fact.authority === 3)
    .map(({ content, lifecycle, validity, suppressed, layer, importance, surprise, confirmedAt }) => {
      return { content, lifecycle, validity, suppressed, layer, importance, surprise, confirmedAt };
    });
  return { own: facts, isDisputed };
}

function isInSight({ lifecycle, suppressed }: Life["own"][number]): boolean {
  return lifecycle === "active" && !suppressed;
}

function say(memory: Tideline, own: string[], { content, segment, source, cites }: Step): void {
  const cited = cites === undefined ? undefined : own[cites];
  const still =
    cited !== undefined && memory.list({ lifecycle: "any", limit: 1000 }).some((fact) => fact.id === cited);
  const input: AddInput = {
    content,
    segment,
    ...(source === undefined ? {} : { source }),
    ...(still ? { evidence: [cited] } : {}),
  };
  const { fact } = memory.add(input);
  if (source === undefined) own.push(fact.id);
}

test.each(["tideline", "freshness", "layered"] as const)("under %s", async (policy) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (steps) => {
      const [whole, pure] = [await life(steps, policy, true), await life(steps, policy, false)];
      if (!whole.isDisputed) expect(whole.own).toEqual(pure.own);
      // What was spared may have been erased in the other life by now: places in the list do not tell which is which.
      else for (const fact of pure.own.filter(isInSight)) expect(whole.own).toContainEqual(fact);
    }),
  );
});
