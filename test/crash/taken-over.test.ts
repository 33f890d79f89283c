// A writer stands still at any call, another process takes over, and one of the next calls of the first one fails: what
// it then calls refused does not stand, and what it acknowledges does.
import { expect, it } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { fact, facts, newDisk, OWNER, openStore, TELEGRAM } from "../support/crash-script.ts";
import { readAll } from "../support/witness.ts";

const ERASED = { type: "erased", v: 1, at: 7, erases: [1] } as const;
const ADDED = { ...fact("b1"), at: 7 };
/** Which of the calls after the pause fails. */
const FAILING = [1, 2, 3, 4, 5, 6, 7, 8];

const ACTS = {
  // The one that takes over finishes the erasure when it opens the workspace.
  erases: {
    event: ERASED,
    act: (store: FactStore) => store.erase(OWNER, 2, ERASED),
    meanwhile: (store: FactStore) => store.append(TELEGRAM, 0, facts("c1")),
  },
  appends: {
    event: ADDED,
    act: (store: FactStore) => store.append(OWNER, 2, [ADDED]),
    meanwhile: (store: FactStore) => store.append(OWNER, readAll(store, OWNER).length, [fact("c1")]),
  },
};

function tryAt(pausedAt: number, failingAfter: number, name: keyof typeof ACTS): string {
  const { event: written, act, meanwhile } = ACTS[name];
  const disk = newDisk(seededChance(pausedAt), 0);
  const processes = new FakeProcesses();
  const store = openStore(disk, processes.start());
  store.append(OWNER, 0, facts("a1", "a2"));
  let isPaused = false;
  disk.pauseAtNthCall(pausedAt, () => {
    isPaused = true;
    meanwhile(openStore(disk.sibling(), processes.start("elsewhere")));
  });
  disk.failCall(pausedAt + failingAfter, "EIO");
  let answer = "acknowledged";
  try {
    act(store);
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    answer = error.code;
  }
  if (!isPaused) return "ran through";
  const others = openStore(disk.sibling(), processes.start("third"));
  const stands = readAll(others, OWNER).some(
    ({ event }) => event.type === written.type && event.at === written.at,
  );
  const told = { acknowledged: true, "stream-moved": false }[answer];
  if (told !== undefined) expect({ pausedAt, failingAfter, answer, stands }).toMatchObject({ stands: told });
  return answer;
}

it.each(Object.keys(ACTS) as (keyof typeof ACTS)[])("one that %s tells the truth", (name) => {
  const answers = new Set<string>();
  for (let n = 1; !answers.has("ran through"); n++)
    for (const after of FAILING) answers.add(tryAt(n, after, name));
  expect([...answers].sort()).toEqual(expect.arrayContaining(["acknowledged", "ran through"]));
});
