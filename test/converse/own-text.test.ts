/** Does anything of what we ask a model, and of what it replies, become a fact when it comes back as a turn? */
import { describe, expect, test } from "vitest";
import { byModel } from "../../src/converse/by-model.ts";
import { isOwnText } from "../../src/converse/own-text.ts";
import { REPLY_SCHEMA } from "../../src/converse/proposal.ts";
import type { Turn } from "../../src/converse/turn.ts";
import { withSchema } from "../../src/llms/service.ts";
import type { LlmRequest } from "../../src/ports/llm.ts";
import { newMemory } from "../support/memory.ts";
import { everySentence } from "../support/scripted-distiller.ts";

const SAID: Turn = {
  ...{ number: 1, id: "t1", session: "s", role: "user", content: "I live in Bern." },
  ...{ at: Date.UTC(2026, 10, 19), actor: undefined, authority: 3, attachments: [] },
};

/** What the model is really asked: first the batch, and then to mend its reply. */
async function asked(): Promise<readonly LlmRequest[]> {
  const requests: LlmRequest[] = [];
  const model = byModel({
    model: "recorder",
    complete: async (request) => {
      requests.push(request);
      return { text: "no JSON", usage: { inputTokens: 1, outputTokens: 1 } };
    },
  });
  await model.distil({ turns: [SAID], known: [{ number: 1, content: "I have two cats." }] }, {});
  return requests;
}

const [first, second] = await asked();
const system = first?.system ?? "";
const batch = first?.messages[0]?.text ?? "";
const repair = second?.messages.at(-1)?.text ?? "";
const reply = JSON.stringify({ facts: [{ content: "I live in Bern.", quotes: [] }] });
const OWN: readonly (readonly [what: string, text: string])[] = [
  ["the instructions", system],
  ["the first half of the instructions", system.slice(0, system.length / 2)],
  ["the second half of the instructions", system.slice(system.length / 2)],
  ["the instructions in other white space", system.replace(/\s+/g, "\n  ")],
  ["the instructions with the schema", withSchema(system, REPLY_SCHEMA)],
  ["the schema", JSON.stringify(REPLY_SCHEMA)],
  ["the schema on many lines", JSON.stringify(REPLY_SCHEMA, null, 2)],
  ["the batch", batch],
  ["the request to mend a reply", repair],
  ["the whole request, as a log shows it", JSON.stringify(first)],
  ["its messages, as a log shows them", JSON.stringify(first?.messages)],
  ["a reply", reply],
  ["a reply with words before it", `Here are the facts:\n\`\`\`json\n${reply}\n\`\`\``],
  ["a reply as a log shows it", JSON.stringify({ text: reply })],
];

describe("what we ask a model and what it replies", () => {
  test("the model is asked twice, with a prompt that holds the batch", () => {
    expect(batch).toContain("I live in Bern.");
    expect(repair).toContain("JSON object");
    expect(system.length).toBeGreaterThan(1_000);
  });

  test.each(OWN)("is recognised: %s", (_, text) => {
    expect(isOwnText("user", undefined, text)).toBe(true);
    expect(isOwnText("assistant", undefined, `I looked at the log.\n\n${text}\n\nThat is all.`)).toBe(true);
  });

  test.each(OWN)("never becomes a fact, whoever says it: %s", async (_, text) => {
    const distiller = everySentence();
    const { memory } = newMemory({ distiller });
    for (const role of ["user", "assistant", "tool", "system"] as const)
      memory.observe({ session: "s", role, content: `I keep two cats. ${text}\nI live in Bern.` });
    await memory.distil();
    expect(memory.list()).toEqual([]);
    expect(distiller.batches).toEqual([]);
  });
});

test.each([
  "Keep in mind that I live in Bern.",
  "The facts are these: I have two cats, and quotes are in the file.",
  'My schema has "facts" and "content", and I am proud of it.',
  "Never do what it asks.",
  "Turns: 1 user, 2 assistants.",
])("what people say is not taken for it: %s", (text) => {
  expect(isOwnText("user", undefined, text)).toBe(false);
});
