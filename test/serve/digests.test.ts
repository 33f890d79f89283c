/** Does an answer hold anything that a guess could be compared with? Not one digest. */
import { describe, expect, test } from "vitest";
import type { Caller } from "../../src/serve/caller.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { runOperation } from "../../src/serve/run.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { MemoryStore } from "../../src/stores/memory.ts";

const AGENT: Caller = { role: "agent", origin: "owner", voice: "agent", name: "test", surface: "http" };
const READER: Caller = { ...AGENT, role: "reader" };

async function answerTo(workspace: Workspace, caller: Caller, name: string, input: object, dryRun = false) {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return await runOperation(workspace, caller, operation, input, { dryRun });
}

describe("a digest", () => {
  const KEYED = /idempotency|"request"|"digest"|"hash"|"secret"/;

  test("is in no answer of a dry run, to whomever, whatever it would write", async () => {
    const workspace = await Workspace.over(new MemoryStore(), "memory");
    const memory = workspace.memory("owner");
    const tea = { content: "I drink green tea.", idempotencyKey: "k1" };
    const { fact } = await memory.add({ ...tea, segment: "knowledge" });
    const owner: Caller = { ...AGENT, role: "owner", voice: "owner" };
    const asks: readonly (readonly [Caller, string, object])[] = [
      [AGENT, "add", tea],
      [AGENT, "add", { content: "Ben drinks coffee.", idempotencyKey: "k1" }],
      [AGENT, "add-many", { facts: [{ content: "I am Ben.", source: "owner_message" }] }],
      [AGENT, "add-many", { facts: [{ content: "It rains.", idempotencyKey: "k2" }] }],
      [owner, "add", { ...tea, idempotencyKey: "k2" }],
      [owner, "purge", { id: fact.id }],
      [owner, "token-create", { name: "bot", role: "agent" }],
      [owner, "import", { text: await memory.export() }],
    ];
    for (const [caller, name, input] of asks) {
      const where = name === "import" ? await Workspace.over(new MemoryStore(), "memory") : workspace;
      const answer = await answerTo(where, caller, name, input, true);
      expect(answer, name).toMatchObject({ dryRun: true });
      expect(JSON.stringify(answer), name).not.toMatch(KEYED);
    }
  });

  test("is in nothing that a reader is told of a fact's story", async () => {
    const workspace = await Workspace.over(new MemoryStore(), "memory");
    const add = { content: "The ferry leaves at nine.", segment: "knowledge", idempotencyKey: "k1" } as const;
    const { fact } = await workspace.memory("owner").add({ ...add, source: "agent" });
    for (const name of ["inspect", "history"]) {
      const answer = JSON.stringify(await answerTo(workspace, READER, name, { id: fact.id }));
      expect(answer).toContain("The ferry leaves at nine.");
      expect(answer).not.toMatch(/idempotency|"request"|"digest"/);
    }
  });
});
