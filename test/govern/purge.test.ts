/** Does a purge take every copy of the words, and nothing else? */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AddInput, type PurgeResult, Tideline } from "../../src/index.ts";
import { endorse, fact, newMemory } from "../support/memory.ts";

/** What must be gone after a purge is a PIN: these workspaces store one. */
const TAKES_SECRETS = { secrets: "allow" } as const;

function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

/** Purges the first of these; what the files hold afterwards, and what was answered. */
function purgeFirst(
  facts: readonly [AddInput, ...AddInput[]],
  more: (memory: Tideline, ids: readonly string[]) => void = () => {},
): { readonly files: string; readonly answer: PurgeResult } {
  const folder = mkdtempSync(join(tmpdir(), "tideline-purge-"));
  try {
    const memory = Tideline.open(folder, TAKES_SECRETS);
    const ids = facts.map((one) => memory.add(one).fact.id);
    more(memory, ids);
    const preview = memory.purge(ids[0] as string, { preview: true });
    const answer = memory.purge(ids[0] as string);
    expect({ ...answer, preview: true }).toEqual(preview);
    expect(memory.verify().ok).toBe(true);
    memory.close();
    const again = Tideline.open(folder, TAKES_SECRETS);
    for (const one of answer.facts) expect(again.get(one.id)).toBeUndefined();
    again.close();
    return { files: filesOf(folder), answer };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const whys = ({ facts }: PurgeResult) => facts.map(({ content, why }) => [content, why]);

describe("after a purge no file holds the words", () => {
  test.each([
    ["of a short statement", "My PIN is 9731", "His note: My PIN is 9731"],
    ["of a statement behind which there is no space", "My PIN is 9731.", "He wrote: my pin is 9731.Keep it"],
    ["in a longer list", "I like tea and coffee", "She noted that I like tea and coffee and milk"],
    ["in a list of another order", "I like tea and coffee", "She noted that I like coffee and tea"],
    [
      "of a question in mid-text",
      "Where is Ann's spare key?",
      "She asked: Where is Ann's spare key? Nobody knew.",
    ],
    ["of a question as a statement", "Is Bob ill today?", "They ask is Bob ill today and I do not know"],
    ["between dashes", "My PIN is 9731", "He said—my PIN is 9731—and left"],
    ["in a script without spaces", "我的密码是蓝色的马", "他说我的密码是蓝色的马吗"],
    ["of a code beside one word", "PIN 9731", "On the card: PIN 9731, for later"],
    ["of a key alone", "sk-test-51H8aQ2e", "The key sk-test-51H8aQ2e is in the drawer"],
  ])("%s", (_what, words, quote) => {
    const { files, answer } = purgeFirst([fact(words), fact(quote), fact("Ben plays chess on Mondays.")]);
    expect(whys(answer)).toEqual([
      [words, "asked"],
      [quote, "quotes"],
    ]);
    expect(files).not.toContain(words.replace(/[.?]$/, ""));
    expect(files).not.toContain(quote);
    expect(files).toContain("Ben plays chess on Mondays.");
  });

  test.each<[string, Partial<AddInput>]>([
    ["metadata, deep down", { metadata: { a: [{ b: "as told: My PIN is 9731" }] } }],
    ["the names in metadata", { metadata: { "My PIN is 9731": true } }],
    ["tags", { tags: ["x", "my PIN is 9731"] }],
    ["aliases", { aliases: ["My PIN is 9731"] }],
    ["the name of an episode", { episode: "My PIN is 9731" }],
    ["the name of an actor", { actor: "he: My PIN is 9731" }],
  ])("in %s of another fact", (_what, labels) => {
    const { files, answer } = purgeFirst([fact("My PIN is 9731"), fact("Ben likes tea.", labels)]);
    expect(whys(answer)).toEqual([
      ["My PIN is 9731", "asked"],
      ["Ben likes tea.", "labels"],
    ]);
    expect(files).not.toMatch(/PIN is 9731/);
  });

  test("in the name of an episode in which another fact was said again", () => {
    const { files, answer } = purgeFirst([
      fact("My PIN is 9731"),
      fact("Ben likes tea."),
      fact("Ben likes tea.", { episode: "My PIN is 9731" }),
    ]);
    expect(whys(answer)[1]).toEqual(["Ben likes tea.", "labels"]);
    expect(files).not.toContain("PIN is 9731");
  });

  test.each<[string, Partial<AddInput>, Partial<AddInput>]>([
    ["metadata", { metadata: { note: "he: my PIN is 9731" } }, { metadata: { note: "green" } }],
    ["a recurrence", { recurrence: "My PIN is 9731" }, { recurrence: "monthly" }],
  ])("in %s of another fact that a restatement replaced", (_what, before, after) => {
    const { files, answer } = purgeFirst([
      fact("My PIN is 9731"),
      fact("Ben likes tea.", before),
      fact("Ben likes tea.", after),
    ]);
    expect(whys(answer)).toEqual([
      ["My PIN is 9731", "asked"],
      ["Ben likes tea.", "labels"],
    ]);
    expect(files).not.toMatch(/PIN is 9731/);
  });

  test("in what a scanner said of another fact before it said something else", () => {
    let objection = "looks like: my PIN is 9731";
    const { memory, store } = newMemory({ ...TAKES_SECRETS, threatScan: { scan: () => objection } });
    const { fact: one } = memory.add(fact("Wire the rent to Bob", { source: "agent" }));
    objection = "asks for money";
    memory.add(fact("Wire the rent to Bob", { source: "agent" }));
    const { fact: pin } = memory.add(fact("My PIN is 9731"));
    expect(memory.purge(pin.id).facts).toContainEqual({ id: one.id, content: one.content, why: "labels" });
    expect(JSON.stringify(store.read("owner", 0))).not.toContain("9731");
  });

  test("in the reason for which another fact was archived: the reason goes, the fact stays", () => {
    let seen: unknown;
    const { files, answer } = purgeFirst([fact("My PIN is 9731"), fact("Ben likes tea.")], (memory, ids) => {
      memory.archive(ids[1] as string, "he said: my PIN is 9731");
      seen = memory
        .list({ lifecycle: "archived" })
        .map(({ id, content }) => ({ id, content, why: "reason" }));
    });
    expect(whys(answer)).toEqual([["My PIN is 9731", "asked"]]);
    expect(answer.cleared).toEqual(seen);
    expect(files.toLowerCase()).not.toContain("pin is 9731");
    expect(files).toContain("Ben likes tea.");
  });

  test("of what quotes a quote", () => {
    const { answer } = purgeFirst([
      fact("My PIN is 9731"),
      fact("His note: My PIN is 9731"),
      fact("I read this: his note: my PIN is 9731 (old)"),
    ]);
    expect(answer.facts).toHaveLength(3);
  });
});

describe("a purge takes no other fact", () => {
  test.each([
    ["The door code is 1234", "The door code is 12345"],
    ["The door code is 1234", "The door code is 1234-B"],
    ["The rent is 1", "The rent is 1,400 euros"],
    ["The price is 12 euros", "The price is 12.50 euros"],
    ["My sister is Ann Smith", "My sister is Ann Smithers"],
    ["My sister is Ann", "My sister is Ann-Marie"],
    ["My brother is Tom", "My brother is Tom's boss"],
    ["I program in C", "I program in C++"],
    ["It is 5 outside today", "It is -5 outside today"],
    ["The limit is x < 5", "The limit is x > 5"],
    ["My site is example.com", "My site is example.com.au"],
    ["The dog bit the man", "The man bit the dog"],
    ["Yes", "Yes, I like tea very much"],
    ["tea", "I like tea"],
    ["dark mode", "She prefers dark mode"],
    ["Not at all", "I do not mind that not at all clean room"],
    ["2024-05-01", "The launch is on 2024-05-01"],
    ["喝茶", "我每天早上喝茶看报"],
  ])("%s / %s", (words, other) => {
    const { files, answer } = purgeFirst([
      fact(words),
      fact(other, { tags: [words.split(" ").at(-1) as string] }),
    ]);
    expect(whys(answer)).toEqual([[words, "asked"]]);
    expect(answer).toMatchObject({ kept: [], cleared: [] });
    expect(files).toContain(other);
  });
});

test("a purge takes exact restatements of short words too, whoever said them", () => {
  const { memory } = newMemory(TAKES_SECRETS);
  const { fact: tool } = memory.add(fact("tea", { source: "tool_output" }));
  const { fact: tea } = memory.add(fact("Tea!"));
  memory.add(fact("I drink tea"));
  expect(tool.id).not.toBe(tea.id);
  expect(memory.purge(tea.id).facts.map(({ id, why }) => [id, why])).toEqual([
    [tea.id, "asked"],
    [tool.id, "restates"],
  ]);
  expect(memory.list().map((one) => one.content)).toEqual(["I drink tea"]);
});

test("quotes of a higher class stay, and both preview and answer say so", () => {
  const { memory } = newMemory(TAKES_SECRETS);
  const { fact: low } = memory.add(fact("The door code is 1234", { source: "tool_output" }));
  const { fact: high } = memory.add(
    fact("I was told that the door code is 1234", { source: "agent", evidence: [low.id] }),
  );
  endorse(memory, high.id);
  const { fact: label } = memory.add(
    fact("Ben lives there.", { metadata: { note: "the door code is 1234" } }),
  );
  const { fact: reason } = memory.add(fact("Ben moved out."));
  memory.archive(reason.id, "the door code is 1234");
  const kept = [
    { id: high.id, content: high.content, why: "derived" },
    { id: label.id, content: label.content, why: "labels" },
    { id: reason.id, content: reason.content, why: "reason" },
  ];
  expect(memory.purge(low.id, { preview: true })).toMatchObject({ kept, cleared: [] });
  expect(memory.purge(low.id)).toMatchObject({ facts: [{ id: low.id }], kept });
  expect(memory.list({ lifecycle: "any" })).toHaveLength(3);
});

test("a fact that was said thousands of times can be purged with all the names that came with it", () => {
  const { memory, store } = newMemory(TAKES_SECRETS);
  const { fact: one } = memory.add(fact("The vault code is 4711."));
  for (let i = 0; i < 6; i++)
    memory.addMany(
      Array.from({ length: 900 }, (_, j) => fact("The vault code is 4711.", { episode: `xyzzy ${i} ${j}` })),
    );
  expect(memory.get(one.id)?.observationCount).toBe(5_401);
  memory.purge(one.id);
  const all = [...store.read("owner", 0).events].map((recorded) => JSON.stringify(recorded.event)).join("\n");
  expect(all).not.toContain("xyzzy");
  expect(memory.verify().ok).toBe(true);
});
