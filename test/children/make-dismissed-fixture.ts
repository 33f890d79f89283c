/** Writes a workspace with a turn that was set aside and dismissed: argument 1 is the folder. Run once; the result is committed and never written again. */
import { EVENT_VERSION } from "../../src/model/event.ts";
import { inboxOf } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
const session = "s".repeat(43);
const by = { authority: 3, surface: "library" } as const;
const turn = {
  type: "turn",
  v: EVENT_VERSION,
  session,
  role: "user",
  authority: 3,
  saidAt: NOON,
  by,
} as const;
const head = store.append(inboxOf("owner"), 0, [
  { ...turn, at: NOON, turn: "t1", body: { session: "monday", content: "qwx qwx qwx", attachments: [] } },
]);
store.append("owner", 0, [
  added("f1", "I keep bees on the roof."),
  {
    ...{ type: "distilled", v: EVENT_VERSION, at: NOON + 1, session, upTo: head.seq, turns: 1, proposals: 0 },
    ...{ calls: 3, inputTokens: 60, outputTokens: 9, setAside: ["t1"] },
    body: { distiller: "llm:tiny", reasons: ["no reply"] },
  },
  { type: "turns-dismissed", v: EVENT_VERSION, at: NOON + 2, by, turns: ["t1"], why: { rule: "by-hand" } },
]);
store.close();
