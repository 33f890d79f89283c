/**
 * Writes a workspace with what came with `tideline embedder`: which encoder the surfaces use. Argument 1 is the folder.
 * Run once; the result is committed under test/fixtures.
 */
import { EVENT_VERSION } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
store.append("owner", 0, [added("f1", "I eat at the cafe.")]);
const common = {
  type: "embedder-chosen",
  v: EVENT_VERSION,
  at: NOON,
  by: { authority: 3, surface: "cli" },
} as const;
store.append("workspace", 0, [
  { ...common, embedder: "local", dimensions: 384, body: { name: "gte-small" } },
  { ...common, embedder: "off" },
  {
    ...common,
    embedder: "local",
    dimensions: 3,
    body: { name: "tiny 0123456789ab", model: "minilm", folder: "/encoders/tiny", digest: "0".repeat(64) },
  },
]);
store.close();
