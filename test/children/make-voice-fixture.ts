/**
 * Writes a workspace with what came with voices: who wrote each event, a source in an observation, and the voice of
 * commands without a terminal. Argument 1 is the folder. Run once; the result is committed under test/fixtures.
 */
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const on = { v: EVENT_VERSION, at: NOON + 60_000, fact: "f1" } as const;
const TOKEN = "01J00000000000000000000001";

const events: MemoryEvent[] = [
  added("f1", "The ferry leaves at nine.", {
    source: "other",
    authority: 0,
    by: { source: "other", authority: 0, surface: "mcp", token: TOKEN, client: "claude-code" },
    body: { content: "The ferry leaves at nine.", sourceName: "harbour.example" },
  }),
  {
    type: "observed",
    ...on,
    by: { source: "other", authority: 0, surface: "http", token: TOKEN },
    source: "other",
    authority: 0,
    saidAt: NOON + 60_000,
    body: { sourceName: "ferries.example" },
  },
  { type: "archived", ...on, by: { authority: 3, surface: "cli" }, why: { rule: "by-hand" } },
  { type: "restored", ...on, by: { source: "engine", surface: "keeper" }, why: { rule: "sweep" } },
];

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
store.append("owner", 0, events);
store.append("workspace", 0, [
  {
    type: "voice-chosen",
    v: EVENT_VERSION,
    at: NOON,
    by: { authority: 3, surface: "cli" },
    voice: "owner",
  },
]);
store.close();
