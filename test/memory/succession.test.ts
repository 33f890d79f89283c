/** What do words that deny an earlier fact do to it? */
import { describe, expect, test } from "vitest";
import { type AddInput, type KnownSource, Tideline } from "../../src/index.ts";
import { DAY, endorse, fact, newMemory, START } from "../support/memory.ts";

describe("corrections and negations", () => {
  test("end what they deny, if they can name it", () => {
    const { memory, clock } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme."));
    clock.pass(DAY);
    const denial = memory.add(fact("I no longer work at Acme."));
    expect(denial.outcome).toBe("superseded");
    expect(memory.get(job.id)).toMatchObject({
      validity: "superseded",
      supersededBy: denial.fact.id,
      validTo: START + DAY,
    });
  });

  test("end the one fact with the same frame and another value", () => {
    const { memory } = newMemory();
    const { fact: rent } = memory.add(fact("The rent is 1,400 euros."));
    memory.add(fact("The deposit is 1,400 euros."));
    const correction = memory.add({ content: "Actually, the rent is 1,450 euros.", segment: "correction" });
    expect(correction.outcome).toBe("superseded");
    expect(memory.get(rent.id)?.supersededBy).toBe(correction.fact.id);
    expect(correction.fact.links).toEqual([{ kind: "corrects", to: rent.id }]);
  });

  test("that name nothing are kept and listed for review", () => {
    const { memory } = newMemory();
    const { fact: open } = memory.add(fact("I no longer work at Initech."));
    expect(memory.review().map((one) => [one.id, one.review])).toEqual([[open.id, "denial-unmatched"]]);
  });

  test("from a lower class leave the higher fact current, with a contradiction to look at", () => {
    const { memory } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme."));
    const claim = memory.add(fact("I no longer work at Acme.", { source: "retrieved_document" }));
    expect(claim.fact).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(memory.get(job.id)?.validity).toBe("valid");
  });

  test("are listed for review when they name nothing of their own class, whatever lower classes said", () => {
    for (const planted of [false, true]) {
      const { memory } = newMemory();
      const claim = fact("The rent is 900 euros", { source: "tool_output" });
      const tool = planted ? memory.add(claim).fact : undefined;
      const { fact: rent } = memory.add(fact("Actually, the rent is 1,450 euros"));
      expect(rent).toMatchObject({ validity: "valid", review: "denial-unmatched" });
      if (tool !== undefined) expect(memory.get(tool.id)?.validity).toBe("superseded");
    }
  });

  test("find what the principal said, though a lower class said what they name", () => {
    const { memory } = newMemory();
    const { fact: rent } = memory.add(fact("The rent is 1,400 euros"));
    memory.add(fact("The rent is 1,300 euros", { source: "tool_output" }));
    const words = "The rent is 1,450 euros instead of 1,300 euros";
    const alone = newMemory().memory;
    const { fact: sole } = alone.add(fact("The rent is 1,400 euros"));
    alone.add(fact(words));
    memory.add(fact(words));
    expect(memory.get(rent.id)?.validity).toBe(alone.get(sole.id)?.validity);
  });

  test("of the past end nothing that began since", () => {
    const { memory } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme.", { validFrom: START - 10 * DAY }));
    memory.add(fact("I no longer work at Acme.", { occurredAt: START - 100 * DAY }));
    expect(memory.get(job.id)).toMatchObject({ validity: "valid", validTo: undefined });
  });

  test("of tomorrow end what they deny only then", () => {
    const { memory } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme."));
    memory.add(fact("I no longer work at Acme.", { validFrom: START + DAY }));
    expect(memory.get(job.id)).toMatchObject({ validity: "valid", validTo: START + DAY });
  });

  const standing = (memory: ReturnType<typeof newMemory>["memory"]) =>
    memory.list({ validity: "valid" }).map((one) => one.content);

  test.each([
    ["I work at Acme.", "I no longer work at Acme."],
    ["The rent is 1,400 euros.", "Actually, the rent is 1,450 euros."],
  ])("and what they deny follow each other, as often as they are said: %j, %j", (plain, denial) => {
    const { memory, clock } = newMemory();
    for (const said of [plain, denial, plain, denial, plain]) {
      expect(memory.add(fact(said)).outcome).not.toBe("reinforced");
      expect(standing(memory)).toEqual([said]);
      clock.pass(DAY);
    }
  });

  test("end what was said since, also when they were said before it", () => {
    const { memory, clock } = newMemory();
    const { fact: first } = memory.add(fact("I no longer work at Acme."));
    clock.pass(DAY);
    const { fact: job } = memory.add(fact("I work at Acme."));
    clock.pass(DAY);
    const { fact: again } = memory.add(fact("I no longer work at Acme."));
    expect(standing(memory)).toEqual(["I no longer work at Acme."]);
    expect(memory.get(job.id)).toMatchObject({ validity: "superseded", supersededBy: again.id });
    expect(memory.get(first.id)).toMatchObject({ validity: "superseded", validTo: START + DAY });
  });

  test("that were said already end what a tool said against them", () => {
    const { memory } = newMemory();
    const { fact: denial } = memory.add(fact("I no longer work at Acme."));
    const { fact: claim } = memory.add(fact("I work at Acme.", { source: "tool_output" }));
    expect(memory.add(fact("I no longer work at Acme.")).fact.id).toBe(denial.id);
    expect(memory.get(claim.id)).toMatchObject({ validity: "superseded", supersededBy: denial.id });
  });

  test("of the principal stand against a lower class that says again what they ended", () => {
    const { memory } = newMemory();
    memory.add(fact("I work at Acme."));
    memory.add(fact("I no longer work at Acme."));
    const { fact: claim } = memory.add(fact("I work at Acme.", { source: "agent" }));
    expect(claim).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(standing(memory)).toEqual(["I no longer work at Acme."]);
    endorse(memory, claim.id);
    expect(standing(memory)).toEqual(["I work at Acme."]);
  });
});

describe("a denial that was said before what it denies is told", () => {
  const DENIAL = "I no longer eat meat.";
  const EATS = "I eat meat.";
  const ago = (days: number) => ({ occurredAt: START - days * DAY });
  const told = (denial: Partial<AddInput>, plain: Partial<AddInput>) => {
    const test = newMemory();
    const first = test.memory.add(fact(DENIAL, denial));
    const then = test.memory.add(fact(EATS, plain));
    return { ...test, denial: first.fact.id, plain: then.fact.id, outcome: then.outcome };
  };

  test.each([
    ["said then", ago(100)],
    ["valid then", { validFrom: START - 100 * DAY }],
  ])("makes it history at once: %s", (_, when) => {
    const { memory, denial, plain, outcome } = told({}, when);
    expect(outcome).toBe("added");
    expect(memory.get(plain)).toMatchObject({ validity: "superseded", supersededBy: denial, validTo: START });
    expect(memory.get(denial)).toMatchObject({ validity: "valid", review: undefined });
    expect(memory.recall("do I eat meat").map((hit) => hit.fact.id)).toEqual([denial]);
    const before = memory.recall("do I eat meat", { asOf: START - 50 * DAY }).map((hit) => hit.fact.id);
    expect(before).toEqual([plain]);
    expect(memory.inspect(plain).text).toMatch(/superseded by \S+ \(rule denied\/before-said\)/);
  });

  test("does so too from a store that was opened again, and within one batch", () => {
    const { memory, store } = newMemory();
    memory.add(fact(DENIAL));
    const again = Tideline.over(store, { clock: { now: () => START } });
    expect(again.add(fact(EATS, ago(100))).fact.validity).toBe("superseded");
    const batch = newMemory().memory.addMany([fact(DENIAL), fact(EATS, ago(100))]);
    expect(batch.map((one) => one.outcome !== "refused" && one.fact.validity)).toEqual([
      "valid",
      "superseded",
    ]);
  });

  test("of a higher class does so, and takes no trace of what a lower class said", () => {
    const { memory, denial, plain } = told({}, { ...ago(100), source: "agent" });
    expect(memory.get(plain)).toMatchObject({ validity: "superseded", supersededBy: denial });
    expect(memory.get(denial)).toMatchObject({ review: "denial-unmatched", links: [], backlinks: [] });
  });

  test.each(["agent", "tool_output", "nobody knows"] as KnownSource[])(
    "of a lower class never does: %s",
    (source) => {
      const { memory, plain } = told({ source }, ago(100));
      expect(memory.get(plain)).toMatchObject({ validity: "valid", validTo: undefined, authority: 3 });
      expect(memory.recall("do I eat meat")[0]?.fact.id).toBe(plain);
    },
  );

  test("does nothing while it is in quarantine, to what came later, or to what was over before it", () => {
    const threatScan = { scan: (content: string) => content === DENIAL };
    const held = newMemory({ threatScan }).memory;
    held.add(fact(DENIAL, { source: "agent" }));
    expect(held.add(fact(EATS, { ...ago(100), source: "agent" })).fact.validity).toBe("valid");
    const over = told({}, { validFrom: START - 100 * DAY, validTo: START - 50 * DAY });
    expect(over.memory.get(over.plain)).toMatchObject({ validity: "valid", validTo: START - 50 * DAY });
    const later = told(ago(100), {});
    expect(later.outcome).toBe("superseded");
    expect(later.memory.get(later.denial)).toMatchObject({
      validity: "superseded",
      supersededBy: later.plain,
    });
  });

  test("of tomorrow lets it hold until then", () => {
    const { memory, plain } = told({ validFrom: START + DAY }, {});
    expect(memory.get(plain)).toMatchObject({ validity: "valid", validTo: START + DAY });
  });

  test("is ended by what the principal adopts, though it was held back when the denial was said", () => {
    const { memory, clock } = newMemory({ threatScan: { scan: (content) => content === EATS } });
    const { fact: held } = memory.add(fact(EATS, { source: "agent" }));
    clock.pass(DAY);
    const { fact: denial } = memory.add(fact(DENIAL));
    clock.pass(DAY);
    expect(endorse(memory, held.id)).toMatchObject({ validity: "valid", validFrom: START + 2 * DAY });
    expect(memory.get(denial.id)).toMatchObject({ validity: "superseded", supersededBy: held.id });
  });

  test("as a correction means what has its frame, as long as it has found nothing else", () => {
    const { memory } = newMemory();
    const { fact: right } = memory.add(fact("Actually, the rent is 1,450 euros"));
    const first = memory.add(fact("The rent is 1,400 euros", ago(100))).fact;
    const second = memory.add(fact("The rent is 1,300 euros", ago(200))).fact;
    expect(first).toMatchObject({ validity: "superseded", supersededBy: right.id });
    expect(second.validity).toBe("valid");
  });
});

describe("a link of kind supersedes, given with the fact", () => {
  test("ends the fact that it names, with its history", () => {
    const { memory, clock } = newMemory();
    const old = memory.add(fact("The shed is painted red.")).fact;
    clock.pass(DAY);
    const links = [{ kind: "supersedes" as const, to: old.id }];
    const added = memory.add(fact("We gave the shed a coat of blue.", { links }));
    expect(added.outcome).toBe("superseded");
    expect(added.fact.links).toEqual(links);
    expect(memory.inspect(old.id).fact).toMatchObject({
      validity: "superseded",
      supersededBy: added.fact.id,
      validTo: clock.now(),
    });
    expect(memory.search("What colour is the shed?").map((hit) => hit.fact.id)).not.toContain(old.id);
  });

  test("ends nothing that began later", () => {
    const { memory, clock } = newMemory();
    clock.pass(DAY);
    const later = memory.add(fact("The shed is painted red.")).fact;
    const links = [{ kind: "supersedes" as const, to: later.id }];
    memory.add(fact("The shed was bare wood.", { links, validFrom: clock.now() - 9 * DAY }));
    expect(memory.inspect(later.id).fact?.validity).toBe("valid");
  });
});
