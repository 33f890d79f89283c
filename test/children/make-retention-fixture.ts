/**
 * Writes a workspace with rules of retention and holds, some of them removed and released. Argument 1 is the folder. Run
 * once; the result is committed under test/fixtures.
 */
import { Tideline } from "../../src/index.ts";
import { NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const memory = Tideline.open(dir, { clock: { now: () => NOON } });
memory.add({ content: "I eat at the cafe.", segment: "context", tags: ["lunch"] });
memory.setRetention("context", { segments: ["context"], afterDays: 30 });
memory.setRetention("lunch", { tags: ["lunch"], sources: ["owner_message"], classes: [3], afterDays: 365 });
memory.setRetention("gone", { origin: { user: "anna" }, afterDays: 7 });
memory.removeRetention("gone");
memory.hold("case-7", { tags: ["invoice"], reason: "The tax office asks for it." });
memory.hold("case-8", { facts: ["f1"], reason: "A dispute." });
memory.release("case-8", "It is settled.");
memory.close();
