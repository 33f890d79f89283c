/** Are conversations read turn by turn, with the labels that can be trusted? */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConversations } from "../../eval/support/conversations.ts";
import { type Drawn, Hearing } from "../../eval/support/drawn.ts";

const folder = mkdtempSync(join(tmpdir(), "tideline-conversations-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const said = (speaker: string, content: string, more = {}) => ({
  speaker,
  content,
  is_query: false,
  ...more,
});

writeFileSync(
  join(folder, "Ada.json"),
  JSON.stringify({
    dialogues: [
      {
        session_uuid: "late",
        session_identifier: "Cooking:S2",
        current_time: "2026-01-23 (Friday)",
        dialogue_turns: [
          said("User", "What can I eat?", { is_query: true }),
          said("Assistant", "No nuts.", {
            memory_used: [
              { session_uuid: "early", content: "User is allergic to nuts." },
              { session_uuid: "early", content: "Nobody knows where this was said." },
            ],
          }),
        ],
        extracted_memory: [],
      },
      {
        session_uuid: "early",
        session_identifier: "Cooking:S1",
        current_time: "2026-01-22 (Thursday)",
        dialogue_turns: [
          said("User", "Hello!"),
          said("Assistant", "Hello."),
          said("User", "I'm allergic to nuts."),
        ],
        extracted_memory: [
          { content: "User is allergic to nuts.", source_turn: 3 },
          { content: "Nobody knows where this was said.", source_turn: 0 },
        ],
      },
      {
        session_uuid: "other",
        session_identifier: "Enhanced:S7",
        current_time: "2026-01-21 (Wednesday)",
        dialogue_turns: [said("User", "Explain BM25.")],
        extracted_memory: [],
      },
    ],
  }),
);

test("sessions come in the order of their dates, gold turns count from 1, unlocated ones are left out", () => {
  const [person] = readConversations(folder);
  expect(person?.talks.map(({ id, isEnhanced }) => [id, isEnhanced])).toEqual([
    ["other", true],
    ["early", false],
    ["late", false],
  ]);
  expect([...(person?.talks[1]?.gold ?? [])]).toEqual([3]);
  expect(person?.talks[2]?.questions).toEqual([{ query: "What can I eat?", needs: ["early:3"] }]);
});

test("each turn of the person comes with what a memory draws from it by the rules", async () => {
  const hearing = new Hearing();
  const turns: Drawn[] = [];
  for (const talk of readConversations(folder)[0]?.talks ?? []) turns.push(...(await hearing.hear(talk)));
  expect(turns.map(({ turn, facts }) => [turn.id, facts.map(({ content }) => content)])).toEqual([
    ["other:1", []],
    ["early:1", []],
    ["early:3", ["I'm allergic to nuts."]],
    ["late:1", []],
  ]);
});

test("a folder without people is an error that says so", () => {
  expect(() => readConversations(join(folder, "nowhere"))).toThrow("--data");
});
