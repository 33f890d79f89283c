/** Whose words count where, in the memory of a user, of a conversation, of a session and of the owner? */
import { describe, expect, test } from "vitest";
import { isTidelineError, type Origin, Tideline } from "../../src/index.ts";
import { fact, newMemory } from "../support/memory.ts";
import { newWorkspace } from "../support/workspace.ts";

const ORIGINS = [
  "owner",
  { user: "anna" },
  { channel: "user", conversationId: "anna" },
  { channel: "user", conversationId: "anna", sessionKey: "1" },
] as const satisfies readonly Origin[];

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return isTidelineError(error) ? String(error.details.rule ?? error.code) : String(error);
  }
};

function handlesOn(memory: Tideline) {
  return ORIGINS.map((origin) => (origin === "owner" ? memory : memory.as(origin)));
}

describe("the four forms of origin", () => {
  test("are memories of their own: no verb of one reaches a fact of another", () => {
    const { memory } = newMemory();
    const handles = handlesOn(memory);
    const ids = handles.map(
      (one, i) =>
        one.add(fact(`I keep my spare key under pot ${i}.`, { source: "user_instruction" })).fact.id,
    );
    for (const [i, one] of handles.entries()) {
      expect(one.list().map(({ content }) => content)).toEqual([`I keep my spare key under pot ${i}.`]);
      expect([...one.recall("where is my spare key?")].map(({ fact: { id } }) => id)).toEqual([ids[i]]);
      expect(one.export()).not.toContain(`pot ${(i + 1) % ORIGINS.length}`);
      for (const [k, id] of ids.entries()) {
        if (k === i) continue;
        expect(one.peek(id as string)).toBeUndefined();
        expect(codeOf(() => one.archive(id as string))).toBe("no-such-fact");
        expect(codeOf(() => one.link(ids[i] as string, "relates", id as string))).toBe("no-such-fact");
      }
    }
  });

  test("are opened by the host's owner handle alone", () => {
    const { memory } = newMemory();
    for (const handle of [
      memory.user("anna"),
      memory.confined({ voice: 3 }),
      memory.user("anna").confined(),
    ]) {
      expect(codeOf(() => handle.user("bert"))).toBe("not-allowed");
      expect(codeOf(() => handle.as({ channel: "chat", conversationId: "team" }))).toBe("not-allowed");
      expect(handle.beforeTurn("who am I?", { origin: { user: "bert" } })).toBeUndefined();
    }
    expect(codeOf(() => memory.user(undefined as never))).toBe("invalid-argument");
    expect(codeOf(() => memory.user("anna", { origin: "owner" } as never))).toBe("invalid-argument");
  });

  test("survive closing, on a folder of files", () => {
    const dir = newWorkspace("users");
    const first = Tideline.open(dir);
    for (const [i, one] of handlesOn(first).entries())
      one.add(fact(`The code is ${4000 + i}.`, { source: "user_instruction" }));
    first.close();
    const again = Tideline.open(dir);
    for (const [i, one] of handlesOn(again).entries()) {
      expect(one.list().map(({ content, origin }) => [content, origin])).toEqual([
        [`The code is ${4000 + i}.`, ORIGINS[i]],
      ]);
      expect(one.verify().ok).toBe(true);
    }
    again.close();
  });

  test("export and import keep to their form", () => {
    const { memory } = newMemory();
    memory.user("anna").add(fact("I sail on Sundays."));
    const text = memory.user("anna").export();
    const { memory: other } = newMemory();
    expect(codeOf(() => other.user("bert").import(text))).toBe("import-failed");
    expect(codeOf(() => other.as({ channel: "user", conversationId: "anna" }).import(text))).toBe(
      "import-failed",
    );
    expect(codeOf(() => other.import(text))).toBe("import-failed");
    expect(other.user("anna").import(text).facts).toBe(1);
    expect(other.user("anna").list()[0]).toMatchObject({ content: "I sail on Sundays.", authority: 3 });
  });
});

describe("a user's own words", () => {
  test("are of class 3 there, and in no conversation", () => {
    const { memory } = newMemory();
    const anna = memory.user("anna");
    expect(anna.add(fact("I am Anna Weber.", { segment: "identity" })).fact).toMatchObject({
      authority: 3,
      source: "owner_message",
    });
    for (const origin of ORIGINS.slice(2) as readonly Exclude<Origin, "owner">[]) {
      const talk = memory.as(origin);
      expect(talk.add(fact("I sail.")).fact).toMatchObject({ authority: 1, source: "channel_message" });
      expect(codeOf(() => talk.add(fact("I row.", { source: "owner_message" })))).toBe("gate/foreign-owner");
    }
  });

  test("are no words of the user's agent", () => {
    const { memory } = newMemory();
    const agent = memory.user("anna").confined();
    expect(agent.add(fact("The museum opens at nine.")).fact.authority).toBe(1);
    expect(codeOf(() => agent.add(fact("I moved.", { source: "owner_message" })))).toBe("gate/above-voice");
  });

  test("make a profile that stands before the user's turns, and before nobody else's", () => {
    const { memory } = newMemory();
    const anna = memory.user("anna");
    anna.add(fact("I am Anna Weber.", { segment: "identity" }));
    anna.add(fact("I am severely allergic to peanuts."));
    expect(anna.profile()).toMatch(/Anna Weber[\s\S]*peanuts/);
    expect(anna.beforeTurn("what may I eat?")).toMatch(/peanuts/);
    expect(memory.beforeTurn("what may I eat?", { origin: { user: "anna" } })).toBe(
      anna.beforeTurn("what may I eat?"),
    );
    for (const others of [
      memory,
      memory.user("Anna"),
      memory.as({ channel: "user", conversationId: "anna" }),
    ])
      expect(others.beforeTurn("what may I eat?")).toBeUndefined();
  });

  test("are the user's to look at when they are out of use, as the owner's are the owner's", () => {
    const { memory } = newMemory();
    const anna = memory.user("anna");
    const { id } = anna.add(fact("I sail on Sundays.")).fact;
    anna.archive(id);
    expect(
      [...anna.recall("sailing on sundays", { include: ["archived"] })].map((hit) => hit.fact.id),
    ).toEqual([id]);
    const talk = memory.as({ channel: "chat", conversationId: "team" });
    expect(codeOf(() => talk.recall("sailing", { include: ["archived"] }))).toBe("not-allowed");
  });
});

test("the workspace's keeper looks after all four forms", async () => {
  const { memory } = newMemory();
  for (const one of handlesOn(memory)) one.add(fact("Tea is at five.", { source: "user_instruction" }));
  const runs = await memory.keeper({ intervalMs: 1 }).runDue();
  const swept = runs.flatMap(({ task, origin }) => (task === "sweep" ? [JSON.stringify(origin)] : []));
  expect(swept.sort()).toEqual(ORIGINS.map((one) => JSON.stringify(one)).sort());
});
