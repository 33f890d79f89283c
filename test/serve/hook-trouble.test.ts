/** What if a hook is given something hostile, broken or missing, or other processes use the workspace? The editor goes on. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Workspace } from "../../src/serve/workspace.ts";
import { nodeDisk } from "../../src/stores/file/disk/node-disk.ts";
import { nodeProcesses } from "../../src/stores/file/lock/holder.ts";
import { WriterLock } from "../../src/stores/file/lock/lock.ts";
import { ask, cli, cliJson, startServer } from "../support/serve.ts";
import { ELLA, factsOf, replied, runHook, scene, transcriptIn, typed } from "../support/transcript.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

describe("what cannot be read", () => {
  const talk = [typed("a1", ELLA)];

  test("a transcript that is not there, half-written, or full of other things stops nobody", async () => {
    const at = scene();
    const missing = await runHook("Stop", { transcript_path: join(at.home, "no.jsonl") }, at);
    expect(missing).toMatchObject({ code: 0, out: "" });
    expect(missing.err).toContain("transcript is not there");
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const odd = [deep, '"x"', "[]", "null", "{", '{"type":"user","uuid":"q","message":null}', '{"type":{}}'];
    const transcript_path = transcriptIn(at.home, [
      ...odd,
      ...talk,
      '{"type":"user","uuid":"a2","message":{"cont',
    ]);
    expect(await runHook("Stop", { transcript_path }, at)).toMatchObject({ code: 0, out: "", err: "" });
    expect(await factsOf(at.dir)).toEqual([[ELLA, 1]]);
  });

  test("of a huge transcript the end is read, and no line half", async () => {
    const at = scene();
    const filler = replied("f", "x".repeat(9 * 2 ** 20));
    const transcript_path = transcriptIn(at.home, [typed("a0", "My cat is called Miso."), filler, ...talk]);
    expect(await runHook("Stop", { transcript_path }, at)).toMatchObject({ code: 0, out: "", err: "" });
    expect(await factsOf(at.dir)).toEqual([[ELLA, 1]]);
  });

  test.each([
    ["outside the home folder", (home: string) => join(home, "..", "elsewhere.jsonl")],
    ["by a link that leads out of it", (home: string) => join(home, "link.jsonl")],
    ["that is a folder", (home: string) => join(home, "folder.jsonl")],
    ["of another kind of file", (home: string) => join(home, "notes.txt")],
    ["that is not absolute", () => "notes.jsonl"],
  ])("a path %s is refused", async (_, pathIn) => {
    const { dir, home: outer } = scene();
    const home = join(outer, "me");
    mkdirSync(join(home, "folder.jsonl"), { recursive: true });
    const text = `${JSON.stringify(talk[0])}\n`;
    writeFileSync(join(outer, "elsewhere.jsonl"), text);
    writeFileSync(join(home, "notes.txt"), text);
    symlinkSync(join(outer, "elsewhere.jsonl"), join(home, "link.jsonl"));
    const input = JSON.stringify({ session_id: "s", transcript_path: pathIn(home) });
    const told = await cli(dir, ["hook", "Stop"], { input, env: { HOME: home } });
    expect(told).toMatchObject({ code: 0, out: "" });
    expect(told.err).toContain("[not-readable]");
  });

  test.each([
    ["no JSON", "hello"],
    ["another event", JSON.stringify({ session_id: "s", hook_event_name: "Notification" })],
    ["no session", JSON.stringify({ prompt: "hello" })],
    ["nothing", ""],
  ])("standard input with %s is told, and the editor goes on", async (_, input) => {
    const told = await cli(scene().dir, ["hook", "UserPromptSubmit"], { input });
    expect(told).toMatchObject({ code: 0, out: "" });
    expect(told.err).toMatch(/^tideline: .*\[invalid-argument\]\n$/);
  });

  test("a person who runs a hook at a terminal is told what it is for, and not waited for", async () => {
    const { code, err } = await cli(newWorkspace("hook"), ["hook", "Stop"], { answer: "y" });
    expect(code).toBe(0);
    expect(err).toContain("tideline hook install");
  });

  test("wrong words of the command do not stop the editor either: some exit codes would", async () => {
    const at = scene();
    for (const words of [
      ["Stop", "--bogus"],
      ["Nonsense"],
      ["Stop", "--dry-run"],
      ["Stop", "--json"],
      ["--quiet", "Stop"],
      ["Stop", "--origin", "a/b/c/d/e"],
    ]) {
      const { code, out, err } = await cli(at.dir, ["hook", ...words], { input: "{}" });
      expect([words, code, out]).toEqual([words, 0, ""]);
      expect(err).toContain("[invalid-argument]");
    }
    for (const words of [[], ["--quiet"], ["install", "--quiet"]])
      expect((await cli(at.dir, ["hook", ...words])).code).toBe(2);
  });

  test("trouble also stands in the workspace's hook.log, without words of a turn", async () => {
    const at = scene();
    await runHook("Stop", { transcript_path: transcriptIn(at.home, talk) }, at);
    await runHook("Stop", { transcript_path: "/etc/passwd" }, at);
    await runHook("Stop", {}, { ...at, input: ELLA });
    const log = readFileSync(join(at.dir, "hook.log"), "utf8");
    expect(log.trim().split("\n")).toHaveLength(2);
    expect(log).toMatch(/^20\S+Z Stop tideline: The transcript was not read: .* \[not-readable\]\n/);
    expect(log).not.toContain("Ella");
    expect((await cli(at.dir, ["doctor"])).code).toBe(0);
  });

  test("of a conversation that is longer than the inbox everything is taken in, part by part", async () => {
    const at = scene();
    const lines = Array.from({ length: 3_200 }, (_, i) => typed(`a${i}`, i === 0 ? ELLA : "Ok."));
    const input = JSON.stringify({ session_id: "s", transcript_path: transcriptIn(at.home, lines) });
    const told = await cli(at.dir, ["hook", "Stop"], { input, env: { HOME: at.home } });
    expect(told).toEqual({ code: 0, out: "", err: "" });
    expect(await cliJson(at.dir, ["inbox"])).toMatchObject({ waiting: 0, total: { turns: 3_200 } });
    expect(await factsOf(at.dir)).toEqual([[ELLA, 1]]);
  });
});

describe("beside other processes", () => {
  /** The locks of all streams, for this process. */
  const locksIn = (dir: string) =>
    filesUnder(join(dir, "streams"))
      .filter((path) => basename(dirname(path)) === "lock")
      .map((path) => {
        const options = { leaseMs: 60_000, waitMs: 1_000 };
        return new WriterLock(nodeDisk, dirname(path), nodeProcesses, nodeProcesses.me(), options);
      });

  const talk = [typed("a1", ELLA), replied("a2", "Noted.")];

  test("several hooks of one session at once observe each turn once", async () => {
    const at = scene();
    const transcript_path = transcriptIn(at.home, talk);
    const all = await Promise.all(
      ["Stop", "Stop", "PreCompact"].map((event) => runHook(event, { transcript_path }, at)),
    );
    expect(all.map(({ code, out, err }) => [code, out, err])).toEqual(all.map(() => [0, "", ""]));
    expect(await factsOf(at.dir)).toEqual([[ELLA, 1]]);
    expect(await cliJson(at.dir, ["inbox"])).toMatchObject({ waiting: 0, total: { turns: 2 } });
  });

  test("a server that has the workspace open sees what a hook left, and the hook what the server wrote", async () => {
    const at = scene();
    const workspace = Workspace.open(at.dir);
    const server = await startServer(workspace);
    onTestFinished(() => workspace.close());
    await ask(server, "POST", "/v1/memories", { body: { content: "The staging server is called Hagrid." } });
    const { context } = await runHook("UserPromptSubmit", { prompt: "Which server is staging?" }, at);
    expect(context).toContain("Hagrid");
    await runHook("Stop", { transcript_path: transcriptIn(at.home, talk) }, at);
    expect((await ask(server, "GET", "/v1/memories")).text).toContain("Ella");
  });

  test("a writer that holds the lock for too long is told, and the turns are taken in the next time", async () => {
    const at = scene();
    await runHook("Stop", { transcript_path: transcriptIn(at.home, [typed("a0", "Hello there.")]) }, at);
    const held = locksIn(at.dir);
    for (const lock of held) lock.acquire();
    const transcript_path = transcriptIn(at.home, talk);
    const told = await runHook("Stop", { transcript_path }, at);
    expect(told).toMatchObject({ code: 0, out: "" });
    expect(told.err).toContain("[lock-timeout]");
    for (const lock of held) lock.release();
    await runHook("Stop", { transcript_path }, at);
    expect(await factsOf(at.dir)).toEqual([[ELLA, 1]]);
  });
});
