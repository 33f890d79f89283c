/**
 * Writes a workspace with what came with credentials: what surfaces do with them, a refusal for one, and a fact that is
 * listed for one. Argument 1 is the folder. Run once; the result is committed under test/fixtures.
 */
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const by = { source: "owner_message", authority: 3, surface: "cli" } as const;
const events: MemoryEvent[] = [
  added("f1", "The wifi password is on the fridge.", { review: "secret" }),
  {
    type: "refused",
    v: EVENT_VERSION,
    at: NOON,
    by,
    why: { rule: "secret/pin" },
    segment: "knowledge",
    source: "owner_message",
    authority: 3,
    digest: "a".repeat(32),
  },
];

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
store.append("owner", 0, events);
store.append("workspace", 0, [
  {
    type: "secrets-chosen",
    v: EVENT_VERSION,
    at: NOON,
    by: { authority: 3, surface: "cli" },
    secrets: "mark",
  },
]);
store.close();
