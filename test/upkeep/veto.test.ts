/** May a pass, whatever it decides, let a lower class stand for, against or above what the owner said? Never. */
import { describe, expect, test } from "vitest";
import { independentAssertions } from "../../src/advanced.ts";
import type { Change, Fact, Pass, PassEvent, Tideline } from "../../src/index.ts";
import type { EventOf } from "../../src/model/event.ts";
import { DAY, type FakeClock, fact, newMemory } from "../support/memory.ts";

const ATTEMPTS: readonly ((own: string, tool: string) => PassEvent)[] = [
  (own, tool) => ({ type: "superseded", fact: own, successor: tool }),
  (own, tool) => ({ type: "merged", fact: own, successor: tool }),
  (own, tool) => ({ type: "challenged", fact: own, against: tool }),
  (own, tool) => ({ type: "linked", fact: tool, kind: "supersedes", to: own }),
  (own, tool) => ({ type: "linked", fact: tool, kind: "corrects", to: own }),
  (_own, tool) => ({ type: "confirmed", fact: tool }),
  (_own, tool) => ({ type: "endorsed", fact: tool, authority: 3 }),
];

test.each([false, true])("a pass that tries is spared each of it, explicit (%s) or not", async (explicit) => {
  for (const attempt of ATTEMPTS) {
    const { memory } = newMemory();
    const own = memory.add(fact("The ferry leaves at nine.")).fact;
    const tool = memory.add(fact("The bakery opens early.", { source: "tool_output" })).fact;
    const event = attempt(own.id, tool.id);
    const report = await memory.run({
      name: "tries",
      explicit,
      *pieces() {
        yield event;
      },
      decide: () => [{ event, rule: "test" }],
    });
    expect([event, report.counts, report.sparedCount]).toEqual([event, {}, 1]);
    expect(memory.inspect(own.id).fact).toEqual(own);
    expect(memory.inspect(tool.id).fact).toEqual(tool);
  }
});

/** What makes a fact immune, each by its own. */
const IMMUNE = {
  permanent: (memory: Tideline) => memory.add(fact("I was born in Graz.", { segment: "identity" })).fact,
  pinned: (memory: Tideline) => memory.pin(memory.add(fact("The ferry leaves at nine.")).fact.id),
  confirmed: (memory: Tideline, clock: FakeClock) => {
    for (let day = 0; day < 4; day++) {
      memory.add(fact("The ferry leaves at nine."));
      clock.pass(DAY);
    }
    return memory.list()[0] as Fact;
  },
  evidence: (memory: Tideline) => {
    const base = memory.add(fact("The ferry leaves at nine.")).fact;
    memory.add(fact("So breakfast is at eight.", { evidence: [base.id] }));
    return base;
  },
};

/** Everything that puts a fact out of sight, or what keeps it in sight. */
const TAKING: readonly ((own: Fact, other: string) => Change)[] = [
  ...(["archived", "pruned", "suppressed", "quarantined", "invalidated"] as const).map(
    (type) =>
      ({ id }: Fact): Change => ({ event: { type, fact: id }, rule: "test" }),
  ),
  ({ id }, other) => ({ event: { type: "merged", fact: id, successor: other }, rule: "test" }),
  ({ id }) => ({ event: { type: "revised", fact: id, validTo: 5 }, rule: "test" }),
  ({ id }) => ({ erase: id, rule: "test" }),
];
const UNPROTECTING: Readonly<Record<string, (own: Fact) => PassEvent>> = {
  permanent: ({ id }) => ({ type: "revised", fact: id, tier: "short" }),
  pinned: ({ id }) => ({ type: "unpinned", fact: id }),
  confirmed: ({ id }) => ({ type: "unconfirmed", fact: id }),
};

function proposing(changes: readonly Change[], explicit: boolean): Pass<readonly Change[]> {
  return {
    name: "tries",
    explicit,
    *pieces() {
      yield changes;
    },
    decide: (piece) => piece,
  };
}

describe.each(Object.keys(IMMUNE) as (keyof typeof IMMUNE)[])("what is immune as %s", (reason) => {
  const unprotect = UNPROTECTING[reason];
  const attempts = [
    ...TAKING,
    ...(unprotect === undefined ? [] : [(own: Fact): Change => ({ event: unprotect(own), rule: "test" })]),
  ];

  test.each(attempts.map((attempt, i) => [i, attempt] as const))(
    "stays, whatever a pass decides (%i); a person's word goes through",
    async (_, attempt) => {
      const { memory, clock } = newMemory();
      const { id } = IMMUNE[reason](memory, clock);
      if (reason === "confirmed") await memory.dream();
      const other = memory.add(fact("Rain is forecast for the picnic.")).fact.id;
      const own = memory.inspect(id).fact as Fact;
      const change = attempt(own, other);
      const report = await memory.run(proposing([change], false));
      expect([change, report.counts, report.sparedCount]).toEqual([change, {}, 1]);
      expect(memory.inspect(id).fact).toEqual(own);
      if ("erase" in change) return;
      expect((await memory.run(proposing([change], true))).sparedCount).toBe(0);
    },
  );
});

test("a pass erases only what was pruned before", async () => {
  const { memory } = newMemory();
  const { id } = memory.add(fact("The ferry leaves at nine.")).fact;
  const report = await memory.run(proposing([{ erase: id, rule: "test" }], false));
  expect(report.spared.map(({ because }) => because)).toEqual(["only what was pruned before is erased"]);
  expect(memory.inspect(id).fact?.content).toBe("The ferry leaves at nine.");
});

test("a confined fact is not confirmed by assertions that it should not have", async () => {
  const { memory, store, clock } = newMemory();
  const { id } = memory.add(fact("The bakery opens early.", { source: "tool_output" })).fact;
  const said = (days: number): EventOf<"observed"> => ({
    type: "observed",
    v: 1,
    at: clock.now(),
    fact: id,
    source: "owner_message",
    authority: 3,
    saidAt: clock.now() + days * DAY,
  });
  store.append("owner", store.read("owner", 0).events.length, [said(1), said(2), said(3)]);
  expect(independentAssertions(memory.inspect(id).fact as Fact)).toBe(3);
  await memory.dream();
  expect(memory.inspect(id).fact?.confirmedAt).toBeUndefined();
});
