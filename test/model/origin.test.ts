/** Can two origins be mixed up, whatever their names are? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPersonal, type Origin, originKey, parseOrigin, sameOrigin } from "../../src/model/origin.ts";
import { marksOf, parseStream, streamKey } from "../../src/model/stream.ts";
import { originFrom, originText } from "../../src/serve/origin-text.ts";

/** Names that try to look like several names, like another form, like JSON, or like nothing. */
const NASTY = [
  ...'owner,user,workspace,marks,facts,facts owner,chat/anna,a","b,["a"],{"user":"anna"},__proto__,sessionKey'.split(
    ",",
  ),
  ...[
    "user/anna",
    "null",
    "undefined",
    " ",
    "\n",
    "\u0000",
    "é",
    "e\u0301",
    "\u202e",
    "'",
    '"',
    "\\",
    "a\\",
    ",",
  ],
];
const name = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...'",[]{}/\\: ab') }),
);
const anOrigin: fc.Arbitrary<Origin> = fc.oneof(
  fc.constant("owner" as const),
  fc.record({ user: name }),
  fc.record({ channel: name, conversationId: name }),
  fc.record({ channel: name, conversationId: name, sessionKey: name }),
);

describe("an origin", () => {
  test("has a key of its own, in whatever order its fields are given", () => {
    const isSame = (a: Origin, b: Origin) => {
      if (a === "owner" || b === "owner") return a === b;
      const names = (one: object) => JSON.stringify(Object.entries(one).sort());
      return names(a) === names(b);
    };
    fc.assert(
      fc.property(anOrigin, anOrigin, (a, b) => {
        expect(sameOrigin(a, b)).toBe(isSame(a, b));
        expect(streamKey(a) === streamKey(b)).toBe(isSame(a, b));
        expect(streamKey(marksOf(a)) === streamKey(b)).toBe(false);
        const turned = (one: Origin) =>
          one === "owner" ? one : parseOrigin(Object.fromEntries(Object.entries(one).reverse()));
        expect(originKey(turned(a))).toBe(originKey(a));
      }),
      { numRuns: 2_000 },
    );
  });

  test("is the same after it was written as JSON, as a stream, or as text on a command line", () => {
    fc.assert(
      fc.property(anOrigin, (origin) => {
        expect(parseOrigin(JSON.parse(JSON.stringify(origin)))).toEqual(origin);
        expect(parseStream(JSON.parse(JSON.stringify(marksOf(origin))))).toEqual(marksOf(origin));
        expect(parseOrigin(originFrom(originText(origin)))).toEqual(origin);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is written as JSON on a command line if a name shows nothing", () => {
    const origin = { channel: "\u0000", conversationId: "owner" };
    expect(originText(origin)).toBe(JSON.stringify(origin));
    expect(() => originFrom("\u0000/owner")).toThrow(/origin must be/);
  });

  test("is one person's only if it is the owner's or a user's", () => {
    expect(isPersonal("owner")).toBe(true);
    expect(isPersonal({ user: "owner" })).toBe(true);
    expect(isPersonal({ channel: "user", conversationId: "anna" })).toBe(false);
    expect(isPersonal({ channel: "user", conversationId: "anna", sessionKey: "1" })).toBe(false);
  });

  test.each([
    ["a session that was not found", { channel: "chat", conversationId: "team", sessionKey: undefined }],
    ["an empty session", { channel: "chat", conversationId: "team", sessionKey: "" }],
    ["a conversation without its channel", { conversationId: "team" }],
    ["a session without its conversation", { channel: "chat", sessionKey: "1" }],
    ["a user that was not found", { user: undefined }],
    ["an empty user", { user: "" }],
    ["a user who is a number", { user: 7 }],
    ["a user in a conversation", { user: "anna", channel: "chat", conversationId: "team" }],
    ["half a surrogate pair", { user: "\ud800" }],
    ["a long name", { user: "x".repeat(513) }],
    ["a field of the prototype", JSON.parse('{"__proto__":{"user":"anna"}}')],
    ["an inherited user", Object.create({ user: "anna" })],
    ["nothing", {}],
    ["a list", ["anna"]],
    ["another word", "anna"],
  ])("is refused if it is %s", (_what, value) => {
    expect(() => parseOrigin(value)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  });

  test("reads as on a command line: a user, a conversation, a session", () => {
    expect(originFrom("user/anna")).toEqual({ user: "anna" });
    expect(originFrom("chat/team")).toEqual({ channel: "chat", conversationId: "team" });
    expect(originFrom("user/anna/1")).toEqual({ channel: "user", conversationId: "anna", sessionKey: "1" });
    expect(originText({ channel: "user", conversationId: "anna" })).toBe(
      '{"channel":"user","conversationId":"anna"}',
    );
    for (const wrong of ["anna", "a/b/c/d", "{", ""])
      expect(() => parseOrigin(originFrom(wrong))).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      );
  });
});
