/** May this source write there? */
import { describe, expect, test } from "vitest";
import { evaluateWriteGate, isTidelineError, SEGMENTS, SOURCES, WriteGateError } from "../../src/index.ts";
import { authorityOf } from "../../src/model/source.ts";
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

  test("gives what is derived no more than its lowest evidence, and what is distilled from the principal class 2", () => {
    expect(authorityOf("dream", [3, 1])).toBe(1);
    expect(authorityOf("dream", [3, 3])).toBe(3);
    expect(authorityOf("dream", [])).toBe(0);
    expect(authorityOf("extraction", [3, 3])).toBe(2);
    expect(authorityOf("extraction", [3, 0])).toBe(0);
    expect(authorityOf("extraction", [])).toBe(1);
    expect(authorityOf("agent", [3])).toBe(1);
    expect(authorityOf("agent", [0])).toBe(0);
    expect(authorityOf("owner_message", [0])).toBe(3);
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
        expect(() => memory.add({ content: "same", segment: "identity", source: "web" })).toThrow();
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
    ["evidence that is no list", { source: "dream", segment: "knowledge", evidence: 3 }],
  ])("asked with %s, it answers with a code", (_what, request) => {
    expect(() => evaluateWriteGate(request as never)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});
