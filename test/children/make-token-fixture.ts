/** Writes a workspace with tokens: argument 1 is the folder. Run once; the result is committed and never written again. */
import { EVENT_VERSION } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
store.append("owner", 0, [added("f1", "I keep a strict vegetarian diet.")]);
store.append("workspace", 0, [
  {
    type: "token-created",
    v: EVENT_VERSION,
    at: NOON,
    token: "01J0000000000000000000TOKN",
    hash: "0123456789abcdefghijklmnopqrstuvwxyz0123456",
    role: "agent",
    voice: "agent",
    expiresAt: NOON + 86_400_000,
    body: { name: "editor", origin: '{"channel":"chat","conversationId":"anna","sessionKey":"1"}' },
  },
  { type: "token-revoked", v: EVENT_VERSION, at: NOON + 1, token: "01J0000000000000000000TOKN" },
]);
store.close();
