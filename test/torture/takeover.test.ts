// Can a lock have two owners after its owner was killed? Several processes fight for one lock, and every
// taking is a take-over from an owner that was killed while it had it.
//
// Real: the contenders (node processes), the lock in its folder, the owners' deaths (each owner is the pid and start
// time of a `sleep` process that lives until it is ended with SIGKILL while it owns the lock), and the way a
// contender finds out (`nodeProcesses.isDead`). Simulated: a contender does the owner's work under the owner's name and
// outlives it, because starting a node process for each of 20,000 takings would take hours (torture/kill.test.ts
// kills whole writers); time runs ten times faster for the lock, so that it looks ten times as often.
//
// Whether there are two owners is not asked of the lock: inside, each makes a file that must not be there and
// removes it again, and the generations that all of them saw are compared in the end.
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "../../src/stores/file/disk/node-disk.ts";
import { WriterLock } from "../../src/stores/file/lock/lock.ts";
import type { Fought } from "../children/contender.ts";
import { Actor } from "../support/actor.ts";
import { isFull, rounds, seed } from "../support/campaign.ts";
import { newWorkspace } from "../support/workspace.ts";

const CONTENDERS = 4;

async function fight(
  folder: string,
  kind: "tideline" | "naive",
  takings: number,
): Promise<readonly Fought[]> {
  const each = String(takings / CONTENDERS);
  const actors = Array.from({ length: CONTENDERS }, () => new Actor("contender", folder, kind, each));
  for (const actor of actors) expect(await actor.answer()).toBe("ready");
  for (const actor of actors) actor.tell({ go: true });
  const fought: Fought[] = [];
  for (const actor of actors) fought.push(await actor.answer<Fought>());
  return fought;
}

function sum(fought: readonly Fought[], of: (one: Fought) => number): number {
  return fought.reduce((total, one) => total + of(one), 0);
}

test(`contended take-overs from killed owners: never two owners (seed ${seed})`, async () => {
  // How often they get in each other's way is up to the machine: they fight again until they have.
  for (let lostRaces = 0; lostRaces === 0; )
    lostRaces = await fightForOne(rounds({ sample: 400, full: 20_000 }));
});

/** Returns how many races were lost: without any, there was no contention. */
async function fightForOne(takings: number): Promise<number> {
  const folder = newWorkspace("takeover");
  mkdirSync(dirname(folder), { recursive: true });
  WriterLock.create(nodeDisk, folder);
  const fought = await fight(folder, "tideline", takings);
  expect(fought.flatMap((one) => one.violations)).toEqual([]);
  for (const { generations } of fought) expect(generations).toEqual([...generations].sort((a, b) => a - b));
  const all = fought.flatMap((one) => one.generations).sort((a, b) => a - b);
  expect(all, "every generation once").toEqual(Array.from({ length: takings }, (_, i) => i + 1));
  expect(
    sum(fought, (one) => one.fromDead),
    "all but the first are take-overs",
  ).toBe(takings - 1);
  const lostRaces = sum(fought, (one) => one.lostRaces);
  console.log(`${takings} takings, ${lostRaces} races lost, no second owner`);
  return lostRaces;
}

test.runIf(isFull)("the same fight for a naive lock: can this harness see two owners?", async () => {
  const folder = newWorkspace("naive");
  mkdirSync(folder, { recursive: true });
  const fought = await fight(folder, "naive", 1_000);
  rmSync(`${folder}.witness`, { force: true });
  const violations = fought.flatMap((one) => one.violations);
  expect(violations.length).toBeGreaterThan(0);
  console.log(`naive lock: ${violations.length} signs of a second owner in 1,000 takings`);
});
