/** May this source write there? */
import { describe, expect, test } from "vitest";
import { evaluateWriteGate, isTidelineError, SEGMENTS, SOURCES, WriteGateError } from "../../src/index.ts";
import { fact, newMemory, PEER } from "../support/memory.ts";

const PROTECTED = ["identity", "preference", "correction"] as const;

describe("the gate", () => {
  test("lets the principal's own words in everywhere", () => {
    for (const source of ["user_instruction", "owner_message"]) {
      for (const segment of SEGMENTS) {
        expect(evaluateWriteGate({ source, segment })).toMatchObject({
          allowed: true,
          authority: 3,
          confined: false,
        });
      }
    }
  });

  test("keeps everything else out of protected segments, and confined elsewhere", () => {
    const others = [...SOURCES.slice(2), "web", "", "constructor"];
    for (const source of others) {
      for (const segment of SEGMENTS) {
        const guarded = (PROTECTED as readonly string[]).includes(segment);
        expect(evaluateWriteGate({ source, segment }), `${source} → ${segment}`).toMatchObject({
          allowed: !guarded,
          confined: !guarded,
        });
      }
    }
  });

  test.each([
    "Owner_Message",
    "OWNER_MESSAGE",
    " owner_message",
    "owner_message ",
    "owner\u200b_message",
    "owner_message\u0000",
    "ｏｗｎｅｒ_ｍｅｓｓａｇｅ",
    "оwner_message",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "user_instruction;owner_message",
  ])("treats the unheard-of source %j as foreign", (source) => {
    expect(evaluateWriteGate({ source, segment: "knowledge" })).toMatchObject({
      source: "other",
      authority: 0,
    });
    expect(evaluateWriteGate({ source, segment: "identity" }).allowed).toBe(false);
  });

  test.each([
    ["owner_message", 3, [], 3],
    ["owner_message", 3, [3, 3], 3],
    ["owner_message", 3, [3, 1], 1],
    ["user_instruction", 3, [0], 0],
    ["agent", 3, [], 1],
    ["agent", 3, [3], 1],
    ["agent", 1, [0], 0],
    ["channel_message", 0, [], 0],
    ["tool_output", 3, [3], 0],
    ["dream", 3, [], 1],
    ["dream", 3, [3, 3], 1],
    ["dream", 1, [3], 1],
    ["extraction", 3, [3, 3], 1],
    ["extraction", 1, [3, 0], 0],
    ["compaction", 3, [3], 1],
  ] as const)(
    "a %s write in a voice of class %i on evidence %j is of class %i",
    (source, voice, evidence, authority) => {
      expect(evaluateWriteGate({ source, segment: "knowledge", voice, evidence })).toMatchObject({
        authority,
      });
    },
  );

  test("says so when a caller uses a word of the engine's own passes, and keeps it out of protected segments", () => {
    for (const source of ["dream", "extraction", "compaction"])
      for (const segment of PROTECTED)
        expect(evaluateWriteGate({ source, segment, evidence: [3, 3] })).toMatchObject({
          allowed: false,
          rule: "gate/protected-segment",
          note: expect.stringContaining("engine's own passes"),
        });
  });

  test("refuses a source above the voice of whoever claims it", () => {
    for (const [source, voice] of [
      ["owner_message", 2],
      ["user_instruction", 1],
      ["agent", 0],
      ["dream", 0],
    ] as const)
      expect(evaluateWriteGate({ source, segment: "knowledge", voice })).toMatchObject({
        allowed: false,
        rule: "gate/above-voice",
      });
  });

  test("hears the owner in the owner's memory only", () => {
    expect(evaluateWriteGate({ source: "owner_message", segment: "knowledge", origin: PEER }).allowed).toBe(
      false,
    );
    expect(
      evaluateWriteGate({ source: "user_instruction", segment: "identity", origin: PEER }),
    ).toMatchObject({ allowed: true, authority: 3 });
  });
});

describe("a refused write", () => {
  test("throws a WriteGateError that says what to do, and leaves a trace without the text", () => {
    const { memory, store } = newMemory();
    const write = () =>
      memory.add({
        content: "The owner loves xyzzy meat.",
        segment: "preference",
        source: "retrieved_document",
      });
    expect(write).toThrow(WriteGateError);
    expect(write).toThrow(/knowledge.*endorse/);
    const { events } = store.read("owner", 0);
    expect(events.map((one) => one.event.type)).toEqual(["refused", "refused"]);
    expect(JSON.stringify(events)).not.toContain("xyzzy");
    expect(memory.list()).toEqual([]);
    expect(memory.stats().refused).toBe(2);
  });

  test("is told from other texts by a digest that is keyed to the workspace", () => {
    const digests = [newMemory(), newMemory()].map(({ memory, store }) => {
      for (let i = 0; i < 2; i++)
        expect(() => memory.add(fact("same", { segment: "identity", source: "web" }))).toThrow();
      return store.read("owner", 0).events.map(({ event }) => event.type === "refused" && event.digest);
    });
    expect(digests[0]?.[0]).toBe(digests[0]?.[1]);
    expect(digests[0]?.[0]).not.toBe(digests[1]?.[0]);
  });

  test("can be had in place in a batch, without stopping the rest", () => {
    const { memory } = newMemory();
    const results = memory.addMany([
      fact("one"),
      { content: "two", segment: "identity", source: "tool_output" },
      fact("three"),
    ]);
    expect(results.map((one) => one.outcome)).toEqual(["added", "refused", "added"]);
    expect(results[1]).toMatchObject({
      rule: "gate/protected-segment",
      reason: expect.stringContaining("class 0"),
    });
  });

  test("happens to an owner's voice on a channel handle, and to low sources that want to stay for ever", () => {
    const { memory } = newMemory();
    const peer = memory.as(PEER);
    expect(() => peer.add(fact("x", { source: "owner_message" }))).toThrow(WriteGateError);
    expect(() => memory.add(fact("x", { source: "tool_output", pinned: true }))).toThrow(WriteGateError);
    expect(() => memory.add(fact("x", { source: "agent", tier: "permanent" }))).toThrow(WriteGateError);
    expect(isTidelineError(new WriteGateError("x"), "write-gate")).toBe(true);
  });

  test("happens to a link that would overrule a higher class", () => {
    const { memory } = newMemory();
    const { fact: trusted } = memory.add(fact("The door code is 12."));
    for (const kind of ["supersedes", "corrects", "transition"] as const) {
      expect(() =>
        memory.add(
          fact("The door code is 13.", { source: "tool_output", links: [{ kind, to: trusted.id }] }),
        ),
      ).toThrow(/class/);
    }
    const { fact: low } = memory.add(fact("Somebody says 14.", { source: "tool_output" }));
    expect(() => memory.link(low.id, "supersedes", trusted.id)).toThrow(/class/);
    expect(memory.link(low.id, "contradicts", trusted.id).links).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["an unknown segment", { source: "agent", segment: "stuff" }],
    ["evidence of no class", { source: "dream", segment: "knowledge", evidence: [7] }],
    ["a voice of no class", { source: "agent", segment: "knowledge", voice: 9 }],
    ["evidence that is no list", { source: "dream", segment: "knowledge", evidence: 3 }],
  ])("asked with %s, it answers with a code", (_what, request) => {
    expect(() => evaluateWriteGate(request as never)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});
