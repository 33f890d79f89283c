// What do the answers of a host's own scanner mean?
import { describe, expect, it } from "vitest";
import { hostVerdict } from "../../src/write/host-verdict.ts";

const verdictOn = (answer: unknown) => hostVerdict({ scan: () => answer }, "some content");

describe("a host's scanner", () => {
  it("sees the content as it was given", () => {
    const seen: string[] = [];
    hostVerdict({ scan: (content) => seen.push(content) > 1 }, "Ünïcode \u{200B} stays");
    expect(seen).toEqual(["Ünïcode \u{200B} stays"]);
  });

  it.each([
    undefined,
    null,
    false,
    "",
    [],
    { safe: true },
    { ok: true },
    { flagged: false },
    { threat: null, score: 0.1 },
    { malicious: false, reason: "fine" },
  ])("has no objection when it answers %j", (answer) => {
    expect(verdictOn(answer)).toEqual([]);
  });

  it.each([
    [true, "the host's scanner objects"],
    ["looks like phishing", "looks like phishing"],
    [["phishing"], "phishing"],
    [[{ reason: "phishing" }], "phishing"],
    [[{ id: 7 }], "the host's scanner objects"],
    [{ flagged: true }, "the host's scanner objects"],
    [{ threat: true, why: "phishing" }, "phishing"],
    [{ unsafe: true, message: "phishing" }, "phishing"],
    [{ malicious: true }, "the host's scanner objects"],
    [{ blocked: true }, "the host's scanner objects"],
    [{ safe: false, reason: "phishing" }, "phishing"],
    [{ ok: false }, "the host's scanner objects"],
    [{ safe: true, flagged: true }, "the host's scanner objects"],
  ])("objects when it answers %j", (answer, why) => {
    expect(verdictOn(answer)).toEqual([{ kind: "host", why, at: 0 }]);
  });

  it("objects once for each entry of a list", () => {
    expect(verdictOn(["one", { why: "two" }]).map(({ why }) => why)).toEqual(["one", "two"]);
  });

  it("gives no endless reasons", () => {
    expect(verdictOn("x".repeat(10_000))[0]?.why).toHaveLength(200);
  });
});

describe("a scanner without a usable answer fails closed", () => {
  it("when it throws", () => {
    const adapter = {
      scan: () => {
        throw new Error("model not loaded");
      },
    };
    expect(hostVerdict(adapter, "x")).toEqual([
      { kind: "scan-failed", why: "the host's scanner threw: model not loaded; held for review", at: 0 },
    ]);
  });

  it("when it answers with a promise, even one that is rejected later", async () => {
    const [threat] = verdictOn(Promise.reject(new Error("too late")));
    expect(threat).toMatchObject({ kind: "scan-failed", why: expect.stringContaining("promise") });
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it.each([0.97, 1n, Symbol("x"), () => true, {}, { score: 0.97 }])("when it answers %o", (answer) => {
    expect(verdictOn(answer)).toMatchObject([{ kind: "scan-failed", at: 0 }]);
  });
});
