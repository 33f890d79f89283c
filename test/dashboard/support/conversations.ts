// Conversations for the tests of the page, and a distiller that has no reply until it is healed.
import type { Distiller } from "../../../src/converse/distiller.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import type { Workspace } from "../../../src/serve/workspace.ts";

/** A conversation of three turns, of which the rules take two sentences. */
export async function sayAloud(workspace: Workspace): Promise<void> {
  const memory = workspace.memory("owner");
  const session = "monday";
  await memory.observe({
    ...{ session, role: "user", id: "1" },
    content: "My sister Ella lives in Bergen. What is the weather like there?",
  });
  await memory.observe({ session, role: "assistant", content: "It is raining in Bergen.", id: "2" });
  await memory.observe({ session, role: "user", content: "I work as a nurse at the Inselspital.", id: "3" });
}

/** Every turn is set aside, until the returned function is called. */
export function sickFor(workspace: Workspace): () => void {
  const { engine } = (workspace as unknown as { readonly ownMemory: Memory }).ownMemory;
  const options = engine.options as { distiller: Distiller };
  const healthy = options.distiller;
  options.distiller = {
    name: "sick",
    ignoresKnown: true,
    distil: async ({ turns }) => ({
      proposals: [],
      setAside: turns.map(({ number }) => ({ turn: number, reason: "no reply" })),
      usage: { calls: 1, inputTokens: 0, outputTokens: 0 },
    }),
  };
  return () => {
    options.distiller = healthy;
  };
}
