/** In which order does what waits for a person stand, whatever others write? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deskOrder } from "../../src/govern/desk.ts";
import { REVIEWED_PER_WRITER } from "../../src/limits.ts";
import type { Fact } from "../../src/model/fact.ts";
import { REVIEW_REASONS } from "../../src/model/review.ts";
import { type Authority, SOURCE_TAGS } from "../../src/model/source.ts";
import { SURFACES } from "../../src/model/speaker.ts";
import { factWith } from "../support/facts.ts";

/** What items stand against, by id: "c3" is of class 3. */
const classOf = (id: string) => Number(id.slice(1)) as Authority;

interface Made extends Partial<Fact> {
  readonly against?: Authority;
}

let places = 0;

function waiting(more: Made = {}): Fact {
  const { against, ...fields } = more;
  const place = ++places;
  return factWith(`fact ${place}`, {
    id: `f${place}`,
    review: "confined",
    authority: 1,
    source: "agent",
    writer: { surface: "http", token: "T1" },
    texts: [place],
    links: against === undefined ? [] : [{ kind: "contradicts", to: `c${against}` }],
    ...fields,
  });
}

function idsOf(facts: readonly Fact[]): readonly string[] {
  return deskOrder(facts, classOf).ordered.map(({ fact }) => fact.id);
}

describe("the desk", () => {
  test("what the principal said stands first, then disputes of it, then the graver reason, then what came first", () => {
    const late = waiting({ authority: 1, review: "near-duplicate" });
    const threat = waiting({ writer: { surface: "mcp" }, quarantined: true, review: "threat" });
    const secret = waiting({ writer: { surface: "ai" }, quarantined: true, review: "secret" });
    const dispute = waiting({ writer: { surface: "cli" }, authority: 0, validity: "challenged", against: 3 });
    const open = waiting({ authority: 3, review: "denial-unmatched" });
    const drifted = waiting({ authority: 3, review: "drift", validity: "challenged" });
    expect(idsOf([late, threat, secret, dispute, open, drifted])).toEqual(
      [drifted, open, dispute, secret, threat, late].map(({ id }) => id),
    );
  });

  test("a claim of consent and a secret are told as such, also where they are locked away or disputed", () => {
    const consent = waiting({ review: "consent", quarantined: true });
    const secret = waiting({ review: "secret", validity: "challenged" });
    const threat = waiting({ review: "threat", quarantined: true });
    const { ordered } = deskOrder([threat, secret, consent], classOf);
    expect(ordered.map(({ reason }) => reason)).toEqual(["consent", "secret", "quarantined"]);
  });

  test("a reason that a writer made up is the least grave", () => {
    const made = waiting({ review: "most-urgent-of-all" });
    const known = waiting({ review: "near-duplicate" });
    expect(idsOf([made, known])).toEqual([known.id, made.id]);
  });

  test("a token is one writer, whatever it calls its program, its actors and its sources", () => {
    const sources = ["agent", "tool_output", "import", "retrieved_document", "other"] as const;
    const flood = Array.from({ length: 40 }, (_, n) =>
      waiting({
        actor: `actor ${n}`,
        source: sources[n % 5] ?? "agent",
        sourceName: `source ${n}`,
        writer: { surface: n % 2 === 0 ? "http" : "mcp", token: "T1", client: `client-${n}` },
        authority: 1,
        against: 3,
      }),
    );
    const honest = waiting({
      writer: { surface: "http", token: "T2" },
      review: "near-duplicate",
      authority: 0,
    });
    expect(idsOf([...flood, honest]).indexOf(honest.id)).toBe(REVIEWED_PER_WRITER);
  });

  test("at one door, a source that floods leaves room for another in every round", () => {
    const flood = Array.from({ length: 40 }, () => waiting({ writer: { surface: "library" }, against: 3 }));
    const other = waiting({ writer: { surface: "library" }, source: "channel_message" });
    expect(idsOf([...flood, other]).indexOf(other.id)).toBeLessThan(2 * REVIEWED_PER_WRITER);
  });
});

const reasons = fc.constantFrom(...REVIEW_REASONS.map(({ reason }) => reason), "made-up");
const tokens = fc.constantFrom("T1", "T2", "T3", undefined);

function factsOf(classes: fc.Arbitrary<Authority>): fc.Arbitrary<readonly Fact[]> {
  const one = fc
    .record({
      authority: classes,
      review: reasons,
      quarantined: fc.boolean(),
      validity: fc.constantFrom("valid" as const, "challenged" as const),
      source: fc.constantFrom(...SOURCE_TAGS),
      surface: fc.constantFrom(...SURFACES),
      token: tokens,
      actor: fc.string(),
      against: fc.option(fc.constantFrom<Authority>(0, 1, 2, 3), { nil: undefined }),
    })
    .map(({ surface, token, against, ...fields }) =>
      waiting({
        ...fields,
        writer: { surface, ...(token === undefined ? {} : { token }) },
        ...(against === undefined ? {} : { against }),
      }),
    );
  return fc.array(one, { maxLength: 30 });
}

const below = fc.constantFrom<Authority>(0, 1, 2);
const any = fc.constantFrom<Authority>(0, 1, 2, 3);

describe("whatever lower classes add", () => {
  test("what the principal said keeps its order and its places", () => {
    fc.assert(
      fc.property(factsOf(any), factsOf(below), fc.integer(), (there, added, seed) => {
        const own = there.filter(({ authority }) => authority === 3).length;
        const mixed = [...there, ...added].sort((a, b) => (hash(a.id, seed) < hash(b.id, seed) ? -1 : 1));
        expect(idsOf(mixed).slice(0, own)).toEqual(idsOf(there).slice(0, own));
      }),
    );
  });

  test("one writer never changes the order of the others, and is never more than a few ahead of any", () => {
    fc.assert(
      fc.property(factsOf(below), factsOf(below), (others, theirs) => {
        const before = others.filter(({ writer }) => writer?.token !== "T1");
        const flood = theirs.map((fact) => ({ ...fact, writer: { surface: "http", token: "T1" } as const }));
        const flooding = new Set(flood.map(({ id }) => id));
        const [then, now] = [idsOf(before), idsOf([...before, ...flood])];
        expect(now.filter((id) => !flooding.has(id))).toEqual(then);
        for (const [place, id] of then.entries())
          expect(now.indexOf(id) - place).toBeLessThanOrEqual(
            REVIEWED_PER_WRITER * (1 + roundAt(before, id)),
          );
      }),
    );
  });
});

/** Which round of its door it stands in, at the latest. */
function roundAt(facts: readonly Fact[], id: string): number {
  const doorOf = ({ writer }: Fact) => writer?.token ?? writer?.surface;
  const door = doorOf(facts.find((one) => one.id === id) as Fact);
  const atDoor = idsOf(facts.filter((one) => doorOf(one) === door));
  return Math.floor(atDoor.indexOf(id) / REVIEWED_PER_WRITER);
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (const one of text) value = Math.imul(value ^ one.charCodeAt(0), 0x01000193);
  return value;
}
