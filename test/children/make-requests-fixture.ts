/**
 * Writes a workspace in which digests of what was asked for stand in headers, and whose words were purged: argument 1 is
 * the folder. It was run once, by the last version that wrote such headers; the result is committed and never written
 * again.
 */

import { type KnownSource, Tideline } from "../../src/index.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { NOON } from "../../src/testing/storage/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const clock = { now: () => NOON };
const peer = { channel: "chat", conversationId: "anna", sessionKey: "1" } as const;
const keyed = (content: string, idempotencyKey: string, source?: KnownSource) => ({
  ...{ content, segment: "knowledge" as const, idempotencyKey },
  ...(source === undefined ? {} : { source }),
});

const elsewhere = Tideline.over(new MemoryStore(), { clock, secrets: "allow" });
elsewhere.as(peer).add(keyed("The safe opens with 0815.", "safe", "user_instruction"));

const memory = Tideline.open(dir, { clock, secrets: "allow" });
memory.add(keyed("I drink green tea.", "tea"));
const pin = memory.add(keyed("My PIN is 9731.", "pin"));
memory.add(keyed("My PIN is 9731.", "pin-again"));
memory.add(keyed("My PIN is 9731.", "pin-heard", "agent"));
memory.purge(pin.fact.id);
memory.addMany([{ content: "The alarm code is 2468.", segment: "identity", source: "agent" }]);
const imported = memory.as(peer);
imported.import(elsewhere.as(peer).export());
for (const { id } of imported.list()) imported.purge(id);
memory.close();
