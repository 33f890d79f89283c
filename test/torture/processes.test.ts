// Do several processes get along on one stream? Four append at once, one erases, one reads all the while.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import type { Watched } from "../children/crowd.ts";
import type { Outcome, Task } from "../children/sleeper.ts";
import { Actor } from "../support/actor.ts";
import { rounds, seed } from "../support/campaign.ts";
import { added } from "../support/events.ts";
import { filesUnder, newWorkspace, readAll } from "../support/workspace.ts";

const WRITERS = ["anna", "bert", "carl", "dora"];

function start(workspace: string, ...args: readonly (string | number)[]): Actor {
  return new Actor("crowd", workspace, ...args.map(String));
}

test(`four processes append at once, one erases, one reads (seed ${seed})`, async () => {
  const each = rounds({ sample: 60, full: 500 });
  const erasures = rounds({ sample: 10, full: 200 });
  const workspace = newWorkspace("processes");
  const writers = WRITERS.map((name) => start(workspace, "append", name, each));
  const eraser = start(workspace, "erase", "eve", erasures);
  const watcher = start(workspace, "watch");
  for (const actor of [...writers, eraser, watcher]) expect(await actor.answer()).toBe("ready");

  const startMs = performance.now();
  for (const actor of [watcher, ...writers, eraser]) actor.tell({ go: true });
  let tries = 0;
  for (const writer of writers) tries += (await writer.answer<{ tries: number }>()).tries;
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const { erased } = await eraser.answer<{ erased: readonly number[] }>();
  watcher.tell({ go: false });
  const watched = await watcher.answer<Watched>();

  const store = new FactStore(workspace);
  const events = readAll(store, "owner");
  const facts = events.flatMap(({ event }) => (event.type === "added" ? [event.fact] : []));
  expect(facts.length).toBe(WRITERS.length * each);
  for (const name of WRITERS) {
    const own = facts.filter((fact) => fact.startsWith(`${name}-`));
    expect(own).toEqual(Array.from({ length: each }, (_, i) => `${name}-${i + 1}`));
  }
  expect(events.length).toBe(facts.length + erasures);
  expect(events.filter(({ bodyGone }) => bodyGone).map(({ seq }) => seq)).toEqual(
    [...erased].sort((a, b) => a - b),
  );
  expect(store.verify("owner")).toMatchObject({ ok: true, problems: [], events: events.length });
  expect(watched.faults).toEqual([]);
  expect(watched.events).toBe(events.length);
  store.close();
  console.log(
    `${facts.length} appends in ${seconds} s, ${tries} tries, ${erasures} erasures, ${watched.reads} reads`,
  );
});

test("a reader is not kept waiting by a writer that holds the lock", async () => {
  const workspace = newWorkspace("waiting");
  const store = new FactStore(workspace);
  const { seq } = store.append("owner", 0, [added("f1", "one")]);
  // The lease is far away: whoever waits for this writer waits longer than the test may take.
  const sleeper = new Actor("sleeper", workspace, "600000");
  const events = [added("f2", "two")];
  sleeper.tell({
    stream: "owner",
    expectedSeq: seq,
    events,
    stopAt: "^write .*jsonl update$",
    openAnew: false,
  } satisfies Task);
  expect(await sleeper.pausedOrDone()).toBe("paused");
  const [held] = filesUnder(workspace).filter((path) => path.includes("/log/lock/held."));
  expect(held, "the sleeper has the lock").toBeDefined();

  for (const reader of [store, new FactStore(workspace)]) {
    expect(reader.read("owner", 0).events.map((one) => one.seq)).toEqual([1]);
    expect(reader.verify("owner")).toMatchObject({ ok: true, events: 1 });
    expect(reader.list()).toEqual(["owner"]);
    expect(reader.getBlob("owner", "state")).toBeUndefined();
  }
  expect(existsSync(held as string), "the sleeper still has the lock").toBe(true);
  sleeper.signal("SIGCONT");
  expect((await sleeper.answer<Outcome>()).head?.seq).toBe(2);
  store.close();
});
