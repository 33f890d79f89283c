/**
 * Writes a workspace with a fact that must not be forgotten, one that happened long ago, and the days on which questions
 * found them: argument 1 is the folder. Run once; the result is committed and never written again.
 */
import { EVENT_VERSION } from "../../src/model/event.ts";
import { marksOf } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
const day = Math.floor(NOON / 86_400_000);
store.append("owner", 0, [
  { ...added("f1", "I am allergic to peanuts."), essential: "harm", tier: "permanent" },
  { ...added("f2", "We saw whales off Andenes."), occurredAt: NOON - 200 * 86_400_000 },
  { type: "revised", v: EVENT_VERSION, at: NOON + 1, fact: "f1", essential: null, tier: "long" },
]);
const head = store.append(marksOf("owner"), 0, [
  {
    ...{ type: "shown", v: EVENT_VERSION, at: NOON + 2, seen: 3 },
    shown: [["f1", 3, NOON + 2]],
    found: [["f1", [day - 1, day]]],
  },
]);
store.append("owner", 3, [
  {
    ...{ type: "checkpointed", v: EVENT_VERSION, at: NOON + 3, upTo: head.seq, hash: head.hash, access: [] },
    shown: [["f1", 3, NOON + 2]],
    found: [["f1", [day - 1, day]]],
    final: true,
  },
]);
store.append(marksOf("owner"), head.seq, [
  {
    ...{ type: "shown", v: EVENT_VERSION, at: NOON + 4, seen: 4 },
    shown: [["f2", 1, NOON + 4]],
    found: [["f2", [day]]],
  },
]);
store.close();
