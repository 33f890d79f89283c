/**
 * Does anything leave that a person would miss? Random lives under every policy, judged by a naive book beside the
 * memory: what is in use, disputed, current in its slot, protected, still to come, or announced for less than its grace,
 * stays.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fact, type KnownSource, POLICY_NAMES } from "../../src/index.ts";
import { DAY, newMemory } from "../support/memory.ts";

const THINGS = ["kettle", "ladder", "violin", "passport", "stapler", "teapot", "compass", "blanket"];
const PLACES = ["attic", "cellar", "garage", "hallway", "pantry", "shed"];
const SOURCES = ["owner_message", "agent", "tool_output"];

const thing = fc.nat(THINGS.length - 1);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("tell" as const),
      thing,
      place: fc.nat(PLACES.length - 1),
      source: fc.nat(SOURCES.length - 1),
      segment: fc.constantFrom("knowledge" as const, "project" as const, "context" as const),
      how: fc.constantFrom(
        ...(["plain", "slot", "pinned", "essential", "planned"] as const satisfies readonly string[]),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ask" as const), thing }) },
  // Day after day, about everything: what is faint by then is in use.
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("habit" as const), days: fc.integer({ min: 2, max: 4 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("dream" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), thing }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A life, and the book of what happened in it. */
class Life {
  private readonly made: ReturnType<typeof newMemory>;
  private readonly known = new Map<string, { readonly content: string }>();
  private readonly asked = new Map<string, Set<number>>();
  private readonly prunedAt = new Map<string, number>();

  constructor(policy: (typeof POLICY_NAMES)[number]) {
    this.made = newMemory({ policy });
  }

  async live(one: Step): Promise<void> {
    const { memory, clock } = this.made;
    switch (one.do) {
      case "tell":
        return this.tell(one);
      case "ask":
        return this.ask(THINGS[one.thing] as string);
      case "habit":
        for (let day = 0; day < one.days; day++) {
          for (const name of THINGS) this.ask(name);
          clock.pass(DAY);
        }
        return;
      case "wait":
        return clock.pass(one.days * DAY);
      case "restore":
        for (const { id, content } of memory.list({ lifecycle: "any" }))
          if (content.includes(THINGS[one.thing] as string)) memory.restore(id);
        return;
      default:
        return await this.maintain(one.do);
    }
  }

  private tell({ thing, place, source, segment, how }: Extract<Step, { readonly do: "tell" }>): void {
    const [name, where] = [THINGS[thing] as string, PLACES[place] as string];
    const isOwner = source === 0;
    const content =
      how === "essential"
        ? `I am allergic to the wool of the ${name} in the ${where}.`
        : `The ${name} is in the ${where}.`;
    const { fact } = this.made.memory.add({
      ...{ content, segment, source: SOURCES[source] as KnownSource },
      ...(how === "slot" ? { subject: name, attribute: "place" } : {}),
      ...(how === "pinned" && isOwner ? { pinned: true } : {}),
      ...(how === "planned" ? { occurredAt: this.made.clock.now() + 70 * DAY } : {}),
    });
    this.known.set(fact.id, { content: fact.content });
  }

  private ask(name: string): void {
    const { memory, clock } = this.made;
    const block = memory.beforeTurn(`Where is the ${name}?`, { maxChars: 4_000 }) ?? "";
    for (const [id, { content }] of this.known)
      if (content.startsWith(`The ${name} is`) && block.includes(content.slice(0, -1))) {
        if (memory.peek(id)?.lifecycle !== "active") continue;
        const days = this.asked.get(id) ?? new Set();
        this.asked.set(id, days.add(Math.floor(clock.now() / DAY)));
      }
  }

  private async maintain(what: "sweep" | "dream"): Promise<void> {
    const { memory, clock } = this.made;
    const before = [...this.known.keys()].flatMap((id) => memory.peek(id) ?? []);
    const stays = before.filter(
      ({ id, lifecycle, suppressed }) => lifecycle === "active" && !suppressed && this.mustStay(id),
    );
    await memory[what]();
    for (const fact of stays) {
      const { id, content } = fact;
      const now = memory.peek(id);
      // Whoever disputed it may have left in the same pass, and then nothing disputes it any more.
      const isSettled =
        !this.mustStay(id, "but for disputes") && !this.disputedBy(fact).some((one) => this.isLive(one));
      if (isSettled) continue;
      expect([content, now?.lifecycle, now?.suppressed]).toEqual([content, "active", false]);
    }
    for (const { id, lifecycle } of before) {
      const now = memory.peek(id);
      if (now === undefined) {
        const at = this.prunedAt.get(id);
        expect(at).toBeDefined();
        expect(clock.now() - (at as number)).toBeGreaterThanOrEqual(30 * DAY);
      } else if (now.lifecycle === "pruned" && lifecycle !== "pruned") this.prunedAt.set(id, clock.now());
    }
  }

  private mustStay(id: string, but?: "but for disputes"): boolean {
    const { memory, clock } = this.made;
    const fact = memory.peek(id);
    if (fact === undefined || fact.authority < 2) return false;
    const today = Math.floor(clock.now() / DAY);
    const daysUsed = [...(this.asked.get(id) ?? [])].filter((day) => day > today - 30).length;
    if (daysUsed >= 3 || fact.pinned || fact.essential !== undefined) return true;
    if (fact.validity !== "valid" && fact.validity !== "challenged") return false;
    const { occurredAt = 0, createdAt } = fact;
    if (occurredAt > createdAt && clock.now() - occurredAt < 30 * DAY) return true;
    if (fact.slot !== undefined && fact.tier === "long") return true;
    return but === undefined && this.disputedBy(fact).some((other) => this.isLive(other));
  }

  /** Facts of a lower class that contradict it. */
  private disputedBy({ authority, links, backlinks }: Fact): readonly string[] {
    if (authority < 3) return [];
    const from = backlinks.flatMap((back) => (back.kind === "contradicts" ? [back.from] : []));
    const to = links.flatMap((link) => (link.kind === "contradicts" ? [link.to] : []));
    return [...from, ...to].filter((id) => (this.made.memory.peek(id)?.authority ?? 3) < 3);
  }

  private isLive(id: string): boolean {
    const fact = this.made.memory.peek(id);
    if (fact === undefined || fact.lifecycle !== "active" || fact.suppressed || fact.quarantined)
      return false;
    return fact.validity === "valid" || fact.validity === "challenged";
  }
}

describe.each(POLICY_NAMES)("under %s", (policy) => {
  test("nothing leaves that is in use, disputed, current, protected, to come, or announced for less than its grace", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const life = new Life(policy);
        for (const one of steps) await life.live(one);
      }),
      { numRuns: 12 },
    );
  });
});
