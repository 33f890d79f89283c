/** Is what is put together by hand what JSON.stringify writes? */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { figuresText, wordsText } from "../../src/log/event-text.ts";
import { EVENT_VERSION, type EventOf, parseEvent } from "../../src/model/event.ts";
import { KINDS, LAYERS, SEGMENTS, TIERS } from "../../src/model/segment.ts";
import { AUTHORITIES, SOURCE_TAGS } from "../../src/model/source.ts";
import { added, anyEvent, NOON } from "../support/events.ts";

const asItIs = (text: string) => text;
const time = fc.integer({ min: -8.64e15, max: 8.64e15 });
const unit = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, -0, 1, 1e-7, 0.1 + 0.2));
const source = fc.constantFrom(...SOURCE_TAGS);
const authority = fc.constantFrom(...AUTHORITIES);
const slug = fc.stringMatching(/^[a-z0-9][a-z0-9._/-]{0,63}$/);
/** Fields that others than every add has, and fields with no value. */
const more = fc.constantFrom<object>({}, { review: "look" }, { pinned: true }, { valence: undefined });
const moreBy = fc.constantFrom<object>(
  ...[{}, { authority: undefined }, { surface: "library" }, { surface: undefined }, { token: "01J_a-b" }],
  ...[
    { surface: "http", token: "01J" },
    { surface: "mcp", token: "01J", client: "claude-code" },
  ],
  ...[
    { surface: "ai", client: "a.b" },
    { client: "a", surface: "ai" },
    { token: "01J", surface: "http" },
  ],
);
const moreWhy = fc.constantFrom<object>({}, {}, { policy: "tideline" }, { inputs: { sum: "x", body: true } });

const anyPlainAdd = fc
  .record({
    ...{ at: time, by: fc.record({ source, authority }, { noNullPrototype: true }), rule: slug },
    ...{ fact: fc.stringMatching(/^[0-9A-Za-z_-]{1,64}$/), segment: fc.constantFrom(...SEGMENTS) },
    ...{
      tier: fc.constantFrom(...TIERS),
      kind: fc.constantFrom(...KINDS),
      layer: fc.constantFrom(...LAYERS),
    },
    ...{ importance: unit, decayRate: fc.double({ min: 0, max: 1e30, noNaN: true }), source, authority },
    ...{ confidence: unit, createdAt: time, more, moreBy, moreWhy, isShuffled: fc.boolean() },
  })
  .map(({ by, rule, more, moreBy, moreWhy, isShuffled, at, fact, ...figures }) => {
    const made = { at, by: { ...by, ...moreBy }, why: { rule, ...moreWhy }, fact };
    const event = { type: "added", v: EVENT_VERSION, ...made, ...figures, ...more, body: { content: "x" } };
    const fields = Object.entries(event);
    return Object.fromEntries(isShuffled ? fields.reverse() : fields) as unknown as EventOf<"added">;
  });

test("figures are written as JSON.stringify writes them, whatever the event and the order of its fields", () => {
  fc.assert(
    fc.property(fc.oneof(anyPlainAdd, anyEvent), (event) => {
      expect(parseEvent(event)).toBe(event);
      expect(figuresText(event, asItIs)).toBe(JSON.stringify({ ...event, body: undefined }));
    }),
    { numRuns: 500 },
  );
});

test("an add as it is mostly made goes the short way", () => {
  const memory = Tideline.over(new MemoryStore());
  const [event] = memory.add({ content: "I live in Oslo", segment: "identity" }).events;
  const { body, ...figures } = event as EventOf<"added">;
  const written = [JSON.stringify(figures), JSON.stringify(body)];
  const stringify = vi.spyOn(JSON, "stringify");
  expect([figuresText(event as EventOf<"added">, asItIs), wordsText(body as object)]).toEqual(written);
  expect(stringify).not.toHaveBeenCalled();
  stringify.mockRestore();
});

test("words are written as JSON.stringify writes them, whatever stands in them", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
  );
  const value = fc.oneof(
    text,
    fc.array(text, { maxLength: 3 }),
    fc.constantFrom(null, undefined, { a: ["b", 1] }),
  );
  const body = fc.record({ content: text, subject: value, tags: value }, { requiredKeys: [] });
  fc.assert(
    fc.property(body, (words) => {
      expect(wordsText(words)).toBe(JSON.stringify(words));
    }),
    { numRuns: 1_000 },
  );
  for (let unit = 0; unit <= 0xffff; unit++) {
    const words = { content: `a${String.fromCharCode(unit)}z` };
    if (wordsText(words) !== JSON.stringify(words)) expect.fail(`U+${unit.toString(16)}`);
  }
});

test("an event with sealed words is written without them", () => {
  const { body: _, ...head } = added("f1", "", { at: NOON });
  const event = { ...head, sealed: { codec: "aes-256-gcm", key: "k1", text: "AAAA" } };
  expect(figuresText(event, asItIs)).toBe(JSON.stringify(head));
});
