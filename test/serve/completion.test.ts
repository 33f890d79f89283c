import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/serve/cli/show/help.ts";
import { cli } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

// Completion is tried in the shells themselves, as somebody who presses Tab has it. A shell that is not here is
// skipped, and the run says so; `.ci/run` installs all three.

const MARK = "=>";

/** The candidates for the last of these words. */
const ASK: Readonly<Record<string, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) =>
    lines("bash", [
      "-c",
      `source ${script}\nCOMP_WORDS=(tideline "$@"); COMP_CWORD=$#; _tideline; printf '${MARK}%s\\n' "\${COMPREPLY[@]}"`,
      "bash",
      ...words,
    ]),
  // compadd is where every candidate passes: it says what it was given, as far as that matches what was typed.
  zsh: (script, words) =>
    lines("zsh", [
      "-f",
      "-c",
      `zmodload zsh/zpty
      zpty inner zsh -f -i
      zpty -w inner "PROMPT=; unset zle_bracketed_paste; autoload -U compinit; compinit -u -d ${script}.dump; source ${script}"
      zpty -w inner 'compadd() { local -a found; builtin compadd -O found "$@"; (( $#found )) && print -rl -- "${MARK}"$^found; builtin compadd "$@" }'
      zpty -w inner 'answer() { zle complete-word; print; print do""ne }; zle -N answer; bindkey "^I" answer; print rea""dy'
      zpty -r -m inner seen "*ready*"
      zpty -w -n inner ${quoted(`tideline ${words.join(" ")}\t`)}
      zpty -r -m inner seen "*done*"
      print -r -- $seen
      zpty -d inner`,
    ]),
  fish: (script, words) =>
    lines("fish", [
      "--no-config",
      "-c",
      `source ${script}; complete -C ${quoted(`tideline ${words.join(" ")}`)} | string replace -r '^' '${MARK}'; true`,
    ]),
};

function quoted(text: string): string {
  return `'${text}'`;
}

function lines(program: string, args: readonly string[]): readonly string[] {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8", timeout: 300_000 });
  expect([status, stderr]).toEqual([0, ""]);
  const found = stdout.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(MARK);
    return at < 0
      ? []
      : [
          line
            .slice(at + MARK.length)
            .split("\t")[0]
            ?.trim() ?? "",
        ];
  });
  return [...new Set(found)].filter((word) => word !== "").sort();
}

describe.each(Object.keys(ASK))("in %s", (shell) => {
  const isHere = spawnSync(shell, ["--version"]).status === 0;
  if (!isHere) console.log(`SKIPPED: ${shell} is not installed here, completion in it is not tried`);

  test.skipIf(!isHere)("words, options and values complete", async () => {
    const dir = newWorkspace("completion");
    const script = `${dir}.${shell}`;
    writeFileSync(script, (await cli(dir, ["completion", shell])).out);
    const complete = (...words: string[]) => ASK[shell]?.(script, words);

    expect(complete("")).toEqual([...new Set(COMMANDS.map(({ words }) => words[0]))].sort());
    expect(complete("pol")).toEqual(["policy"]);
    expect(complete("token", "")).toEqual(["create", "list", "revoke"]);
    expect(complete("policy", "s")).toEqual(["set"]);
    expect(complete("policy", "set", "--par")).toEqual(["--params"]);
    expect(complete("policy", "--js")).toEqual(["--json"]);
    // Not about one origin's memory: it takes no --origin.
    expect(complete("policy", "set", "--ori")).toEqual([]);
    expect(complete("token", "create", "x", "--ori")).toEqual(["--origin"]);
    // "list" is a command of its own, and one of token's.
    expect(complete("list", "--seg")).toEqual(["--segment", "--segments"]);
    expect(complete("token", "list", "--seg")).toEqual([]);
    // Another name for recall has recall's options.
    expect(complete("search", "tea", "--lim")).toEqual(["--limit"]);
    expect(complete("list", "--segment", "pre")).toEqual(["preference"]);
    expect(complete("feedback", "id", "")).toEqual(["down", "up"]);
    expect(complete("completion", "")).toEqual(["bash", "fish", "zsh"]);
    // Common options may come first.
    expect(complete("--dir", "elsewhere", "--origin", "chat/a", "pol")).toEqual(["policy"]);
    expect(complete("--origin", "chat/a", "token", "cr")).toEqual(["create"]);
    expect(complete("--di")).toEqual(["--dir"]);
    // Where a file is meant, bash completes it by itself.
    const isFound =
      shell === "bash" ? [] : expect.arrayContaining([expect.stringContaining(basename(script))]);
    for (const words of [["eval"], ["import"], ["status", "--dir"], ["--dir"]])
      expect(complete(...words, script.slice(0, -1))).toEqual(isFound);
    if (shell !== "zsh") expect(complete("get", script.slice(0, -1))).toEqual([]);
  });
});
