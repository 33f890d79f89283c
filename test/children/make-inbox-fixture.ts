/** Writes a workspace with an inbox and what came of it: argument 1 is the folder. Run once; the result is committed and never written again. */
import { EVENT_VERSION, type EventOf } from "../../src/model/event.ts";
import { inboxOf } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
const session = "s".repeat(43);
function turn(id: string, content: string, at: number): EventOf<"turn"> {
  return {
    type: "turn",
    v: EVENT_VERSION,
    at,
    turn: id,
    session,
    role: "user",
    authority: 3,
    saidAt: at,
    by: { authority: 3, surface: "library" },
    body: { session: "monday", content, attachments: [{ name: "notes", content: "buy honey" }] },
  };
}

const head = store.append(inboxOf("owner"), 0, [
  { ...turn("t1", "I keep bees on the roof.", NOON), key: "k".repeat(43), masked: 1, cut: true },
  { ...turn("t2", "I have two cats.", NOON + 1), own: true, aborted: true },
]);
store.append("owner", 0, [
  added("f1", "I keep bees on the roof.", {
    authority: 2,
    source: "extraction",
    body: {
      content: "I keep bees on the roof.",
      quotes: [{ turn: "t1", text: "I keep bees on the roof.", at: NOON }],
    },
  }),
  {
    ...{ type: "distilled", v: EVENT_VERSION, at: NOON + 2, session, upTo: head.seq, turns: 2, proposals: 2 },
    ...{ dropped: { negation: 1 }, calls: 1, inputTokens: 20, outputTokens: 10, setAside: ["t2"] },
    body: { distiller: "rules", reasons: ["no reply"] },
  },
  {
    ...{ type: "observed", v: EVENT_VERSION, at: NOON + 3, fact: "f1", source: "extraction", authority: 2 },
    ...{ saidAt: NOON + 3, turns: ["t2"] },
  },
]);
store.erase(inboxOf("owner"), head.seq, { type: "erased", v: EVENT_VERSION, at: NOON + 4, erases: [1] });
store.append("owner", 3, [{ type: "inbox-trimmed", v: EVENT_VERSION, at: NOON + 5, upTo: 1 }]);
store.close();
