/** Does the program of the command line get on with its process: a terminal, pipes, a full disk? */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "../../src/serve/cli/program.ts";

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
