/** Are the data sets read as they are, and is what is wrong with a file said with its place? */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readBeam } from "../../eval/support/beam.ts";
import { halfOf, halfOfQuestion, runsOf } from "../../eval/support/corpus.ts";
import { readLocomo } from "../../eval/support/locomo.ts";
import { readLocomoPlus } from "../../eval/support/locomo-plus.ts";
import { readPrefeval } from "../../eval/support/prefeval.ts";

const folder = mkdtempSync(join(tmpdir(), "tideline-data-sets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const json = (name: string, value: unknown): string => file(name, JSON.stringify(value));

const locomo = {
  sample_id: "conv-0",
  conversation: {
    speaker_a: "Ada",
    speaker_b: "Ben",
    session_2_date_time: "12:05 am on 3 June, 2023",
    session_2: [{ speaker: "Ben", dia_id: "D2:1", text: "I sold the boat." }],
    session_1_date_time: "1:30 pm on 8 May, 2023",
    session_1: [
      { speaker: "Ada", dia_id: "D1:1", text: "Hello!" },
      { speaker: "Ben", dia_id: "D1:2", text: "Look!", blip_caption: "a red boat" },
    ],
  },
  qa: [
    { question: "Who sold the boat?", answer: "Ben", evidence: ["D1:2; D2:1", "D"], category: 1 },
    { question: "Why?", answer: "?", evidence: [], category: 4 },
    { question: "Who bought a plane?", evidence: ["D1:1"], category: 5 },
  ],
};

describe("LoCoMo", () => {
  test("is read in the order of its sessions, one day passes before it is asked", () => {
    const [corpus] = readLocomo(json("locomo.json", [locomo]));
    expect(corpus?.name).toBe("conv-0");
    expect(corpus?.sayings).toEqual([
      {
        key: "D1:1",
        at: Date.UTC(2023, 4, 8, 13, 30),
        input: {
          content: "Hello!",
          segment: "knowledge",
          actor: "Ada",
          episode: { id: "session 1", position: 0 },
          occurredAt: Date.UTC(2023, 4, 8, 13, 30),
        },
      },
      expect.objectContaining({ key: "D1:2" }),
      expect.objectContaining({ key: "D2:1", at: Date.UTC(2023, 5, 3, 0, 5) }),
    ]);
    expect(corpus?.sayings[1]?.input.content).toBe("Look! [shares a photo: a red boat]");
    expect(corpus?.askedAt).toBe(Date.UTC(2023, 5, 4, 0, 5));
  });

  test("joined evidence is taken apart, stray evidence and questions without any are left out", () => {
    const [corpus] = readLocomo(json("locomo.json", [locomo]));
    expect(corpus?.questions).toEqual([
      { id: "conv-0#0", category: "1 multi-hop", query: "Who sold the boat?", gold: ["D1:2", "D2:1"] },
      { id: "conv-0#2", category: "5 unanswerable", query: "Who bought a plane?", gold: [] },
    ]);
  });

  test.each([
    ["no JSON", "{oops", /bad\.json: not JSON/],
    ["no list", "{}", /bad\.json: expected a list/],
    ["nothing in it", "[]", /at least one conversation/],
    ["no conversation", '[{"sample_id":"x"}]', /\[0\]\.conversation: expected an object/],
    [
      "a strange date",
      withSession("session_1_date_time", "yesterday"),
      /session_1_date_time: expected a date/,
    ],
    [
      "a turn without text",
      withSession("session_1", [{ speaker: "A", dia_id: "D1:1" }]),
      /\[0\]\.text: expected a text/,
    ],
  ])("with %s is refused with the place", (_what, text, message) => {
    expect(() => readLocomo(file("bad.json", text))).toThrow(message);
  });

  function withSession(name: string, value: unknown): string {
    return JSON.stringify([{ ...locomo, conversation: { ...locomo.conversation, [name]: value } }]);
  }
});

describe("BEAM", () => {
  const message = (id: number, role: string, content: string, time_anchor?: string) => ({
    id,
    role,
    content,
    ...(time_anchor === undefined ? {} : { time_anchor }),
  });

  function chat(name: string, questions: unknown, content = "We use version 3."): string {
    const turns = [[message(0, "user", content, "March-15-2024"), message(1, "assistant", "Noted.")]];
    json(`${name}/100K/2/chat.json`, [{ batch_number: 1, turns }]);
    json(`${name}/100K/2/probing_questions.json`, questions);
    return join(folder, name);
  }

  test("is read chat by chat; the assistant's messages have the source agent", () => {
    const path = chat("beam", {
      temporal_reasoning: [{ question: "When?", source_chat_ids: { first: [0], second: [[1], 0] } }],
      abstention: [{ question: "Why?" }],
      knowledge_update: [{ question: "Which?", source_chat_ids: null }],
    });
    const [corpus, ...more] = readBeam(path);
    expect(more).toEqual([]);
    expect(corpus?.sayings.map(({ key, at, input }) => [key, at, input.source, input.episode])).toEqual([
      ["0", Date.UTC(2024, 2, 15, 12), "owner_message", { id: "batch 1", position: 0 }],
      ["1", Date.UTC(2024, 2, 15, 12), "agent", { id: "batch 1", position: 1 }],
    ]);
    expect(corpus?.questions).toEqual([
      { id: "100K/2#temporal_reasoning-0", category: "temporal_reasoning", query: "When?", gold: ["0", "1"] },
      { id: "100K/2#abstention-0", category: "abstention", query: "Why?", gold: [] },
    ]);
  });

  test("a message longer than a fact may be is cut at the limit", () => {
    const [corpus] = readBeam(chat("long", { abstention: [] }, "x".repeat(20_000)));
    expect(corpus?.sayings[0]?.input.content).toHaveLength(16_000);
  });

  test("what is missing is named", () => {
    expect(() => readBeam(undefined)).toThrow(/Which data\?/);
    expect(() => readBeam(join(folder, "nowhere"))).toThrow(/no such folder/);
    expect(() => readBeam(join(folder, "long", "100K", "2"))).toThrow(/no folder in it holds a chat\.json/);
    const stray = chat("stray", { summarization: [{ question: "What?", source_chat_ids: [7] }] });
    expect(() => readBeam(stray)).toThrow(/source_chat_ids: expected ids of messages; 7 is none/);
  });
});

describe("PrefEval and LoCoMo-Plus", () => {
  test("one memory holds all preferences, and topics fall into two halves", () => {
    const rows = ["a", "b", "c", "d", "e"].map((topic) =>
      JSON.stringify({ topic, preference: `I like ${topic}.`, question: `And ${topic}?` }),
    );
    const [corpus] = readPrefeval(file("prefeval.jsonl", rows.join("\n")));
    expect(corpus?.sayings.map(({ input }) => input.segment)).toEqual(Array(5).fill("preference"));
    expect(corpus?.questions[1]).toMatchObject({ id: "b#1", query: "And b?", gold: ["1"] });
    expect(new Set(corpus?.questions.map(({ id }) => halfOfQuestion(id))).size).toBe(2);
    expect(() => readPrefeval(file("bad.jsonl", '{"topic":"a","preference":""}'))).toThrow(/bad\.jsonl:1/);
  });

  test("cues are facts, triggers are queries", () => {
    const row = { relation_type: "goal", cue_dialogue: "A: I save.\nB: Good.", trigger_query: "A: No trip." };
    const [corpus] = readLocomoPlus(file("plus.jsonl", JSON.stringify(row)));
    expect(corpus?.sayings[0]?.input.content).toBe("A: I save.\nB: Good.");
    expect(corpus?.questions).toEqual([
      { id: "goal#0", category: "goal", query: "A: No trip.", gold: ["0"] },
    ]);
    expect(() => readLocomoPlus(file("bad.jsonl", "{}"))).toThrow(/bad\.jsonl:1: expected/);
  });
});

describe("corpora", () => {
  const saying = (key: string, at: number) =>
    ({ key, at, input: { content: key, segment: "context" } }) as const;

  test("are added in runs of one date", () => {
    const runs = [...runsOf([saying("a", 1), saying("b", 1), saying("c", 2), saying("d", 1)])];
    expect(runs.map((run) => run.map(({ key }) => key))).toEqual([["a", "b"], ["c"], ["d"]]);
    expect([...runsOf([])]).toEqual([]);
  });

  test("halves do not depend on anything but the name", () => {
    expect(halfOf("pets")).toBe(halfOf("pets"));
    expect(new Set(["a", "b", "c", "d", "e", "f"].map(halfOf)).size).toBe(2);
    expect(["conv-26#0", "conv-26#1", "conv-26#99"].map(halfOfQuestion)).toEqual([0, 0, 0]);
    expect(["conv-30#0", "conv-42#7"].map(halfOfQuestion)).toEqual([1, 1]);
  });
});
