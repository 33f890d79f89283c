/**
 * Writes a workspace with what a night leaves: a derived fact, what was looked at, a pass that stopped and one that a
 * person let go on. Argument 1 is the folder. Run once; the result is committed and never written again.
 */
import { EVENT_VERSION } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
const pass = { type: "pass", v: EVENT_VERSION, why: { rule: "think" }, pass: "p1", name: "think" } as const;
store.append("owner", 0, [
  added("f1", "My sister Nora lives in Bergen."),
  { ...pass, at: NOON + 1, phase: "begun" },
  {
    ...{
      type: "looked",
      v: EVENT_VERSION,
      at: NOON + 2,
      why: { rule: "think/cards", pass: "p1" },
      stage: "cards",
    },
    ...{
      facts: ["f1"],
      calls: 1,
      inputTokens: 120,
      outputTokens: 7,
      proposals: 2,
      dropped: { unfounded: 1 },
    },
    body: { model: "fake" },
  },
  {
    ...added("f2", "Nora lives in Bergen."),
    ...{
      source: "dream",
      authority: 1,
      evidence: ["f1"],
      derived: "card",
      why: { rule: "think/card", pass: "p1" },
    },
  },
  { ...pass, at: NOON + 3, phase: "halted", counts: { "class-3": 12 } },
  { ...pass, at: NOON + 4, phase: "ended" },
  { ...pass, at: NOON + 5, phase: "allowed" },
  { type: "looked", v: EVENT_VERSION, at: NOON + 6, stage: "drift", facts: ["f1"] },
]);
store.close();
