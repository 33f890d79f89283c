/** May a pass, whatever it decides, let a lower class stand for, against or above what the owner said? Never. */
import { expect, test } from "vitest";
import type { PassEvent } from "../../src/index.ts";
import { fact, newMemory } from "../support/memory.ts";

const ATTEMPTS: readonly ((own: string, tool: string) => PassEvent)[] = [
  (own, tool) => ({ type: "superseded", fact: own, successor: tool }),
  (own, tool) => ({ type: "merged", fact: own, successor: tool }),
  (own, tool) => ({ type: "challenged", fact: own, against: tool }),
  (own, tool) => ({ type: "linked", fact: tool, kind: "supersedes", to: own }),
  (own, tool) => ({ type: "linked", fact: tool, kind: "corrects", to: own }),
  (_own, tool) => ({ type: "confirmed", fact: tool }),
  (_own, tool) => ({ type: "endorsed", fact: tool, authority: 3 }),
];

test.each([false, true])("a pass that tries is spared each of it, explicit (%s) or not", async (explicit) => {
  for (const attempt of ATTEMPTS) {
    const { memory } = newMemory();
    const own = memory.add(fact("The ferry leaves at nine.")).fact;
    const tool = memory.add(fact("The bakery opens early.", { source: "tool_output" })).fact;
    const event = attempt(own.id, tool.id);
    const report = await memory.run({
      name: "tries",
      explicit,
      *pieces() {
        yield event;
      },
      decide: () => [{ event, rule: "test" }],
    });
    expect([event, report.counts, report.sparedCount]).toEqual([event, {}, 1]);
    expect(memory.inspect(own.id).fact).toEqual(own);
    expect(memory.inspect(tool.id).fact).toEqual(tool);
  }
});
