/** May an agent amend what it wrote itself, and nothing else? */
import { describe, expect, test } from "vitest";
import type { Caller } from "../../src/serve/caller.ts";
import { callTool, shortAnswer, type ToolDescription, toolsFor } from "../../src/serve/mcp/tools.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { MemoryStore } from "../../src/stores/memory.ts";

const AGENT = { role: "agent", origin: "owner", voice: "agent", surface: "mcp" } as const;
const CALENDAR: Caller = { ...AGENT, name: "calendar", token: "calendar" };
const MAIL: Caller = { ...AGENT, name: "mail", token: "mail" };

type Told = Record<string, unknown> & { readonly fact: { readonly id: string } };

async function newMemory() {
  const workspace = await Workspace.over(new MemoryStore(), "memory");
  const memory = workspace.memory("owner");
  const call = (caller: Caller, tool: string, input: object) =>
    callTool(workspace, caller, tool, input) as Promise<Told>;
  const written = async (caller: Caller, content: string) =>
    (await call(caller, "write_memory", { content })).fact.id;
  return { workspace, memory, call, written };
}

describe("what it wrote itself", () => {
  test("it puts right, and the old words stay in the history", async () => {
    const { memory, call, written } = await newMemory();
    const id = await written(CALENDAR, "The dentist is on Monday.");
    const text = "The dentist is on Tuesday.";
    expect(await call(CALENDAR, "amend_memory", { action: "correct", id, text })).toMatchObject({
      outcome: "superseded",
      fact: { content: text, authority: 1 },
    });
    expect(await memory.peek(id)).toMatchObject({ validity: "superseded", lifecycle: "active" });
  });

  test("it takes back, with a reason, and the owner can bring it back", async () => {
    const { memory, call, written } = await newMemory();
    const id = await written(CALENDAR, "The dentist is on Monday.");
    await call(CALENDAR, "amend_memory", { action: "retract", id, why: "It was cancelled." });
    expect((await memory.peek(id))?.lifecycle).toBe("archived");
    expect(await memory.recall("when is the dentist?")).toHaveLength(0);
    await memory.restore(id);
    expect((await memory.recall("when is the dentist?")).length).toBe(1);
  });

  test("it rates", async () => {
    const { memory, call, written } = await newMemory();
    const id = await written(CALENDAR, "The dentist is on Monday.");
    const before = (await memory.peek(id))?.importance ?? 0;
    await call(CALENDAR, "amend_memory", { action: "rate", id, signal: "down" });
    expect((await memory.peek(id))?.importance).toBeLessThan(before);
  });
});

test("errors name the tool and the action as the agent called them", async () => {
  const { call, written } = await newMemory();
  const id = await written(CALENDAR, "The dentist is on Monday.");
  const failing = (tool: string, input: object) => expect(call(CALENDAR, tool, input)).rejects;
  await failing("amend_memory", { action: "rate", id, good: true }).toThrow('rate has no option "good"');
  await failing("amend_memory", { action: "retract" }).toThrow("retract needs id");
  await failing("write_memory", {}).toThrow("write_memory needs content");
  await failing("recall_memory", {}).toThrow("recall_memory needs query");
});

test("the description of an action names no other action that the agent does not have", () => {
  const amend = toolsFor(CALENDAR).find(({ name }) => name === "amend_memory");
  const { action } = (amend as ToolDescription).inputSchema.properties as {
    readonly action: { readonly description: string };
  };
  expect(action.description).not.toMatch(/archive|restore|feedback/);
});

test("the answer to an amendment is as short as any other, without labels that it cannot change", async () => {
  const { call, written } = await newMemory();
  const id = await written(CALENDAR, "The dentist is on Monday.");
  const answer = await call(CALENDAR, "amend_memory", { action: "retract", id });
  expect(Object.keys(shortAnswer("amend_memory", answer) as object).sort()).toEqual([
    "confined",
    "content",
    "id",
    "lifecycle",
    "segment",
    "since",
    "source",
  ]);
});

test("a long text is not repeated to the model that wrote it", async () => {
  const { call, memory } = await newMemory();
  const content = "The minutes of the meeting are long. ".repeat(100).trim();
  const answer = await call(CALENDAR, "write_memory", { content });
  const short = shortAnswer("write_memory", answer) as Told;
  expect(JSON.stringify(short).length).toBeLessThan(500);
  expect((await memory.peek(short.fact.id))?.content).toBe(content);
});

const AMENDMENTS = [
  ["correct", { text: "The dentist is never." }],
  ["retract", {}],
  ["rate", { signal: "down" }],
] as const;

describe.each(AMENDMENTS)("%s", (action, more) => {
  test("is refused for the owner's words and for another agent's, and changes nothing", async () => {
    const { memory, call, written } = await newMemory();
    const own = await memory.add("The dentist is on Monday.");
    const theirs = await written(MAIL, "The plumber comes on Friday.");
    for (const id of [own.fact.id, theirs]) {
      const before = await memory.peek(id);
      await expect(call(CALENDAR, "amend_memory", { action, id, ...more })).rejects.toMatchObject({
        code: "write-gate",
      });
      expect(await memory.peek(id)).toEqual(before);
    }
  });

  test("is refused for what somebody else said too", async () => {
    const { memory, call, written } = await newMemory();
    const id = await written(CALENDAR, "The plumber comes on Friday.");
    await written(MAIL, "The plumber comes on Friday.");
    await expect(call(CALENDAR, "amend_memory", { action, id, ...more })).rejects.toMatchObject({
      code: "write-gate",
    });
    expect(await memory.peek(id)).toMatchObject({ lifecycle: "active", validity: "valid" });
  });

  test("finds no fact that is out of the agent's sight, whoever wrote it", async () => {
    const { memory, call, written } = await newMemory();
    const id = await written(CALENDAR, "The plumber comes on Friday.");
    await memory.archive(id);
    await expect(call(CALENDAR, "amend_memory", { action, id, ...more })).rejects.toMatchObject({
      code: "no-such-fact",
    });
  });

  test("is no way to the owner's words for an agent that is lent the owner's voice, except to put words right", async () => {
    const { memory, call } = await newMemory();
    const { fact } = await memory.add("The dentist is on Monday.");
    const lent: Caller = { ...CALENDAR, voice: "owner" };
    const tried = call(lent, "amend_memory", { action, id: fact.id, ...more });
    if (action === "correct") expect(await tried).toMatchObject({ outcome: "superseded" });
    else await expect(tried).rejects.toMatchObject({ code: "write-gate" });
  });
});

test("a reader amends nothing, and nobody adopts or decides with it", async () => {
  const { call, written } = await newMemory();
  const id = await written(CALENDAR, "The dentist is on Monday.");
  const reader: Caller = { ...CALENDAR, role: "reader" };
  await expect(call(reader, "amend_memory", { action: "retract", id })).rejects.toMatchObject({
    code: "not-allowed",
  });
  for (const action of ["endorse", "pin", "restore", "purge", "archive", "__proto__"])
    await expect(call(CALENDAR, "amend_memory", { action, id })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("correct, retract, rate"),
    });
});
