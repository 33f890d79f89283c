// What doctor finds in a workspace, and following its advice to the letter.
import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { cli } from "./serve.ts";
import { newWorkspace } from "./workspace.ts";

export const DEFAULT = "/nonexistent/default";

export interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly seen: string;
  readonly todo?: string;
}

/** Two facts of the owner, one of them used, one of Anna's, and a setting. */
export async function lived(): Promise<string> {
  const dir = newWorkspace("doctor");
  await cli(dir, ["add", "Ben plays the cello."]);
  await cli(dir, ["add", "Rent is 1,450 euros."]);
  await cli(dir, ["add", "I am allergic to peanuts.", "--origin", "chat/anna/1"]);
  await cli(dir, ["recall", "cello"]);
  await cli(dir, ["policy", "set", "freshness"]);
  return dir;
}

export async function findingsIn(dir: string): Promise<readonly Finding[]> {
  return JSON.parse((await cli(DEFAULT, ["doctor", "--dir", dir, "--json"])).out).findings;
}

export async function badIn(dir: string): Promise<readonly Finding[]> {
  return (await findingsIn(dir)).filter(({ verdict }) => verdict === "bad");
}

/** Runs the command at the end of each advice once, as a person would copy it. */
export async function follow(findings: readonly Finding[]): Promise<void> {
  for (const todo of new Set(findings.map((one) => one.todo ?? ""))) {
    const command = todo.slice(todo.lastIndexOf(": ") + 2);
    if (!command.startsWith("tideline ")) execFileSync("bash", ["-c", command]);
    else {
      const words = execFileSync("bash", ["-c", `printf '%s\\0' ${command.slice("tideline ".length)}`]);
      expect(await cli(DEFAULT, words.toString().split("\0").slice(0, -1))).toMatchObject({ code: 0 });
    }
  }
}
