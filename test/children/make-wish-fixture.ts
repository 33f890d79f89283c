/**
 * Writes a workspace with standing instructions and preferences, given and taken off. Argument 1 is the folder. Run
 * once; the result is committed under test/fixtures.
 */
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const by = { source: "owner_message", authority: 3, surface: "library" } as const;
const revised = (fact: string, wish: "instruction" | null): MemoryEvent => ({
  type: "revised",
  v: EVENT_VERSION,
  at: NOON + 1,
  by,
  why: { rule: "by-hand" },
  fact,
  wish,
});
const events: readonly MemoryEvent[] = [
  added("f1", "Always answer in metric.", { wish: "instruction" }),
  added("f2", "I prefer window seats.", { wish: "preference" }),
  added("f3", "Never say never.", { wish: "none" }),
  added("f4", "Metric, please."),
  revised("f4", "instruction"),
  revised("f2", null),
];

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
store.append("owner", 0, events);
store.close();
