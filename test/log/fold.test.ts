/** What do events add up to, and does it matter how one gets there? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyState, evolve, fold, foldMarks, type State } from "../../src/log/fold.ts";
import { decodeSnapshot, encodeSnapshot } from "../../src/log/snapshot.ts";
import {
  EVENT_TYPES,
  EVENT_VERSION,
  type EventOf,
  isOriginEvent,
  type MemoryEvent,
  parseEvent,
} from "../../src/model/event.ts";
import type { Fact } from "../../src/model/fact.ts";
import type { RecordedEvent } from "../../src/ports/storage.ts";
import { accessed, added, anyEvent, anyMark, erased, NOON } from "../support/events.ts";

function recorded(events: readonly MemoryEvent[]): RecordedEvent[] {
  return events.map((event, i) => ({ seq: i + 1, hash: `hash${i + 1}`, event, bodyGone: false }));
}

function folded(...events: MemoryEvent[]): State {
  return fold(emptyState("owner"), recorded(events));
}

function fact(state: State, id = "f1"): Fact {
  return state.facts.get(id) as Fact;
}

const on = { v: EVENT_VERSION, at: NOON + 5, fact: "f1" } as const;

describe("the fold", () => {
  test("starts a fact with what it was added with", () => {
    const state = folded(
      added("f1", "I keep a strict vegetarian diet.", {
        body: {
          content: "I keep a strict vegetarian diet.",
          subject: "me",
          attribute: "diet",
          tags: ["food"],
        },
        validFrom: 7,
      }),
    );
    expect(fact(state)).toMatchObject({
      content: "I keep a strict vegetarian diet.",
      slot: { subject: "me", attribute: "diet" },
      tags: ["food"],
      validFrom: 7,
      lifecycle: "active",
      validity: "valid",
      accessCount: 0,
      lastAccessedAt: NOON,
      observationCount: 1,
      texts: [1],
    });
    expect(state.head).toEqual({ seq: 1, hash: "hash1" });
  });

  test.each<[string, MemoryEvent, Partial<Fact>]>([
    ["pinned", { type: "pinned", ...on }, { pinned: true }],
    ["archived", { type: "archived", ...on }, { lifecycle: "archived" }],
    ["pruned", { type: "pruned", ...on }, { lifecycle: "pruned" }],
    ["suppressed", { type: "suppressed", ...on }, { suppressed: true }],
    ["quarantined", { type: "quarantined", ...on }, { quarantined: true }],
    ["challenged", { type: "challenged", ...on }, { validity: "challenged" }],
    ["confirmed", { type: "confirmed", ...on, confidence: 0.9 }, { confirmedAt: NOON + 5, confidence: 0.9 }],
    ["endorsed", { type: "endorsed", ...on, authority: 1 }, { authority: 1 }],
    [
      "superseded",
      { type: "superseded", ...on, successor: "f2", validTo: 9 },
      { validity: "superseded", supersededBy: "f2", validTo: 9 },
    ],
    ["merged", { type: "merged", ...on, successor: "f2" }, { validity: "merged", supersededBy: "f2" }],
    ["invalidated", { type: "invalidated", ...on }, { validity: "invalidated" }],
    [
      "revised",
      { type: "revised", ...on, importance: 0.1, tier: "short", touchedAt: NOON + 9 },
      { importance: 0.1, tier: "short", lastAccessedAt: NOON + 9 },
    ],
  ])("%s changes what it says and nothing else", (_type, event, change) => {
    const before = folded(added("f1", "one"));
    expect(fact(evolve(before, event, 2))).toEqual({ ...fact(before), ...change });
  });

  test.each([
    ["pinned", "unpinned"],
    ["archived", "restored"],
    ["pruned", "restored"],
    ["suppressed", "unsuppressed"],
    ["quarantined", "released"],
    ["challenged", "revalidated"],
    ["confirmed", "unconfirmed"],
  ] as const)("%s is taken back by %s", (there, back) => {
    const before = folded(added("f1", "one"));
    const after = evolve(
      evolve(before, { type: there, ...on } as MemoryEvent, 2),
      { type: back, ...on } as MemoryEvent,
      3,
    );
    expect(fact(after)).toEqual(fact(before));
  });

  test("links can be read from both ends, once each, and go with either fact", () => {
    const link = { type: "linked", ...on, kind: "supports", to: "f2" } as const;
    const state = folded(added("f1", "one"), added("f2", "two"), link, link);
    expect(fact(state).links).toEqual([{ kind: "supports", to: "f2" }]);
    expect(fact(state, "f2").backlinks).toEqual([{ kind: "supports", from: "f1" }]);
    expect(fact(evolve(state, { ...link, type: "unlinked" }, 5), "f2").backlinks).toEqual([]);
    expect(fact(evolve(state, erased([2], ["f2"]), 5)).links).toEqual([]);
  });

  test("an erased fact is gone, and a tombstone says since when and why", () => {
    const state = folded(added("f1", "one"), erased([1], ["f1"]));
    expect(state.facts.has("f1")).toBe(false);
    expect(state.tombstones.get("f1")).toEqual({ erasedAt: NOON, rule: "test", pass: undefined });
  });

  test("replaying after an erasure, without the words, gives the state that saw them", () => {
    const events: MemoryEvent[] = [
      added("f1", "secret", { links: [] }),
      added("f2", "kept"),
      { type: "linked", ...on, kind: "relates", to: "f2" },
      {
        type: "observed",
        v: EVENT_VERSION,
        at: NOON,
        fact: "f1",
        source: "agent",
        authority: 1,
        saidAt: NOON,
        body: { actor: "bob" },
      },
      erased([1, 4], ["f1"]),
    ];
    const live = folded(...events);
    const replayed = recorded(events).map((one) => {
      if (one.seq !== 1 && one.seq !== 4) return one;
      const { body: _, ...head } = one.event as EventOf<"added">;
      return { ...one, event: head as MemoryEvent, bodyGone: true };
    });
    expect(encodeSnapshot(fold(emptyState("owner"), replayed))).toEqual(encodeSnapshot(live));
  });

  test("observations keep the first and the latest, and count them all", () => {
    const again: MemoryEvent = {
      type: "observed",
      v: EVENT_VERSION,
      at: NOON,
      fact: "f1",
      source: "agent",
      authority: 1,
      saidAt: NOON,
    };
    const state = folded(
      added("f1", "one"),
      ...Array.from({ length: 100 }, (_, i) => ({ ...again, saidAt: NOON + i })),
    );
    expect(fact(state).observationCount).toBe(101);
    expect(fact(state).observations).toHaveLength(32);
    expect(fact(state).observations[0]?.source).toBe("owner_message");
    expect(fact(state).observations.at(-1)?.at).toBe(NOON + 99);
  });

  test("leaves the state that it was given as it was", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), anyEvent, (events, event) => {
        const before = folded(...events);
        const bytes = encodeSnapshot(before);
        evolve(before, event, events.length + 1);
        expect(encodeSnapshot(before)).toEqual(bytes);
      }),
    );
  });

  test("stored, read, gone on with and stored again: the same bytes as if it had stayed in memory", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { maxLength: 30 }),
        fc.array(anyEvent, { maxLength: 5 }),
        (first, more) => {
          const before = folded(...first);
          const read = decodeSnapshot(encodeSnapshot(before), "owner");
          const rest = recorded([...first, ...more]).slice(first.length);
          const again = fold(read ?? emptyState("owner"), rest);
          expect(read).toBeDefined();
          expect(encodeSnapshot(again)).toEqual(encodeSnapshot(fold(before, rest)));
        },
      ),
    );
  });

  test("many events at once, or one by one: the same state, bytes included", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const all = recorded(events);
        let one = emptyState("owner");
        for (const event of all) one = fold(one, [event]);
        expect(encodeSnapshot(fold(emptyState("owner"), all))).toEqual(encodeSnapshot(one));
      }),
    );
  });

  test("from the first event, or from a snapshot anywhere: the same state, bytes included", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), fc.nat(40), (events, cut) => {
        const all = recorded(events);
        const early = fold(emptyState("owner"), all.slice(0, cut));
        const kept = decodeSnapshot(encodeSnapshot(early), "owner") as State;
        const straight = fold(emptyState("owner"), all);
        expect(encodeSnapshot(fold(kept, all.slice(cut)))).toEqual(encodeSnapshot(straight));
        expect([...fold(kept, all.slice(cut)).facts.values()]).toEqual([...straight.facts.values()]);
      }),
    );
  });

  test("a snapshot of facts with other fields is ignored", () => {
    const text = new TextDecoder().decode(encodeSnapshot(folded(added("f1", "one"))));
    const other = text.replace(" importance ", " weightiness ");
    expect(other).not.toBe(text);
    expect(decodeSnapshot(new TextEncoder().encode(text), "owner")).toBeDefined();
    expect(decodeSnapshot(new TextEncoder().encode(other), "owner")).toBeUndefined();
  });

  const PASS = { v: EVENT_VERSION, pass: "p1", name: "dream" } as const;
  const byPass = { rule: "test", pass: "p1" };

  test.each<[string, ...MemoryEvent[]]>([
    [
      "a fact that was brought back goes again",
      { type: "restored", ...on },
      { type: "archived", ...on, at: NOON + 6 },
    ],
    [
      "a fact that a policy let back in sight is hidden again",
      { type: "unsuppressed", ...on, why: { rule: "test", policy: "layered" } },
      { type: "suppressed", ...on, at: NOON + 6 },
      { type: "pruned", ...on, at: NOON + 7 },
    ],
    [
      "a pass ends",
      { type: "pass", ...PASS, phase: "begun", at: NOON },
      { type: "pass", ...PASS, phase: "ended", at: NOON + 6 },
    ],
    [
      "a pass does more after its end, and is undone before it ends again",
      { type: "pass", ...PASS, phase: "begun", at: NOON },
      { type: "pass", ...PASS, phase: "ended", at: NOON + 6 },
      { type: "archived", ...on, why: byPass },
      { type: "pass", ...PASS, phase: "undone", at: NOON + 7 },
      { type: "pass", ...PASS, phase: "ended", at: NOON + 8 },
    ],
  ])("a snapshot between any two events leaves the same bytes: %s", (_case, ...events) => {
    const all = recorded([added("f1", "one"), ...events]);
    const straight = encodeSnapshot(fold(emptyState("owner"), all));
    for (let cut = 0; cut <= all.length; cut++) {
      const early = encodeSnapshot(fold(emptyState("owner"), all.slice(0, cut)));
      const kept = decodeSnapshot(early, "owner") as State;
      expect(encodeSnapshot(fold(kept, all.slice(cut))), `cut at ${cut}`).toEqual(straight);
    }
  });

  test("what generated events are, stores would accept", () => {
    fc.assert(fc.property(anyEvent, (event) => parseEvent(event) === event));
  });

  test("generated events are of every type that an origin's stream holds, but checkpoints", () => {
    const types = new Set(fc.sample(anyEvent, 5_000).map(({ type }) => type));
    expect([...types].sort()).toEqual(
      [
        ...EVENT_TYPES.filter(isOriginEvent),
        "erased",
        "distilled",
        "looked",
        "turns-dismissed",
        "inbox-trimmed",
      ]
        .filter((type) => type !== "checkpointed")
        .sort(),
    );
  });

  test("knows what to do with every type of event", () => {
    const state = folded(added("f1", "one"));
    for (const type of EVENT_TYPES) {
      if (type === "added" || type === "checkpointed" || type === "erased") continue;
      expect(() =>
        evolve(
          state,
          {
            type,
            ...on,
            saidAt: 1,
            source: "agent",
            authority: 1,
            successor: "f1",
            kind: "relates",
            to: "f1",
            turns: ["t1"],
          } as never,
          2,
        ),
      ).not.toThrow();
    }
  });
});

describe("access marks", () => {
  test("folded early or late, one by one or summed up in a checkpoint: the same state", () => {
    const marks = fc.array(anyMark, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), marks, fc.nat(20), (events, used, cut) => {
        const adds = Array.from({ length: 8 }, (_, i) => added(`f${i}`, `fact ${i}`));
        const main = recorded([...adds, ...events.filter((event) => event.type !== "added")]);
        const notes = recorded(used);
        const late = foldMarks(fold(emptyState("owner"), main), notes);
        const split = foldMarks(fold(emptyState("owner"), main.slice(0, 8)), notes.slice(0, cut));
        const early = foldMarks(fold(split, main.slice(8)), notes.slice(split.marks.seq));
        expect(encodeSnapshot(early)).toEqual(encodeSnapshot(late));

        const summed = recorded([...main.map((one) => one.event), sum(late)]);
        const fromSum = fold(emptyState("owner"), summed);
        const fromBoth = fold(late, summed.slice(main.length));
        expect(encodeSnapshot(fromSum)).toEqual(encodeSnapshot(fromBoth));
      }),
    );
  });

  test("that saw more of the stream than we have wait until we have it", () => {
    const behind = folded(added("f1", "one"));
    const mark = recorded([accessed("f2", NOON, 2)]);
    expect(foldMarks(behind, mark).marks.seq).toBe(0);
    const caughtUp = fold(behind, recorded([added("f1", "one"), added("f2", "two")]).slice(1));
    expect(fact(foldMarks(caughtUp, mark), "f2").accessCount).toBe(1);
  });

  test("keep the latest times and count them all", () => {
    const state = foldMarks(
      folded(added("f1", "one")),
      recorded(Array.from({ length: 50 }, (_, i) => accessed("f1", NOON + 50 - i))),
    );
    expect(fact(state).accessCount).toBe(50);
    expect(fact(state).accessTimes).toEqual(Array.from({ length: 16 }, (_, i) => NOON + 35 + i));
    expect(fact(state).lastAccessedAt).toBe(NOON + 50);
  });

  function sum(state: State): MemoryEvent {
    const access = [...state.facts.values()].map(
      (one) => [one.id, one.accessCount, one.lastAccessedAt, one.accessTimes] as const,
    );
    const shown = [...state.upkeep.shown.entries()].map(
      ([id, { count, lastAt }]) => [id, count, lastAt] as const,
    );
    return {
      type: "checkpointed",
      v: EVENT_VERSION,
      at: NOON,
      upTo: state.marks.seq,
      hash: state.marks.hash,
      access,
      shown,
      final: true,
    };
  }
});
