/** Writes a workspace with refusals that count others: argument 1 is the folder. Run once; the result is committed and never written again. */
import { EVENT_VERSION, type EventOf } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
const refused: EventOf<"refused"> = {
  type: "refused",
  v: EVENT_VERSION,
  at: NOON + 1,
  why: { rule: "gate/protected-segment" },
  segment: "identity",
  source: "agent",
  authority: 1,
  digest: "A".repeat(32),
};
store.append("owner", 0, [
  added("f1", "I keep a strict vegetarian diet."),
  refused,
  { ...refused, at: NOON + 2, further: 41 },
]);
store.close();
