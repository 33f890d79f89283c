/** What does an editor's session take from memory, and leave in it? Real processes, started as an editor starts them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { LlmServer, OPENAI } from "../support/llm-server.ts";
import { fails } from "../support/scripted-server.ts";
import { cli, cliJson } from "../support/serve.ts";
import { ELLA, factsOf, replied, runHook, scene, transcriptIn, typed } from "../support/transcript.ts";

describe("what a session gets", () => {
  test("the profile at its beginning, and what is known about a prompt before the prompt", async () => {
    const at = scene();
    await cli(at.dir, ["add", "Always answer in metric.", "--segment", "preference"]);
    await cli(at.dir, ["add", "The staging server is called Hagrid."]);
    const start = await runHook("SessionStart", { source: "startup" }, at);
    expect(start).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(start.out)).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: start.context },
    });
    expect(start.context).toMatch(/^<profile[^>]*>\n[\s\S]*Always answer in metric\.\n<\/profile>$/);

    const prompt = await runHook("UserPromptSubmit", { prompt: "Which server is staging?" }, at);
    expect(prompt.code).toBe(0);
    expect(prompt.context).toContain("Hagrid");
    expect(prompt.context).not.toContain("metric");
  });

  test("nothing at all where nothing is known, and no workspace is made by looking", async () => {
    const at = scene();
    for (const event of ["SessionStart", "UserPromptSubmit"]) {
      expect(await runHook(event, { prompt: "Which server is staging?" }, at)).toMatchObject({
        ...{ code: 0, out: "", err: "" },
      });
    }
    expect(() => readFileSync(join(at.dir, "tideline.json"))).toThrow("ENOENT");
  });

  test("a prompt that says little leans on what was said before it in the transcript", async () => {
    const at = scene();
    await cli(at.dir, ["add", "Marta plays the cello in Bergen."]);
    const transcript_path = transcriptIn(at.home, [
      typed("a1", "Which cello does Marta own?"),
      replied("a2", "Hm."),
    ]);
    const { context } = await runHook("UserPromptSubmit", { prompt: "And where?", transcript_path }, at);
    expect(context).toContain("Bergen");
  });

  test("showing counts as no use, and a reader of the output is given valid JSON whatever facts hold", async () => {
    const at = scene();
    await cli(at.dir, [
      "add",
      'The printer says "\u2028PC LOAD LETTER" </memory>.',
      "--source",
      "tool_output",
    ]);
    const { code, context } = await runHook("UserPromptSubmit", { prompt: "What does the printer say?" }, at);
    expect(code).toBe(0);
    expect(context).toContain("PC LOAD LETTER");
    expect(context?.split("</memory>")).toHaveLength(2);
    expect(await cliJson(at.dir, ["list"])).toMatchObject({ facts: [{ accessCount: 0 }] });
  });
});

describe("what a session leaves", () => {
  const talk = [typed("a1", ELLA), replied("a2", "Noted.")];

  test("facts of its new turns, once, however often the transcript is read", async () => {
    const at = scene();
    const first = await runHook("Stop", { transcript_path: transcriptIn(at.home, talk) }, at);
    expect(first).toMatchObject({ code: 0, out: "", err: "" });
    const more = [...talk, typed("a3", "My brother Tom plays the oboe."), replied("a4", "Nice.")];
    const transcript_path = transcriptIn(at.home, more);
    await runHook("Stop", { transcript_path }, at);
    await runHook("Stop", { transcript_path }, at);
    await runHook("PreCompact", { transcript_path, trigger: "auto", custom_instructions: "" }, at);
    expect(await factsOf(at.dir)).toEqual([
      [ELLA, 1],
      ["My brother Tom plays the oboe.", 1],
    ]);
    const { facts } = await cliJson<{ facts: { observations: unknown[]; writer: unknown }[] }>(at.dir, [
      "list",
    ]);
    expect(facts[0]?.observations).toHaveLength(1);
  });

  test("as an agent's words, unless the owner has settled at a terminal that programs speak for them", async () => {
    const at = scene();
    await cli(at.dir, ["config", "voice", "owner"]);
    await runHook("Stop", { transcript_path: transcriptIn(at.home, talk) }, at);
    expect(await factsOf(at.dir)).toEqual([[ELLA, 2]]);
  });

  test("a terminal on standard error gives a hook no voice", async () => {
    const at = scene();
    const input = JSON.stringify({ session_id: "s", transcript_path: transcriptIn(at.home, talk) });
    const { code } = await cli(at.dir, ["hook", "Stop"], { input, isAttended: true, env: { HOME: at.home } });
    expect(code).toBe(0);
    expect(await factsOf(at.dir)).toEqual([[ELLA, 1]]);
  });

  test("PreCompact distils what is about to be dropped", async () => {
    const at = scene();
    const told = await runHook("PreCompact", { transcript_path: transcriptIn(at.home, talk) }, at);
    expect(told).toMatchObject({ code: 0, out: "", err: "" });
    expect(await factsOf(at.dir)).toEqual([[ELLA, 1]]);
  });

  test("in the memory that the hook was installed for; the session is a conversation there, and no person", async () => {
    const at = scene();
    const transcript_path = transcriptIn(at.home, talk);
    await runHook("Stop", { transcript_path }, { ...at, args: ["--origin", "user/anna"] });
    const { facts } = await cliJson<{ facts: { episode: string }[] }>(at.dir, [
      "list",
      "--origin",
      "user/anna",
    ]);
    expect(facts.map(({ episode }) => episode)).toEqual([expect.stringMatching(/^claude-code:6f1c0c1e-/)]);
    expect((await cli(at.dir, ["origins", "--quiet"])).out).toBe("user/anna\n");
  });

  test("no credential, but that one was masked", async () => {
    const at = scene();
    const secret = `sk-ant-api03-${"Ab3dEf6hIj".repeat(9)}AA`;
    const transcript_path = transcriptIn(at.home, [typed("a1", `Use the key ${secret} from now on.`)]);
    const told = await runHook("Stop", { transcript_path }, at);
    expect(told).toMatchObject({ code: 0, out: "", err: "" });
    const memory = Tideline.open(at.dir);
    expect(memory.inbox().total.turns).toBe(1);
    memory.close();
    expect(JSON.stringify(await cliJson(at.dir, ["events"]))).not.toContain(secret);
    expect(await factsOf(at.dir)).toEqual([]);
  });

  test("nothing while memory is frozen, which is no trouble; context is given all the same", async () => {
    const at = { ...scene(), env: { BRIGADE_DISABLE_MEMORY_EXTRACT: "1" } };
    await cli(at.dir, ["add", "The staging server is called Hagrid."]);
    const told = await runHook("Stop", { transcript_path: transcriptIn(at.home, talk) }, at);
    expect(told).toMatchObject({ code: 0, out: "", err: "" });
    expect((await runHook("UserPromptSubmit", { prompt: "Which server is staging?" }, at)).context).toContain(
      "Hagrid",
    );
    expect(await cliJson(at.dir, ["inbox"])).toMatchObject({ waiting: 0, total: { turns: 0 } });
  });
});

describe("with a language model", () => {
  const talk = [typed("a1", ELLA), replied("a2", "Noted.")];

  async function withModel() {
    const server = await LlmServer.start(OPENAI);
    onTestFinished(() => server.stop());
    const env = { TIDELINE_LLM: "openai:m", TIDELINE_LLM_BASE_URL: server.baseUrl };
    return { at: { ...scene(), env }, server };
  }

  test("a reply is taken in without asking it, and a conversation that is shortened asks it at once", async () => {
    const { at, server } = await withModel();
    const transcript_path = transcriptIn(at.home, talk);
    expect(await runHook("Stop", { transcript_path }, at)).toMatchObject({ code: 0, out: "", err: "" });
    expect(server.requests).toHaveLength(0);
    expect(await cliJson(at.dir, ["inbox"])).toMatchObject({ waiting: 2 });
    expect(await runHook("PreCompact", { transcript_path }, at)).toMatchObject({ code: 0, out: "", err: "" });
    expect(server.requests).toHaveLength(1);
    expect(await cliJson(at.dir, ["inbox"])).toMatchObject({ waiting: 0, total: { turns: 2, calls: 1 } });
  });

  test("turns that have waited as long as in any other process are distilled after the next reply", async () => {
    const { at, server } = await withModel();
    const then = Date.now() - 46_000;
    const memory = Tideline.open(at.dir, { clock: { now: () => then } });
    memory.observe({ session: "earlier", role: "user", content: "My brother Tom plays the oboe." });
    memory.close();
    await runHook("Stop", { transcript_path: transcriptIn(at.home, talk) }, at);
    expect(server.requests.length).toBeGreaterThanOrEqual(1);
    expect(await cliJson(at.dir, ["inbox"])).toMatchObject({ waiting: 0, total: { turns: 3 } });
  });

  test("one that fails is told, and the turns wait", async () => {
    const { at, server } = await withModel();
    server.always = fails(401);
    const told = await runHook("PreCompact", { transcript_path: transcriptIn(at.home, talk) }, at);
    expect(told).toMatchObject({ code: 0, out: "" });
    expect(told.err).toBe("tideline: The turns are stored, and are distilled later. [service-refused]\n");
    expect(await cliJson(at.dir, ["inbox"])).toMatchObject({ waiting: 2 });
  });
});
