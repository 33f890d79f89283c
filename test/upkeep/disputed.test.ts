/**
 * Can what the principal said age out while a lower class has the last word? Never by anything automatic: not while a
 * lower class disputes it, and not while it is the current value of a slot that lasts.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AddInput, AddResult, Fact, Tideline } from "../../src/index.ts";
import { MAX_LINKS_PER_FACT } from "../../src/limits.ts";
import { isLive } from "../../src/recall/eligible.ts";
import { DAY, type FakeClock, fact, newMemory } from "../support/memory.ts";
import { roguePass } from "../support/rogue.ts";

const POLICIES = ["tideline", "freshness", "layered"] as const;
/** An episode that matters little: every policy lets it go, sooner or later. */
const FADING = { layer: "episodic", importance: 0.2, kind: "event" } as const;
const PAGE = { source: "retrieved_document", ...FADING } as const;

/** A year and a half of nights. `keepAlive`: a fact that somebody uses all the time. */
async function nights(memory: Tideline, clock: FakeClock, keepAlive: string | undefined, days = 550) {
  for (let day = 0; day < days; day += 25) {
    clock.pass(25 * DAY);
    if (keepAlive !== undefined) memory.get(keepAlive);
    await memory.keeper({ intervalMs: 1 }).runDue();
    await memory.sweep();
    await memory.dream({ stages: { forget: true } });
  }
}

function live(memory: Tideline, id: string): boolean {
  const { fact: one } = memory.inspect(id);
  return one !== undefined && isLive(one);
}

describe.each(POLICIES)("under the policy %s", (policy) => {
  test("the rent that the owner told outlives a web page's rent", async () => {
    const { memory, clock } = newMemory({ policy });
    const own = memory.add(fact("The rent is 14,900.", FADING)).fact;
    clock.pass(DAY);
    const page = memory.add(fact("The rent is 16,200.", PAGE)).fact;
    await nights(memory, clock, page.id);
    expect([live(memory, own.id), live(memory, page.id)]).toEqual([true, true]);
    const { immunity, text } = memory.inspect(own.id);
    expect(immunity).toMatchObject({ reason: "disputed" });
    expect(text).toContain("immunity/disputed");
    const ageing = memory.ageing(own.id).policies.find((one) => one.isInForce);
    expect([ageing?.outlook, ageing?.keptByRule]).toEqual([[], "immunity/disputed"]);
    const { spared } = await memory.sweep({ dryRun: true });
    expect(spared.map(({ fact: id, rule }) => [id, rule])).toContainEqual([own.id, "immunity/disputed"]);
    expect(memory.recall("What is the rent?").map((hit) => hit.fact.id)).toContain(own.id);
  });

  test("without a dispute the same fact goes", async () => {
    const { memory, clock } = newMemory({ policy });
    const own = memory.add(fact("The rent is 14,900.", FADING)).fact;
    await nights(memory, clock, undefined);
    expect(live(memory, own.id)).toBe(false);
  });

  test("the owner's value of a slot stays, also when nobody disputes it yet", async () => {
    const { memory, clock } = newMemory({ policy });
    const slot = { subject: "flat", attribute: "rent" };
    const past = memory.add(fact("The rent is 13,000.", { ...slot, ...FADING })).fact;
    clock.pass(DAY);
    const own = memory.add(fact("The rent is 14,900.", { ...slot, ...FADING })).fact;
    await nights(memory, clock, undefined);
    expect(memory.inspect(past.id).fact?.validity).toBe("superseded");
    expect(live(memory, own.id)).toBe(true);
    const kept = memory.ageing(own.id).policies.find((one) => one.isInForce);
    expect(kept?.keptByRule).toBe("immunity/current-value");
    memory.add(fact("The rent is 16,200.", { ...slot, ...PAGE }));
    expect(memory.recall("What is the rent?")[0]?.fact.id).toBe(own.id);
  });

  test("a short-lived value of a slot, and a lower class's, age as before", async () => {
    const { memory, clock } = newMemory({ policy });
    const slot = { subject: "me", attribute: "mood" };
    const own = memory.add(fact("I am tired.", { ...slot, ...FADING, tier: "short" })).fact;
    const page = memory.add(
      fact("The ferry leaves at nine.", { ...PAGE, subject: "ferry", attribute: "time" }),
    );
    await nights(memory, clock, undefined);
    expect([live(memory, own.id), live(memory, page.fact.id)]).toEqual([false, false]);
  });
});

/** How a dispute ends. Each leaves the page's fact out of recall. */
const ENDINGS: Readonly<Record<string, (memory: Tideline, page: string) => unknown>> = {
  purged: (memory, page) => memory.purge(page),
  archived: (memory, page) => memory.archive(page),
  suppressed: (memory, page) => memory.suppress(page),
  superseded: (memory, page) =>
    memory.run({
      name: "replaces",
      *pieces() {
        yield page;
      },
      decide: (id, { state }) => {
        const other = [...state.facts.values()].find((one) => one.content === "The harbour is open.");
        return [{ event: { type: "superseded", fact: id, successor: other?.id ?? "" }, rule: "test" }];
      },
    }),
  quarantined: (memory, page) =>
    memory.run({
      name: "locks",
      *pieces() {
        yield page;
      },
      decide: (id) => [{ event: { type: "quarantined", fact: id }, rule: "test" }],
    }),
  "settled by a person": (memory, page) => {
    const own = memory.inspect(page).fact?.links.find((link) => link.kind === "contradicts")?.to ?? "";
    memory.resolve(page, { keep: own });
  },
};

describe("a dispute ends when the lower fact is", () => {
  test.each(Object.keys(ENDINGS))("%s, and then the higher one ages as before", async (how) => {
    const { memory, clock } = newMemory();
    const own = memory.add(fact("The rent is 14,900.", FADING)).fact;
    memory.add(fact("The harbour is open.", { source: "retrieved_document" }));
    clock.pass(DAY);
    const page = memory.add(
      fact("The rent is 16,200.", { ...PAGE, links: [{ kind: "contradicts", to: own.id }] }),
    ).fact;
    clock.pass(60 * DAY);
    expect((await memory.sweep({ dryRun: true })).spared.map((one) => one.fact)).toEqual([own.id]);
    await ENDINGS[how]?.(memory, page.id);
    await memory.sweep();
    expect(live(memory, own.id)).toBe(false);
  });

  test("swept away itself: one sweep takes both, and a second finds nothing to do", async () => {
    const { memory, clock } = newMemory();
    const page = memory.add(fact("The rent is 16,200.", PAGE)).fact;
    const own = memory.add(fact("The rent is 14,900.", FADING)).fact;
    memory.link(page.id, "contradicts", own.id);
    clock.pass(200 * DAY);
    expect((await memory.sweep()).counts).toEqual({ archived: 2 });
    expect((await memory.sweep()).counts).toEqual({});
  });
});

describe("a lower class cannot", () => {
  test("keep its own facts by disputing them", async () => {
    const { memory, clock } = newMemory();
    const junk = memory.add(fact("Prices rise by 3 percent.", { ...PAGE, source: "agent" })).fact;
    memory.add(
      fact("Prices fall.", { source: "tool_output", links: [{ kind: "contradicts", to: junk.id }] }),
    );
    clock.pass(200 * DAY);
    await memory.sweep();
    expect(live(memory, junk.id)).toBe(false);
  });

  test("dispute unnoticed by giving its fact as many links as a fact may have", async () => {
    const { memory, clock } = newMemory();
    const own = memory.add(fact("The rent is 14,900.", FADING)).fact;
    const others = memory.addMany(
      Array.from({ length: MAX_LINKS_PER_FACT }, (_, i) => fact(`Note ${i}.`, { source: "tool_output" })),
    );
    const links = others.map((one) => ({ kind: "relates" as const, to: (one as AddResult).fact.id }));
    const page = memory.add(fact("The rent is 16,200.", { ...PAGE, links })).fact;
    await memory.keeper().runDue();
    clock.pass(60 * DAY);
    memory.get(page.id);
    await memory.sweep();
    expect(live(memory, own.id)).toBe(true);
  });

  test("fill up the room for links so that a dispute leaves no trace", async () => {
    const { memory, clock } = newMemory();
    const own = memory.add(fact("The rent is 14,900.", FADING)).fact;
    const links = [{ kind: "relates" as const, to: own.id }];
    memory.addMany(
      Array.from({ length: MAX_LINKS_PER_FACT }, (_, i) => fact(`Note ${i}.`, { source: "agent", links })),
    );
    memory.add(fact("The rent is 16,200.", { ...PAGE, source: "agent" }));
    await memory.keeper().runDue();
    clock.pass(60 * DAY);
    await memory.sweep();
    expect(live(memory, own.id)).toBe(true);
  });

  test("crowd out the owner's own citation of a fact with citations that protect nothing", async () => {
    const { memory, clock } = newMemory();
    const base = memory.add(fact("The ferry leaves at nine.", FADING)).fact;
    memory.pin(memory.add(fact("So breakfast is at eight.", { evidence: [base.id] })).fact.id);
    memory.addMany(
      Array.from({ length: MAX_LINKS_PER_FACT }, (_, i) =>
        fact(`Note ${i}.`, { source: "tool_output", evidence: [base.id] }),
      ),
    );
    clock.pass(60 * DAY);
    await memory.sweep();
    expect(live(memory, base.id)).toBe(true);
  });
});

const CONTENTS = [
  "The rent is 14,900.",
  "The rent is 16,200.",
  "I live in Rome.",
  "I live in Berlin.",
  "I work at Acme.",
  "I no longer work at Acme.",
  "The deploy pipeline runs on Friday at noon",
  "The deploy pipelines run on Friday at noon",
] as const;
const SLOTS = [undefined, { subject: "me", attribute: "value" }] as const;

const step = fc.record({
  content: fc.constantFrom(...CONTENTS),
  slot: fc.constantFrom(...SLOTS),
  source: fc.constantFrom(undefined, undefined, "agent", "tool_output", "extraction"),
  fades: fc.boolean(),
  contradicts: fc.option(fc.nat(9), { nil: undefined }),
  pass: fc.constantFrom("none", "sweep", "dream", "keeper", "rogue", "greedy" as const),
  days: fc.constantFrom(0, 1, 40, 400),
});

/** A pass that takes away whatever it can, and what would keep it first. */
const greedy = {
  name: "greedy",
  *pieces({ state }: { readonly state: { readonly facts: { keys(): Iterable<string> } } }) {
    for (const id of state.facts.keys()) yield id;
  },
  decide(
    id: string,
    { state }: { readonly state: { readonly facts: { get(id: string): Fact | undefined } } },
  ) {
    const one = state.facts.get(id);
    const links = one?.links.map((link) => ({ type: "unlinked", fact: id, ...link }) as const) ?? [];
    return [
      ...links,
      { type: "endorsed", fact: id, authority: 0 } as const,
      { type: "revised", fact: id, tier: "short" } as const,
      { type: "revised", fact: id, body: { subject: null, attribute: null } } as const,
      { type: "revised", fact: id, validTo: 1 } as const,
      ...(["archived", "suppressed", "pruned", "invalidated", "quarantined"] as const).map(
        (type) => ({ type, fact: id }) as const,
      ),
    ].map((event) => ({ event, rule: "greedy" }));
  },
};

interface Guarded {
  readonly id: string;
  readonly hasSlot: boolean;
  /** Facts of lower classes, in sight, that contradict it. */
  readonly disputes: readonly string[];
}

/** Class-3 facts in sight that a lower fact in sight contradicts, or that are the value of a slot that lasts. Written
 * here anew, from what the list shows. */
function guarded(memory: Tideline, now: number): readonly Guarded[] {
  const facts = memory.list({ lifecycle: "any", limit: 1_000 });
  const isThere = (one: Fact) => isLive(one) && (one.validTo === undefined || one.validTo > now);
  const lower = facts.filter((one) => one.authority < 3 && isThere(one));
  return facts
    .filter((one) => one.authority === 3 && isThere(one))
    .map((one) => ({
      id: one.id,
      hasSlot: one.slot !== undefined && one.tier !== "short",
      disputes: lower
        .filter(({ links }) => links.some(({ kind, to }) => kind === "contradicts" && to === one.id))
        .map(({ id }) => id),
    }))
    .filter(({ hasSlot, disputes }) => hasSlot || disputes.length > 0);
}

describe.each(POLICIES)("in any life, under the policy %s", (policy) => {
  test("no pass takes a class-3 fact out of sight that is disputed, or current in its slot", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
        const { memory, clock } = newMemory({ policy });
        for (const { content, slot, source, fades, contradicts, pass, days } of steps) {
          // What is out of sight is not there for a lower class.
          const isThere = (one: Fact) => source === undefined || isLive(one);
          const others = memory.list({ limit: 10 }).filter((one) => one.content !== content && isThere(one));
          const target = contradicts === undefined ? undefined : others[contradicts];
          memory.add({
            content,
            segment: "knowledge",
            ...slot,
            ...(fades ? FADING : {}),
            ...(source === undefined ? {} : { source }),
            ...(target === undefined ? {} : { links: [{ kind: "contradicts", to: target.id }] }),
          } satisfies AddInput);
          clock.pass(days * DAY);
          const before = guarded(memory, clock.now());
          if (pass === "sweep") await memory.sweep();
          if (pass === "dream") await memory.dream({ related: 0.5, stages: { cluster: true, forget: true } });
          if (pass === "keeper") await memory.keeper({ intervalMs: 1 }).runDue();
          if (pass === "rogue") await memory.run(roguePass());
          if (pass === "greedy") await memory.run(greedy);
          for (const { id, hasSlot, disputes } of before) {
            const one = memory.inspect(id).fact as Fact;
            // One of the owner's own that says the same may have absorbed it, and is guarded in its stead.
            const stands = one.validity === "merged" ? memory.inspect(one.supersededBy ?? "").fact : one;
            expect(stands?.authority).toBe(3);
            const isSettled = !hasSlot && !disputes.some((other) => live(memory, other));
            if (!isSettled) expect([id, pass, live(memory, stands?.id ?? "")]).toEqual([id, pass, true]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
