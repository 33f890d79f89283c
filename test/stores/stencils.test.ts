/** Does the short cut through a log see exactly what the long way sees? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeFrame, encodeFrame } from "../../src/log/frame.ts";
import { readEvent } from "../../src/log/upcast.ts";
import type { MemoryEvent } from "../../src/model/event.ts";
import type { Head } from "../../src/ports/storage.ts";
import { Stencils } from "../../src/stores/file/log/stencils.ts";
import { nodeFramePorts, nodeHash } from "../../src/stores/node-ports.ts";
import { added, anyEvent, NOON } from "../support/events.ts";

const START: Head = { seq: 0, hash: "" };
const ports = nodeFramePorts();

/** What the short cut makes of one line after `after`; it must leave the bytes alone. */
function short(stencils: Stencils, line: Buffer, after: Head) {
  const bytes = Buffer.concat([Buffer.from("before\n"), line, Buffer.from("\nafter")]);
  const before = Buffer.from(bytes);
  const frame = stencils.read(bytes, 7, 7 + line.length, after.seq + 1, after.hash);
  expect(bytes.equals(before)).toBe(true);
  return frame;
}

function long(line: Buffer) {
  const frame = decodeFrame(line.toString("utf8"), nodeHash);
  return frame?.body === "whole" ? { ...frame, event: readEvent(frame, false) } : undefined;
}

function lineOf(event: MemoryEvent, after = START, part: readonly [number, number] = [0, 1]): Buffer {
  return Buffer.from(encodeFrame(event, after, part, ports).line.slice(0, -1));
}

/** A line around any text of a head: its own sum and commitment are right. */
function crafted(event: string, body: Buffer, lead = '{"seq":1,"prev":""'): Buffer {
  const salt = ports.salt();
  const commit = ports.hash.sha256(Buffer.concat([Buffer.from(salt), body]).toString("latin1"));
  const head = `${lead},"event":${event},"text":{"codec":"json","commit":"${commit}"}}`;
  const sum = nodeHash.sha256(head).slice(0, 11);
  return Buffer.concat([
    Buffer.from(`{"head":${head},"sum":"${sum}","salt":"${salt}","body":`),
    body,
    Buffer.from("}"),
  ]);
}

const eventText = ({ body: _, ...figures }: ReturnType<typeof added>) => JSON.stringify(figures);
const PLAIN = Buffer.from('{"content":"tea"}');

describe("a line read by its stencil", () => {
  test("says what the long way says, to the order of its fields, or is left to it", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 20 }), (events) => {
        const stencils = new Stencils();
        let after = START;
        events.forEach((event, i) => {
          const { line, head } = encodeFrame(event, after, [i, events.length], ports);
          const bytes = Buffer.from(line.slice(0, -1));
          const frame = short(stencils, bytes, after);
          if (frame !== undefined) {
            const { hash, part, event } = long(bytes) ?? {};
            expect(JSON.stringify(frame)).toBe(JSON.stringify({ hash, part, event }));
          }
          after = head;
        });
      }),
    );
  });

  test("is the rule for facts that were added, with one word or many, alone or in a batch", () => {
    const stencils = new Stencils();
    const by = { source: "owner_message", authority: 3 } as const;
    const facts = [
      added("f1", "I live in Oslo"),
      added("f2", 'Zoë said: "鍵\\n"\n'),
      added("f3", "", { at: NOON + 1, createdAt: NOON - 5 }),
      added("f4", "x", { by, why: { rule: "gate/trusted" }, review: "denial-unmatched" }),
      added("f5", "x", { body: { content: "x", subject: "me", attribute: "city" } }),
    ];
    let after = START;
    for (const [i, fact] of facts.entries()) {
      const { line, head } = encodeFrame(fact, after, [i, facts.length], ports);
      const frame = short(stencils, Buffer.from(line.slice(0, -1)), after);
      expect(frame).toEqual({ hash: head.hash, part: [i, facts.length], event: fact });
      after = head;
    }
    expect(short(stencils, lineOf(added("f6", "y")), START)?.part).toEqual([0, 1]);
  });

  test("with any one byte changed is left to the long way", () => {
    const stencils = new Stencils();
    const event = added("f1", "Zoë is allergic to peanuts");
    const line = lineOf(event, START, [0, 3]);
    expect(short(stencils, line, START)?.event).toEqual(event);
    for (let i = 0; i < line.length; i++)
      for (const byte of [0, 10, 32, 34, 48, 57, 92, 120, 125, 255]) {
        if (line[i] === byte) continue;
        const changed = Buffer.from(line);
        changed[i] = byte;
        expect(short(stencils, changed, START), `byte ${i} is ${byte}`).toBeUndefined();
      }
  });

  test("cut anywhere is left to the long way", () => {
    const stencils = new Stencils();
    const line = lineOf(added("f1", "tea"));
    expect(short(stencils, line, START)).toBeDefined();
    for (let end = 0; end < line.length; end++)
      expect(short(stencils, line.subarray(0, end), START)).toBeUndefined();
  });

  test("that does not continue the chain is left to the long way", () => {
    const stencils = new Stencils();
    const line = lineOf(added("f1", "tea"), { seq: 4, hash: "A".repeat(43) });
    expect(short(stencils, line, { seq: 4, hash: "A".repeat(43) })).toBeDefined();
    expect(short(stencils, line, { seq: 5, hash: "A".repeat(43) })).toBeUndefined();
    expect(short(stencils, line, { seq: 4, hash: "B".repeat(43) })).toBeUndefined();
    expect(short(stencils, line, START)).toBeUndefined();
  });

  test("never takes one field for another, whatever stands in a head", () => {
    const text = eventText(added("f1", ""));
    const craftedTexts = [
      // The same field twice: the last one counts.
      text.replace(',"segment"', `,"at":${NOON + 7},"segment"`),
      text.replace(',"segment"', ',"fact":"other","segment"'),
      text.replace(/}$/, `,"createdAt":${NOON + 9}}`),
      text.replace(',"fact"', ',"fact":"other","fact"'),
      // A field of the same name further in.
      text.replace(',"fact"', ',"why":{"rule":"r","inputs":{"a":1,"fact":"other"}},"fact"'),
      text.replace(/}$/, ',"why":{"rule":"r","inputs":{"a":1,"fact":"other"}}}'),
      text.replace(',"segment"', `,"why":{"rule":"r","inputs":{"a":1,"createdAt":${NOON}}},"segment"`),
      // Not as JSON writes it, or not an event.
      text.replace(`"createdAt":${NOON}`, `"createdAt":${NOON}.5`),
      text.replace(`"createdAt":${NOON}`, '"createdAt":0700000000000'),
      text.replace('"f1"', '"f\\u0031"'),
      text.replace('"knowledge"', '"gossip"'),
      text.replace(',"segment"', ',"shoe":1,"segment"'),
      text.replace(',"segment"', ',"sum":"x","segment"'),
      text.slice(0, -1),
      `${text}}`,
    ];
    for (const one of craftedTexts) {
      const stencils = new Stencils();
      const line = crafted(one, PLAIN);
      const seen = short(stencils, line, START)?.event;
      const again = short(stencils, line, START)?.event;
      expect(again).toEqual(seen);
      if (seen === undefined) continue;
      expect(JSON.stringify(seen)).toBe(JSON.stringify(long(line)?.event));
    }
    expect(short(new Stencils(), crafted(text, PLAIN), START)).toBeDefined();
  });

  test("holds a body that is a body, in whole characters", () => {
    const text = eventText(added("f1", ""));
    const bodies = [
      '{"content":1}',
      '{"content":"a"},"head":{}',
      '{"content":"a","shoe":1}',
      '{"content":"a\tb"}',
      '{"content":"a',
      "[]",
      "null",
      "",
    ].map((body) => Buffer.from(body));
    for (const body of [...bodies, Buffer.from('{"content":"\xff"}', "latin1")])
      expect(short(new Stencils(), crafted(text, body), START), body.toString()).toBeUndefined();
  });

  test("is soon given up where no two heads are alike", () => {
    const stencils = new Stencils();
    const lines = Array.from({ length: 1_100 }, (_, i) =>
      lineOf(added("f1", "tea", { importance: i / 1_100 })),
    );
    const known = lines.filter((line) => short(stencils, line, START) !== undefined).length;
    expect(known).toBeGreaterThan(100);
    expect(known).toBeLessThan(1_100);
    const again = short(stencils, lines[0] as Buffer, START);
    expect(again?.event).toEqual(added("f1", "tea", { importance: 0 }));
  });
});
