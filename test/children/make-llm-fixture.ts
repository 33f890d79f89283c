/**
 * Writes a workspace with what came with `tideline config llm`: which language model the surfaces ask. Argument 1 is the
 * folder. Run once; the result is committed under test/fixtures.
 */
import { EVENT_VERSION } from "../../src/model/event.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { added, NOON } from "../support/events.ts";

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON } });
store.append("owner", 0, [added("f1", "I eat at the cafe.")]);
const common = {
  type: "llm-chosen",
  v: EVENT_VERSION,
  at: NOON,
  by: { authority: 3, surface: "cli" },
} as const;
store.append("workspace", 0, [
  { ...common, llm: "anthropic", body: { model: "claude-haiku-4-5" } },
  { ...common, llm: "off" },
  { ...common, llm: "openai", body: { model: "qwen3:8b", baseUrl: "http://localhost:11434/v1" } },
]);
store.close();
