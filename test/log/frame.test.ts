/** Is a line whole, and does it say so? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyOverwrite, decodeFrame, encodeFrame } from "../../src/log/frame.ts";
import { nodeFramePorts, nodeHash } from "../../src/stores/node-ports.ts";
import { added, anyEvent, NOON } from "../support/events.ts";

const START = { seq: 0, hash: "" };
const ports = nodeFramePorts();

describe("a line", () => {
  test("gives back the event that went in", () => {
    fc.assert(
      fc.property(anyEvent, fc.nat(1e6), (event, seq) => {
        const { line, head } = encodeFrame(event, { seq, hash: "h" }, [1, 3], ports);
        const frame = decodeFrame(line.slice(0, -1), nodeHash);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(frame).toEqual({
          seq: seq + 1,
          prev: "h",
          hash: head.hash,
          part: [1, 3],
          event,
          body: "whole",
        });
      }),
    );
  });

  test("with any one character changed is refused, or its body is", () => {
    const { line } = encodeFrame(added("f1", "I am allergic to peanuts"), START, [0, 1], ports);
    const text = line.slice(0, -1);
    for (let i = 0; i < text.length; i++) {
      const changed = `${text.slice(0, i)}${text[i] === "x" ? "y" : "x"}${text.slice(i + 1)}`;
      const frame = decodeFrame(changed, nodeHash);
      expect(frame === undefined || frame.body === "damaged", `character ${i} of ${changed}`).toBe(true);
    }
  });

  test("keeps its length and its hash when its words are erased, and holds no word of them", () => {
    const { line, head } = encodeFrame(added("f1", "Zoë’s secret: 鍵 xyzzy"), START, [0, 1], ports);
    const bytes = Buffer.from(line.slice(0, -1)).toString("latin1");
    const erasure = bodyOverwrite(bytes);
    const erased = bytes.slice(0, erasure?.offset) + erasure?.filler;
    expect(erased.length).toBe(bytes.length);
    expect(erased).not.toMatch(/xyzzy|salt/);
    const frame = decodeFrame(Buffer.from(erased, "latin1").toString(), nodeHash);
    expect(frame).toMatchObject({ hash: head.hash, body: "erased", event: { type: "added", fact: "f1" } });
    expect(JSON.parse(erased)).toMatchObject({ erased: true });
  });

  test("says nothing about its words once they are erased: equal words have different commitments", () => {
    const commits = [1, 2].map(() => {
      const { line } = encodeFrame(added("f1", "the same"), START, [0, 1], ports);
      return JSON.parse(line).head.text.commit;
    });
    expect(commits[0]).not.toBe(commits[1]);
  });

  test("names codec and key of a sealed body and carries it as it is", () => {
    const { body: _, ...head } = added("f1", "");
    const event = { ...head, sealed: { codec: "aes-256-gcm", key: "k1", text: "AAAA" } };
    const { line } = encodeFrame(event, START, [0, 1], ports);
    expect(JSON.parse(line).head.text).toMatchObject({ codec: "aes-256-gcm", key: "k1" });
    expect(JSON.stringify(JSON.parse(line).head)).not.toContain("AAAA");
    expect(decodeFrame(line.slice(0, -1), nodeHash)?.event).toEqual(event);
  });

  test("holds words in its body only", () => {
    const event = added("f1", "wordone", {
      body: {
        content: "wordone",
        subject: "wordtwo",
        attribute: "wordthree",
        actor: "wordfour",
        tags: ["wordfive"],
      },
    });
    const { line } = encodeFrame({ ...event, at: NOON }, START, [0, 1], ports);
    expect(JSON.stringify(JSON.parse(line).head)).not.toContain("word");
  });

  test("is read and erased at the right place, also where a figure is called sum", () => {
    const why = { rule: "test", inputs: { parts: 2, sum: "eleven-char", salt: "x", body: true } };
    const event = { ...added("f1", "xyzzy"), why };
    const { line } = encodeFrame(event, START, [0, 1], ports);
    expect(decodeFrame(line.slice(0, -1), nodeHash)).toMatchObject({ event, body: "whole" });
    const erasure = bodyOverwrite(line.slice(0, -1));
    const erased = line.slice(0, erasure?.offset) + erasure?.filler;
    expect(decodeFrame(erased, nodeHash)).toMatchObject({ event: { why }, body: "erased" });
  });

  test("that is no line at all is refused, whatever it is", () => {
    fc.assert(fc.property(fc.string(), (text) => decodeFrame(text, nodeHash) === undefined));
    for (const text of [
      '{"head":null,"sum":""}',
      '{"head":,"sum":"","sum":"',
      '{"head":[],"sum":"aaaaaaaaaaa"}',
      "",
    ]) {
      expect(decodeFrame(text, nodeHash)).toBeUndefined();
    }
  });
});
