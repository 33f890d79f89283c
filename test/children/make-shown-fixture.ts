/** Writes a workspace with facts shown in passing: argument 1 is the folder. Run once; the result is committed and never written again. */
import { EVENT_VERSION } from "../../src/model/event.ts";
import { marksOf } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { accessed, added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
store.append("owner", 0, [added("f1", "I keep a strict vegetarian diet."), added("f2", "I like tea.")]);
const head = store.append(marksOf("owner"), 0, [
  accessed("f1", NOON + 1, 2),
  { type: "shown", v: EVENT_VERSION, at: NOON + 2, seen: 2, shown: [["f1", 3, NOON + 2]] },
]);
store.append("owner", 2, [
  {
    type: "checkpointed",
    v: EVENT_VERSION,
    at: NOON + 3,
    upTo: head.seq,
    hash: head.hash,
    access: [["f1", 1, NOON + 1, [NOON + 1]]],
    shown: [["f1", 3, NOON + 2]],
    final: true,
  },
]);
store.append(marksOf("owner"), head.seq, [
  { type: "shown", v: EVENT_VERSION, at: NOON + 4, seen: 3, shown: [["f2", 1, NOON + 4]] },
]);
store.close();
