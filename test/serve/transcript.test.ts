/** Whose words are in the transcript of an editor's session? In doubt nobody's. */
import { describe, expect, onTestFinished, test } from "vitest";
import { FactStore } from "../../src/index.ts";
import { inboxOf } from "../../src/model/stream.ts";
import { cli } from "../support/serve.ts";
import {
  ELLA,
  factsOf,
  replied,
  scene,
  shown,
  toolUsed,
  transcriptIn,
  typed,
} from "../support/transcript.ts";
import { readAll } from "../support/workspace.ts";

describe("whose words they are", () => {
  /** The turns that the inbox holds after a session of the owner's, in this process. */
  const heard = async (lines: Parameters<typeof transcriptIn>[1]) => {
    const at = scene();
    await cli(at.dir, ["config", "voice", "owner"]);
    const input = JSON.stringify({ session_id: "s", transcript_path: transcriptIn(at.home, lines) });
    const { code, out, err } = await cli(at.dir, ["hook", "Stop"], { input, env: { HOME: at.home } });
    expect([code, out, err]).toEqual([0, "", ""]);
    const store = new FactStore(at.dir);
    onTestFinished(() => store.close());
    const turns = readAll(store, inboxOf("owner")).flatMap(({ event }) =>
      event.type === "turn" ? [event] : [],
    );
    return { turns, facts: await factsOf(at.dir) };
  };

  test.each([
    ["a task for a helper", [typed("a1", ELLA, { isSidechain: true })]],
    ["a note of the editor's", [typed("a1", ELLA, { isMeta: true })]],
    ["a summary of the conversation", [typed("a1", ELLA, { isCompactSummary: true })]],
    [
      "a summary without a mark",
      [typed("a1", `This session is being continued from a previous conversation. ${ELLA}`)],
    ],
    ["the output of a command", [typed("a1", `<local-command-stdout>${ELLA}</local-command-stdout>`)]],
    ["a reminder that never ends", [typed("a1", `<system-reminder>${ELLA}`)]],
    [
      "a part of the editor's",
      [typed("a1", [{ type: "text", text: `<ide_opened_file>${ELLA}</ide_opened_file>` }])],
    ],
    [
      "text beside the result of a tool",
      [
        typed("a1", [
          { type: "tool_result", content: "x" },
          { type: "text", text: ELLA },
        ]),
      ],
    ],
    [
      "the result of a tool whose call was not seen",
      [typed("a1", [{ type: "tool_result", tool_use_id: "t", content: ELLA }])],
    ],
    ["an error of the service", [replied("a1", ELLA, { isApiErrorMessage: true })]],
    ["what a model thinks", [replied("a1", [{ type: "thinking", thinking: ELLA }])]],
    ["a note whose mark has another form", [typed("a1", ELLA, { isMeta: "true" })]],
    ["a task whose mark has another form", [typed("a1", ELLA, { isSidechain: 1 })]],
    [
      "a line with another role than its type",
      [typed("a1", ELLA, { message: { role: "system", content: ELLA } })],
    ],
    ["what a tool put in", [typed("a1", ELLA, { sourceToolUseID: "toolu_1" })]],
    ["text with the result of a tool", [typed("a1", ELLA, { toolUseResult: { stdout: "x" } })]],
    ["what came from elsewhere", [typed("a1", ELLA, { origin: { kind: "task-notification" } })]],
    [
      "another agent's message",
      [typed("a1", `<teammate-message teammate_id="bob">${ELLA}</teammate-message>`)],
    ],
    ["a reminder that is spelled otherwise", [typed("a1", `<System-Reminder >${ELLA}</system-reminder >`)]],
    ["a line without an id", [typed("", ELLA)]],
    ["a line of another type", [typed("a1", ELLA, { type: "queue-operation" })]],
  ])("%s is nobody's turn", async (_, lines) => {
    expect((await heard(lines)).turns).toEqual([]);
    const { turns, facts } = await heard([...lines, typed("z", "My brother Tom plays the oboe.")]);
    expect([turns.length, facts.length]).toEqual([1, 1]);
  });

  test("what the person typed may say so", async () => {
    const { facts } = await heard([typed("a1", ELLA, { origin: { kind: "human" }, isMeta: false })]);
    expect(facts).toEqual([[ELLA, 2]]);
  });

  test("beside a part of the editor's, the person's own part counts", async () => {
    const parts = [
      `<ide_selection>My cat is Miso.</ide_selection>`,
      `${ELLA} <system-reminder>Be brief.</system-reminder>`,
    ];
    const { turns, facts } = await heard([
      typed(
        "a1",
        parts.map((text) => ({ type: "text", text })),
      ),
    ]);
    expect(turns.map(({ body }) => body?.content)).toEqual([ELLA]);
    expect(facts).toEqual([[ELLA, 2]]);
  });

  test("the result of a tool is foreign, also when the person says the same afterwards", async () => {
    const { turns, facts } = await heard([...toolUsed("t", "Bash", ELLA), typed("a1", ELLA)]);
    expect(turns.map(({ role, authority, body }) => [role, authority, body?.actor])).toEqual([
      ["tool", 0, "Bash"],
      ["user", 3, undefined],
    ]);
    expect(facts).not.toContainEqual([ELLA, 2]);
    expect((await heard([typed("a1", ELLA)])).facts).toEqual([[ELLA, 2]]);
  });

  test("what memory's own tools answered is kept as its own, and never distilled", async () => {
    const { turns } = await heard(
      toolUsed("t", "mcp__tideline__recall_memory", [{ type: "text", text: ELLA }]),
    );
    expect(turns).toMatchObject([{ role: "tool", own: true }]);
    expect((await heard(toolUsed("t", "Bash", ELLA))).turns[0]?.own).toBeUndefined();
  });

  test("what was shown before a prompt is taken out of the turns, and known when the person repeats it", async () => {
    const block = `<memory note="Recalled facts.">\n- [hearsay from a tool] ${ELLA}\n</memory>`;
    const inPrompt = await heard([typed("a1", `What do you know? ${block}`), replied("a2", "Little.")]);
    expect(inPrompt.turns.map(({ body }) => body?.content)).toEqual(["What do you know?", "Little."]);
    const beside = await heard([
      shown("s1", `UserPromptSubmit hook additional context: ${block}`),
      typed("a2", ELLA),
    ]);
    const line = `- [hearsay from a tool] ${ELLA}`;
    expect(beside.turns).toMatchObject([
      { body: { content: ELLA, recalled: [`<memory>\n${line}\n</memory>`] } },
    ]);
    expect(beside.facts).not.toContainEqual([ELLA, 2]);
  });

  test("what was shown is known again wherever the editor keeps it, and however much else looks like it", async () => {
    const block = `<memory note="Recalled facts.">\n- [hearsay from a tool] ${ELLA}\n</memory>`;
    const hook = `<user-prompt-submit-hook>${block}</user-prompt-submit-hook>`;
    const many = Array.from({ length: 40 }, (_, i) => `<memory>\n- ${i}\n</memory>`).join("\n");
    for (const before of [
      [typed("s1", hook, { isMeta: true })],
      [typed("s1", `Well. ${hook}`)],
      [shown("s1", many), shown("s2", block)],
    ]) {
      const { facts } = await heard([...before, typed("a1", ELLA)]);
      expect(facts).not.toContainEqual([ELLA, 2]);
    }
  });

  test("two hundred thousand blocks in one line are taken like one", async () => {
    const many = "<memory>\n- [hearsay] x\n</memory>".repeat(200_000);
    expect((await heard([shown("s1", many), typed("a1", ELLA)])).facts).toEqual([[ELLA, 2]]);
  });

  test("a reply that was broken off is marked", async () => {
    const { turns } = await heard([
      ...[
        typed("a1", "Tell me a story."),
        replied("a2", "Once"),
        typed("a3", "[Request interrupted by user]"),
      ],
      ...[typed("a4", "Go on."), replied("a5", "upon a time.")],
    ]);
    expect(turns.map(({ aborted }) => aborted)).toEqual([undefined, true, undefined, undefined]);
  });

  test("no turn has a session or a tool of a name that holds a credential, and none is from the future", async () => {
    const key = `ghp_${"a1B2c3D4".repeat(4)}abcd`;
    const future = typed("a1", ELLA, { timestamp: "9999-01-01T00:00:00Z" });
    const { turns } = await heard([
      ...toolUsed("t", key, "x"),
      future,
      typed("a2", "Yes.", { timestamp: "soon" }),
    ]);
    expect(turns).toHaveLength(2);
    for (const { saidAt, at } of turns) expect(saidAt).toBeLessThanOrEqual(at);
    const at = scene();
    const input = JSON.stringify({ session_id: key, transcript_path: transcriptIn(at.home, [future]) });
    expect((await cli(at.dir, ["hook", "Stop"], { input })).err).toContain("holds a credential");
  });

  test("of what a tool printed the beginning is kept, to the end of a line, and no half of a credential", async () => {
    const key = `sk-ant-api03-${"Ab3dEf6hIj".repeat(9)}AA`;
    const long = `${"line of output\n".repeat(265)}${key}${key} and more`;
    const { turns } = await heard([
      ...toolUsed("t", "Bash", long),
      ...toolUsed("u", "Bash", `${"x".repeat(9_000)} y`),
    ]);
    expect(turns.map(({ body }) => body?.content)).toEqual(["line of output\n".repeat(265).trim()]);
    expect(turns[0]?.masked).toBeUndefined();
  });
});
