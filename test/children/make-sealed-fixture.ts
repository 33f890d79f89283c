/**
 * Writes a sealed workspace in which a fact, a turn and an origin were shredded. Argument 1 is a folder for the workspace
 * and the vault. Run once; the result is committed under test/fixtures.
 */
import { keyFile, Tideline } from "../../src/index.ts";
import { NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const keys = keyFile({ folder: `${dir}/vault` });
const memory = Tideline.open(`${dir}/workspace`, { keys, clock: { now: () => NOON } });
memory.add({ content: "I keep a strict vegetarian diet.", tags: ["food"] });
const { fact } = memory.add("The safe code is xyzzy-plugh today.");
const [turn] = memory.observeMany([{ session: "monday", role: "user", content: "I moved to Bern." }]);
memory.observe({ session: "monday", role: "user", content: "It rains." });
memory.user("anna").add("I row on Mondays.");
memory.user("ben").add("I sail on Sundays.");
memory.recall("diet");
memory.shred(fact.id);
memory.shred((turn as { turn: string }).turn);
memory.shred({ origin: { user: "anna" }, everything: true });
memory.purge(memory.add("I was here.").fact.id);
memory.close();
