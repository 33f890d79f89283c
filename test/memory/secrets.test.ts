/** What becomes of a write that holds a credential? */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type AddInput, MemoryStore, type Pass, Tideline, type TidelineOptions } from "../../src/index.ts";
import { type Claimed, fact, newMemory } from "../support/memory.ts";
import { newWorkspace } from "../support/workspace.ts";

/** Put together here, so that no scanner of this repository finds a key in it. */
const KEY = ["sk", "proj", "Zk3vQ9xLmT7bW2nR5cJ8hY4dF6gP1sA0"].join("-");
const PASSWORD = "The wifi password is gr33nC4noe.";
const TEA = "Ben likes green tea.";
const refusedAs = (what: string) =>
  expect.objectContaining({ code: "secret-refused", message: expect.stringContaining(what) });
const allEvents = (store: MemoryStore) => store.read("owner", 0).events.map(({ event }) => event);
const bytesOf = (store: MemoryStore) => JSON.stringify(allEvents(store));

describe("by default", () => {
  test.each(["owner_message", "user_instruction", "agent", "tool_output", "somebody"])(
    "a credential is refused, whoever says it: %s",
    (source) => {
      const { memory, store } = newMemory();
      expect(() => memory.add(fact(`My key is ${KEY}`, { source }))).toThrow(refusedAs("an OpenAI API key"));
      expect(memory.list()).toEqual([]);
      expect(bytesOf(store)).not.toContain(KEY);
    },
  );

  test("the refusal names the option, and quotes nothing", () => {
    const { memory } = newMemory();
    expect(() => memory.add(fact(PASSWORD))).toThrow(/holds a password.*secrets: "mark" or "allow"/);
    expect(() => memory.add(fact(PASSWORD))).not.toThrow(/gr33n/);
  });

  test("it leaves a trace that says of which kind it was", () => {
    const { memory, store } = newMemory();
    expect(() => memory.add(fact(PASSWORD))).toThrow();
    expect(allEvents(store)).toEqual([
      expect.objectContaining({ type: "refused", why: { rule: "secret/password" }, authority: 3 }),
    ]);
    expect(memory.stats().refused).toBe(1);
  });

  test("no digest in the trace tells whether two attempts were the same", () => {
    const { memory, store } = newMemory();
    for (const more of [{}, {}, { source: "agent", segment: "identity" }] as const)
      expect(() => memory.add(fact("My PIN is 4821.", more))).toThrow();
    const digests = allEvents(store).flatMap((event) => (event.type === "refused" ? [event.digest] : []));
    expect(new Set(digests).size).toBe(3);
  });

  test.each<[string, Claimed]>([
    ["a tag", { tags: [KEY] }],
    ["an alias", { aliases: [KEY] }],
    ["the actor", { actor: KEY }],
    ["an unknown source", { source: KEY }],
    ["the episode", { episode: { id: KEY } }],
    ["the slot's subject", { subject: KEY, attribute: "note" }],
    ["metadata", { metadata: { deep: [{ note: KEY }] } }],
    ["a name in metadata", { metadata: { [KEY]: true } }],
    ["metadata that is called a password", { metadata: { password: "gr33nC4noe" } }],
  ])("%s is looked at, too", (_, more) => {
    const { memory } = newMemory();
    expect(() => memory.add(fact(TEA, more))).toThrow(refusedAs("holds a"));
  });

  test("the value of a slot that is called a password is refused", () => {
    const { memory } = newMemory();
    const slot = { subject: "wifi", attribute: "password" };
    expect(() => memory.add(fact("gr33nC4noe", slot))).toThrow(refusedAs("a password"));
    expect(memory.add(fact("It is on the fridge.", slot)).outcome).toBe("added");
  });

  test("of many, only those that hold one are refused", () => {
    const { memory } = newMemory();
    const results = memory.addMany([fact(TEA), fact(PASSWORD), fact("Ann plays the cello.")]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["added", "refused", "added"]);
    expect(results[1]).toMatchObject({ code: "secret-refused", rule: "secret/password" });
  });

  test("the reason of an archiving is refused", () => {
    const { memory } = newMemory();
    const { fact: tea } = memory.add(fact(TEA));
    expect(() => memory.archive(tea.id, PASSWORD)).toThrow(refusedAs("a password"));
    expect(memory.inspect(tea.id).fact?.lifecycle).toBe("active");
  });

  test("the asynchronous memory refuses it with the same code", async () => {
    const memory = await Tideline.connect(new MemoryStore());
    await expect(memory.add(fact(PASSWORD))).rejects.toThrow(refusedAs("a password"));
  });
});

describe("an option of the host", () => {
  test("must be one of three", () => {
    const options = { secrets: "ignore" } as unknown as TidelineOptions;
    expect(() => newMemory(options)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  });

  test("is none of a write", () => {
    const { memory } = newMemory();
    const input = { ...fact(PASSWORD), secrets: "allow" } as AddInput;
    expect(() => memory.add(input)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  });

  test("allow stores and shows credentials like anything else", () => {
    const { memory } = newMemory({ secrets: "allow" });
    expect(memory.add(fact(PASSWORD)).fact.review).toBeUndefined();
    expect(memory.context("wifi password")).toContain("gr33nC4noe");
  });
});

test("a wrong option is refused before a folder is created", async () => {
  const dir = newWorkspace("options");
  const wrong = { secrets: "no" } as unknown as TidelineOptions;
  const refused = expect.objectContaining({ code: "invalid-argument" });
  expect(() => Tideline.open(dir, wrong)).toThrow(refused);
  await expect(Tideline.connect(dir, wrong)).rejects.toThrow(refused);
  expect(existsSync(dir)).toBe(false);
});

describe("where credentials are marked", () => {
  test("one is stored, listed for review, found by recall, and in no block", () => {
    const { memory } = newMemory({ secrets: "mark" });
    memory.add(fact(PASSWORD));
    memory.add(fact("The wifi is slow in the kitchen."));
    expect(memory.review().map(({ review }) => review)).toEqual(["secret"]);
    expect(memory.recall("wifi password").map((hit) => hit.fact.content)).toContain(PASSWORD);
    for (const block of [memory.context("wifi"), memory.beforeTurn("how is the wifi?")]) {
      expect(block).toContain("slow in the kitchen");
      expect(block).toContain("(1 withheld: holds a credential)");
      expect(block).not.toContain("gr33nC4noe");
    }
  });

  test("of an agent it is listed for the same reason, and quarantined as before", () => {
    const { memory } = newMemory({ secrets: "mark" });
    const { fact: heard } = memory.add(fact(`Key: ${KEY}`, { source: "agent" }));
    expect(heard).toMatchObject({ review: "secret", quarantined: true });
  });

  test.each(["My card PIN is 4821.", "The card is 4242 4242 4242 4242.", PASSWORD])(
    "of an agent it is quarantined, also where credentials are allowed: %s",
    (content) => {
      for (const [secrets, review] of [
        ["mark", "secret"],
        ["allow", "threat"],
      ] as const) {
        const { memory } = newMemory({ secrets });
        for (const source of ["agent", "tool_output"])
          expect(memory.add(fact(content, { source })).fact).toMatchObject({ quarantined: true, review });
        expect(memory.add(fact(content)).fact.quarantined).not.toBe(true);
        expect(memory.add(fact("The PIN is with Ben.", { source: "agent" })).fact.quarantined).not.toBe(true);
      }
    },
  );

  test("a fact that is said again with one is listed", () => {
    const { memory } = newMemory({ secrets: "mark" });
    memory.add(fact(TEA));
    memory.add(fact(TEA, { tags: [KEY] }));
    expect(memory.review().map(({ content, review }) => [content, review])).toEqual([[TEA, "secret"]]);
  });
});

test("a credential that was stored before stays out of blocks, unless the host allows it", () => {
  const store = new MemoryStore();
  Tideline.over(store, { secrets: "allow" }).add(fact(PASSWORD));
  const shown = (options: TidelineOptions) => Tideline.over(store, options).context("wifi password");
  expect(shown({})).toMatch(/^<memory[^\n]*\n\(1 withheld: holds a credential\)\n<\/memory>$/);
  expect(shown({ secrets: "mark" })).not.toContain("gr33n");
  expect(shown({ secrets: "allow" })).toContain("gr33n");
});

describe("an import", () => {
  const exported = () => {
    const { memory } = newMemory({ secrets: "allow" });
    const { fact: secret } = memory.add(fact(PASSWORD));
    memory.add(fact(TEA, { links: [{ kind: "relates", to: secret.id }] }));
    memory.add(fact("Ann plays the cello.", { metadata: { note: "cello" } }));
    memory.archive(memory.add(fact("Old news.")).fact.id, `It held ${KEY}`);
    return memory.export();
  };

  test("comes in without what holds a credential, and says so", () => {
    const { memory, store } = newMemory();
    const { facts, notices } = memory.import(exported());
    expect(facts).toBe(2);
    expect(notices.join(" ")).toContain("2 of these facts hold a credential, and were left out");
    expect(memory.list().map(({ content }) => content)).toEqual([TEA, "Ann plays the cello."]);
    expect(bytesOf(store)).not.toMatch(/gr33nC4noe|proj-/);
    expect(memory.verify().ok).toBe(true);
  });

  test("is whole where they are marked, and lists them", () => {
    const { memory } = newMemory({ secrets: "mark" });
    const { facts, notices } = memory.import(exported());
    expect(facts).toBe(4);
    expect(notices.join(" ")).toContain("listed for review");
    expect(memory.review().map(({ content }) => content)).toEqual([PASSWORD]);
  });
});

test("no pass derives a fact from a credential that was stored before", async () => {
  const store = new MemoryStore();
  const before = Tideline.over(store, { secrets: "allow" });
  const { fact: secret } = before.add(fact(PASSWORD));
  const derives = (id: string): Pass<string> => ({
    name: "derives",
    *pieces() {
      yield secret.id;
    },
    decide: () => [
      {
        event: {
          ...{ type: "added", fact: id, segment: "knowledge", tier: "long", kind: "fact" },
          ...{ layer: "semantic", source: "dream", authority: 2, evidence: [secret.id] },
          ...{ importance: 0.5, decayRate: 0.1, confidence: 0.5, createdAt: secret.createdAt },
          body: { content: PASSWORD },
        },
        rule: "test",
      },
    ],
  });
  // Whatever the fact's own id ends with, these are others.
  const [one, other] = ["X", "Y", "Z"].filter((last) => !secret.id.endsWith(last)) as [string, string];
  const id = (last: string) => `${secret.id.slice(0, -1)}${last}`;
  const rulesOf = async (memory: Tideline, pass: Pass<string>) =>
    (await memory.run(pass)).spared.map(({ rule }) => rule);
  expect(await rulesOf(Tideline.over(store), derives(id(one)))).toEqual(["secret"]);
  expect(await rulesOf(before, derives(id(other)))).not.toContain("secret");
});

test.each(["The door code of the cabin is 4711.", "The alarm code is 9981."])(
  "a code for a door is none: it is remembered, and stands in a block that asks for it alone: %s",
  (code) => {
    const { memory } = newMemory();
    const { fact: stored } = memory.add(fact(code));
    memory.add(fact("I like to cook lentil soup with red lentils."));
    expect(stored.review).toBeUndefined();
    expect(memory.context(code.replace(/ is \d+\.$/, "?"))).toContain(code);
    expect(memory.context("what shall I cook with lentils tonight?")).not.toContain(code);
    expect(memory.profile() ?? "").not.toContain(code);
  },
);
