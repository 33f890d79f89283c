/** Events for tests: short to write, valid as they are. */
import fc from "fast-check";
import { UNDO_RULE } from "../../src/log/upkeep-state.ts";
import { EVENT_VERSION, type EventOf, type EventType, type MemoryEvent } from "../../src/model/event.ts";
import {
  ADDED_IN_BODY,
  ADDED_IN_HEAD,
  REVISED_IN_BODY,
  REVISED_IN_HEAD,
} from "../../src/model/event-fields.ts";
import * as shape from "../../src/model/event-shape.ts";
import { FACT_FIELDS, type FactField, type FieldName } from "../../src/model/fact-fields.ts";
import { LINK_KINDS } from "../../src/model/link.ts";
import { SEGMENTS } from "../../src/model/segment.ts";
import { AUTHORITIES, SOURCE_TAGS } from "../../src/model/source.ts";
import { added, NOON } from "../../src/testing/storage/events.ts";

export { added, NOON };

export function erased(erases: readonly number[], facts: readonly string[] = []): EventOf<"erased"> {
  return { type: "erased", v: EVENT_VERSION, at: NOON, why: { rule: "test" }, erases, facts };
}

export function accessed(fact: string, at = NOON, seen = 0): EventOf<"accessed"> {
  return { type: "accessed", v: EVENT_VERSION, at, seen, marks: [[fact, at, "recall"]] };
}

const factId = fc.integer({ min: 0, max: 7 }).map((n) => `f${n}`);
const passId = fc.constantFrom("p0", "p1", "p2");
const time = fc.integer({ min: 0, max: 1_000_000 }).map((n) => NOON + n);
const words = fc.string({ unit: "grapheme", maxLength: 40 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const unit = fc.double({ min: 0, max: 1, noNaN: true });
/** Without -0: JSON has none. */
const polarity = fc.double({ min: -1, max: 1, noNaN: true }).map((value) => value + 0);
const positive = fc.double({ min: 0, max: 1e6, noNaN: true });
const source = fc.constantFrom(...SOURCE_TAGS);
const authority = fc.constantFrom(...AUTHORITIES);
const slug = fc.constantFrom("test", "dream/merge", "gate.trusted");
const link = { kind: fc.constantFrom(...LINK_KINDS), to: factId };
const facts = fc.array(factId, { maxLength: 2 });
const texts = fc.array(words, { maxLength: 2 });
const metadata = fc.constantFrom({ nested: { list: [1, null, "x"] } }, {});
const key = fc.constantFrom("a".repeat(16), "b".repeat(16), "c".repeat(43));

const idempotency = fc.record({
  key,
  request: fc.constant("r".repeat(16)),
  outcome: fc.constantFrom("added", "reinforced", "superseded"),
});

const by = fc
  .record({ source: fc.oneof(source, fc.constant("engine")), authority: maybe(authority) })
  .map(compact);

/** Mostly of a pass: what an event does for its pass is folded, too. */
const why = fc
  .record({
    rule: fc.oneof(slug, fc.constant(UNDO_RULE)),
    policy: maybe(slug),
    pass: maybe(passId),
    inputs: maybe(fc.constant({ score: 0.5, isOld: true })),
  })
  .map(compact);

/** Leaves out what is undefined, as a caller would. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

function event(types: readonly EventType[], fields: Fields, body?: Fields): fc.Arbitrary<MemoryEvent> {
  const head = {
    type: fc.constantFrom(...types),
    v: fc.constant(EVENT_VERSION),
    at: time,
    by: maybe(by),
    why: maybe(why),
    ...fields,
  };
  const wording = body === undefined ? {} : { body: maybe(fc.record(body).map(compact)) };
  return fc.record<Record<string, unknown>>({ ...head, ...wording }).map(compact) as fc.Arbitrary<never>;
}

/** Any value that the log accepts for a field of a fact, by its shape. */
const BY_SHAPE: ReadonlyMap<unknown, fc.Arbitrary<unknown>> = new Map<unknown, fc.Arbitrary<unknown>>([
  [shape.unit, unit],
  [shape.polarity, polarity],
  [shape.positive, positive],
  [shape.time, time],
  [shape.flag, fc.boolean()],
  [shape.slug, slug],
  [shape.text, words],
  [shape.json, metadata],
  [shape.source, source],
  [shape.authority, authority],
]);
/** Fields whose shape is used by no other field. */
const BY_NAME: { readonly [N in FieldName]?: fc.Arbitrary<unknown> } = {
  interludes: fc.array(fc.tuple(time, time), { maxLength: 2 }),
  validity: fc.constantFrom("valid", "challenged"),
  links: fc.array(fc.record(link), { maxLength: 2 }),
  evidence: facts,
  derived: fc.constantFrom("card", "summary", "bridge"),
  quotes: fc.array(fc.record({ turn: words, text: words, at: time }), { maxLength: 2 }),
};

function valuesOf(name: FieldName): fc.Arbitrary<unknown> {
  const { head, body, input }: FactField = FACT_FIELDS[name];
  const known = BY_NAME[name] ?? BY_SHAPE.get(head ?? body);
  if (known !== undefined) return known;
  if (input?.form?.is === "choice") return fc.constantFrom(...input.form.of);
  if (input?.form?.is === "list") return texts;
  throw new Error(`say in this file which values ${name} can have`);
}

function addedValues(names: readonly FieldName[]): Fields {
  const anyOf = (name: FieldName) =>
    (FACT_FIELDS[name] as FactField).required ? valuesOf(name) : maybe(valuesOf(name));
  return Object.fromEntries(names.map((name) => [name, anyOf(name)]));
}

function revisedValues(names: readonly FieldName[]): Fields {
  const anyOf = (name: FieldName) =>
    maybe(FACT_FIELDS[name].blank === undefined ? orNull(valuesOf(name)) : valuesOf(name));
  return Object.fromEntries(names.map((name) => [name, anyOf(name)]));
}

/** Half of them plain, as most of a log is: runs of these are folded in one step. */
const anyAdded = fc
  .record({
    ...{ fact: factId, at: time, createdAt: time, isPlain: fc.boolean() },
    ...{ content: words, subject: maybe(words), attribute: maybe(words), tags: maybe(texts) },
    more: fc.record({
      ...addedValues(ADDED_IN_HEAD.filter((name) => name !== "createdAt")),
      ...{ by: maybe(by), why: maybe(why), idempotency: maybe(idempotency) },
    }),
    moreWords: fc.record(addedValues(ADDED_IN_BODY.filter((name) => name !== "content" && name !== "tags"))),
  })
  .map(({ fact, at, createdAt, isPlain, content, subject, attribute, tags, more, moreWords }) => {
    const body = compact({ content, subject, attribute, tags, ...(isPlain ? {} : moreWords) });
    return compact(
      added(fact, "", { at, createdAt, ...(isPlain ? {} : more), body } as Partial<EventOf<"added">>),
    );
  });

const anyObserved = event(
  ["observed"],
  {
    ...{ fact: factId, source, authority, saidAt: time },
    ...{ evidence: maybe(facts), turns: maybe(facts), idempotency: maybe(idempotency) },
  },
  { episode: maybe(words), actor: maybe(words), objection: maybe(words) },
);

const anyRevised = event(
  ["revised"],
  { fact: factId, ...revisedValues(REVISED_IN_HEAD), touchedAt: maybe(time) },
  { ...revisedValues(REVISED_IN_BODY), subject: maybe(orNull(words)), attribute: maybe(orNull(words)) },
);

const anySimple = event(
  [
    ...(["pinned", "unpinned", "restored", "suppressed", "unsuppressed", "pruned"] as const),
    ...(["challenged", "invalidated", "revalidated", "quarantined", "released"] as const),
  ],
  { fact: factId },
);

/** What has a field or two of its own. */
const anyOther = fc.oneof(
  event(["archived"], { fact: factId }, { reason: maybe(words) }),
  event(["confirmed", "unconfirmed"], { fact: factId, confidence: maybe(unit) }),
  event(["endorsed"], { fact: factId, authority }),
  event(["challenged"], { fact: factId, against: maybe(factId) }),
  event(["invalidated"], { fact: factId, validTo: maybe(time) }),
  event(["revalidated"], { fact: factId, validTo: maybe(orNull(time)) }),
  event(["restated"], { fact: factId, source, authority, idempotency: maybe(idempotency) }),
  event(["refused"], {
    ...{ segment: fc.constantFrom(...SEGMENTS), source, authority, digest: key },
    further: maybe(fc.nat(1_000)),
  }),
);

const anySuccession = fc.oneof(
  event(["superseded"], {
    ...{ fact: factId, successor: factId, validTo: maybe(time), gone: maybe(fc.boolean()) },
  }),
  event(["merged"], { fact: factId, successor: factId, gone: maybe(fc.boolean()) }),
);

const anyPass = event(["pass"], {
  ...{
    pass: passId,
    name: slug,
    phase: fc.constantFrom("begun", "begun", "ended", "undone", "halted", "allowed"),
  },
  counts: maybe(fc.constant({ archived: 2 })),
});

const anyLooked = event(
  ["looked"],
  { stage: fc.constantFrom("drift", "merge"), facts: maybe(facts), calls: maybe(fc.nat(3)) },
  { model: words },
);

const anyErased = event(["erased"], { erases: fc.constant([]), facts: maybe(facts) });

const anyCarried = event(
  ["keys-carried"],
  { purged: maybe(fc.array(fc.tuple(key, factId), { maxLength: 2 })) },
  { secret: words },
);

const anyDistilled = event(
  ["distilled"],
  {
    ...{ session: key, upTo: fc.integer({ min: 1, max: 50 }), turns: fc.nat(9), proposals: fc.nat(9) },
    ...{ calls: fc.nat(3), inputTokens: fc.nat(1_000), outputTokens: fc.nat(1_000) },
    dropped: maybe(fc.constant({ negation: 1 })),
    setAside: maybe(facts),
    classes: maybe(fc.constant([2, 1] as const)),
    again: maybe(facts),
  },
  { distiller: words, reasons: maybe(texts) },
);

/**
 * Any event of an origin's stream, as it may come: also about facts that are not there. But for checkpoints: these
 * are true only of the marks that they sum up.
 */
export const anyEvent: fc.Arbitrary<MemoryEvent> = fc.oneof(
  { weight: 4, arbitrary: anyAdded },
  { weight: 2, arbitrary: anyObserved },
  { weight: 2, arbitrary: anyRevised },
  { weight: 4, arbitrary: anySimple },
  { weight: 3, arbitrary: anyOther },
  { weight: 2, arbitrary: event(["linked", "unlinked"], { fact: factId, ...link }) },
  { weight: 1, arbitrary: anySuccession },
  { weight: 2, arbitrary: anyPass },
  { weight: 1, arbitrary: anyErased },
  { weight: 1, arbitrary: anyLooked },
  { weight: 1, arbitrary: anyCarried },
  { weight: 2, arbitrary: anyDistilled },
  { weight: 1, arbitrary: event(["turns-dismissed"], { turns: facts }) },
  { weight: 1, arbitrary: event(["inbox-trimmed"], { upTo: fc.integer({ min: 1, max: 50 }) }) },
);

export function shown(fact: string, at = NOON, seen = 0): EventOf<"shown"> {
  return { type: "shown", v: EVENT_VERSION, at, seen, shown: [[fact, 2, at]] };
}

export const anyMark = fc
  .record({ fact: factId, at: time, isUse: fc.boolean() })
  .map(({ fact, at, isUse }) => (isUse ? accessed(fact, at) : shown(fact, at)));
