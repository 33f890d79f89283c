/** Does a new fact begin with the importance of news, judged by nobody below its own class? */
import { describe, expect, test } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { six } from "../support/aged.ts";
import { FakeClock, fact, newMemory } from "../support/memory.ts";

describe("under the layered policy", () => {
  test("the first fact is news: +0.15, and its score is kept beside the base", () => {
    const { memory } = newMemory({ policy: "layered" });
    const { importance, surprise } = memory.add(fact("The harbour freezes in winter.")).fact;
    expect([six(importance), surprise]).toEqual([0.75, 0.75]);
  });

  test("what is close to what is known begins with less, and is listed as a near-duplicate", () => {
    const { memory } = newMemory({ policy: "layered" });
    memory.add(fact("The harbour of the old town freezes in winter."));
    const near = memory.add(fact("The harbour of the old town freezes in winters.")).fact;
    const far = memory.add(fact("Anna plays chess with her cousin on Sundays.")).fact;
    expect(near.importance).toBeLessThan(0.6);
    expect(near.review).toBe("near-duplicate");
    expect(far.surprise).toBeGreaterThan(near.surprise ?? 1);
    expect(memory.review().map((one) => one.id)).toEqual([near.id]);
  });

  test("a caller's own figure stands, and a new value of a slot is no repetition of the old", () => {
    const { memory, clock } = newMemory({ policy: "layered" });
    expect(memory.add(fact("One.", { importance: 0.29 })).fact.importance).toBe(0.29);
    const phone = (model: string) =>
      memory.add(fact(`My phone is a ${model}.`, { subject: "me", attribute: "phone" })).fact;
    phone("Nokia 3310");
    clock.pass(1000);
    expect(phone("Nokia 3311").review).toBeUndefined();
  });

  test("tool output cannot make the owner's words look redundant", () => {
    const says = "The deploy key is kept in the safe.";
    const alone = newMemory({ policy: "layered" }).memory.add(fact(says)).fact;
    const { memory } = newMemory({ policy: "layered" });
    for (let i = 0; i < 5; i++)
      memory.add(fact(`The deploy key is kept in the safe ${i}.`, { source: "tool_output" }));
    const { importance, surprise } = memory.add(fact(says)).fact;
    expect([importance, surprise]).toEqual([alone.importance, alone.surprise]);
  });

  test("facts of one batch are compared with each other", () => {
    const { memory } = newMemory({ policy: "layered" });
    const results = memory.addMany([
      fact("The red lighthouse was built in stone."),
      fact("The red lighthouse was built of stone."),
    ]);
    const surprises = results.map((one) =>
      one.outcome === "refused" ? undefined : one.fact.surprise,
    ) as number[];
    expect(surprises[1]).toBeLessThan(surprises[0] ?? 0);
  });
});

test("other policies ask for no surprise, and a pass backfills it without touching the base", async () => {
  const store = new MemoryStore();
  const clock = new FakeClock();
  const before = Tideline.over(store, { clock });
  const { id, importance, surprise } = before.add(fact("The harbour freezes in winter.")).fact;
  clock.pass(1000);
  before.add(fact("The harbour freezes in winters."));
  expect(surprise).toBeUndefined();
  await expect(before.backfillSurprise()).rejects.toMatchObject({ code: "invalid-argument" });
  const layered = Tideline.over(store, { clock, policy: "layered" });
  const report = await layered.backfillSurprise();
  expect(report.counts).toEqual({ revised: 2 });
  expect(layered.inspect(id).fact).toMatchObject({ importance, surprise: 0.75 });
  expect((await layered.backfillSurprise()).counts).toEqual({});
  await layered.undo(report.pass ?? "");
  expect(layered.inspect(id).fact?.surprise).toBeUndefined();
});
