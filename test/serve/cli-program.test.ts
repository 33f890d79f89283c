/** Does the program of the command line get on with its process: a terminal, pipes, a full disk? */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { ask, programWords, readAll } from "../../src/serve/cli/program.ts";
import { childPath } from "../support/child.ts";
import { cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const PROGRAM = childPath("tideline");

function newTerminal() {
  return Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
}

test.each([
  ["Ctrl-C", "\u0003", ""],
  ["Ctrl-D", "\u0004", ""],
  ["an answer", "y\r", "y"],
])("%s at a question: %j is the answer %j", async (_what, typed, answer) => {
  const keyboard = newTerminal();
  const screen = newTerminal();
  const answered = ask("Go on? [y/N] ", keyboard, screen);
  keyboard.write(typed);
  expect(await answered).toBe(answer);
  // What is said next begins a line.
  expect(String(screen.read())).toMatch(/\n$/);
});

test("the end of input at a question is no answer", async () => {
  const keyboard = newTerminal();
  const answered = ask("Go on? [y/N] ", keyboard, newTerminal());
  keyboard.end();
  expect(await answered).toBe("");
});

test("commands that it names can be typed: by name if it is installed for all projects, by file otherwise", () => {
  expect(programWords("/usr/local/bin/tideline")).toEqual(["tideline"]);
  expect(programWords("/home/me/clone/dist/tideline.js")).toEqual([
    "node",
    "/home/me/clone/dist/tideline.js",
  ]);
  const bin = join(mkdtempSync(join(tmpdir(), "project-")), "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(PROGRAM, join(bin, "tideline"));
  expect(programWords(join(bin, "tideline"))).toEqual(["node", PROGRAM]);
});

/** Runs `tideline … > file` in a shell, after another command of it. */
async function runInto(file: string, line: string, dir: string, first = ":") {
  const child = spawn("sh", ["-c", `${first}; exec "$0" "$1" ${line} > ${file}`, process.execPath, PROGRAM], {
    env: { ...process.env, TIDELINE_DIR: dir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [err, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "close")]);
  return { code, err };
}

describe.skipIf(process.platform !== "linux")("an answer that finds no room", () => {
  test("says so, and ends with the code for storage", async () => {
    const dir = newWorkspace("program");
    await cli(dir, ["add", "Anna plays the cello."]);
    const { code, err } = await runInto("/dev/full", "export", dir);
    expect([code, err]).toEqual([6, expect.stringMatching(/Cannot write standard output.*\[disk-full\]\n$/)]);
    const { err: inJson } = await runInto("/dev/full", "list --json", dir);
    expect(JSON.parse(inJson)).toMatchObject({ error: { code: "disk-full" } });
  });

  test("is no success where the first part of it did", async () => {
    const dir = newWorkspace("program");
    await cli(dir, ["add", "Anna plays the cello. ".repeat(300)]);
    const { code, err } = await runInto(`${dir}.jsonl`, "export", dir, "ulimit -f 4");
    expect([code, err]).toEqual([6, expect.stringContaining("Cannot write standard output (EFBIG)")]);
  });
});

test("standard input beyond the limit is too large, not a bug", async () => {
  const chunks = [Buffer.from("Anna "), Buffer.from("plays.")];
  expect(Buffer.from(await readAll(Readable.from(chunks), 11)).toString()).toBe("Anna plays.");
  await expect(readAll(Readable.from(chunks), 10)).rejects.toMatchObject({ code: "request-too-large" });
});
