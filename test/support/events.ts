/** Events for tests: short to write, valid as they are. */
import fc from "fast-check";
import { EVENT_VERSION, type EventOf, type MemoryEvent } from "../../src/model/event.ts";
import { LINK_KINDS } from "../../src/model/link.ts";
import { added, NOON } from "../../src/testing/storage/events.ts";

export { added, NOON };

export function erased(erases: readonly number[], facts: readonly string[] = []): EventOf<"erased"> {
  return { type: "erased", v: EVENT_VERSION, at: NOON, why: { rule: "test" }, erases, facts };
}

export function accessed(fact: string, at = NOON, seen = 0): EventOf<"accessed"> {
  return { type: "accessed", v: EVENT_VERSION, at, seen, marks: [[fact, at, "recall"]] };
}

const factId = fc.integer({ min: 0, max: 7 }).map((n) => `f${n}`);
const time = fc.integer({ min: 0, max: 1_000_000 }).map((n) => NOON + n);
const words = fc.string({ unit: "grapheme", maxLength: 40 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** Leaves out what is undefined, as a caller would. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

const anyAdded = fc
  .record({
    fact: factId,
    at: time,
    content: words,
    subject: maybe(words),
    attribute: maybe(words),
    episode: maybe(words),
    tags: maybe(fc.array(words, { maxLength: 3 })),
    metadata: maybe(fc.constant({ nested: { list: [1, null, "x"] } })),
    pinned: maybe(fc.boolean()),
    validFrom: maybe(time),
    validity: maybe(fc.constantFrom("valid", "challenged")),
    links: maybe(fc.array(fc.record({ kind: fc.constantFrom(...LINK_KINDS), to: factId }), { maxLength: 2 })),
    idempotency: maybe(
      fc
        .constantFrom("a".repeat(16), "b".repeat(16))
        .map((key) => ({ key, request: "r".repeat(16), outcome: "added" as const })),
    ),
  })
  .map(({ fact, at, content, subject, attribute, episode, tags, metadata, ...figures }) => {
    const body = compact({ content, subject, attribute, episode, tags, metadata });
    return compact(added(fact, "", { at, ...figures, body } as Partial<EventOf<"added">>));
  });

const anyObserved = fc
  .record({
    ...{ fact: factId, at: time, episode: maybe(words), worded: fc.boolean() },
    evidence: maybe(fc.array(factId, { maxLength: 2 })),
  })
  .map(({ fact, at, episode, worded, evidence }) =>
    compact({
      type: "observed" as const,
      v: EVENT_VERSION,
      at,
      fact,
      source: "extraction" as const,
      authority: 2 as const,
      saidAt: at,
      evidence,
      body: worded ? compact({ episode }) : undefined,
    }),
  );

const anyRevised = fc
  .record({
    fact: factId,
    at: time,
    importance: maybe(unit),
    valence: maybe(orNull(unit)),
    validTo: maybe(orNull(time)),
    interludes: maybe(orNull(fc.array(fc.tuple(time, time), { maxLength: 2 }))),
    touchedAt: maybe(time),
    body: maybe(fc.record({ subject: orNull(words), tags: fc.array(words, { maxLength: 2 }) })),
  })
  .map((fields) => compact({ type: "revised" as const, v: EVENT_VERSION, ...fields }));

const SIMPLE = [
  "pinned",
  "unpinned",
  "confirmed",
  "unconfirmed",
  "archived",
  "restored",
  "suppressed",
  "unsuppressed",
  "pruned",
  "challenged",
  "invalidated",
  "revalidated",
  "quarantined",
  "released",
] as const;

const anySimple = fc
  .record({ type: fc.constantFrom(...SIMPLE), fact: factId, at: time })
  .map((fields) => ({ v: EVENT_VERSION, ...fields }));

const anyPair = fc
  .record({
    type: fc.constantFrom("linked", "unlinked"),
    fact: factId,
    kind: fc.constantFrom(...LINK_KINDS),
    to: factId,
    at: time,
  })
  .map((fields) => ({ v: EVENT_VERSION, ...fields }));

const anySuccession = fc
  .record({ type: fc.constantFrom("superseded", "merged"), fact: factId, successor: factId, at: time })
  .map((fields) => ({ v: EVENT_VERSION, ...fields }));

const anyErased = fc
  .record({ facts: fc.array(factId, { maxLength: 2 }) })
  .map(({ facts }) => erased([], facts));

const anyCarried = fc
  .record({
    at: time,
    purged: maybe(
      fc.array(fc.tuple(fc.constantFrom("a".repeat(16), "c".repeat(43)), factId), { maxLength: 2 }),
    ),
    body: maybe(fc.record({ secret: words })),
  })
  .map((fields) => compact({ type: "keys-carried" as const, v: EVENT_VERSION, ...fields }));

/** Any event of an origin's stream, as it may come: also about facts that are not there. */
export const anyEvent: fc.Arbitrary<MemoryEvent> = fc.oneof(
  { weight: 4, arbitrary: anyAdded },
  { weight: 2, arbitrary: anyObserved },
  { weight: 2, arbitrary: anyRevised },
  { weight: 4, arbitrary: anySimple },
  { weight: 2, arbitrary: anyPair },
  { weight: 1, arbitrary: anySuccession },
  { weight: 1, arbitrary: anyErased },
  { weight: 1, arbitrary: anyCarried },
) as fc.Arbitrary<MemoryEvent>;

export function shown(fact: string, at = NOON, seen = 0): EventOf<"shown"> {
  return { type: "shown", v: EVENT_VERSION, at, seen, shown: [[fact, 2, at]] };
}

export const anyMark = fc
  .record({ fact: factId, at: time, isUse: fc.boolean() })
  .map(({ fact, at, isUse }) => (isUse ? accessed(fact, at) : shown(fact, at)));
