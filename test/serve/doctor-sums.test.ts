/** Is the health of thousands of origins told on one screen, with nothing bad left out? */
import { expect, test } from "vitest";
import type { Finding } from "../../src/serve/cli/commands/doctor-folder.ts";
import { summed } from "../../src/serve/cli/commands/doctor-sums.ts";

const KINDS = ["log", "index", "junk", "duplicates", "conversations", "review"] as const;

function findingsOf(origins: number, lookAt: number): readonly Finding[] {
  const own: Finding[] = [{ check: "log of workspace", verdict: "good", seen: "3 events" }];
  for (let i = 0; i < origins; i++)
    for (const kind of KINDS)
      own.push({ check: `${kind} of user/${i}`, verdict: i < lookAt ? "look" : "good", seen: `${i}` });
  return own;
}

test("a few origins are told in full", () => {
  const findings = findingsOf(4, 1);
  expect(summed(findings)).toEqual(findings);
});

test("of many, each kind of check is one line, and what a person should look at is listed", () => {
  const told = summed(findingsOf(3_000, 2));
  expect(told).toHaveLength(1 + KINDS.length * 3);
  for (const kind of KINDS) {
    expect(told).toContainEqual({
      check: `${kind} of 2998 origins`,
      verdict: "good",
      seen: "nothing to do",
    });
    expect(told).toContainEqual({ check: `${kind} of user/1`, verdict: "look", seen: "1" });
  }
});

test("if too many need a look, the rest are counted, and one bad one is told first", () => {
  const bad: Finding = { check: "log of user/bad", verdict: "bad", seen: "1 problem" };
  const told = summed([...findingsOf(3_000, 1_000), bad]).filter(({ check }) => check.startsWith("log of "));
  expect(told.slice(0, 2)).toEqual([
    { check: "log of workspace", verdict: "good", seen: "3 events" },
    expect.objectContaining({ check: "log of 2000 origins", verdict: "good" }),
  ]);
  expect(told[2]).toEqual(bad);
  expect(told.at(-1)).toMatchObject({ check: "log of 981 more origins", verdict: "look" });
});
